"""The measurements of the lesson your_layer."""
