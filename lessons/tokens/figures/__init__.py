"""The figures of the lesson tokens."""
