"""The type of a place on the page."""

from web.static_streamlit.placing import DeltaGenerator

__all__ = ["DeltaGenerator"]
