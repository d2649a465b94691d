"""The measurements of the lesson gpt."""
