"""The settings of a server."""

from web.static_streamlit import get_option

__all__ = ["get_option"]
