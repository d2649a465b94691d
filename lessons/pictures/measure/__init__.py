"""The measurements of the lesson pictures."""
