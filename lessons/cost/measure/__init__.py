"""The measurements of the lesson cost."""
