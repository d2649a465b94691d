"""What the stand-in calls itself."""

__version__ = "2.13.0+numpy"
cuda = None
