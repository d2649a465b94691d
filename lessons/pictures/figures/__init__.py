"""The figures of the lesson pictures."""
