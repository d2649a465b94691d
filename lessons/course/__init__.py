"""The page that opens first: what the course is, a picture that plays, and all its lessons."""
