"""Two stored runs side by side, whatever they learned: one sentence, their films and scores, cost, source."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import ui
from lessons.models import asking
from lessons.your_layer import trainings

results, words = live.module("lessons.your_layer.results"), live.module("lessons.your_layer.words")
pairs, listing = live.module("lessons.models.films"), live.module("lessons.models.listing")
FIGURE = "your_layer-figure"
FIRST, SECOND = "your_layer-first", "your_layer-second"  # in the address


def pick() -> tuple:
    """Two of the stored runs; none where there are not two."""
    runs = results.runs()
    if len(runs) < 2:
        return ()
    return asking.two_runs(FIRST, SECOND, runs, width=230, label_visibility="collapsed")


def compare(page, view: str, both: tuple) -> None:
    """One view of two runs, on the lesson's page."""
    if not both:
        st.markdown(words.TWO_RUNS)
        return
    asking.say_differences(*both)
    {"maps": maps, "trained": films, "tasks": tasks, "cost": cost, "diff": diff}[view](page, both)


def maps(page, both: tuple) -> None:
    """Every step of their attention on one sentence, or why there is none that both can read."""
    if said := results.apart(*both):
        st.markdown(said)
        return
    name = f"run-{both[0].name}"
    key = f"your_layer-text-{both[0].card['task']}"  # each task has sentences of its own
    box = asking.Box(page, {name: ("", "")}, f"{key}-model", key)
    box.row()
    page.show(results.in_both(*both, box.reading()), f"{FIGURE}-maps", tells=False, panel=True)


def films(page, both: tuple) -> None:
    """Held-out scores, then curve over curve, what they write and every head of both."""
    trainings.follow(both)
    scores, score = results.scores(*both), listing.score
    seen = [
        f"{found:.1%} while it trained" if (found := score(run)) is not None else "" for run in both
    ]
    st.html(words.scores_table([r.name for r in both], scores, seen, results.same_sentences(*both)))
    page.show(pairs.pair(*both), f"{FIGURE}-trained", tells=False)


def tasks(page, both: tuple) -> None:
    """Nothing: a run has learned one task."""
    st.markdown(words.ONE_TASK)


def cost(page, both: tuple) -> None:
    """Time and memory of a step, and the lights of the layers in which they differ."""
    if any(pairs.not_in_place(run) for run in both):
        st.markdown(words.NO_LAYER)
        return
    found = [results.run_cost(run) for run in both]
    st.html(words.cost_table([run.name for run in both], found, "time of a step"))
    st.caption(words.OF_RUNS)
    for kind, names in layers(both):
        st.html(words.lights_table(names, [results.contract(kind, name) for name in names]))


def diff(page, both: tuple) -> None:
    """The source of the layers in which they differ."""
    for kind, names in layers(both):
        with suppress(ValueError):  # a layer that is not here
            ui.code(results.diff(kind, *names) or "No method differs.", "diff")
    for run in both:
        if pairs.not_in_place(run) and (text := results.came(run)):
            st.caption(words.CAME.format(run=run.name))
            ui.code(text, "python")


def layers(both: tuple) -> list[tuple[str, tuple[str, str]]]:
    """The kinds of layers in which two runs differ; says so where there is none."""
    found = results.kinds_apart(*both)
    if not found:
        st.markdown(words.SAME_LAYERS)
    return list(found.items())
