"""The page on hidden words: four parts, of which only the open one computes."""

import streamlit as st

from lessons.bert import MODELS, OPENING, PARTS
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

PAGE = LessonPage(
    "bert",
    "Hide a word, and let a network guess it: to do so, it must learn how words hang together.",
    PARTS,
)
READS = {"transformer.families.bert": ("Inputs", "Bert")}
HIDES = {"transformer.objectives.masking": ("segments_of", "hide", "pretraining_loss")}
SOURCES = Sources.of(
    "The code",
    "What trains the models is what is looked into above; there is no second copy.",
    sum=READS,
    hide=READS | {"transformer.variants.mask": ("Causal",)},
    learning=HIDES | {"transformer.measure.discourses": ("agreement", "best_words", "best_pairs")},
    tables={"transformer.positions": ("LearnedPositions", "sinusoidal")},
)


def read() -> tuple:
    """Which model, and what it makes of the sentences; and whether these are what the question is about."""

    def fits(card: dict) -> bool:
        return catalogue.family_of(card) == "bert"

    box = asking.Box(PAGE, MODELS | asking.runs(fits))
    with box.row():
        name = box.pick()
    reading = box.reading()
    return name, reading, name in MODELS and reading.text == OPENING


def summed() -> None:
    name, reading, asked = read()
    PAGE.show(PAGE.results.summed(name, reading), tells=asked)


def hidden() -> None:
    name, reading, asked = read()
    PAGE.show(PAGE.results.hidden(name, reading), tells=asked)


def learning() -> None:
    PAGE.show(PAGE.results.film())
    said, table = PAGE.words.counted(PAGE.results.counted())
    with PAGE.section("What is hidden", said):
        st.html(table)


def tables() -> None:
    PAGE.show(PAGE.results.tables(tuple(catalogue.not_shipped(catalogue.from_outside))))


def notice() -> str:
    words, part = PAGE.words, PAGE.opened()
    if part == "hide":
        names = ("both", "discourses"), ("back", "discourses_causal")
        right = {n: PAGE.results.trained(m).card["held_out"]["pairs_right"] for n, m in names}
        return words.HIDE.format(**right)
    if part == "learning":
        return PAGE.results.noticed()
    rows = PAGE.results.trained("discourses").model.config.max_length
    return words.SUM if part == "sum" else words.TABLES.format(rows=rows)


PAGE.draw(
    {"sum": summed, "hide": hidden, "learning": learning, "tables": tables},
    notice=notice,
    sources=SOURCES,
    write=("segments_of", "hide", "pretraining_loss"),
)
