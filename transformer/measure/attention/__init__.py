"""Where heads look, what they write, and how a score is made."""
