"""Tasks made of a text that somebody brings: pairs of sentences, or lines to go on with."""
