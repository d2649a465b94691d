"""The figures of the lesson masks."""
