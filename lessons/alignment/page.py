"""The page on alignment: three parts, of which only the open part computes."""

import streamlit as st

from lessons.alignment import LOOKING, MAPPED, PARTS, RECURRENT, REVERSED, results, words
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

PAGE = LessonPage(
    "alignment",
    "The decoder need not rely on one vector: at every word, it can attend to the whole sentence.",
    PARTS,
)
WRITING, MEASURE = "transformer.recurrent.writing", "lessons.alignment.measure.alignment"
SOURCES = Sources.for_parts(
    "Code for the decoders",
    "The models above were trained with exactly this code.",
    step={WRITING: ("AttentionModule", "Bahdanau", "Luong")},
    map={WRITING: ("AttentionModule",), "transformer.objectives.scores": ("alignment",)},
    scored={MEASURE: ("shift", "weight_and_peak")},
)


def step() -> None:
    """Show the steps of a recurrent decoder."""
    name, reading = asking.model_and_text(PAGE, RECURRENT, results.encode)
    PAGE.show(results.decoder_steps(name, reading), reveals_answer=name == LOOKING)
    with PAGE.section("Shapes and simplifications", words.SHAPES):
        st.html(words.slip_table())


def whole_map() -> None:
    """Show a recurrent model’s alignment or a Transformer’s maps."""
    box = asking.Box(
        PAGE, MAPPED | asking.runs(catalogue.has_cross_attention), text="alignment-mapped"
    )
    with box.row():
        box.pick()
    name, reading = box.name, box.encoded_text(results.encode)
    figure = results.alignment_map(name, reading)
    in_question = list(reading.words) == REVERSED.split()
    several = len(figure.header.get("maps", ())) > 1
    PAGE.show(figure, "alignment-map", reveals_answer=in_question, wholly=several, panel=several)
    with PAGE.section(
        "Which state decides “il”?",
        words.about_pronoun(results.state_swaps(), results.attended_at_pronoun()),
    ):
        results.state_swap_figure().show(key="alignment-swaps")


def all_models() -> None:
    """Show all models’ measurements."""
    PAGE.show(results.shift_figure())


PAGE.draw(
    {"step": step, "map": whole_map, "scored": all_models},
    notice=lambda: words.notice(PAGE.opened()),
    sources=SOURCES,
    write=("energies", "context", "step"),
)
