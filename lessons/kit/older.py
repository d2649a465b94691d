"""A warning for notebooks: a kernel keeps imported code, so checks and figures miss later edits."""

import sys


def warn() -> None:
    """If the model code was imported and has been edited since, tell the reader to restart."""
    source = sys.modules.get("transformer.weights.source")  # may be broken
    if source:
        source.warn_of_edits(stacklevel=3)
