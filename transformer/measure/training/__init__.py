"""What a training does, what it costs, and what a part of the model is worth."""
