"""The figures of the lesson embeddings."""
