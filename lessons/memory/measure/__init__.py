"""The measurements of the lesson memory."""
