"""The course page: one sentence, a picture of what it is about, and the lessons in their parts."""

from contextlib import suppress
from datetime import date

import streamlit as st

from lessons import LESSONS, Lesson, by_part
from lessons.figures.kit.sketch import file
from lessons.host import live
from lessons.kit import page, progress
from lessons.kit.sections import course, duration
from lessons.kit.task import task

results = live.module("lessons.course.results")

HERE = live.ROOT / "lessons" / "course"
# Until there was this page, the address without a name was that of attention, which was all "In a model".
# Such links are in slides. The part is named, since Streamlit drops what follows "#" when a page chooses it.
OLD_ADDRESS = """\
export default function () {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("text") && !asked.has("model") && !/[#&]figure=/.test(location.hash)) return;
  if (!asked.has("attention-part")) asked.set("attention-part", "In a model");
  location.replace(new URL(`attention?${asked}${location.hash}`, location.href));
}
"""
HERO = "A small model read the upper line and wrote the lower one. Each line between is a weight: where it looked."


def opening() -> None:
    """What this is, and a picture of it."""
    with st.container(horizontal=True, gap="large", key="opening"):
        with st.container(key="what", width=476):
            st.title("See how a Transformer works, number by number", anchor=False)
            st.markdown(
                "Every number here comes out of a trained model: step through it, try your own "
                "sentences, change the code, and compute it again."
            )
            first = LESSONS[0]
            with st.container(key="begin"):
                st.page_link(page.page_of(first), label=f"Begin with {first.title}")
            st.caption(
                f"{len(LESSONS)} lessons, each a page, a notebook and an exercise. "
                + course(page.text_of(lesson.name) for lesson in LESSONS)
            )
        with st.container(key="hero", width="stretch", gap="small"):
            st.image(str(file("course")), width="stretch", alt=HERO)
            st.caption(HERO)


def lessons() -> None:
    """A card for each lesson, numbered, in the order of the course."""
    with st.container(horizontal=True, key="course"):
        for lesson in LESSONS:
            card(lesson)


def card(lesson: Lesson) -> None:
    """A lesson: its number, sketch, title and question; all of it is a link. The first of a part names it."""
    number, first = LESSONS.index(lesson) + 1, by_part()[lesson.part][0]
    part = f"<h3>{lesson.part}</h3>" if lesson is first else ""
    with st.container(key=f"stop-{lesson.name}", width=246, gap=None):
        st.html(f'<div class="stop"><b>{number}</b>{part}<i></i></div>')
        with st.container(key=f"card-{lesson.name}", gap=None):
            alt = f"A sketch of {lesson.title}"
            with st.container(key=f"small-{lesson.name}"):
                st.image(str(file(lesson.name)), width="stretch", alt=alt)
            st.page_link(page.page_of(lesson), label=lesson.title)
            time, exercise = duration(page.text_of(lesson.name)), task(lesson)
            dots = (
                f'<span title="How hard its exercise is: {exercise.level}">{exercise.dots}</span>'
            )
            st.html(
                f'<p>{lesson.question}</p><p class="time">{time.core} min · exercise {time.exercise} · {dots}</p>'
            )
            progress.done(lesson.name)


def bug_of_the_day() -> None:
    """Wrong code to read; nothing where a machine that is being edited cannot make it."""
    with suppress(Exception):
        progress.bug(results.bug(date.today()))


st.html(HERE / "page.css")
st.components.v2.component("glassbox_old_address", js=OLD_ADDRESS)(key="old-address")
page.top_bar()
opening()
lessons()
with st.container(key="remembered"):
    progress.due()
    progress.course()
with st.container(key="bug"):
    bug_of_the_day()
