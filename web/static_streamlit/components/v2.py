"""Components that are drawn by JavaScript."""

from web.static_streamlit.elements import component

__all__ = ["component"]
