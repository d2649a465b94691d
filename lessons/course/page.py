"""The course page: an introduction, an image, and the lessons in their parts."""

from contextlib import suppress
from datetime import date

import streamlit as st

from lessons import LESSONS, Lesson, by_part
from lessons.course import results
from lessons.figures.kit.sketch import file
from lessons.host import live
from lessons.kit import page, progress
from lessons.kit.sections import course, duration
from lessons.kit.task import task

HERE = live.ROOT / "lessons" / "course"
# Before this page existed, the address without a name opened the attention page, part "In a model". Slides still
# contain such links. The part is named, because Streamlit drops everything after "#" when a page chooses it.
OLD_ADDRESS = """\
export default function () {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("text") && !asked.has("model") && !/[#&]figure=/.test(location.hash)) return;
  if (!asked.has("attention-part")) asked.set("attention-part", "In a model");
  location.replace(new URL(`attention?${asked}${location.hash}`, location.href));
}
"""
HERO = (
    "A small model translated the upper line into the lower one. "
    "Each line between two words represents an attention weight."
)


def introduction() -> None:
    """Show what the course is, with an image."""
    with st.container(horizontal=True, gap="large", key="opening"):
        with st.container(key="what", width=476):
            st.title("See how a Transformer works, number by number", anchor=False)
            st.markdown(
                "Every number here is computed by a trained model. Step through the model, try your own "
                "sentences, change the code, and run it again."
            )
            first = LESSONS[0]
            with st.container(key="begin"):
                st.page_link(page.page_of(first), label=f"Begin with {first.title}")
            st.caption(
                f"The course has {len(LESSONS)} lessons, each with a page, a notebook and an exercise. "
                + course(page.text_of(lesson.name) for lesson in LESSONS)
                + " For teachers: *Present* on a lesson page starts a ten-minute demonstration or one of "
                "three 45-minute lectures."
            )
        with st.container(key="hero", width="stretch", gap="small"):
            st.image(str(file("course")), width="stretch", alt=HERO)
            st.caption(HERO)


def lessons() -> None:
    """Show a numbered card for each lesson, in the order of the course."""
    with st.container(horizontal=True, key="course"):
        for lesson in LESSONS:
            card(lesson)


def card(lesson: Lesson) -> None:
    """Show the number, sketch, title and question of a lesson as a link. The first lesson names its part."""
    number, first = LESSONS.index(lesson) + 1, by_part()[lesson.part][0]
    part = f"<h2>{lesson.part}</h2>" if lesson is first else ""
    with st.container(key=f"stop-{lesson.name}", width=246, gap=None):
        st.html(f'<div class="stop"><b>{number}</b>{part}<i></i></div>')
        with st.container(key=f"card-{lesson.name}", gap=None):
            alt = f"A sketch of {lesson.title}"
            with st.container(key=f"small-{lesson.name}"):
                st.image(str(file(lesson.name)), width="stretch", alt=alt)
            st.page_link(page.page_of(lesson), label=lesson.title)
            time, exercise = duration(page.text_of(lesson.name)), task(lesson)
            dots = (
                f'<span title="Difficulty of the exercise: {exercise.level}">{exercise.dots}</span>'
            )
            st.html(
                f'<p>{lesson.question}</p><p class="time">{time.core} min · exercise {time.exercise} · {dots}</p>'
            )
            progress.done(lesson.name)


def bug_of_the_day() -> None:
    """Show wrong code to read; nothing if the code is being edited and cannot be loaded."""
    with suppress(Exception):
        progress.bug(results.bug(date.today()))


st.html(HERE / "page.css")
st.components.v2.component("glassbox_old_address", js=OLD_ADDRESS)(key="old-address")
page.top_bar()
introduction()
lessons()
with st.container(key="remembered"):
    progress.due()
    progress.course()
with st.container(key="bug"):
    bug_of_the_day()
