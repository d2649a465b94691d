"""A text of one's own: uploaded before a training, and afterwards what of it was used."""

import streamlit as st

MOST_MB = 64  # 200,000 pairs, each with its licence and authors, are about 25
PACKED = {  # the first bytes of files that hold a text in another shape
    b"\x1f\x8b": "is packed (gzip)",
    b"BZh": "is packed (bzip2)",
    b"\xfd7zXZ": "is packed (xz)",
    b"(\xb5/\xfd": "is packed (Zstandard)",
    b"7z\xbc\xaf": "is packed (7-Zip)",
    b"Rar!": "is packed (RAR)",
    b"PK\x03\x04": "is packed (ZIP; documents and spreadsheets such as .docx and .xlsx are, too)",
    b"%PDF": "is a PDF",
}
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
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


def text_of(data: bytes) -> str:
    """An uploaded file as text, in UTF-8 or in UTF-16 with its mark. Raises `ValueError` with the
    reason where it is none."""
    if len(data) > MOST_MB * 2**20:
        raise ValueError(
            f"this file has {len(data) / 2**20:.0f} MB; at most {MOST_MB} can be taken"
        )
    for start, what in PACKED.items():
        if data.startswith(start):
            raise ValueError(f"this file {what}: upload the plain text that is in it")
    utf_16 = data.startswith(UTF_16)
    try:
        text = data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        where = "" if utf_16 else f" (line {line:,})"
        raise ValueError(
            f"this file is no UTF-8 text{where}: save it as “CSV UTF-8” or “text, UTF-8”"
        ) from None
    if "\0" in text:
        raise ValueError(
            "this file has bytes in it that no text has: if it is a text, save it as “text, UTF-8”"
        )
    if not text.strip():
        raise ValueError("this file is empty: upload one with text in it")
    return text
