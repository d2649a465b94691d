"""What JavaScript draws in a page."""

from streamlit.elements import component

__all__ = ["component"]
