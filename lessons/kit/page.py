"""The parts of a page that are about code: its source, the exercise, the lesson's text, the notebook."""

import inspect
import re
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import streamlit as st

from lessons import LESSONS
from lessons.host import live
from lessons.kit import ui


def source(module: str, *names: str) -> None:
    """The source of some functions as it runs now, at most 60 lines each."""
    try:
        code = live.load(module)
        sources = (inspect.getsource(attrgetter(name)(code)) for name in names)  # "BPE.steps" too
        text = "\n\n".join(dedent(source).strip() for source in sources)
    except Exception:  # what is wrong with the file is said beside the picture
        st.text("The source is shown here again as soon as its file can be read.")
        return
    file = Path(code.__file__).relative_to(live.ROOT).as_posix()
    ui.code(f"# {file}\n{text}", "python")


def exercise(lesson: str, names: tuple[str, ...]) -> None:
    """The stub, how to run its checks, and what they say about the file as it is now."""
    file = f"lessons/{lesson}/exercise.py"
    *first, last = (f"`{name}`" for name in names)
    asked = f"{', '.join(first)} and {last}" if first else last
    st.markdown(
        f"Fill in {asked} in `{file}` and save. This box follows the file; the same checks "
        f"run in the notebook, and in a terminal:"
    )
    ui.code(f"python -m lessons.{lesson}.checks", "bash")
    with st.expander(f"The file as it is now: {file}"):
        ui.code((live.ROOT / file).read_text(encoding="utf-8", errors="replace"), "python")
    st.button("Check my code", key=f"check-{lesson}", type="primary")  # a click reruns this part
    try:
        result = live.load(f"lessons.{lesson}.results").checked()
    except Exception:  # a mistake in the machine; a student's own ends up in the result
        st.text("The checks run again as soon as the machine does: see beside the picture.")
        return
    with st.container(key=f"{'passed' if result.passed else 'failed'}-{lesson}"):
        ui.code(str(result))
    for number, hint in enumerate(result.hints, start=1):
        with st.expander(f"Hint {number}"):
            st.text(hint)


def below(
    lesson: str, title: str, lead: str, sources: dict[str, tuple[str, ...]], write: tuple[str, ...]
) -> None:
    """The lower half of every page, in three parts that rerun alone: source, exercise, lesson text.

    `sources`: module → the names whose source is shown. `write`: what the exercise asks for.
    """

    @ui.fragment(f"{lesson}-source")
    def code() -> None:
        st.subheader(title, anchor=False)
        st.markdown(lead)
        for module, names in sources.items():
            source(module, *names)

    @ui.fragment(f"{lesson}-exercise")
    def stub() -> None:
        st.subheader("Write it yourself", anchor=False)
        exercise(lesson, write)

    @ui.fragment(f"{lesson}-lesson")
    def text() -> None:
        st.subheader("Change it, break it, remember it", anchor=False)
        st.markdown("From the notebook, where each piece of code runs with a click.")
        lesson_text(lesson, "Modify", "Break", "Recall", "Answers")

    for part in (code, stub, text):
        part()


def lesson_text(lesson: str, *headings: str) -> None:
    """Sections of the lesson's own text, `lessons/<lesson>/lesson.py`, by their headings."""
    file = live.ROOT / "lessons" / lesson / "lesson.py"
    sections = read_sections(file) if file.exists() else {}
    for heading in headings:
        if heading in sections:
            # Sent when it is opened: code in markdown brings the highlighter that `ui.code` avoids.
            box = st.expander(f"**{heading}**", key=f"{lesson}-{heading}", on_change="rerun")
            if box.open:
                box.markdown(sections[heading])


def read_sections(file: Path) -> dict[str, str]:
    """Heading → markdown of a file in percent format (`# %% [markdown]`); code becomes code blocks."""
    sections: dict[str, str] = {}
    heading = ""
    for cell in re.split(r"^# %%", file.read_text(encoding="utf-8"), flags=re.M)[1:]:
        kind, _, body = cell.partition("\n")
        if "[markdown]" not in kind:
            text = f"```python\n{body.strip()}\n```"
        else:
            text = re.sub(r"^# ?", "", body, flags=re.M).strip()
            if found := re.match(r"#+ (.*)\n?", text):
                heading, text = found[1].strip(), text[found.end() :].strip()
        sections[heading] = f"{sections.get(heading, '')}\n\n{text}".strip()
    return sections


def open_notebook(lesson: str) -> None:
    """Where the handout lies, how to open it, and the file itself."""
    number = [entry.name for entry in LESSONS].index(lesson) + 1
    file = live.ROOT / "notebooks" / f"{number:02}_{lesson}.ipynb"
    with st.popover("Open notebook"):
        if not file.exists():
            st.text(f"{file.name} is not built yet. Build it with:")
            st.code("python -m lessons.build", language="bash")
            return
        st.markdown("The same lesson, to run cell by cell:")
        st.code(f"jupyter lab notebooks/{file.name}", language="bash")
        st.download_button(
            "Download it",
            data=file.read_bytes,
            file_name=file.name,
            mime="application/x-ipynb+json",
            key="notebook",
            on_click="ignore",
            width="stretch",
        )


FILES = {
    "png": "PNG, for slides",
    "svg": "SVG, to edit",
    "pdf": "PDF, for paper",
    "html": "HTML, live and offline",
}


def _as_file(figure, kind: str) -> bytes:
    with TemporaryDirectory() as folder:
        return figure.save(Path(folder) / f"figure.{kind}").read_bytes()


def to_save(figure) -> None:
    """Say which figure `save_figure` saves from now on, in this session."""
    st.session_state.setdefault("to save", {})["figure"] = figure


def save_figure(name: str) -> None:
    """The figure that is shown as a file; each is made only when somebody asks for it."""
    shown = st.session_state.setdefault("to save", {})  # a click makes the file in another thread
    with st.popover("Save figure"):
        for kind, title in FILES.items():
            st.download_button(
                title,
                data=lambda kind=kind: _as_file(shown["figure"], kind),
                file_name=f"{name}.{kind}",
                key=f"save-{kind}",
                on_click="ignore",
                width="stretch",
            )
