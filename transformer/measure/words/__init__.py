"""Embedding tables, and what a word's vector becomes in context."""
