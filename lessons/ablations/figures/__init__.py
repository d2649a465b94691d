"""The figures of the lesson ablations."""
