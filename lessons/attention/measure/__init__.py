"""The measurements of the lesson attention."""
