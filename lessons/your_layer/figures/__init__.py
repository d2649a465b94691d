"""The figures of the lesson your_layer."""
