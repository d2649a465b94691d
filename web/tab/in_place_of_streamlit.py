"""A file to place on the path under the name `streamlit.py`: `import streamlit` then gives `web.static_streamlit`."""

import sys

from web import stand_in

sys.modules.pop(__name__, None)
stand_in.use()
