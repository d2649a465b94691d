"""The measurements of the lesson machine."""
