"""Shared parts of every lesson: its page, its exercise and its checks."""
