"""What can be taken home from a page: its figure as a file, and the lesson's notebook."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import streamlit as st

from lessons import LESSONS
from lessons.host import live

FILES = {
    "png": "PNG, for slides",
    "svg": "SVG, to edit",
    "pdf": "PDF, for paper",
    "html": "HTML, live and offline",
}


def to_save(figure: Any) -> None:
    """Say which figure `save_figure` saves from now on, in this session."""
    st.session_state.setdefault("to save", {})["figure"] = figure


def saved() -> Any:
    """The figure that is shown; None where there is none yet."""
    return st.session_state.get("to save", {}).get("figure")


def save_figure(name: str) -> None:
    """The figure that is shown as a file; each is made only when somebody asks for it."""
    shown = st.session_state.setdefault("to save", {})  # a click makes the file in another thread
    with st.popover("Save figure"):
        for kind, title in FILES.items():
            st.download_button(
                title,
                data=partial(_shown_as, shown, kind),
                file_name=f"{name}.{kind}",
                key=f"save-{kind}",
                on_click="ignore",
                width="stretch",
            )


def _shown_as(shown: dict[str, Any], kind: str) -> bytes:
    with TemporaryDirectory() as folder:
        return shown["figure"].save(Path(folder) / f"figure.{kind}").read_bytes()


def open_notebook(lesson: str) -> None:
    """Where the handout lies, how to open it, and the file itself."""
    number = [entry.name for entry in LESSONS].index(lesson) + 1
    file = live.ROOT / "notebooks" / f"{number:02}_{lesson}.ipynb"
    with st.popover("Notebook"):
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
