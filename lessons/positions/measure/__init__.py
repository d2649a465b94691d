"""The measurements of the lesson positions."""
