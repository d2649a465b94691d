"""Measured of networks that read word after word: what reaches the first word, and what each step keeps."""
