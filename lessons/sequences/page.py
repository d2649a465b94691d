"""The page on sequences: four parts, of which only the open part computes."""

from functools import partial

import streamlit as st

from lessons.kit import chat, ui
from lessons.kit import controls as experiments
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.kit.tables import table
from lessons.models import asking, catalogue
from lessons.sequences import COMPARED, DESKS, LONG, LOOKS, PARTS, READERS, SHORT, results, words

READER, TRAINED = "sequences-reader", "sequences-trained"
PAGE = LessonPage(
    "sequences",
    "A recurrent network encodes a sentence word by word into one vector, and a decoder writes the translation from "
    "this vector.",
    PARTS,
)
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with exactly this code.",
    read={
        "transformer.recurrent.cells": ("RNN", "GRU", "LSTM"),
        "transformer.recurrent.encoder": ("read",),
    },
    time={
        "lessons.sequences.measure.over_time": ("gradient_ratio", "over_time"),
        "lessons.sequences.measure.moments": ("CountingCell", "reader"),
        "transformer.measure.cost.training_step": ("step", "milliseconds"),
        "lessons.sequences.measure.clipping": ("train",),
    },
    length={
        "transformer.families.recurrent": ("Recurrent.encode",),
        "transformer.recurrent.writer": ("RecurrentWriter.forward",),
        "transformer.recurrent.writing": ("Decoder.forward", "Decoder.move"),
    },
    desk={"transformer.measure.help_desk": ("talk", "right")},
)


def one_state(card: dict) -> bool:
    """Return whether the model of this card reads into one state and writes from it."""
    return catalogue.family_of(card) == "recurrent" and not card.get("config", {}).get("both_ways")


def read() -> None:
    box = asking.Box(PAGE, READERS | asking.runs(one_state))
    with box.row():
        name = box.pick()
    reading = box.encoded_text(results.encode)
    figure, unrolled = results.read_sentence(name, reading)
    PAGE.show(figure)
    with PAGE.section("Unrolled", words.UNROLLED):
        st.html(unrolled)
    with PAGE.section("Three cells by hand", words.CELLS):
        results.hand().show(key="sequences-hand")
    with PAGE.section("Read in both directions", words.BOTH):
        results.both().show(key="sequences-both")
    subjects = results.subjects()
    with PAGE.section(
        "Rare words: “boat” becomes “éléphant”", words.subjects_text(subjects, results.sentences())
    ):
        st.html(words.subject_table(subjects))
    with PAGE.section("Sequence-to-sequence tasks", words.TASKS):
        st.html(table(words.LOOK, ("task", "in", "out"), results.tasks(), data={1: "", 2: ""}))
        st.markdown(words.products(results.french_words()))


def time() -> None:
    PAGE.show(results.time())
    for name, (title, text) in words.BELOW_TIME.items():
        with PAGE.section(title, text):
            results.below_time(name).show(key=f"sequences-{name}")


def choose_steps() -> str:
    """Return the chosen length of training of the model with one state."""
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        return st.segmented_control(
            "One state, trained for", asking.there(TRAINED, COMPARED), default=SHORT, required=True,
            key=TRAINED, bind="query-params", on_change=st.rerun,
        )  # fmt: skip


def length() -> None:
    steps = choose_steps()
    PAGE.show(results.length(steps), reveals_answer=steps == LONG, wholly=True)
    with PAGE.section("Control: longer training runs"), PAGE.covered(place="control"):
        st.markdown(words.control_text(results))
        st.html(experiments.control_table("copy_length"))
    with PAGE.section("Control: the size of the state"), PAGE.covered(place="capacity"):
        st.markdown(words.capacity_text(results))
        results.capacity().show(key="sequences-capacity")
        st.html(experiments.control_table("copy_capacity"))
    with PAGE.section("Three causes of failure", words.WHY), PAGE.covered(place="why"):
        st.html(words.why_table(results))
    scores = results.scores()
    with PAGE.section("Reading backwards or twice"), PAGE.covered(place="tricks"):
        st.markdown(words.about_tricks(scores, results.control("copy_length")))
        st.html(words.score_table(scores))
        st.html(experiments.control_table("french_length"))
    with PAGE.section("Translation by sentence length"):
        results.french().show(key="sequences-french")


def choose_desk() -> str:
    """Return the chosen desk: with attention, with one state, or a desk of your own (with attention)."""
    own = catalogue.not_shipped(
        lambda card: card["task"] == "desk" and catalogue.has_cross_attention(card)
    )
    return st.segmented_control(
        "Desk", asking.there(READER, (*DESKS, *own)), format_func=lambda desk: DESKS.get(desk, desk),
        default=LOOKS, required=True, key=READER, bind="query-params", label_visibility="collapsed",
    )  # fmt: skip


def talk() -> None:
    """Draw the conversation with the desk, which answers the whole conversation."""
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        name = choose_desk()
        messages = chat.visitor_lines("sequences", results.OPENING)
    blind = name in DESKS and name != LOOKS
    PAGE.predict()  # above both columns
    both = st.container(horizontal=True, gap="medium")
    turns = both.container(width="stretch")
    by_word = both.container(width=420, key="sequences-by-word")
    over = results.over(results.talk(name, tuple(messages)))
    heard = partial(results.desk_reading, name)
    chat.listen("sequences", messages, words.SAY[over], lambda lines: heard(lines).problem, over)
    with turns, PAGE.covered(blind, wholly=False, place="turns"):
        # The question asks for the last answer of the opening.
        talked = results.talk(name, tuple(messages))
        telling = 1 if messages == [*results.OPENING] else len(talked)
        chat.show(talked, ("you", "desk"), telling)
    if messages:
        read = heard(tuple(messages))
        if read.notes:
            ui.note("sequences-unknown", *read.notes)
        with by_word, PAGE.covered(blind, place="words"):
            ui.remark(results.trained(name))
            st.caption(words.BLIND if blind else words.BY_WORD)
            ui.word_by_word(results.doubts(name, read))
        if not blind:
            PAGE.show(results.desk_attention(name, read), reveals_answer=False)
    with PAGE.section("Accuracy of the help desks"), PAGE.covered(place="right"):
        st.html(words.desk_table(results.desk_accuracies(), DESKS))
    with PAGE.section("Control: one state, trained longer"), PAGE.covered(place="control"):
        st.html(experiments.control_table("desk_length"))
    sure = words.SURE.format(exact=results.desk_accuracies()[LOOKS]["new_histories"].exact)
    with PAGE.section("What the desk cannot answer", sure):
        answers = [results.talk(LOOKS, (line,)) for line in results.BEYOND]
        st.html(table(words.LOOK, ("message", "answer"), answers, data={0: "en", 1: "en"}))


PAGE.draw(
    {"read": read, "time": time, "length": length, "desk": talk},
    notice=lambda: words.notice(PAGE.opened(), results),
    sources=SOURCES,
    write=("rnn_step", "gru_step", "log_probability"),
)
