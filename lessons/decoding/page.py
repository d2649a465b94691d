"""The page of the lesson on decoding."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.decoding import EARLY, PARTS, choices, results, words
from lessons.decoding import published as deck
from lessons.decoding.choices import DRAFT, FORCED, SETTING
from lessons.kit import ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import open_model

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.kit.encoded_text import EncodedText

FOUND = "decoding-found"
PAGE = LessonPage(
    "decoding",
    "A model assigns a probability to each possible next word. A decoding rule chooses one of these words.",
    PARTS,
    question=lambda: "decoding",  # only one part has a question
    figures="decoding-figure",
)
SOURCES = {
    "tree": Sources(
        "The complete code for beam search",
        "The first version processes one sentence. The second version produced the tree above and can process many "
        "sentences at once. A test checks that both versions return the same result.",
        {
            "transformer.decoding.basic": ("beam", "ended"),
            "transformer.decoding.beam": ("candidates",),
        },
    ),
    "sampling": Sources(
        "The sampling distribution",
        "The sliders change these settings, and `draw` samples every word.",
        {"transformer.decoding.sample": ("Settings.distribution", "Distribution.draw")},
    ),
    "drafting": Sources(
        "Accepted or rejected",
        "`check` judges all tokens of a draft at once.",
        {"transformer.decoding.speculative": ("check", "draw")},
    ),
    "bleu": Sources(
        "The complete code for BLEU",
        "For the same tokens, this code computes the same values as sacrebleu; the tests compare the two.",
        {"transformer.objectives.bleu": ("bleu", "_clipped", "_precisions")},
    ),
}


def controls() -> "tuple[str, EncodedText, choices.Limits]":
    """Draw the controls; return the model, the reading and the limits of the search."""
    box = choices.Box(PAGE, choices.offered_models())
    limits: choices.Limits = (None, None)
    with box.row(vertical_alignment="bottom", key="decoding-controls"):
        examples = st.container(width="content")
        name = box.pick(width=290) if len(box.models) > 1 else box.name
        if PAGE.opened() == "tree":
            limits = choices.search_limits()
    with examples, suppress(Exception):  # the error is shown next to the figure
        offer_sentences(name)
    return name, box.encoded_text(results.encode), limits


def offer_sentences(name: str) -> None:
    """Offer the sentences found, or the examples of another model."""
    offered = results.examples(name)
    st.menu_button(
        "Examples",
        [text for _, text in offered],
        format_func=lambda text: words.example_label(*next(o for o in offered if o[1] == text)),
        key=FOUND,
        on_click=lambda: choices.show_sentence(st.session_state[FOUND]),
    )


def show_part() -> None:
    """Draw the figure of the open part from the current choices."""
    part = PAGE.opened()
    name, reading, limits = controls()
    if part == "tree":
        wanted = st.session_state.get(FORCED, ())
        figure, last, forced = results.tree_and_last_step(name, reading, wanted, *limits)
        on_choose = choices.force_tokens
    elif part == "sampling":
        setting = st.session_state.get(SETTING)
        figure, on_choose = results.sampling_figure(name, reading, setting), choices.choose_setting
    elif part == "bleu":
        if (scored := results.bleu_figure(name, reading)) is None:
            ui.note("decoding-bleu", words.NO_REFERENCE)
            show_published()
            return
        figure, on_choose = scored, None
    else:
        figure = results.drafting_figure(reading, st.session_state.get(DRAFT))
        on_choose = choices.choose_draft
    tells = part == "tree" and is_question(name, reading)
    PAGE.show(figure, reveals_answer=tells, panel=True, on_choose=on_choose)
    if part == "tree":  # the figure opens at its first step and is saved at its last
        PAGE.put(last, PAGE.key(PAGE.figures))
        with PAGE.section(
            "Questions that the slides leave open",
            words.about_slides(results.vocabulary_size(name)),
        ):
            pass
    if part == "bleu":
        show_published()
    if part == "drafting":
        st.markdown(words.about_tallies(results.tallies()))
    if part == "tree" and st.session_state.get(FORCED) and not forced:
        st.session_state[FORCED] = ()  # it belongs to another model


def is_question(name: str, reading: "EncodedText") -> bool:
    """Return whether this is the sentence of the question."""
    return name == EARLY and results.predict().sentence == reading.text


def show_published() -> None:
    """Show the BLEU scores of a deck, and its slips."""
    with (
        st.container(key="decoding-published"),
        PAGE.section("Published BLEU scores"),
    ):
        results.published_figure().show(key="decoding-published-scores")
        st.markdown("\n".join(f"- {slip}" for slip in deck.OTHER_SLIPS))
        st.markdown(results.about_our_model())


PAGE.draw(
    show_part,
    notice=lambda: words.notice(PAGE.opened(), results.judged()),
    sources=SOURCES,
    write=("beam_step", "score", "top_p"),
    ask=lambda: results.predict(),
    answer=choices.show_answer,
    asked=("tree",),
    aside=open_model.link,
)
