"""The page on sequences: three parts, of which only the open one computes."""

import streamlit as st

from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue
from lessons.sequences import PARTS, READERS

PAGE = LessonPage(
    "sequences",
    "Word after word goes into one row of numbers, and a translation comes out of it.",
    PARTS,
)
SOURCES = Sources.of(
    "The code",
    "What trains the models is what is looked into above; there is no second copy.",
    read={
        "transformer.recurrent.cells": ("RNN.forward", "GRU.forward", "LSTM.forward"),
        "transformer.recurrent.reading": ("read",),
    },
    time={
        "transformer.measure.recurrent.over_time": ("reaches", "over_time"),
        "transformer.measure.recurrent.moments": ("CountingCell", "reader"),
        "transformer.measure.cost.training_step": ("step", "milliseconds"),
        "transformer.measure.recurrent.clipping": ("train",),
    },
    length={
        "transformer.families.recurrent": ("Recurrent.encode", "Recurrent.forward"),
        "transformer.recurrent.writing": ("Decoder.forward", "Decoder.move"),
    },
)


def one_state(card: dict) -> bool:
    """Whether the model of this card reads into one state and writes from it."""
    return catalogue.family_of(card) == "recurrent" and not card.get("config", {}).get("both_ways")


def read() -> None:
    box = asking.Box(PAGE, READERS | asking.runs(one_state))
    with box.row():
        name = box.pick()
    reading = box.reading()
    PAGE.show(PAGE.results.read(name, reading))
    with PAGE.section("One sequence in, another one out", PAGE.words.TASKS):
        st.html(PAGE.words.task_table(PAGE.results.tasks()))


def time() -> None:
    PAGE.show(PAGE.results.time())
    for name, (title, said) in PAGE.words.BELOW_TIME.items():
        with PAGE.section(title, said):
            PAGE.results.below_time(name).show(key=f"sequences-{name}")


def length() -> None:
    PAGE.show(PAGE.results.length())
    scores = PAGE.results.scores()
    with PAGE.section("Is there always a bottleneck?", PAGE.words.about_tricks(scores)):
        st.html(PAGE.words.score_table(scores))


PAGE.draw(
    {"read": read, "time": time, "length": length},
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results),
    sources=SOURCES,
    write=("rnn_step", "gru_step", "log_probability"),
)
