"""A conversation that somebody writes: what was said in turn, a box for the next line, and a button for a new one.

`key` begins the names of its controls. What is kept is what the person has said; what is answered is computed again.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import cycle

import streamlit as st

from lessons.kit import ui

LINES, HIGH, MOST = 8, 224, 4000  # of what is seen at once; its pixels; characters of a line


def said(key: str, opening: Iterable[str]) -> list[str]:
    """What somebody has said, at first `opening`, with the button that forgets it."""
    lines = st.session_state.setdefault(f"{key}-said", [*opening])
    if st.button("New conversation", key=f"{key}-new"):
        lines.clear()
    return lines


def listen(
    key: str,
    lines: list[str],
    invitation: str,
    problem: Callable[[tuple[str, ...]], str],
    over: bool = False,
) -> None:
    """The box: what is typed is the next of the `lines`, unless there is a `problem` with them then, which is said. Where
    the conversation is `over`, it begins a new one."""

    def hear() -> None:
        """A callback: all that is drawn then knows the line."""
        said = (*(() if over else lines), st.session_state[f"{key}-line"])
        st.session_state[f"{key}-wrong"] = wrong = problem(said)
        lines[:] = lines if wrong else said

    with st.container(key=f"{key}-controls"):
        st.chat_input(invitation, key=f"{key}-line", max_chars=MOST, on_submit=hear)
    with st.container():  # a note moves nothing
        if wrong := st.session_state.pop(f"{key}-wrong", ""):
            ui.note(f"{key}-line", wrong)


def show(turns: Sequence[str], names: Sequence[str], telling: int = 0) -> None:
    """All that was said, with the name of who said it: plain text. The last turn is in sight. So many of the last turns
    are `telling`: in a place that is veiled they are not seen."""
    looks = ["seen"] * (len(turns) - telling) + ["telling"] * telling
    each = zip(cycle(names), turns, looks, strict=False)
    lines = "".join(
        f'<p><b>{escape(who)}</b><span class="{look}" dir=auto>{escape(one)}</span></p>'
        for who, one, look in each
    )
    many = len(turns) > LINES
    with st.container(height=HIGH if many else "content", border=False, autoscroll=many):
        st.html(f'<div class="turns">{lines}</div>')
