"""The page on a layer: three parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.block import PARTS, VIEWS, choices
from lessons.host import live
from lessons.kit import page, saving, terms, ui
from lessons.trainings import asking

VIEW = "block-view"  # in the address
SHOWN = "block-shown"
WITH_PANEL = ("stream", "units")  # parts whose figure opens a panel
SOURCES = {
    "stream": {"transformer.measure.residual_stream": ("through_norm", "contributions", "stopped")},
    "norm": {
        "transformer.variants.norm": ("layer_norm",),
        "transformer.layers": ("Residual", "EncoderLayer"),
    },
    "units": {"transformer.layers": ("FeedForward",)},
}


def opened() -> str:
    """The part that is open."""
    return page.opened("block", PARTS)


def view() -> str:
    """By hand, or over the depth: of the part on LayerNorm."""
    chosen = st.session_state.get(VIEW)
    return chosen if chosen in VIEWS else next(iter(VIEWS))


def figure_key() -> str:
    """Of the open figure: in the address, and for its panel."""
    return f"block-figure-{view() if opened() == 'norm' else opened()}"


def question_key() -> str:
    return f"block-{view() if opened() == 'norm' else opened()}"


@ui.fragment("block-picture")
def picture() -> None:
    """The figure of the open part, from the present choices."""
    st.session_state.pop(SHOWN, None)
    part, results = opened(), live.load("lessons.block.results")
    if part == "norm":
        st.segmented_control(
            "LayerNorm",
            list(VIEWS),
            format_func=VIEWS.get,
            default=next(iter(VIEWS)),
            required=True,
            key=VIEW,
            on_change=st.rerun,  # the question and what to notice are about the figure that is shown
            bind="query-params",
            label_visibility="collapsed",
        )
        figure = results.by_hand() if view() == "hand" else results.gradients()
    else:
        name, reading = asking.asked("block", choices.offered(), results)
        figure = (results.stream if part == "stream" else results.hidden)(name, reading)
    with ui.covered(question_key()):
        figure.show(key=figure_key())
    saving.to_save(figure)
    st.session_state[SHOWN] = figure


@ui.fragment("block-predict")
def predict() -> None:
    """A question about the open part, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        found = live.load("lessons.block.results").predict(opened(), view())
        ui.predict(question_key(), found, on_show=lambda where: None)


def notice() -> None:
    """What to look for in the open part."""
    words, figure = live.load("lessons.block.words"), st.session_state[SHOWN]
    if opened() == "stream":
        terms.markdown(words.about_stream(figure))
    elif opened() == "units":
        terms.markdown(words.UNITS)
    else:
        terms.markdown(words.NORM if view() == "hand" else words.about_depth(figure))


main, aside = page.begin(
    "block",
    "A layer does not replace the vector of a word. Attention and feed-forward add to it, one after the other.",
    PARTS,
)
with main:
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    if opened() in WITH_PANEL:
        live.load("lessons.figures.kit.showing").show_panel(key=figure_key())
    with ui.folded("block-notice", "What to notice"):
        notice()
page.below(
    "block",
    "The whole of it",
    "What trains the models is what is looked into above; there is no second copy.",
    SOURCES[opened()],
    ("feed_forward", "encoder_layer", "through_norm"),
)
