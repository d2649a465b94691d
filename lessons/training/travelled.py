"""A run that was trained with a layer of somebody's own: the source that came with it, to be read."""

import streamlit as st

from lessons.host import live
from lessons.kit import ui


def sources(run) -> None:
    """The files that came with a run: shown as text, with what is needed to put them in place by hand."""
    layers = live.load("transformer.runs.layers")
    if not (run.folder / layers.FOLDER).exists():
        return
    for source in layers.sources(run):
        with st.expander(f"{source.file}: a layer that came with this run"):
            st.text(
                f"{source.lines} lines, {len(source.text.encode()):,} bytes. It is shown here and never run. "
                "Ask whoever sent it whether the checksum is theirs, read it, and copy it only if you trust it:"
            )
            ui.code(
                f"sha256sum {run.folder}/{layers.FOLDER}/{source.file}\n{source.checksum}\n"
                f"cp {run.folder}/{layers.FOLDER}/{source.file} {source.destination}",
                "bash",
            )
            ui.code(source.text, "python")
