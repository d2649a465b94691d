"""A visitor's uploads, runs and texts. They share a disk with all runs, so each visitor has a limit."""

from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import storage

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

MB = 2**20
MOST_MB = 400  # two of the largest runs
BROUGHT = "training-brought"  # in the session: the name of a run → its size in bytes


def room_for(size: int) -> None:
    """Raise `ValueError` if one more file exceeds this visitor's limit."""
    brought = st.session_state.get(BROUGHT, {})
    there = {name: taken for name, taken in brought.items() if (storage.RUNS / name).exists()}
    total = sum(there.values())
    if there and total + size > MOST_MB * MB:
        raise ValueError(
            f"your uploads occupy {total / MB:.0f} MB so far ({', '.join(there)}), and this one needs "
            f"{size / MB:.0f} MB more, but the limit is {MOST_MB} MB. Delete one of your runs under “All runs”"
        )


def note(run: "Run", size: int | None = None) -> None:
    """Record that this visitor has uploaded a run, or a text of that many bytes with it."""
    if size is None:
        size = sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
    st.session_state[BROUGHT] = {**st.session_state.get(BROUGHT, {}), run.name: size}
