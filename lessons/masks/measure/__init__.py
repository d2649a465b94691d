"""The measurements of the lesson masks."""
