"""Document retrieval: by shared words (`bm25`), by vectors, and by both (`order`)."""
