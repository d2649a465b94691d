"""The page on a layer: three parts, of which only the open one computes."""

import streamlit as st

from lessons.block import PARTS, VIEWS
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

VIEW = "block-view"  # in the address
WRITER = ("Language model", "the animal did")  # goes on with a text: a decoder alone
PAGE = LessonPage(
    "block",
    "A layer does not replace the vector of a word. Attention and feed-forward add to it, one after the other.",
    PARTS,
    question=lambda: f"block-{shown()}",
)
SOURCES = Sources.of(
    "The code",
    "What trains the models is what is looked into above; there is no second copy.",
    stream={
        "transformer.measure.stream.residual_stream": ("through_norm", "contributions", "stopped")
    },
    norm={"transformer.layers": ("layer_norm", "Residual", "EncoderLayer")},
    units={"transformer.layers": ("FeedForward",)},
)


def shown() -> str:
    """What is to be seen of the open part: of the one on LayerNorm by hand, or over the depth."""
    return chosen(VIEWS, VIEW) if PAGE.opened() == "norm" else PAGE.opened()


def norm() -> None:
    """LayerNorm by hand, or over the depth: the question and what to notice are about what is shown."""
    choose("LayerNorm", VIEWS, VIEW, on_change=st.rerun)
    figure = PAGE.results.by_hand() if shown() == "hand" else PAGE.results.gradients()
    PAGE.show(figure, f"block-figure-{shown()}")


def in_model() -> None:
    """The stream of a model, or its hidden units, at the words of a sentence."""
    known = catalogue.offered(lambda card: True) | {"language_model": WRITER}
    name, reading = asking.asked(PAGE, known)
    draw = PAGE.results.stream if PAGE.opened() == "stream" else PAGE.results.hidden
    PAGE.show(draw(name, reading), f"block-figure-{shown()}", panel=True)


PAGE.draw(
    {"stream": in_model, "norm": norm, "units": in_model},
    notice=lambda: PAGE.words.notice(shown(), PAGE.shown()),
    sources=SOURCES,
    write=("feed_forward", "encoder_layer", "through_norm"),
    ask=lambda: PAGE.results.predict(shown()),
)
