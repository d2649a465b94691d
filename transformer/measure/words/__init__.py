"""Embedding tables, and what becomes of a word among others."""
