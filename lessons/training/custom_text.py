"""A text of one's own: uploaded before a training, and afterwards what of it was used."""

import streamlit as st

from lessons.training.upload import MOST_MB

PIECES = {"pairs": ("words", "bpe"), "text": ("characters", "words", "bpe")}  # how each can be cut
NAMES = {"words": "words", "bpe": "learned pieces (BPE)", "characters": "characters"}
ASKED = {
    "pairs": "Your pairs: one a line, source, tab, target (Anki’s and Tatoeba’s files as they come)",
    "text": "Your text, of any kind: the model learns to go on with it",
}
PREPARES = "prepares the text"


def choose(task: str, key: str):
    """The file, and into what its lines are cut; returns the file, None while there is none."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="training-own"):
        file = st.file_uploader(
            ASKED[task], key="training-file", max_upload_size=MOST_MB, width="stretch"
        )
        st.selectbox(
            "Cut into", PIECES[task], key=key, width=190, format_func=NAMES.get,
            persist_state="session",
        )  # fmt: skip
    return file


def report(found) -> None:
    """What of a run's text was used, what was not, and the lines that can be mended: as plain text."""
    if found is None:
        return
    with st.container(key="training-report", gap="small"):
        st.text(". ".join(text for text in (found.used, found.unknown) if text) + ".")
        if found.left_out:
            st.text(f"Left out: {', '.join(found.left_out)}.")
        if found.lines:
            with st.expander("The first lines that were left out"):
                for number, why, line in found.lines:
                    st.text(f"Line {number:,}: {why}\n{line}")
