"""The figures of the lesson block."""
