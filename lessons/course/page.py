"""The course page: one sentence, a picture that plays by itself, and the lessons in their parts."""

from contextlib import suppress
from datetime import date

import streamlit as st

from lessons import LESSONS, Lesson, by_part
from lessons.course import covers
from lessons.host import live
from lessons.kit import page, progress, ui
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
DRAWING = "The picture is being computed …"
BROKEN = "No picture: its code stopped. The lesson says where."


def opening() -> None:
    """What this is, and a picture of it at work."""
    with st.container(horizontal=True, gap="large", key="opening"):
        with st.container(key="what", width=410):
            st.title("See how a Transformer works, number by number", anchor=False)
            st.markdown(
                "Every number here comes out of a trained model: step through it, try your own "
                "sentences, change the code, and compute it again."
            )
            first = LESSONS[0]
            with st.container(key="begin"):
                st.page_link(page.page_of(first), label=f"Begin with {first.title}")
            st.caption(f"{len(LESSONS)} lessons, each a page, a notebook and an exercise.")
            st.caption(course(page.text_of(lesson.name) for lesson in LESSONS))
        with st.container(key="plays", width="stretch"), ui.explained("course-picture"):
            figure = results.picture()
            figure.show(key="course-picture", plays=True)
            run = figure.header["run"]
            st.text(f"A model that translates English into French reads “{run['sentence']}”.")


def lessons() -> None:
    """A card for each lesson; runs again by itself until every card has its picture."""
    waiting = pictures_missing()

    @st.fragment(run_every=1.0 if waiting else None, key="course-lessons")
    def part() -> None:
        if waiting and not pictures_missing():
            st.rerun()
        with st.container(horizontal=True, gap="medium", key="course"):
            for number, (title, found) in enumerate(by_part().items()):
                with st.container(width="content", key=f"course-part-{number}"):
                    st.subheader(title, anchor=False)
                    with st.container(horizontal=True, gap="medium"):
                        for lesson in found:
                            card(lesson)

    part()


def card(lesson: Lesson) -> None:
    """A lesson: its picture, title and question; all of it is a link."""
    with st.container(key=f"card-{lesson.name}", width=304, gap=None):
        with st.container(key=f"small-{lesson.name}"):
            cover(lesson)
        number = LESSONS.index(lesson) + 1
        st.page_link(page.page_of(lesson), label=f"{number} · {lesson.title}")
        time, exercise = duration(page.text_of(lesson.name)), task(lesson)
        dots = f'<span title="How hard its exercise is: {exercise.level}">{exercise.dots}</span>'
        st.html(f'<p>{lesson.question}</p><p class="time">{time} · {dots}</p>')
        progress.done(lesson.name)


def bug_of_the_day() -> None:
    """Wrong code to read; nothing where a machine that is being edited cannot make it."""
    with suppress(Exception):
        progress.bug(results.bug(date.today()))


def cover(lesson: Lesson) -> None:
    """The small picture, or what there is instead of it."""
    try:
        if not covers.ready(lesson.name):
            st.caption(DRAWING)
            return
        alt, drawn = f"A figure of {lesson.title}", results.cover
        st.image(drawn(lesson.name), width="stretch", output_format="PNG", alt=alt)
    except Exception:  # what is wrong with a layer is explained beside the large picture
        st.caption(BROKEN)


def pictures_missing() -> bool:
    """Whether a picture is still to come; begins to compute those that are."""
    try:
        covers.draw()
        return bool(covers.missing())
    except Exception:  # a broken layer: there will be none
        return False


st.html(HERE / "page.css")
st.components.v2.component("glassbox_old_address", js=OLD_ADDRESS)(key="old-address")
page.top_bar()
opening()
with st.container(key="remembered"):
    progress.due()
    progress.course()
lessons()
with st.container(key="bug"):
    bug_of_the_day()
