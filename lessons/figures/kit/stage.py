"""Present for a page of the app: its scenes, handed to the browser, where `stage.js` does the rest."""

import hashlib
from functools import cache

import streamlit as st

from lessons.figures.kit.bundle import together
from lessons.figures.kit.button_words import BUTTONS
from lessons.kit import scenes


@cache
def _component(part: str = "stand"):
    code = together("kit/stage.js", "kit/bar.js") + f"\nexport default {part};\n"
    version = hashlib.sha256(code.encode()).hexdigest()[
        :12
    ]  # of an edited drawing, another component
    return st.components.v2.component(f"glassbox_{part}_{version}", js=code)


def stage(lesson: str) -> None:
    """Make the stage of this page. Nothing is seen of it until somebody presents."""
    told = {"words": WORDS, "list": lesson, "lists": scenes.lists(lesson)}
    _component()(key="stage", data=told)


def buttons() -> None:
    """In the bar: the link to what is shown, and Present, of this view or of a list of scenes."""
    _component("barButtons")(key="bar", data={"words": WORDS | BUTTONS})


def offer(lesson: str) -> None:
    """The end of a page: its demonstration, the lists of a teacher's own, and what is wrong in them."""
    lists = scenes.lists(lesson)
    st.subheader("Present it", anchor=False)
    for told in lists.values():
        if told["scenes"]:
            minutes = sum(scene["minutes"] for scene in told["scenes"])
            st.text(f"{told['title']}: {len(told['scenes'])} scenes, about {minutes:.0f} minutes.")
    st.markdown(OWN)
    for sentence in scenes.mistakes():
        st.text(sentence)
    _component()(key="offer", data={"words": WORDS, "list": lesson, "lists": lists, "offers": True})


OWN = (
    "PageDown, or a clicker, shows what is hatched and then goes on, PageUp goes back. `C` brings the controls, `B` "
    "makes the screen black, `Esc` leaves. "
    "For a list of your own, put links of *Copy link* into a text file in the folder `scenes`, one a line; "
    "a line that starts with `#` is a note for you. `scenes/example.txt` shows how."
)
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
    "view": "This view",
    "lists": "Present …",
    "offer": "{title}: present these {count} scenes",
}
