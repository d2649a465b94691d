"""A conversation: the turns so far, a box for the next line, and a button for a new one.

`key` starts the names of its controls. Only the visitor’s lines are stored; the answers are recomputed.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import cycle

import streamlit as st

from lessons.kit import ui

LINES, HIGH, MOST = 8, 224, 4000  # turns seen at once; their height in pixels; characters per line


def visitor_lines(key: str, opening: Iterable[str]) -> list[str]:
    """Return the visitor’s lines, at first `opening`, and draw the button that clears them."""
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
    """Draw the box. A typed line is added to `lines`, unless `problem` returns a message, which is then shown. If the
    conversation is `over`, the line starts a new one."""

    def hear() -> None:
        """Callback: everything drawn afterwards knows the line."""
        spoken = (*(() if over else lines), st.session_state[f"{key}-line"])
        st.session_state[f"{key}-wrong"] = wrong = problem(spoken)
        lines[:] = lines if wrong else spoken

    with st.container(key=f"{key}-controls"):
        st.chat_input(invitation, key=f"{key}-line", max_chars=MOST, on_submit=hear)
    with st.container():  # a note does not shift the page
        if wrong := st.session_state.pop(f"{key}-wrong", ""):
            ui.note(f"{key}-line", wrong)


def show(turns: Sequence[str], names: Sequence[str], telling: int = 0) -> None:
    """Show all turns with their speakers, as plain text, scrolled to the last one. A veiled page hides the last
    `telling` turns."""
    styles = ["seen"] * (len(turns) - telling) + ["telling"] * telling
    each = zip(cycle(names), turns, styles, strict=False)
    lines = "".join(
        f'<p><b>{escape(who)}</b><span class="{style}" dir=auto translate=no>{escape(turn)}</span></p>'
        for who, turn, style in each
    )
    many = len(turns) > LINES
    with st.container(height=HIGH if many else "content", border=False, autoscroll=many):
        st.html(f'<div class="turns">{lines}</div>')
