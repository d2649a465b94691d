"""A run that was trained with a layer of somebody's own: the source that came with it, to be read."""

import streamlit as st

from lessons.host import live
from lessons.kit import ui


def not_in_place(run) -> str:
    """Which file is missing and what to do; empty where all its layers are here."""
    layers = live.load("transformer.runs.layers")
    try:
        layers.present(run)
    except layers.NotInPlace as error:
        return str(error)
    return ""


def told(run, said: str) -> None:
    """A run that cannot be looked into: why, how it went, and the source that it waits for."""
    ui.note("training-not-in-place", said)
    live.load("lessons.trainings.listing").curve(run).show(key="training-travelled-curve")
    sources(run)


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
                f"cp {run.folder}/{layers.FOLDER}/{source.file} {source.place}",
                "bash",
            )
            ui.code(source.text, "python")
