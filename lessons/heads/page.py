"""The heads page: three parts, of which only the open one computes."""

import streamlit as st

from lessons.heads import CHANGED, COPYING, LETTERS, MODEL, PARTS, SENTENCE, UNGUIDED
from lessons.kit import page, sentence, terms, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

BASE, DONOR = "heads-base", "heads-donor"  # sentences, in the address
ALONE = {
    "language_model": "Next character",
    **dict(
        zip(
            COPYING,
            ("Repeats, two layers", "Repeats, one layer", "Repeats, one layer, fixed"),
            strict=True,
        )
    ),
}
TRANSLATORS = (MODEL, UNGUIDED)


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
    name, reading = asking.asked("heads", offered(), PAGE.results)
    PAGE.show(PAGE.results.grid(name, reading), tells=name == MODEL, wholly=False)
    source("How a head gets its name", "transformer.measure.attention.head_roles", "score", "Role")
    source(
        "Where each pattern looks",
        "transformer.measure.attention.patterns",
        "at_distance",
        "after_copies",
        "adjective_noun",
    )
    joined(name, reading)


def joined(name: str, reading) -> None:
    """Concatenate and × W_O, with the matrices of the layer; and how many numbers they have."""
    results, words = PAGE.results, PAGE.words
    st.subheader("Split, attend, concatenate, × W_O", anchor=False)
    terms.markdown(words.ABOUT_SUM)
    with ui.explained("heads-joined"):
        results.joined(name, reading).show(key="heads-joined")
    st.subheader("More heads, as many numbers", anchor=False)
    terms.markdown(words.about_counting(results.counted()))
    st.html(words.counting_table(results.counted()))


def patch() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key="heads-both"):
            base, donor = sentence.box(BASE, SENTENCE), sentence.box(DONOR, CHANGED)
        name = st.segmented_control(
            "Model", TRANSLATORS, format_func=lambda name: catalogue.MODELS[name][0].removeprefix("English → French").strip(", ") or "guided",
            default=MODEL, required=True, key="heads-translator", bind="query-params", label_visibility="collapsed", width="content",
        )  # fmt: skip
    results = PAGE.results
    readings = (
        asking.shown(BASE, results, name, base, SENTENCE),
        asking.shown(DONOR, results, name, donor, CHANGED),
    )
    ui.remark(results.trained(name))
    figure = differing(name, *readings)
    opening = (results.reading(name, SENTENCE), results.reading(name, CHANGED))
    PAGE.show(figure or results.patch(name, *opening), tells=name == MODEL)
    source("How a value is written in", "transformer.measure.attention.patching", "effects")


def differing(name: str, base, donor):
    """The map of two sentences; None, with the reason said, where there is nothing to compare."""
    try:
        return PAGE.results.patch(name, base, donor)
    except ValueError as error:
        ui.note(
            "heads-differ",
            f"{error}".capitalize() + ".",
            f"The picture still shows: {SENTENCE} / … {CHANGED.split()[-1]}",
        )
        return None


def copying() -> None:
    results = PAGE.results
    ui.remark(results.trained(COPYING[0]))
    with PAGE.covered():
        figure = results.periods()
        figure.show(key=PAGE.key())
        PAGE.put(figure)
        st.subheader("Carry over what the first layer wrote", anchor=False)
        terms.markdown(PAGE.words.about_rows(results.letters()))
        results.letters().show(key="heads-letters")


def source(title: str, module: str, *names: str) -> None:
    """The code that measured it, one click away."""
    with st.expander(title):
        page.source(module, *names)


PAGE.draw(
    {"roles": roles, "patch": patch, "copying": copying},
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results),
    sources=SOURCES,
    write=("contributions", "score", "after_copies"),
)
