"""The figures of the lesson training."""
