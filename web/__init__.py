"""The course without installation: its pages as files, and its Python in a browser tab."""
