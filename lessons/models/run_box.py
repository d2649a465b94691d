"""The box of a training run on a page: a press that can fail, how the run gets on, and why it failed.

The pages *Training*, *Ablations* and *Your own layer* draw this box, each under its own keys.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lessons.host.host import current
from lessons.kit import ui
from lessons.models import ACTIVE, STATES, listing, start

PREPARES = "preparing the text"


@dataclass(frozen=True)
class RunBox:
    """The training runs of a page. `page` begins the keys; `about`: the choice to which an error belongs."""

    page: str
    about: str = ""

    @property
    def problem(self) -> str:
        """Return the key of the error of the last press."""
        return f"{self.page}-problem{self.about and f'-{self.about}'}"

    @contextmanager
    def press(self) -> Iterator[None]:
        """Wrap the callback of a button: `say_problem` then shows an error as a sentence."""
        st.session_state[self.problem] = ""
        with start.explained(lambda message: st.session_state.update({self.problem: message})):
            yield

    def say_problem(self, *more: str) -> None:
        """Show the error of the last press and further reasons, each once."""
        if sentences := [
            text for text in dict.fromkeys((st.session_state.get(self.problem, ""), *more)) if text
        ]:
            ui.note(f"{self.page}-problem", *sentences)

    @contextmanager
    def status(self, run: Any, *facts: str, cancels: Sequence[str] | None = None) -> Iterator[str]:
        """Show a run's name, state and `facts` in one line, and below it why it failed. The block adds buttons to
        the line and gets the state.

        `cancels`: the runs that Cancel ends; by default this run.
        """
        progress = current().progress(run.name)
        state = progress["state"]
        with st.container(horizontal=True, vertical_alignment="center", key=f"{self.page}-about"):
            shown = PREPARES if progress.get("preparing") else STATES[state]
            ui.chips(listing.name_of(run), shown, *facts)
            names = [run.name] if cancels is None else cancels
            if state in ACTIVE and names:
                start.cancel_button(f"{self.page}-cancel", *names)
            yield state
        self.say_failure(run)

    def say_failure(self, run: Any) -> None:
        """Say why a run failed."""
        progress = current().progress(run.name)
        if progress["state"] == "failed":
            reason = start.sentence(ValueError(progress["error"]))
            ui.note(f"{self.page}-failed-{run.name}", reason)


def rerun_at_end(value: Any) -> None:
    """Rerun the page when a run has ended: the curves report it (`on_choose`)."""
    if isinstance(value, dict) and "ended" in value:
        st.rerun()
