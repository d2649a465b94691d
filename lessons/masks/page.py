"""The masks page: three parts. Only the open part computes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons.kit import sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.masks import ASKED, HONEST, OPENING, PARTS, RULES, TRANSLATOR, results, words
from lessons.models import asking, catalogue, open_model

if TYPE_CHECKING:  # it needs numpy, which the app does not load
    from lessons.figures.kit.figure import Figure

TEXT = "masks-text"  # the sentences, in the address
PAINTED = "masks-painted"  # the painted mask, as the browser sent it
PAGE = LessonPage(
    "masks",
    "A mask defines which word may attend to which. The model does not learn the mask.",
    PARTS,
    figures="masks-figure",
)
SOURCES = Sources(
    "Code for the masks",
    "The models above were trained with exactly this code, which also masks the cells.",
    {
        "transformer.masks": ("causal", "padding"),
        "lessons.masks.measure.masking": ("both", "masked_softmax"),
        "lessons.masks.measure.leaks": ("name_mistakes",),
    },
)


def show_answer(where: str) -> None:
    """Show the answer to a question in the figure. For a callback, before the page is drawn."""
    if PAGE.opened() == "paint":
        sentence.show(TEXT, OPENING)
        st.session_state["masks-model"] = TRANSLATOR
        st.session_state["masks-attention"] = "encoder"
        st.session_state[PAINTED] = where  # the name of a preset
    elif PAGE.opened() == "cheat":
        st.session_state["masks-how"] = where


def offered() -> dict[str, tuple[str, str]]:
    """Return the translator, and imported models if there are any."""
    others = catalogue.not_shipped(catalogue.from_outside)
    return {TRANSLATOR: ("English → French", OPENING)} | dict.fromkeys(others, ("", OPENING))


def paint() -> "tuple[Figure, Callable[[Any], None]]":
    """Draw the mask painter for the chosen sentences and attention."""
    box = asking.Box(PAGE, offered())
    box.placeholder = "Sentences separated by /"
    with box.row():
        beside = st.container(width="content")
        name = box.pick() if len(box.models) > 1 else TRANSLATOR
    with beside:
        attention = choose("Attention", results.attentions(name), "masks-attention")
    shown = box.encoded_text(results.encode)
    figure = results.painter(name, shown.texts, attention)
    value = st.session_state.get(PAINTED)
    if isinstance(value, str) and value in figure.header["presets"]:
        value = {"attention": attention, "masks": figure.header["presets"][value]["masks"]}
        figure = figure.at(sentence=len(shown.texts))  # the shortest, as in the answer
    if value and (rows := results.chosen_rows(figure, value)):
        start = figure.header["start"]
        figure = results.painter(name, shown.texts, attention, rows).at(**start)
    return figure, store_mask


def store_mask(value: Any) -> None:
    """Store a painted mask (a callback). A mask that does not fit is ignored later."""
    st.session_state[PAINTED] = value


def leak() -> "tuple[Figure, None]":
    """Draw one mask, with or without a mistake, and the outputs that move under it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        side = choose("Rule", RULES, "masks-rule")
        letter = choose("Mask", letters_of(side), "masks-letter", opens=ASKED)
    ui.remark(results.trained(TRANSLATOR))
    return results.leak(side, letter), None


def letters_of(side: str) -> dict[str, str]:
    """Return the masks of one side and their titles."""
    return {letter: f"mask {letter}" for letter in results.lab(side).masks}


def picture() -> None:
    """Draw the figure of the open part with the current choices."""
    part, on_choose = PAGE.opened(), None
    if part == "cheat":
        figure = results.cheat()
        ui.remark(results.trained(HONEST))
        if how := st.session_state.get("masks-how"):
            figure = figure.at(how=how)
    else:
        figure, on_choose = paint() if part == "paint" else leak()
    # The page hides the mask of the question, but not the outputs that move under it.
    PAGE.show(figure, reveals_answer=part != "paint", on_choose=on_choose)
    if part == "paint":
        with PAGE.section("Three statements on slides", words.SLIDES):
            st.html(results.misplaced())
    if part == "leak" and not PAGE.is_unanswered():
        diagnose()


def diagnose() -> None:
    """Draw the name of the mistake, by the measured matrices."""
    side = chosen(RULES, "masks-rule")
    letter = chosen(letters_of(side), "masks-letter", opens=ASKED)
    with st.expander(
        f"**What is wrong with mask {letter}?** The diagnosis uses only the measured outputs, not the code."
    ):
        st.markdown(words.about_diagnosis(results.diagnosis(side, letter)))


PAGE.draw(
    picture,
    notice=lambda: words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    aside=open_model.link,
    write=("causal", "padding", "both", "masked_softmax"),
    answer=show_answer,
)
