"""The frame of a lesson page: bar, columns, title and parts at the top; source, exercise and text below."""

from collections.abc import Mapping
from contextlib import suppress
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lessons import LESSONS, Lesson, by_part
from lessons.former import FORMER
from lessons.host import live
from lessons.host.monitor import WorkerDied
from lessons.host.source import read_source
from lessons.kit import progress, saving, sources, terms, ui, voting, warming
from lessons.kit.sections import duration, sections
from lessons.kit.task import task

COURSE = "lessons/course/page.py"
Parts = dict[str, tuple[str, str]]  # name in the address → its title, and the sentence under it


# ---- above --------------------------------------------------------------------------------------
def begin(
    lesson: str, lead: str, parts: Parts | None = None
) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Draw the bar, the title, the lead and, if the page has parts, the choice of one.

    Return the wide column and the narrow one for the panels, which is to its right if there is room.
    """
    terms.open_on_click()
    style = live.ROOT / "lessons" / lesson / "page.css"
    if style.exists():
        st.html(style)
    with ui.explained("stage"):
        live.import_module("lessons.figures.kit.stage").stage(lesson)
    with top_bar(lesson):
        saving.open_notebook(lesson)
        saving.save_figure(lesson)
        with ui.explained("bar"):
            live.import_module("lessons.figures.kit.stage").buttons()
    with st.container(horizontal=True, key="head"):
        st.title(entry(lesson).question, anchor=False)
        question = st.container(key="question")
        goals(lesson, lead if parts else "")
        if parts:
            choose_part(lesson, parts)
            lead = parts[opened(lesson, parts)][1]
        with question:
            terms.markdown(lead)
    both = st.container(horizontal=True, gap="medium", key="lesson")
    main, aside = (
        both.container(key="main", width="stretch"),
        both.container(key="aside", width=328),
    )
    return main, aside


def entry(lesson: str) -> Lesson:
    """Return the entry of a lesson in the table of contents."""
    return next(item for item in LESSONS if item.name == lesson)


def text_of(lesson: str) -> str:
    """Return the text of a lesson's notebook; empty if there is none."""
    file = live.ROOT / "lessons" / lesson / "lesson.py"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def goals(lesson: str, lead: str) -> None:
    """Show the goals of the lesson and its duration, folded."""
    with st.container(key="goals"):
        goal, time = entry(lesson).goal, duration(text_of(lesson))
        summary = f"<summary>{time.core} min · {len(goal)} goals</summary>"
        lines = "".join(f"<li>{escape(line)}</li>" for line in goal)
        what = f"<p>{escape(lead)}</p>" if lead else ""
        details = f"{what}<p>You will be able to:</p><ul>{lines}</ul><p>{escape(str(time))}</p>"
        st.html(f"<details>{summary}<div>{details}</div></details>")


def top_bar(open_lesson: str = "") -> DeltaGenerator:
    """Draw the name, a menu of all lessons, and the links to the neighbouring lessons; return the container for
    the buttons after them."""
    bar = st.container(horizontal=True, vertical_alignment="center", key="top")
    with bar.container(width="content", key="brand"):
        st.page_link(COURSE, label="◧ *Glassbox Transformer*")
    with bar.container(width="content", key="menu"), st.popover("Lessons", width="content"):
        all_lessons()
    names = [lesson.name for lesson in LESSONS]
    if open_lesson in names:
        at = names.index(open_lesson)
        with bar.container(horizontal=True, width="content", gap="xxsmall", key="lessons"):
            for side, number in (("before", at - 1), ("here", at), ("after", at + 1)):
                if 0 <= number < len(LESSONS):
                    neighbour(LESSONS[number], side)
    return bar.container(horizontal=True, width="content", key="top-right")


def neighbour(lesson: Lesson, side: str) -> None:
    """Draw a link in the bar: to the previous lesson, to the open one ("here"), or to the next one."""
    with st.container(width="content", key=side):
        st.page_link(page_of(lesson), label=lesson.title)


def all_lessons() -> None:
    """Draw the menu: every lesson under the title of its part."""
    with st.container(key="all-lessons"):
        for number, (part, lessons) in enumerate(by_part().items()):
            with st.container(key=f"menu-{number}", gap=None):
                st.html(f'<p class="part">{part}</p>')
                for lesson in lessons:
                    st.page_link(page_of(lesson), label=f"**{lesson.title}** {lesson.question}")


def page_of(lesson: Lesson) -> str:
    return f"lessons/{lesson.name}/page.py"


def choose_part(lesson: str, parts: Parts) -> None:
    """Choose the open part of the page, in the address; the first part opens by default."""
    part_in_address = st.query_params.get(f"{lesson}-part")
    if part_in_address in FORMER.get(lesson, {}):  # an address from before its part got a new title
        pick_part(lesson, FORMER[lesson][part_in_address])
    # Streamlit complains about a default beside a value that the page has set.
    set_by_page = st.session_state.pop(f"{lesson}-part-picked", False)
    with st.container(key="parts"):
        st.segmented_control(
            "Part of the page",
            list(parts),
            format_func=lambda part: parts[part][0],
            default=None if set_by_page else next(iter(parts)),
            required=True,
            key=f"{lesson}-part",
            bind="query-params",
            label_visibility="collapsed",
        )


def opened(lesson: str, parts: Parts) -> str:
    """The part of the page that is open."""
    part = st.session_state.get(f"{lesson}-part")
    return part if part in parts else next(iter(parts))


def pick_part(lesson: str, part: str) -> None:
    """Open a part of the page; before the parts are drawn, or in a callback."""
    st.session_state[f"{lesson}-part"], st.session_state[f"{lesson}-part-picked"] = part, True


# ---- below --------------------------------------------------------------------------------------
def below(
    lesson: str,
    title: str,
    lead: str,
    sources: Mapping[str, tuple[str, ...]],
    write: tuple[str, ...],
) -> None:
    """Draw the lower half of a page, whose parts rerun separately: source, exercise, lesson text, scenes.

    `sources`: module → the names whose source is shown. `write`: the functions of the exercise.
    """

    @ui.fragment(f"{lesson}-source")
    def code() -> None:
        st.header(title, anchor=False)
        terms.markdown(lead)
        for module, names in sources.items():
            source(module, *names)

    @ui.fragment(f"{lesson}-exercise")
    def stub() -> None:
        st.header("Write it yourself", anchor=False)
        exercise(lesson, write)

    @ui.fragment(f"{lesson}-lesson")
    def text() -> None:
        st.header("Modify, break, recall", anchor=False)
        st.markdown("These sections are from the notebook, where you can run the code.")
        lesson_text(lesson, "Modify", "Break")
        time = next((s.time for s in sections(text_of(lesson)) if s.name == "Recall"), "")
        with st.expander(f"**Recall** {time}"):
            progress.recall(lesson)

    @ui.fragment(f"{lesson}-scenes")
    def scenes() -> None:
        live.import_module("lessons.figures.kit.stage").offer(lesson)

    for part in (code, stub, text, scenes):
        part()
    go_on(lesson)


def go_on(lesson: str) -> None:
    """End the page with the previous lesson and the next one as a card that is one link."""
    at = [item.name for item in LESSONS].index(lesson)
    with st.container(horizontal=True, vertical_alignment="center", key="ending"):
        with st.container(key="back", width="content"):
            before = LESSONS[at - 1] if at else None
            link = page_of(before) if before else COURSE
            st.page_link(link, label=f"‹ {before.title if before else 'All lessons'}")
        if at + 1 < len(LESSONS):
            after = LESSONS[at + 1]
            with st.container(key="go-on", gap=None):
                st.page_link(page_of(after), label=f"Next: {after.title}")
                st.html(f"<p>{after.question} {duration(text_of(after.name)).core} min</p>")


def source(module: str, *names: str) -> None:
    """Show the source of some functions as it runs now, at most 60 lines each."""
    try:
        ui.code(sources.source(module, *names), "python")
    except Exception:  # the error in the file is explained beside the figure
        st.text("The source file cannot be read now. Fix the error shown next to the figure.")


def exercise(lesson: str, names: tuple[str, ...]) -> None:
    """Show the stub, how to run its checks, and their result for the file as it is now."""
    file = f"lessons/{lesson}/exercise.py"
    *others, last = (f"`{name}`" for name in names)
    functions = f"{', '.join(others)} and {last}" if others else last
    st.markdown(
        f"Fill in {functions} in `{file}` and save. The result below updates automatically. You can also run "
        f"the checks in the notebook, or in a terminal:"
    )
    ui.code(f"python -m lessons.check {lesson}", "bash")
    about = task(entry(lesson))
    st.caption(f"{about.dots} {about.level} · {about.minutes} min")
    with st.expander(f"Current file: {file}"):
        text = ""
        with suppress(OSError):  # if it is missing or not a file, the checks say so
            text = read_source(live.ROOT / file)
        gone = f"# {file} is missing. To restore it, run: git checkout -- {file}"
        ui.code(text or gone, "python", file)
    st.button("Check my code", key=f"check-{lesson}", type="primary")  # reruns this part
    try:
        result = warming.check_exercise(lesson)
    except WorkerDied as gone:  # the student's code has ended the process that ran it
        if gone.mistake:
            ui.show_mistake(gone.mistake, f"check-{lesson}")
        return
    except Exception:  # an error in the model code; the student's own errors are in the result
        st.text(
            "The model code does not load. Fix the error shown next to the figure, then check again."
        )
        return
    with st.container(key=f"{'passed' if result.passed else 'failed'}-{lesson}"):
        ui.code(str(result))
        if result.passed:
            progress.mark("passed")
    if about.begun():
        voting.tell_button(lesson, "" if result.passed else result.likely or result.failed)
    for number, hint in enumerate(result.hints, start=1):
        with st.expander(f"Hint {number}"):
            st.text(hint)
    solution(lesson)


def solution(lesson: str) -> None:
    """Show the reference solution; it is sent only when opened."""
    box = st.expander("The solution", key=f"{lesson}-solution", on_change="rerun")
    if box.open:
        with box, suppress(Exception):  # model code that is being edited
            ui.code(live.import_module(f"lessons.{lesson}.checks").solution(), "python")


def lesson_text(lesson: str, *headings: str) -> None:
    """Show sections of the lesson's own text by their headings."""
    by_heading = {section.name: section for section in sections(text_of(lesson))}
    for heading in headings:
        if section := by_heading.get(heading):
            # Sent when opened: code in markdown loads the highlighter that `ui.code` avoids.
            title = f"**{heading}** {section.time}"
            box = st.expander(title, key=f"{lesson}-{heading}", on_change="rerun")
            if box.open:
                with box:
                    terms.markdown(section.text.strip())
