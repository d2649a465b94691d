"""The heads page: three parts; only the open one is computed."""

import streamlit as st

from lessons.heads import (
    CHANGED,
    COPYING,
    LETTERS,
    MODEL,
    OTHER_SEED,
    PARTS,
    SENTENCE,
    UNGUIDED,
    results,
    words,
)
from lessons.kit import sentence, ui
from lessons.kit.choosing import choose
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model, start

BASE, DONOR = "heads-base", "heads-donor"  # address keys of the two sentences
ALONE = {
    "language_model": "Next character",
    "induction": "Repeats, two layers",
    "induction_one_layer": "Repeats, one layer",
    "induction_fixed": "Repeats, one layer, fixed",
}
PATTERNS = ("at_distance", "after_copies", "adjective_noun")
TRANSLATORS = {MODEL: "guided", UNGUIDED: "unguided", OTHER_SEED: "unguided, seed 2"}
PAGE = LessonPage(
    "heads",
    "Multi-head attention: a layer runs several attention heads in parallel, and adds up their outputs.",
    PARTS,
)
SOURCES = Sources(
    "Combining the heads, and splitting the output again",
    "The layer concatenates its heads; `contributions` splits the output into one part per head.",
    {
        "transformer.attention": (
            "MultiHeadAttention.forward",
            "MultiHeadAttention.split",
            "MultiHeadAttention.merge",
        ),
        "lessons.heads.measure.head_sum": ("contributions",),
    },
)


def offered() -> dict[str, tuple[str, str]]:
    """Return every model with heads: those of other pages, and those that only continue a text."""
    models = catalogue.offered(lambda card: True)
    texts = dict.fromkeys(COPYING, LETTERS[0]) | {"language_model": SENTENCE}
    return models | {name: (title, texts[name]) for name, title in ALONE.items()}


def roles() -> None:
    name, reading = asking.model_and_text(PAGE, offered(), results.encode)
    grid, joined = results.role_figures(name, reading)
    PAGE.show(grid, reveals_answer=name == MODEL)
    PAGE.source(
        "How a head gets its name", "transformer.measure.attention.head_roles", "score", "Role"
    )
    PAGE.source(
        "Where each pattern expects the weight", "transformer.measure.attention.patterns", *PATTERNS
    )
    with PAGE.section("Split, attend, concatenate, × W_O", words.ABOUT_SUM):
        if joined is None:  # asked again, for its error
            joined = results.sum_figure(name, reading)
        joined.show(key="heads-joined")
    counted = results.parameter_counts()
    with PAGE.section("More heads, the same number of parameters", words.about_counting(counted)):
        st.html(words.counting_table(counted))


def patch() -> None:
    opening = {BASE: SENTENCE, DONOR: CHANGED}
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key="heads-both"):
            typed = {key: sentence.box(key, text) for key, text in opening.items()}
        name = choose("Model", TRANSLATORS, "heads-translator")
    with st.container():  # so that a note does not move the page
        both = [
            asking.shown(key, results.encode, name, typed[key], opening[key]) for key in opening
        ]
    ui.remark(results.trained(name))
    try:
        figure = results.patch_figure(name, *both)
    except ValueError as error:  # two sentences that cannot be compared
        still = f"The figure still shows: {SENTENCE} / … {CHANGED.split()[-1]}"
        ui.note("heads-differ", start.sentence(error), still)
        figure = results.opening(name)
    PAGE.show(figure, reveals_answer=name == MODEL)
    PAGE.source(
        "How activation patching works", "lessons.heads.measure.patching", "measure_effects"
    )


def copying() -> None:
    ui.remark(results.trained(COPYING[0]))
    PAGE.show(results.period_figure())
    if not PAGE.is_unanswered():  # it would reveal which model can copy
        rows = words.about_rows(results.letters_figure())
        with PAGE.section("Activation patching in the copying model", rows):
            results.letters_figure().show(key="heads-letters")
        text, table = results.control()
        with PAGE.section("Control: a first layer that attends only one position back", text):
            st.html(table)


PAGE.draw(
    {"roles": roles, "patch": patch, "copying": copying},
    notice=lambda: words.notice(PAGE.opened(), results),
    sources=SOURCES,
    aside=open_model.link,
    write=("contributions", "score", "after_copies"),
)
