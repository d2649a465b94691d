"""What a training run does, what it costs, and what a part of the model contributes."""
