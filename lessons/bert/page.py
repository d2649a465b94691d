"""The page of the lesson on BERT: four parts; only the open one is computed."""

from collections.abc import Callable

import streamlit as st

from lessons.bert import MODELS, OPENING, PARTS, results, words
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model

PAGE = LessonPage(
    "bert",
    "Mask a word and let a model predict it. To predict well, the model must learn which words depend on each other.",
    PARTS,
)
READS = {"transformer.families.bert": ("Inputs", "Bert")}
HIDES = {"transformer.objectives.masking": ("segments_of", "hide", "pretraining_loss")}
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with exactly this code.",
    sum=READS,
    hide=READS | {"transformer.variants.mask": ("Causal",)},
    learning=HIDES | {"lessons.bert.measure.discourses": ("agreement", "best_words", "best_pairs")},
    tables={"transformer.positions": ("LearnedPositions", "sinusoidal")},
)


def choose_reading(reader: Callable) -> tuple:
    """Ask for a model and sentences; return both, and whether the question is about them."""

    others = dict.fromkeys(catalogue.not_shipped(catalogue.predicts_masked), ("", ""))
    box = asking.Box(PAGE, MODELS | others)
    with box.row():
        name = box.pick()
    reading = box.encoded_text(reader)
    return name, reading, name in MODELS and reading.text == OPENING


def sum_part() -> None:
    name, reading, in_question = choose_reading(results.long_reading)
    PAGE.show(results.sum_figure(name, reading), reveals_answer=in_question)


def hide_part() -> None:
    name, reading, in_question = choose_reading(results.encode)
    PAGE.show(results.hidden_figure(name, reading), reveals_answer=in_question)


def learning_part() -> None:
    PAGE.show(results.learning_figure())
    text, table = words.about_masking(results.masking_counts())
    with PAGE.section("Which words are masked", text):
        st.html(table)


def tables_part() -> None:
    PAGE.show(results.tables_figure(tuple(catalogue.not_shipped(catalogue.from_outside))))


def notice() -> str:
    part = PAGE.opened()
    if part == "hide":
        names = ("both", "discourses"), ("back", "discourses_causal")
        right = {n: results.trained(m).card["held_out"]["pairs_right"] for n, m in names}
        return words.HIDE.format(**right)
    if part == "learning":
        return results.about_learning()
    rows = results.positions("discourses")
    return words.SUM if part == "sum" else words.TABLES.format(rows=rows)


PAGE.draw(
    {"sum": sum_part, "hide": hide_part, "learning": learning_part, "tables": tables_part},
    notice=notice,
    sources=SOURCES,
    aside=open_model.link,
    write=("segments_of", "hide", "pretraining_loss"),
)
