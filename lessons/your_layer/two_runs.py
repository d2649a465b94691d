"""Two stored runs side by side, whatever their tasks: attention on a sentence, recordings, accuracy, cost, code."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.kit import ui
from lessons.kit.lesson_page import LessonPage
from lessons.models import asking, listing
from lessons.models import recordings as pairs
from lessons.your_layer import results, trainings, words

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

    Both = tuple[Run, Run]

FIGURE = "your_layer-figure"
FIRST, SECOND = "your_layer-first", "your_layer-second"  # in the address


def pick() -> "Both | None":
    """Return two stored runs that the user picks; None if there are fewer than two."""
    runs = results.runs()
    if len(runs) < 2:
        return None
    return asking.two_runs(FIRST, SECOND, runs, width=230, label_visibility="collapsed")


def compare(page: LessonPage, view: str, both: "Both | None") -> None:
    """Draw one view of two runs on the lesson’s page."""
    if not both:
        st.markdown(words.TWO_RUNS)
        return
    asking.say_differences(*both)
    {"maps": maps, "trained": films, "tasks": tasks, "cost": cost, "diff": diff}[view](page, both)


def maps(page: LessonPage, both: "Both") -> None:
    """Show every step of their attention on one sentence, or say why they cannot read the same one."""
    if problem := results.pair_problem(*both):
        st.markdown(problem)
        return
    name = f"run-{both[0].name}"
    key = f"your_layer-text-{both[0].card['task']}"  # each task has sentences of its own
    box = asking.Box(page, {name: ("", "")}, f"{key}-model", key)
    box.row()
    figure = results.compare_runs(*both, box.encoded_text(results.encode))
    page.show(figure, f"{FIGURE}-maps", reveals_answer=False, panel=True)


def films(page: LessonPage, both: "Both") -> None:
    """Show held-out accuracies, then the curves, outputs and heads of both."""
    trainings.draw_progress(both)
    scores, score = results.scores(*both), listing.score
    seen = [
        f"{accuracy:.1%} in training" if (accuracy := score(run)) is not None else ""
        for run in both
    ]
    st.html(words.scores_table([r.name for r in both], scores, seen, results.same_sentences(*both)))
    page.show(pairs.run_pair(*both), f"{FIGURE}-trained", reveals_answer=False)


def tasks(page: LessonPage, both: "Both") -> None:
    """Say that a run has learned only one task."""
    st.markdown(words.ONE_TASK)


def cost(page: LessonPage, both: "Both") -> None:
    """Show time and memory of a step, and the checks of the layers in which they differ."""
    if any(pairs.not_in_place(run) for run in both):
        st.markdown(words.NO_LAYER)
        return
    costs = [results.run_cost(run) for run in both]
    st.html(words.cost_table([run.name for run in both], costs, "time of a step"))
    st.caption(words.OF_RUNS)
    for kind, names in layers(both):
        st.html(words.lights_table(names, [results.contract(kind, name) for name in names]))


def diff(page: LessonPage, both: "Both") -> None:
    """Show the source of the layers in which they differ."""
    for kind, names in layers(both):
        with suppress(ValueError):  # a layer that is not here
            ui.code(results.diff(kind, *names) or "No method differs.", "diff")
    for run in both:
        if pairs.not_in_place(run) and (text := results.layer_files(run)):
            st.caption(words.CAME.format(run=run.name))
            ui.code(text, "python")


def layers(both: "Both") -> list[tuple[str, tuple[str, str]]]:
    """Return the kinds of layers in which two runs differ; say so if there are none."""
    kinds = results.differing_layers(*both)
    if not kinds:
        st.markdown(words.SAME_LAYERS)
    return list(kinds.items())
