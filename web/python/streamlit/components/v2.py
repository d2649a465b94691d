"""Components that are drawn by JavaScript."""

from streamlit.elements import component

__all__ = ["component"]
