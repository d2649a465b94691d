"""Measurements on recurrent networks: the gradient that reaches the first word, and what each step keeps."""
