"""Streamlit's server, which does not exist here."""


def exists() -> bool:
    return False
