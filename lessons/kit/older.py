"""A notebook's kernel keeps the code that it has imported: after an edit, checks and figures say so."""

import sys


def warn() -> None:
    """Where the machine was imported and has been edited since, tell the reader to restart."""
    source = sys.modules.get("transformer.weights.source")  # not imported here: it may be broken
    if source:
        source.warn_of_edits(stacklevel=3)
