"""The figures of the lesson decoding."""
