"""How a model writes: searched, drafted, drawn, judged."""
