"""The type of a place on the page."""

from streamlit.placing import DeltaGenerator

__all__ = ["DeltaGenerator"]
