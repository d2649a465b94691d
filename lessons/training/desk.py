"""What the buttons do: start a training, end it, rewind it, pin it, delete it."""

import shutil
import threading
from contextlib import suppress
from typing import Any

import streamlit as st

from lessons import live, server, ui
from lessons.training.controls import DEFAULTS, chosen, key, sentence

RUN = "training-run"  # the run whose film is looked at: in the address
SHOWN = "training-shown"  # the run that this session started last
PROBLEM = "training-problem"  # what was wrong with the last press
PLACE = "training-place"  # of a figure, where an answer is seen
MINE = "training-mine"  # the runs that this session started
AT_ONCE = 2  # trainings of one session that may wait or run


def start(file) -> None:
    """Train was pressed; a callback, before the page is drawn."""
    state = st.session_state
    state[PROBLEM] = ""
    try:
        plan, text = chosen(), ""
        if plan.task == "pairs":
            if file is None:
                raise ValueError("there is no file yet: upload your pairs first")
            text = live.load("lessons.training.plan").text_of(file.getvalue())
        launch(live.load("transformer.runs").Run.create(ready(plan), server.RUNS, pairs=text))
    except ValueError as error:
        state[PROBLEM] = sentence(error)


def ready(what):
    """What is to be trained, if this session may start one more. Raises `ValueError` if not."""
    mine = st.session_state.setdefault(MINE, [])
    busy = [name for name in mine if _active(name)]
    if len(busy) >= AT_ONCE:
        raise ValueError(
            f"your trainings {' and '.join(busy)} are not done yet, and others wait too: "
            "cancel one, or wait for it"
        )
    live.load("transformer.runs").prune(server.RUNS)
    return what


def launch(run) -> None:
    """Hand a run to the workers, and look at it."""
    server.train(run)
    mine = st.session_state.setdefault(MINE, [])
    mine.extend({run.name} - set(mine))
    st.session_state[SHOWN] = st.session_state[RUN] = run.name


def _active(name: str) -> bool:
    try:
        return server.progress(name)["state"] in ("waiting", "running")
    except OSError:  # removed
        return False


def branch(name: str, step: int, what: str, value: Any) -> None:
    """Go on from a frame with one setting changed; a callback. From frame 0: the same initial weights."""
    state, plans = st.session_state, live.load("lessons.training.plan")
    state[PROBLEM] = ""
    try:
        runs = live.load("transformer.runs")
        old = runs.Run(server.RUNS / name)
        plan = runs.Plan.read(old.card)
        settings = plans.changed(plan.settings, what, value)
        new = old.branch(step, ready(settings))
        launch(new)
        state["training-first"], state["training-second"] = name, new.name
    except ValueError as error:
        state[PROBLEM] = sentence(error)


def go_on(name: str) -> None:
    """A run that was stopped, or cancelled, trains on from its last frame; a callback."""
    try:
        run = ready(live.load("transformer.runs").Run(server.RUNS / name))
        run.write_card({**run.card, "state": "waiting", "error": ""})
        launch(run)
    except ValueError as error:
        st.session_state[PROBLEM] = sentence(error)


def cancel(name: str) -> None:
    """End a training; a callback. What it has learned stays."""
    server.workers().cancel(live.load("transformer.runs").Run(server.RUNS / name))


def pin(name: str) -> None:
    """Pin a run, or unpin it: a pinned one is never removed to make room."""
    run = live.load("transformer.runs").Run(server.RUNS / name)
    run.write_card({**run.card, "pinned": not run.card["pinned"]})


def remove(name: str) -> None:
    """Delete a run's folder; only one that is listed, ended and not pinned."""
    run = live.load("lessons.training.results").run_of(name)
    if run is not None and not run.card["pinned"] and not _active(name):
        shutil.rmtree(run.folder)


def warm_up() -> None:
    """Start the process that trainings are forked from, beside the page: it needs seconds."""

    def start() -> None:
        with suppress(RuntimeError):  # where nothing can be forked: said when a run is submitted
            server.workers().warm_up()

    if server.serving:
        threading.Thread(target=start, daemon=True).start()


def show_answer(where: str) -> None:
    """Where the answer to a question can be seen, "film:3"; a callback."""
    part, _, place = where.partition(":")
    if part == "train":  # the floor is seen in any training: the shortest one
        for name, value in DEFAULTS.items():
            st.session_state[key(name)] = value
        start(None)
    elif part == "film":
        st.session_state[f"{PLACE}-film"] = {"frame": int(place)}
    elif part == "compare":
        st.session_state[f"{PLACE}-compare"] = {"step": int(place)}
    elif part == "adam":
        st.session_state[f"{PLACE}-adam"] = {"view": "weight", "step": 1}


def say_problem(*more: str) -> None:
    """What was wrong with the last press, or with what is chosen now."""
    said = [text for text in dict.fromkeys((st.session_state.get(PROBLEM, ""), *more)) if text]
    if said:
        ui.note("training", *said)
