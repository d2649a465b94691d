"""The masks page: three parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import page, saving, sentence, ui
from lessons.masks import ASKED, ATTENTIONS, OPENING, PARTS, RULES, TRANSLATOR

TEXT = "masks-text"  # the sentences, in the address
PAINTED = "masks-painted"  # what somebody painted, as the browser handed it over
KEY = "masks-figure-{part}"


def opened() -> str:
    """The part that is open."""
    return page.opened("masks", PARTS)


def show_answer(where: str) -> None:
    """Where the answer to a question can be seen; used in a callback, before the page is drawn."""
    if opened() == "paint":
        sentence.show(TEXT, OPENING)
        st.session_state["masks-attention"] = "encoder"
        st.session_state[PAINTED] = where  # the name of a preset
    elif opened() == "cheat":
        st.session_state["masks-how"] = where


def paint():
    """The painter, for the sentences and the attention that are chosen."""
    results = live.load("lessons.masks.results")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch"):
            text = sentence.box(TEXT, OPENING, "Sentences, with / between them")
        chosen("Attention", ATTENTIONS, "masks-attention")
    attention = st.session_state.get("masks-attention") or "encoder"
    found = results.batch(text)
    shown = results.batch(sentence.readable(TEXT, TRANSLATOR, found, OPENING))
    if found.problem:
        ui.note("masks", *sentence.problem(found, shown.text))
    elif found.strange:
        model = results.trained(TRANSLATOR)
        ui.note("masks", *live.load("lessons.kit.reading").about_unknown(model, found.strange))
    figure = results.painter(shown.texts, attention)
    value = st.session_state.get(PAINTED)
    if isinstance(value, str) and value in figure.header["presets"]:
        value = {"attention": attention, "masks": figure.header["presets"][value]["masks"]}
        figure = figure.at(sentence=len(shown.texts))  # the shortest, as the answer has it
    if rows := results.chosen_rows(figure, value):
        start = figure.header["start"]
        figure = results.painter(shown.texts, attention, rows).at(**start)
    return figure, keep


def keep(value) -> None:
    """A callback: somebody has painted. What does not fit is passed over where it is used."""
    st.session_state[PAINTED] = value


def leak():
    """One mask with or without a mistake, and what moves under it."""
    results = live.load("lessons.masks.results")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        chosen("Rule", RULES, "masks-rule")
        side = st.session_state.get("masks-rule") or next(iter(RULES))
        letters = {letter: f"mask {letter}" for letter in results.lab(side).masks}
        chosen("Mask", letters, "masks-letter", opens=ASKED)
    letter = st.session_state.get("masks-letter")
    letter = letter if letter in letters else ASKED
    return results.leak(side, letter), None


def chosen(label: str, options: dict[str, str], key: str, opens: str = "") -> None:
    """A row of choices, kept in the address; where nothing is said it `opens` with the first."""
    st.segmented_control(
        label, list(options), format_func=options.get, default=opens or next(iter(options)), required=True,
        key=key, bind="query-params", label_visibility="collapsed", width="content",
    )  # fmt: skip


@ui.fragment("masks-picture")
def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, on_choose = opened(), None
    if part == "cheat":
        figure = live.load("lessons.masks.results").cheat()
        if how := st.session_state.get("masks-how"):
            figure = figure.at(how=how)
    else:
        figure, on_choose = paint() if part == "paint" else leak()
    ui.remark(live.load("lessons.masks.results").trained(TRANSLATOR))
    # The mask to be guessed is veiled, and what moves under it is not.
    with ui.covered(f"masks-{part}", tells=part != "paint", wholly=part == "cheat"):
        figure.show(key=KEY.format(part=part), on_choose=on_choose)
    saving.to_save(figure)
    if part == "leak" and not ui.is_open("masks-leak"):
        diagnose()


def diagnose() -> None:
    """The name of the mistake, from the measured matrices."""
    results, words = (live.load(f"lessons.masks.{part}") for part in ("results", "words"))
    side = st.session_state.get("masks-rule") or next(iter(RULES))
    letter = st.session_state.get("masks-letter")
    letter = letter if letter in results.lab(side).masks else ASKED
    with st.expander(
        f"**What is wrong with mask {letter}?** Named by what moved, without a look at the code."
    ):
        st.markdown(words.about_diagnosis(results.diagnosis(side, letter)))


@ui.fragment("masks-predict")
def predict() -> None:
    """A question about the open part, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        part = opened()
        found = live.load("lessons.masks.results").predict(part)
        ui.predict(f"masks-{part}", found, on_show=show_answer)


main, aside = page.begin(
    "masks",
    "A mask says which word may look at which. No training learns it: it is given.",
    PARTS,
)
with main:
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    with ui.folded("masks-notice", "What to notice"):
        st.markdown(live.load("lessons.masks.words").NOTICE[opened()])
page.below(
    "masks",
    "The whole of masks",
    "What trains the models is what hides the cells above; there is no second copy.",
    {
        "transformer.masks": ("causal", "padding"),
        "transformer.measure.masking": ("both", "masked_softmax"),
        "transformer.measure.leaks": ("named",),
    },
    ("causal", "padding", "both", "masked_softmax"),
)
