"""Which model, and which sentence: what a page asks first. Both are part of its address."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import sentence, ui
from lessons.models import catalogue

WIDE = 260  # pixels, of the list of models


def asked(lesson: str, known: dict[str, tuple[str, str]], results) -> tuple:
    """The list of models and the box for a sentence; returns the model's name, and the reading of what can
    be shown of the sentence.

    `known`: the models of the page → how it calls them, and the sentence that each opens with; the runs
    of this app follow. `results`: the lesson's, with `reading(name, text)` and `trained(name)`.
    """
    known = known | dict.fromkeys(catalogue.offered_runs(lambda card: True), ("", ""))
    model, text = f"{lesson}-model", f"{lesson}-text"
    _gone(model, text, known)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key=f"{lesson}-sentence")
        name = st.selectbox(
            "Model", list(known), format_func=lambda name: known.get(name, ("", ""))[0] or name,
            key=model, on_change=lambda: _another(model, text, known), bind="query-params",
            label_visibility="collapsed", width=WIDE,
        )  # fmt: skip
    opening = _opening(name, known)
    with box:
        typed = sentence.box(text, opening)
    reading = shown(text, results, name, typed, opening)
    ui.remark(results.trained(name))
    return name, reading


def shown(key: str, results, name: str, typed: str, opening: str):
    """The reading of a text, or of the last one that could be shown, and what is wrong with it."""
    reading = results.reading(name, typed)
    text = sentence.readable(key, name, reading, opening)
    if reading.problem:
        ui.note(key, *sentence.problem(reading, text))
    elif reading.unknown:
        about = live.load("lessons.kit.reading").about_unknown
        ui.note(key, *about(results.trained(name), reading))
    return results.reading(name, text)


def _gone(model: str, text: str, known: dict) -> None:
    """An address, or an open page, may name a run that is gone: say so, and show another model."""
    state, usual = st.session_state, next(iter(known))
    name = state.get(model) or st.query_params.get(model, "")
    if name and name not in known:
        state[f"{model}-gone"] = catalogue.gone(name) if catalogue.run_of(name) is not None else ""
        state[model] = usual
        sentence.show(text, known[usual][1])
    if said := state.get(f"{model}-gone"):
        ui.note(model, said)


def _another(model: str, text: str, known: dict) -> None:
    """A model opens with a sentence that it can read, and the whole page follows."""
    st.session_state[f"{model}-gone"] = ""
    with suppress(Exception):  # what is wrong with a model is said where its picture stands
        sentence.show(text, _opening(st.session_state[model], known))
    st.rerun()


def _opening(name: str, known: dict) -> str:
    return known[name][1] or live.load("lessons.models.saved").opening(name)


# ---- runs ----------------------------------------------------------------------------------------
def pick_run(label: str, key: str, runs: list, width=260, **look):
    """One of the runs; the one that was looked at before, if it is still there."""
    names = [run.name for run in runs]
    found = live.load("lessons.models.listing")
    lines = {run.name: found.name_of(run) for run in runs}
    if st.session_state.get(key) not in names:
        asked = st.query_params.get(key)  # a link says it as the list does, or by its bare name
        named = (name for name in names if asked in (name, lines[name]))
        st.session_state[key] = next(named, names[0])
    name = st.selectbox(
        label, names, format_func=lines.get, key=key, bind="query-params", width=width, **look,
        on_change=st.rerun,  # the question beside it is about this run
    )  # fmt: skip
    return next(run for run in runs if run.name == name)


def two_runs(first: str, second: str, runs: list, **look) -> tuple:
    """Two of the runs; `first` and `second` are the menus' names in the address."""
    one = pick_run("First run", first, runs, **look)
    others = [run for run in runs if run.name != one.name]
    return one, pick_run("Second run", second, others, **look)


def say_differences(one, other) -> None:
    """In which choices two runs differ; of each, what there is to know of its layers and its code."""
    films = live.load("lessons.models.films")
    for run in (one, other):
        if said := films.not_in_place(run) or films.other_code(run):
            ui.note(f"other-code-{run.name}", said)
    ui.chips(
        *(live.load("lessons.models.listing").differences(one, other) or ["the same settings"])
    )
