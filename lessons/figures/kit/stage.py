"""Present for a page of the app: its scenes go to the browser, where `stage.js` does the rest."""

import hashlib
from functools import cache

import streamlit as st

from lessons.figures.kit.bundle import together
from lessons.figures.kit.button_words import BUTTONS
from lessons.kit import scenes, voting


@cache
def _component(part: str = "stand", *files: str):
    code = together(*(files or ("kit/stage.js", "kit/bar.js"))) + f"\nexport default {part};\n"
    version = hashlib.sha256(code.encode()).hexdigest()[
        :12
    ]  # for an edited drawing, another component
    return st.components.v2.component(f"glassbox_{part}_{version}", js=code)


def stage(lesson: str) -> None:
    """Make the stage of this page. It is invisible until the user presents."""
    data = {"words": WORDS, "list": lesson, "lists": scenes.lists(lesson)}
    _component()(
        key="stage", data=data | {"class": voting.has_class(), "votes": voting.is_teacher()}
    )
    # A separate component: it changes with each choice, but the long lists do not.
    made = {"list": lesson, "asked": st.query_params.to_dict()}
    _component("report", "kit/report.js")(key="made", data=made)


def buttons() -> None:
    """Add to the bar: the link to this view, and Present, for this view or for a list of scenes."""
    _component("barButtons")(key="bar", data={"words": WORDS | BUTTONS})


def offer(lesson: str) -> None:
    """End a page: its demonstration, the teacher's own lists, and their errors."""
    lists = scenes.lists(lesson)
    st.header("Present it", anchor=False)
    for scene_list in lists.values():
        if scene_list["scenes"]:
            minutes = sum(scene["minutes"] for scene in scene_list["scenes"])
            st.text(
                f"{scene_list['title']}: {len(scene_list['scenes'])} scenes, about {minutes:.0f} minutes."
            )
    st.markdown(OWN)
    for sentence in scenes.mistakes():
        st.text(sentence)
    _component()(key="offer", data={"words": WORDS, "list": lesson, "lists": lists, "offers": True})


OWN = (
    "PageDown (or a clicker) first reveals hatched parts and then moves to the next scene; PageUp goes back. `C` "
    "shows the controls, `B` blanks the screen, `Esc` exits. To present your own list, write titles, notes and links "
    "from *Copy link* into a text file in the folder `scenes`; `scenes/example.txt` shows how."
)
WORDS = {
    "scene": "Scene",
    "scenes": "{count} scenes",
    "place": "{at} / {count}",
    "previous": "Previous scene (PageUp)",
    "next": "Next scene (PageDown)",
    "notes": "Notes",
    "notes_title": "Notes and clock in a second window",
    "vote": "Vote",
    "vote_title": "Open a vote on the phones, close it, vote again (V)",
    "vote_code": "QR code of the address",
    "vote_open": "Vote {round} is open",
    "vote_closed": "Vote {round} has ended",
    "vote_count": "{count} answered",
    "class_told": "Told. The teacher sees the count, without names.",
    "class_lost": "The network is lost. Try again.",
    "fill": "Full screen",
    "leave": "Leave",
    "leave_title": "Esc",
    "loading": "Loading …",
    "view": "This view",
    "lists": "Present …, and keys",
    "letters": "Keys of one letter",
    "letters_title": "Letters in a figure, B and C in Present. Switch them off for speech input.",
    "skip": "Skip to the lesson",
    "offer": "{title}: present these {count} scenes",
}
