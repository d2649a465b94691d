"""The measurements of the lesson bert."""
