"""Which of many documents answers a question? By shared words (`bm25`), by vectors, and by both (`order`)."""
