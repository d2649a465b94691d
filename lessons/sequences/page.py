"""The page on sequences: four parts, of which only the open one computes."""

from functools import partial

import streamlit as st

from lessons.host import live
from lessons.kit import chat, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.kit.tables import table
from lessons.models import asking, catalogue
from lessons.sequences import DESKS, FORGETS, LOOKS, PARTS, READERS

READER = "sequences-reader"
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
        "transformer.families.recurrent": ("Recurrent.encode",),
        "transformer.recurrent.writer": ("RecurrentWriter.forward",),
        "transformer.recurrent.writing": ("Decoder.forward", "Decoder.move"),
    },
    desk={"transformer.measure.help_desk": ("talk", "right")},
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
        st.html(table(PAGE.words.LOOK, ("task", "in", "out"), PAGE.results.tasks()))


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


def which_desk() -> str:
    """With attention, without it, or one of somebody's own, which has it."""
    own = catalogue.not_shipped(lambda card: card["task"] == "desk" and catalogue.looks_back(card))
    return st.segmented_control(
        "Desk", asking.there(READER, (*DESKS, *own)), format_func=lambda one: DESKS.get(one, one),
        default=LOOKS, required=True, key=READER, bind="query-params", label_visibility="collapsed",
    )  # fmt: skip


def talk() -> None:
    """Somebody writes to it; it answers all that was said."""
    results, words = PAGE.results, PAGE.words
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        name = which_desk()
        said = chat.said("sequences", results.OPENING)
    blind = name == FORGETS
    PAGE.predict()  # above both
    both = st.container(horizontal=True, gap="medium")
    turns = both.container(width="stretch")
    by_word = both.container(width=420, key="sequences-by-word")
    over = results.over(results.talk(name, tuple(said)))
    heard = partial(results.heard, name)
    chat.listen("sequences", said, words.SAY[over], lambda lines: heard(lines).problem, over)
    with turns, PAGE.covered(blind, wholly=False, place="turns"):
        talked = results.talk(name, tuple(said))  # of the opening, its last answer is asked for
        telling = 1 if said == [*results.OPENING] else len(talked)
        chat.show(talked, ("you", "desk"), telling)
    if said:
        read = heard(tuple(said))
        if read.unknown:
            about = live.load("lessons.kit.reading").about_unknown
            ui.note("sequences-unknown", *about(results.trained(name), read))
        with by_word, PAGE.covered(blind, place="words"):
            ui.remark(results.trained(name))
            st.caption(words.BLIND if blind else words.BY_WORD)
            ui.word_by_word(results.doubts(name, read))
        if not blind:
            PAGE.show(results.looked(name, read), tells=False)
    with PAGE.section("How much of it is right"), PAGE.covered(place="right"):
        st.html(words.desk_table(results.right(), DESKS))
    sure = words.SURE.format(exact=results.right()[LOOKS]["new_histories"].exact)
    with PAGE.section("What it cannot do", sure):
        answers = [results.talk(LOOKS, (line,)) for line in results.BEYOND]
        st.html(table(words.LOOK, ("said", "answered"), answers))


PAGE.draw(
    {"read": read, "time": time, "length": length, "desk": talk},
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results),
    sources=SOURCES,
    write=("rnn_step", "gru_step", "log_probability"),
)
