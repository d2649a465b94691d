"""The block page: three parts; only the open one is computed."""

import streamlit as st

from lessons.block import PARTS, VIEWS, results, words
from lessons.kit import terms
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, guidance, open_model

VIEW = "block-view"  # its key in the address
WRITER = ("Language model", "the animal did")  # a decoder-only model
PAGE = LessonPage(
    "block",
    "A layer does not replace the vector of a word. Attention and the feed-forward network add their outputs to "
    "the vector through residual connections.",
    PARTS,
    question=lambda: f"block-{open_view()}",
)
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with this code.",
    stream={
        "lessons.block.measure.residual_stream": ("through_norm", "contributions", "early_logits")
    },
    norm={"transformer.layers": ("layer_norm", "LayerNorm", "Residual", "EncoderLayer")},
    units={"transformer.layers": ("FeedForward",)},
)


def open_view() -> str:
    """Return the open part, or the open view of the part on LayerNorm."""
    return chosen(VIEWS, VIEW) if PAGE.opened() == "norm" else PAGE.opened()


def norm() -> None:
    """Show LayerNorm by hand or the stacks."""
    choose("LayerNorm", VIEWS, VIEW, on_change=st.rerun)
    figure = results.by_hand() if open_view() == "hand" else results.gradients()
    PAGE.show(figure, f"block-figure-{open_view()}")


def in_model() -> None:
    """Show the residual stream or the hidden units of a model on a sentence."""
    models = catalogue.offered(lambda card: True) | {"language_model": WRITER}
    box = asking.Box(PAGE, models | asking.runs())
    with box.row():
        name = box.pick()
    reading = box.encoded_text(results.encode)
    draw = results.stream_figure if PAGE.opened() == "stream" else results.units_figure
    PAGE.show(draw(name, reading), f"block-figure-{open_view()}", panel=True)
    if PAGE.opened() == "stream":
        guidance_section(box.model, name)
    else:
        dead_units_section()


def guidance_section(model: str, name: str) -> None:
    """Show how guidance changes the vector of *it*, with a switch."""
    with PAGE.section("Guided or unguided?", words.GUIDED):
        guidance.switch(model, name)
        st.html(results.pronouns())


def dead_units_section() -> None:
    """Show the units that never fire in several training runs."""
    text, table = results.dead_units()
    with PAGE.section("Dead units", words.DEAD):
        with PAGE.covered(place="silent"):
            terms.markdown(text)
            st.html(table)


PAGE.draw(
    {"stream": in_model, "norm": norm, "units": in_model},
    notice=lambda: words.notice(open_view(), PAGE.shown(), results),
    sources=SOURCES,
    aside=open_model.link,
    write=("feed_forward", "encoder_layer", "through_norm"),
    ask=lambda: results.predict(open_view()),
)
