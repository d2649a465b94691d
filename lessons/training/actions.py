"""The buttons of the training page: train, continue, rewind, pin, delete."""

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons.host import storage
from lessons.models import brought, listing, start
from lessons.models import plan as plans
from lessons.models.run_box import RunBox
from lessons.training import custom_text
from lessons.training.controls import DEFAULTS, chosen, key
from transformer import runs

if TYPE_CHECKING:  # a page without a server has none
    from streamlit.runtime.uploaded_file_manager import UploadedFile

BOX = RunBox("training")
PLACE = "training-place"  # the point of a figure that shows an answer


def train(files: Sequence["UploadedFile"]) -> None:
    """Start a training run; a callback, before the page is drawn."""
    with BOX.press():
        config, text, size = chosen(), "", 0
        remarks: Sequence[str] = ()
        if config.task in custom_text.PIECES:
            if not files:
                raise ValueError(
                    f"there is no file yet: upload your {config.task} and wait until the upload is complete"
                )
            columns = st.session_state.get(key("columns"), "").strip()
            contents = custom_text.contents(config.task, files, columns)
            text, remarks = contents.text, contents.remarks
            brought.room_for(size := len(text.encode()))
        start.make_room()
        run = runs.Run.create(config, storage.RUNS, text=text, remarks=remarks)
        if text:
            brought.note(run, size)
        start.launch(run)


def branch(name: str, step: int, what: str, value: Any) -> None:
    """Continue from a frame with one setting changed; a callback. Frame 0 has the initial parameters."""
    state = st.session_state
    with BOX.press():
        old = runs.Run(storage.RUNS / name)
        config = runs.RunConfig.read(old.card)
        settings = plans.changed(config.settings, what, value)
        start.make_room()
        start.launch(new := old.branch(step, settings))
        state["training-first"], state["training-second"] = name, new.name


def go_on(name: str) -> None:
    """Continue a stopped or cancelled run from its last frame; a callback."""
    with BOX.press():
        start.make_room()
        run = runs.Run(storage.RUNS / name)
        run.write_card({**run.card, "state": "waiting", "error": ""})
        start.launch(run)


def pin(name: str) -> None:
    """Pin or unpin a run: a pinned run is never deleted to free space."""
    with BOX.press():
        run = runs.Run(storage.RUNS / name)
        run.write_card({**run.card, "pinned": not run.card["pinned"]})


def remove(name: str) -> None:
    """Delete the folder of a run that is listed, ended and not pinned."""
    with BOX.press():
        run = listing.run_of(name)
        if run is not None and not run.card["pinned"] and not start.active(name):
            shutil.rmtree(run.folder)


def show_answer(where: str) -> None:
    """Show the point that answers a question, such as "film:3"; a callback."""
    part, _, place = where.partition(":")
    if part == "train":  # every run shows the floor: use the shortest one
        shortest()
    elif part == "film":
        st.session_state[f"{PLACE}-film"] = {"frame": int(place)}
    elif part == "compare":
        st.session_state[f"{PLACE}-compare"] = {"step": int(place)}
    elif part == "adam":
        st.session_state[f"{PLACE}-adam"] = {"view": "weight", "step": 1}


def shortest() -> None:
    """Train the shortest task; a callback."""
    for name, value in DEFAULTS.items():
        st.session_state[key(name)] = value
    train([])
