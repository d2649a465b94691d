"""The figures of the lesson attention."""
