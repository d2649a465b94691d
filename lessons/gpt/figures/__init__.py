"""The figures of the lesson gpt."""
