"""The figures of the lesson machine."""
