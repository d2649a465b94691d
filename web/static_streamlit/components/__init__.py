from web.static_streamlit.components import v2

__all__ = ["v2"]
