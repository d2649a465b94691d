"""The course without installation: its pages as files, and its Python in the tab of a browser."""
