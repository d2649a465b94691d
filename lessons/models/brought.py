"""What a visitor has brought along, runs and texts: it lies in the folder of all runs, and old runs of
others go where room is short. So one visitor may not fill it."""

import streamlit as st

from lessons.host import server

MB = 2**20
MOST_MB = 400  # two of the largest runs
BROUGHT = "training-brought"  # in the session: the name of a run → the bytes that came with it


def room_for(size: int) -> None:
    """Raises `ValueError` where one more file is too much beside what this visitor's others still take."""
    brought = st.session_state.get(BROUGHT, {})
    there = {name: one for name, one in brought.items() if (server.RUNS / name).exists()}
    total = sum(there.values())
    if there and total + size > MOST_MB * MB:
        raise ValueError(
            f"your uploads take {total / MB:.0f} MB so far ({', '.join(there)}) and this one has "
            f"{size / MB:.0f} MB more; one visitor can bring {MOST_MB} MB. Delete one of yours under “All runs”"
        )


def note(run, size: int | None = None) -> None:
    """This visitor has brought a run, or a text of that many bytes with it."""
    if size is None:
        size = sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
    st.session_state[BROUGHT] = {**st.session_state.get(BROUGHT, {}), run.name: size}
