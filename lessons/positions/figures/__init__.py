"""The figures of the lesson positions."""
