"""The page of the lesson on fine-tuning: four parts."""

from typing import TypeVar

import streamlit as st

from lessons.finetuning import COUNT, HEADS, PARTS, results, search_results, words
from lessons.finetuning.search import CODE, search_part
from lessons.kit import terms
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking

T = TypeVar("T")

PAGE = LessonPage(
    "finetuning",
    "A pretrained body gets a small classification head and learns a task from a few labelled texts.",
    PARTS,
)
TUNING = {"transformer.finetuning.tuning": ("initial_model", "train")}
SOURCES = Sources.for_parts(
    "The code",
    "The figures above were computed, and the heads were trained, with exactly this code.",
    heads={"transformer.finetuning.heads": ("Label", "Tags", "Span", "tag_loss", "span_loss", "best_span", "Tuned")},
    labels=TUNING | {"transformer.finetuning.labelled": ("split", "parts_of")},
    moved=TUNING | {"lessons.finetuning.measure.finetuning": ("relative_change", "masked_accuracy")},
    search=CODE,
)  # fmt: skip


def heads() -> None:
    box = asking.Box(PAGE, HEADS)
    with box.row():
        box.pick()
    reading = box.encoded_text(results.encode)
    PAGE.show(results.head_figure(box.name, reading))


def labels() -> None:
    PAGE.show(results.curves_figure())
    if not PAGE.is_unanswered():  # it would give the answer away
        asks, table, follows = words.about_control(results.measured(), COUNT)
        with PAGE.section("Control: learning rate, steps, and the untrained head", asks):
            st.html(table)
            st.markdown(follows)
    with PAGE.section("Train a head yourself", words.TRAIN):
        with st.container(horizontal=True, vertical_alignment="bottom", key="finetuning-now"):
            names = {head: name for head, (name, _) in HEADS.items()}
            head = pick("Head", names, "finetuning-train-head")
            way = pick("Method", words.WAYS, "finetuning-train-way", 1)
            count = pick("Labels", {n: f"{n} labels" for n in (6, 12, 24, 48, 96)}, "finetuning-train-labels", 2)  # fmt: skip
            is_pressed = st.button("Train it", key="finetuning-train")
        if is_pressed:
            terms.markdown(results.train_now(head, way, count))


def pick(label: str, names: dict[T, str], key: str, opens: int = 0) -> T:
    """Show a list and return the chosen element."""
    return st.selectbox(
        label, list(names), opens, format_func=names.__getitem__, key=key, width=210
    )


def notice() -> str:
    if PAGE.opened() == "search":
        return search_results.about_search()
    scores = results.measured()
    numbers = {"most": scores["labels"][-1], "word": scores["word_alone"], "few": COUNT}
    numbers |= {way: words.mean_accuracy(scores, way, COUNT) for way in words.WAYS}
    return words.NOTICE[PAGE.opened()].format(**numbers)


PAGE.draw(
    {"heads": heads, "labels": labels, "moved": lambda: PAGE.show(results.moved_figure()), "search": lambda: search_part(PAGE)},
    notice=notice,
    sources=SOURCES,
    write=("tag_loss", "span_loss", "best_span"),
)  # fmt: skip
