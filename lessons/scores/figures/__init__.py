"""The figures of the lesson scores."""
