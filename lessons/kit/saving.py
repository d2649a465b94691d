"""Downloads from a page: its figure as a file, and the lesson's notebook."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import streamlit as st

from lessons import LESSONS
from lessons.host import live

FILES = {
    "png": "PNG for slides",
    "svg": "SVG for editing",
    "pdf": "PDF for print",
    "html": "HTML, interactive and offline",
}


def to_save(figure: Any) -> None:
    """Choose the figure that `save_figure` saves from now on, in this session."""
    st.session_state.setdefault("to save", {})["figure"] = figure


def saved() -> Any:
    """Return the figure that is shown; None if there is none yet."""
    return st.session_state.get("to save", {}).get("figure")


def save_figure(name: str) -> None:
    """Offer the shown figure as a file; each file is made only on request."""
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
    """Show where the notebook is, how to open it, and offer the file itself."""
    number = [entry.name for entry in LESSONS].index(lesson) + 1
    file = live.ROOT / "notebooks" / f"{number:02}_{lesson}.ipynb"
    with st.popover("Notebook"):
        if not file.exists():
            st.text(f"{file.name} has not been built yet. To build it, run:")
            st.code("python -m lessons.build", language="bash")
            return
        st.markdown("To run this lesson cell by cell:")
        st.code(f"jupyter lab notebooks/{file.name}", language="bash")
        st.download_button(
            "Download notebook",
            data=file.read_bytes,
            file_name=file.name,
            mime="application/x-ipynb+json",
            key="notebook",
            on_click="ignore",
            width="stretch",
        )
