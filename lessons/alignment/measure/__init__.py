"""The measurements of the lesson alignment."""
