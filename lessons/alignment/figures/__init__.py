"""The figures of the lesson alignment."""
