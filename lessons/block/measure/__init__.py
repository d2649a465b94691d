"""The measurements of the lesson block."""
