"""The figures of the lesson sequences."""
