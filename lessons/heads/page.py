"""The heads page: three parts, of which only the open one computes."""

import streamlit as st

from lessons.heads import CHANGED, COPYING, LETTERS, MODEL, PARTS, SENTENCE, UNGUIDED
from lessons.kit import sentence, ui
from lessons.kit.choosing import choose
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

BASE, DONOR = "heads-base", "heads-donor"  # sentences, in the address
ALONE = {
    "language_model": "Next character",
    "induction": "Repeats, two layers",
    "induction_one_layer": "Repeats, one layer",
    "induction_fixed": "Repeats, one layer, fixed",
}
PATTERNS = ("at_distance", "after_copies", "adjective_noun")
TRANSLATORS = {MODEL: "guided", UNGUIDED: "unguided"}
PAGE = LessonPage(
    "heads",
    "A layer has several heads side by side. Each looks in its own way, and the layer adds up what they find.",
    PARTS,
)
SOURCES = Sources(
    "From heads to one output, and back to the heads",
    "What the layer does with its heads, and the sum that takes it apart again.",
    {
        "transformer.attention": (
            "MultiHeadAttention.forward",
            "MultiHeadAttention.split",
            "MultiHeadAttention.merge",
        ),
        "transformer.measure.attention.head_sum": ("contributions",),
    },
)


def offered() -> dict[str, tuple[str, str]]:
    """Every model with heads: those of other pages, and those that only go on with a text."""
    found = catalogue.offered(lambda card: True)
    texts = dict.fromkeys(COPYING, LETTERS[0]) | {"language_model": SENTENCE}
    return found | {name: (title, texts[name]) for name, title in ALONE.items()}


def roles() -> None:
    name, reading = asking.asked(PAGE, offered())
    PAGE.show(PAGE.results.grid(name, reading), tells=name == MODEL)
    PAGE.source(
        "How a head gets its name", "transformer.measure.attention.head_roles", "score", "Role"
    )
    PAGE.source("Where each pattern looks", "transformer.measure.attention.patterns", *PATTERNS)
    with PAGE.section("Split, attend, concatenate, × W_O", PAGE.words.ABOUT_SUM):
        PAGE.results.joined(name, reading).show(key="heads-joined")
    counted = PAGE.results.counted()
    with PAGE.section("More heads, as many numbers", PAGE.words.about_counting(counted)):
        st.html(PAGE.words.counting_table(counted))


def patch() -> None:
    results, opening = PAGE.results, {BASE: SENTENCE, DONOR: CHANGED}
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key="heads-both"):
            typed = {key: sentence.box(key, text) for key, text in opening.items()}
        name = choose("Model", TRANSLATORS, "heads-translator")
    with st.container():  # a note moves nothing
        both = [asking.shown(key, results, name, typed[key], opening[key]) for key in opening]
    ui.remark(results.trained(name))
    try:
        figure = results.patch(name, *both)
    except ValueError as error:  # two sentences that cannot be compared
        still = f"The picture still shows: {SENTENCE} / … {CHANGED.split()[-1]}"
        ui.note("heads-differ", f"{error}".capitalize() + ".", still)
        figure = results.opening(name)
    PAGE.show(figure, tells=name == MODEL)
    PAGE.source("How a value is written in", "transformer.measure.attention.patching", "effects")


def copying() -> None:
    results = PAGE.results
    ui.remark(results.trained(COPYING[0]))
    PAGE.show(results.periods())
    if not PAGE.waits():  # it is about the model that can
        rows = PAGE.words.about_rows(results.letters())
        with PAGE.section("Carry over what the first layer wrote", rows):
            results.letters().show(key="heads-letters")


PAGE.draw(
    {"roles": roles, "patch": patch, "copying": copying},
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results),
    sources=SOURCES,
    write=("contributions", "score", "after_copies"),
)
