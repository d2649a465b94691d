"""The figures of the lesson bert."""
