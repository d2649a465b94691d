"""The measurements of the lesson scores."""
