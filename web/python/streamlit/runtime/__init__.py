"""Streamlit's server, of which there is none here."""


def exists() -> bool:
    return False
