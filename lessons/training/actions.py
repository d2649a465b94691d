"""What the buttons of the training page do: train, go on, rewind, pin, delete."""

import shutil
from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from lessons.host import live, server
from lessons.kit import ui
from lessons.models import brought, start
from lessons.training import custom_text
from lessons.training.controls import DEFAULTS, chosen, key

listing, plans = live.module("lessons.models.listing"), live.module("lessons.models.plan")
runs = live.module("transformer.runs")
PROBLEM = "training-problem"  # what was wrong with the last press
PLACE = "training-place"  # of a figure, where an answer is seen


def answered() -> AbstractContextManager:
    """Around each of them: what goes wrong stands beside the button."""
    st.session_state[PROBLEM] = ""
    return start.explained(lambda said: st.session_state.update({PROBLEM: said}))


def train(file) -> None:
    """Train was pressed; a callback, before the page is drawn."""
    with answered():
        plan, text = chosen(), ""
        if plan.task in custom_text.PIECES:
            if file is None:
                raise ValueError(
                    f"there is no file yet: upload your {plan.task}, and wait until all of it is there"
                )
            text = custom_text.text_of(data := file.getvalue())
            brought.room_for(len(data))
        start.make_room()
        run = runs.Run.create(plan, server.RUNS, text=text)
        if text:
            brought.note(run, len(data))
        start.launch(run)


def branch(name: str, step: int, what: str, value: Any) -> None:
    """Go on from a frame with one setting changed; a callback. From frame 0: the same initial weights."""
    state = st.session_state
    with answered():
        old = runs.Run(server.RUNS / name)
        plan = runs.Plan.read(old.card)
        settings = plans.changed(plan.settings, what, value)
        start.make_room()
        start.launch(new := old.branch(step, settings))
        state["training-first"], state["training-second"] = name, new.name


def go_on(name: str) -> None:
    """A run that was stopped, or cancelled, trains on from its last frame; a callback."""
    with answered():
        start.make_room()
        run = runs.Run(server.RUNS / name)
        run.write_card({**run.card, "state": "waiting", "error": ""})
        start.launch(run)


def pin(name: str) -> None:
    """Pin a run, or unpin it: a pinned one is never removed to make room."""
    with answered():
        run = runs.Run(server.RUNS / name)
        run.write_card({**run.card, "pinned": not run.card["pinned"]})


def remove(name: str) -> None:
    """Delete a run's folder; only one that is listed, ended and not pinned."""
    with answered():
        run = listing.run_of(name)
        if run is not None and not run.card["pinned"] and not start.active(name):
            shutil.rmtree(run.folder)


def show_answer(where: str) -> None:
    """Where the answer to a question can be seen, "film:3"; a callback."""
    part, _, place = where.partition(":")
    if part == "train":  # the floor is seen in any training: the shortest one
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
    train(None)


def say_problem(*more: str) -> None:
    """What was wrong with the last press, or with what is chosen now."""
    said = [text for text in dict.fromkeys((st.session_state.get(PROBLEM, ""), *more)) if text]
    if said:
        ui.note("training", *said)
