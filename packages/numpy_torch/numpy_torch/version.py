"""The version of the stand-in."""

__version__ = "2.13.0+numpy"
cuda = None
