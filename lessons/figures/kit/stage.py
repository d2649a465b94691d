"""Present for a page of the app: its scenes, handed to the browser, where `stage.js` does the rest."""

from functools import cache

from lessons.figures.kit.figure import together
from lessons.kit import scenes


@cache
def _component():
    import streamlit as st

    code = together("kit/stage.js") + "\nexport default stand;\n"
    return st.components.v2.component("glassbox_stage", js=code)


def stage(lesson: str) -> None:
    """Make the stage of this page. Nothing is seen of it until somebody presents."""
    told = {"words": WORDS, "list": lesson, "lists": scenes.lists(lesson)}
    _component()(key="stage", data=told)


def offer(lesson: str) -> None:
    """A button for each list of scenes that can be presented from here."""
    told = {"words": WORDS, "list": lesson, "lists": scenes.lists(lesson), "offers": True}
    _component()(key="offer", data=told)


WORDS = {
    "scenes": "{count} scenes",
    "place": "{at} / {count}",
    "previous": "Previous scene (PageUp)",
    "next": "Next scene (PageDown)",
    "notes": "Notes",
    "notes_title": "Notes and clock in a second window",
    "fill": "Full screen",
    "leave": "Leave",
    "leave_title": "Esc",
    "offer": "Present these {count} scenes",
}
