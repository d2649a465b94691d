"""The measurements of the lesson decoding."""
