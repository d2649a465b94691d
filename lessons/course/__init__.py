"""The start page: what the course is, an image, and all lessons."""
