"""A user's own text: the upload before training, and a report of what was used."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from transformer import corpus

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from transformer.corpus import Contents
    from transformer.tasks.custom.stored import Report

MOST_MB = 64  # 200,000 pairs with licence and authors need about 25
PIECES = {
    "pairs": ("words", "bpe"),
    "text": ("characters", "words", "bpe"),
}  # the tokens that each can be split into
NAMES = {"words": "words", "bpe": "learned pieces (BPE)", "characters": "characters"}
ASKED = {
    "pairs": "Your pairs: a table (TSV, CSV, JSON lines, TMX) or two parallel files. Anki and Tatoeba files work unchanged",
    "text": "Your text, of any kind: the model learns to continue it",
}
COLUMNS = "which columns to use, for example 4,5 or en,fr; if it is empty, the columns with sentences are used"


def choose(task: str, key: str, columns: str) -> list["UploadedFile"]:
    """Ask for the file (for pairs, also two parallel files), its columns, and how to split its lines; return the
    files."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-own"):
        files = st.file_uploader(
            ASKED[task], key=f"training-{task}-file", max_upload_size=MOST_MB, width="stretch",
            accept_multiple_files=task == "pairs",
        )  # fmt: skip
        st.text_input(
            "Columns", key=columns, width=110, max_chars=40, help=COLUMNS, persist_state="session"
        )
        st.selectbox(
            "Cut into", PIECES[task], key=key, width=190, format_func=NAMES.__getitem__,
            persist_state="session",
        )  # fmt: skip
    return files if isinstance(files, list) else [files] if files else []


def report(text_report: "Report | None", remarks: Sequence[str]) -> None:
    """Show as plain text what was recognized and used of a run's text, what was not, and which lines can be fixed."""
    if text_report is None:
        return
    with st.container(key="training-report", gap="small"):
        if remarks:
            st.text("\n".join(remarks))
        st.text(
            ". ".join(
                text for text in (text_report.used, text_report.unknown, text_report.marks) if text
            )
            + "."
        )
        if text_report.left_out:
            st.text(f"Left out: {', '.join(text_report.left_out)}.")
        if text_report.lines:
            with st.expander("The first omitted lines"):
                for number, why, line in text_report.lines:
                    st.text(f"Line {number:,}: {why}\n{line}")


def contents(task: str, files: Sequence["UploadedFile"], columns: str) -> "Contents":
    """Return the contents of uploaded files, which `transformer.corpus` reads. Raise `ValueError` with the reason if
    they cannot be used."""
    uploaded = [(file.name, file.getvalue()) for file in files]
    return corpus.contents(task, uploaded, columns, MOST_MB * 2**20)
