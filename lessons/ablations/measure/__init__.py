"""The measurements of the lesson ablations."""
