"""The measurements of the lesson embeddings."""
