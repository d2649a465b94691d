"""The settings of a server."""

from streamlit import get_option

__all__ = ["get_option"]
