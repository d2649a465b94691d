"""The figures of the lesson cost."""
