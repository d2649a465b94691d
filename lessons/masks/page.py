"""The masks page: three parts, of which only the open one computes."""

import streamlit as st

from lessons.kit import sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.masks import ASKED, HONEST, OPENING, PARTS, RULES, TRANSLATOR
from lessons.models import asking, catalogue

TEXT = "masks-text"  # the sentences, in the address
PAINTED = "masks-painted"  # what somebody painted, as the browser handed it over
PAGE = LessonPage(
    "masks",
    "A mask says which word may look at which. No training learns it: it is given.",
    PARTS,
    figures="masks-figure",
)
SOURCES = Sources(
    "The whole of masks",
    "What trains the models is what hides the cells above; there is no second copy.",
    {
        "transformer.masks": ("causal", "padding"),
        "transformer.measure.masks.masking": ("both", "masked_softmax"),
        "transformer.measure.masks.leaks": ("named",),
    },
)


def show_answer(where: str) -> None:
    """Where the answer to a question can be seen; used in a callback, before the page is drawn."""
    if PAGE.opened() == "paint":
        sentence.show(TEXT, OPENING)
        st.session_state["masks-model"] = TRANSLATOR
        st.session_state["masks-attention"] = "encoder"
        st.session_state[PAINTED] = where  # the name of a preset
    elif PAGE.opened() == "cheat":
        st.session_state["masks-how"] = where


def offered() -> dict[str, tuple[str, str]]:
    """The translator, and where there are some the models from outside."""
    others = catalogue.not_shipped(catalogue.from_outside)
    return {TRANSLATOR: ("English → French", OPENING)} | dict.fromkeys(others, ("", OPENING))


def paint():
    """The painter, for the sentences and the attention that are chosen."""
    results = PAGE.results
    box = asking.Box(PAGE, offered())
    box.placeholder = "Sentences, with / between them"
    with box.row():
        beside = st.container(width="content")
        name = box.pick() if len(box.known) > 1 else TRANSLATOR
    with beside:
        attention = choose("Attention", results.attentions(name), "masks-attention")
    shown = box.reading()
    figure = results.painter(name, shown.texts, attention)
    value = st.session_state.get(PAINTED)
    if isinstance(value, str) and value in figure.header["presets"]:
        value = {"attention": attention, "masks": figure.header["presets"][value]["masks"]}
        figure = figure.at(sentence=len(shown.texts))  # the shortest, as the answer has it
    if rows := results.chosen_rows(figure, value):
        start = figure.header["start"]
        figure = results.painter(name, shown.texts, attention, rows).at(**start)
    return figure, keep


def keep(value) -> None:
    """A callback: somebody has painted. What does not fit is passed over where it is used."""
    st.session_state[PAINTED] = value


def leak():
    """One mask with or without a mistake, and what moves under it."""
    results = PAGE.results
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        side = choose("Rule", RULES, "masks-rule")
        letters = {letter: f"mask {letter}" for letter in results.lab(side).masks}
        letter = choose("Mask", letters, "masks-letter", opens=ASKED)
    ui.remark(results.trained(TRANSLATOR))
    return results.leak(side, letter), None


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, on_choose = PAGE.opened(), None
    if part == "cheat":
        figure = PAGE.results.cheat()
        ui.remark(PAGE.results.trained(HONEST))
        if how := st.session_state.get("masks-how"):
            figure = figure.at(how=how)
    else:
        figure, on_choose = paint() if part == "paint" else leak()
    # The mask to be guessed is veiled, and what moves under it is not.
    PAGE.show(figure, tells=part != "paint", on_choose=on_choose)
    if part == "leak" and not PAGE.waits():
        diagnose()


def diagnose() -> None:
    """The name of the mistake, from the measured matrices."""
    results = PAGE.results
    side = chosen(RULES, "masks-rule")
    letter = chosen(results.lab(side).masks, "masks-letter", opens=ASKED)
    with st.expander(
        f"**What is wrong with mask {letter}?** Named by what moved, without a look at the code."
    ):
        st.markdown(PAGE.words.about_diagnosis(results.diagnosis(side, letter)))


PAGE.draw(
    picture,
    notice=lambda: PAGE.words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    write=("causal", "padding", "both", "masked_softmax"),
    answer=show_answer,
)
