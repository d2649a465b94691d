"""What the buttons do: start a training, end it, rewind it, pin it, delete it."""

import shutil
import threading
from typing import Any

import streamlit as st

from lessons.host import live, server
from lessons.kit import ui
from lessons.training import own
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
        if plan.task in own.PIECES:
            if file is None:
                raise ValueError(
                    f"there is no file yet: upload your {plan.task}, and wait until all of it is there"
                )
            text = live.load("lessons.training.upload").text_of(file.getvalue())
        launch(live.load("transformer.runs").Run.create(ready(plan), server.RUNS, text=text))
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
    try:
        server.train(run)
    except OSError as error:
        said = no_process(error)
        run.write_card({**run.card, "state": "failed", "error": str(said)})
        raise said from error
    mine = st.session_state.setdefault(MINE, [])
    mine.extend({run.name} - set(mine))
    st.session_state[SHOWN] = st.session_state[RUN] = run.name


def no_process(error: OSError) -> ValueError:
    """What to say where the machine starts no further process."""
    return ValueError(
        f"no process can be started to train in ({error.strerror or error}): close other programs, "
        "or train in a terminal: python -m transformer.training reverse"
    )


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
    """Start the process that starts the trainings, beside the page: it needs seconds."""
    if server.serving:
        threading.Thread(target=lambda: server.workers().warm_up(), daemon=True).start()


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
    start(None)


def say_problem(*more: str) -> None:
    """What was wrong with the last press, or with what is chosen now."""
    said = [text for text in dict.fromkeys((st.session_state.get(PROBLEM, ""), *more)) if text]
    if said:
        ui.note("training", *said)
