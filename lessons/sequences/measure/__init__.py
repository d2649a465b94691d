"""The measurements of the lesson sequences."""
