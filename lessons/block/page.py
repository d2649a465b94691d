"""The page on a layer: three parts, of which only the open one computes."""

import streamlit as st

from lessons.block import PARTS, VIEWS, choices
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking

VIEW = "block-view"  # in the address
WITH_PANEL = ("stream", "units")  # parts whose figure opens a panel
SOURCES = {
    part: Sources(
        "The whole of it",
        "What trains the models is what is looked into above; there is no second copy.",
        functions,
    )
    for part, functions in {
        "stream": {
            "transformer.measure.stream.residual_stream": (
                "through_norm",
                "contributions",
                "stopped",
            )
        },
        "norm": {"transformer.layers": ("layer_norm", "Residual", "EncoderLayer")},
        "units": {"transformer.layers": ("FeedForward",)},
    }.items()
}


def view() -> str:
    """By hand, or over the depth: of the part on LayerNorm."""
    return chosen(VIEWS, VIEW)


def shown() -> str:
    """What is to be seen of the open part."""
    return view() if PAGE.opened() == "norm" else PAGE.opened()


PAGE = LessonPage(
    "block",
    "A layer does not replace the vector of a word. Attention and feed-forward add to it, one after the other.",
    PARTS,
    question=lambda: f"block-{shown()}",
)


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    if part == "norm":
        # The question and what to notice are about the figure that is shown.
        choose("LayerNorm", VIEWS, VIEW, on_change=st.rerun)
        figure = results.by_hand() if view() == "hand" else results.gradients()
    else:
        name, reading = asking.asked("block", choices.offered(), results)
        figure = (results.stream if part == "stream" else results.hidden)(name, reading)
    PAGE.show(figure, key=figure_key())


def figure_key() -> str:
    """Of the open figure: in the address, and for its panel."""
    return f"block-figure-{shown()}"


def notice() -> str:
    """What to look for in the open part."""
    words = PAGE.words
    told = {"units": lambda: words.UNITS, "hand": lambda: words.NORM}
    told |= {
        "stream": lambda: words.about_stream(PAGE.shown()),
        "depth": lambda: words.about_depth(PAGE.shown()),
    }
    return told[shown()]()


PAGE.draw(
    picture,
    notice=notice,
    sources=SOURCES,
    write=("feed_forward", "encoder_layer", "through_norm"),
    ask=lambda: PAGE.results.predict(PAGE.opened(), view()),
    panel=lambda: figure_key() if PAGE.opened() in WITH_PANEL else "",
)
