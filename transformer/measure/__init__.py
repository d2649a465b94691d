"""Measurements on trained models beyond the held-out score, for lessons and figures."""
