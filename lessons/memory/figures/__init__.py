"""The figures of the lesson memory."""
