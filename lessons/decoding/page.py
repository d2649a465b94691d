"""The decoding page: three parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.decoding import EARLY, PARTS, choices
from lessons.decoding.choices import DRAFT, FORCED, SETTING
from lessons.host import live
from lessons.kit import ui
from lessons.kit.lesson_page import LessonPage, Sources

FOUND = "decoding-found"
deck = live.module("lessons.decoding.published")
PAGE = LessonPage(
    "decoding",
    "A model gives a probability to each possible next word. A rule has to choose one.",
    PARTS,
    question=lambda: "decoding",  # only one part asks
    figures="decoding-figure",
)
SOURCES = {
    "tree": Sources(
        "The whole of beam search",
        "First in plain lines, for one sentence; then what grows the tree above, for many sentences at once. A test "
        "holds the two together.",
        {
            "transformer.decoding.basic": ("beam", "ended"),
            "transformer.decoding.beam": ("candidates",),
        },
    ),
    "sampling": Sources(
        "What is drawn from",
        "The sliders change these settings, and every draw goes through `draw`.",
        {"transformer.decoding.sample": ("Settings.distribution", "Distribution.draw")},
    ),
    "drafting": Sources(
        "Accepted or not",
        "`check` decides about all drafted symbols at once.",
        {"transformer.decoding.speculative": ("check", "draw")},
    ),
    "bleu": Sources(
        "The whole of BLEU",
        "Of the same words it gives the numbers of sacrebleu, which the tests compare it with.",
        {"transformer.objectives.bleu": ("bleu", "_clipped", "_precisions")},
    ),
}


def controls():
    """The model, sentences on which it goes wrong, and the box; returns what can be read."""
    box = choices.Box(PAGE, choices.offered())
    with box.row(vertical_alignment="bottom", key="decoding-controls"):
        examples = st.container(width="content")
        name = box.pick(width=290) if len(box.known) > 1 else box.name
    with examples, suppress(Exception):  # what is wrong is said beside the picture
        sentences(name)
    return name, box.reading()


def sentences(name: str) -> None:
    """Of the model that was stopped early, those that were found; of others their examples."""
    results, words = PAGE.results, PAGE.words
    offered = results.examples(name)
    st.menu_button(
        "Examples",
        [text for _, text in offered],
        format_func=lambda text: words.example(*next(o for o in offered if o[1] == text)),
        key=FOUND,
        on_click=lambda: choices.show_sentence(st.session_state[FOUND]),
    )


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    name, reading = controls()
    if part == "tree":
        forced = choices.forced(name, reading)
        figure, on_choose = results.tree(name, reading, forced), choices.force
    elif part == "sampling":
        setting = st.session_state.get(SETTING)
        figure, on_choose = results.sampling(name, reading, setting), choices.choose_setting
    elif part == "bleu":
        figure, on_choose = results.scored(name, reading), None
        if figure is None:
            ui.note("decoding-bleu", PAGE.words.NO_REFERENCE)
            published()
            return
    else:
        figure = results.drafted(reading, st.session_state.get(DRAFT))
        on_choose = choices.choose_draft
    tells = part == "tree" and asked_about(name, reading)
    PAGE.show(figure, tells=tells, panel=True, on_choose=on_choose)
    if part == "tree":  # it opens at its first step, and is saved as it is in the end
        PAGE.put(figure.at(step=None), PAGE.key(PAGE.figures))
    if part == "bleu":
        published()
    if part == "drafting":
        st.markdown(PAGE.words.often(results.tallies()))
    if part == "tree" and st.session_state.get(FORCED) and not forced:
        st.session_state[FORCED] = ()  # of another model


def asked_about(name: str, reading) -> bool:
    """Whether this is the sentence of the question."""
    results = PAGE.results
    return name == EARLY and results.predict().sentence == reading.text


def published() -> None:
    """What scores are used for: systems compared, as a deck does it, and what it gets wrong."""
    with (
        st.container(key="decoding-published"),
        PAGE.section("Scores as they are published"),
    ):
        PAGE.results.published().show(key="decoding-published-scores")
        st.markdown("\n".join(f"- {slip}" for slip in deck.OTHER_SLIPS))
        st.markdown(PAGE.results.ours())


PAGE.draw(
    picture,
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results.judged()),
    sources=SOURCES,
    write=("beam_step", "score", "top_p"),
    ask=lambda: PAGE.results.predict(),
    answer=choices.show_answer,
    asked=("tree",),
)
