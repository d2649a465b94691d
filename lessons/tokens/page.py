"""Page “Tokenization”: read the controls, learn the tokens, draw the figure, show the checks."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.tokens import BASES, ENDS, EXAMPLES, OPENING, TIES, WORD, results, upload

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from lessons.figures.kit.figure import Figure
    from transformer.tokens.bpe import BPE

PAGE = LessonPage(
    "tokens",
    "A model reads tokens, not letters. Byte-pair encoding learns these tokens: it repeatedly counts all pairs and "
    "merges the most frequent one.",
)
SOURCES = Sources(
    "How BPE learns and encodes",
    "The first functions contain the whole method in thirty plain lines. The remaining code computed the figure "
    "above. This code learns exactly the same merges in less time, because it updates only the counts that a merge "
    "changes.",
    {
        "transformer.tokens.basic": ("learn", "join", "encode"),
        "transformer.tokens.learning": ("learning_from", "Pairs.join"),
        "transformer.tokens.bpe": ("BPE.steps",),
    },
)


def picture() -> None:
    """Draw everything that depends on the text, the rules or the word."""
    scene, word, file = controls()
    state = st.session_state
    shown = uploaded_figure(file, scene[1:]) if file else typed_figure(scene)
    if shown is None:  # the input cannot be shown, or is not ready
        shown = state.get("tokens-shown") or results.opening()
    state["tokens-shown"] = figure, learned = shown
    try:
        figure = results.with_word(figure, learned, word)
    except ValueError as error:
        ui.note("tokens-word", str(error))
    # The first scene asks the question before it shows the counts.
    number = state.get("tokens-scene", 0)
    figure = figure.at(scene=number, counted=number > 0)
    is_question = scene[0].split() == results.question().sentence.split() and not file
    waits = is_question and ui.is_open(PAGE.question())
    PAGE.show(
        figure,
        "tokens-player",
        reveals_answer=is_question and number > 0,
        wholly=True,
        is_unanswered=waits,
    )


def typed_figure(scene: tuple[str, str, str, str]) -> "tuple[Figure, BPE] | None":
    """Return figure and tokenizer of the text in the box; if nothing merges, show a note and return None."""
    state = st.session_state
    before = state.get("tokens-typed")
    if problem := results.problem(*scene):
        ui.note("tokens", problem, "The figure stays as it was.")
        return None
    if before and before != scene:
        state["tokens-change"] = results.change(before, scene)
    state["tokens-typed"] = scene
    if state.get("tokens-change"):
        ui.note("tokens-change", state["tokens-change"])
    return results.player(*scene), results.tokenizer(*scene)


def uploaded_figure(file: "UploadedFile", options: tuple[str, ...]) -> "tuple[Figure, BPE] | None":
    """Return figure and tokenizer of a file; None while learning, or if the file cannot be used."""
    learning = upload.learning((file.file_id, live.generation()), file, options)
    if learning.running:
        with st.container(key="tokens-progress"):
            progress(learning)
    elif learning.problem:
        ui.note("tokens", learning.problem, "The figure stays as it was.")
        if learning.problem == upload.BUSY:
            st.button("Try again", key="tokens-again")  # any rerun does
    elif learning.result:
        with st.container(horizontal=True, vertical_alignment="center"):
            ui.chips(*upload.file_facts(file, learning.result[0]))
            st.button("✕ Back to the text in the box", key="tokens-back", on_click=no_file)
        if learning.remarks:
            ui.note("tokens-remarks", *learning.remarks)
        return results.uploaded(*learning.result)
    return None


def progress(learning: upload.Learning) -> None:
    """Show the progress of learning. Only this fragment reruns; at the end the whole page does."""

    @st.fragment(run_every=0.4, key="tokens-learning")
    def part() -> None:
        if not learning.running:
            st.rerun()
        left = learning.left()
        remaining = "" if left is None else f" About {left:.0f} s left."
        with st.container(horizontal=True, vertical_alignment="center"):
            # On the left, since the popover opens on the right.
            st.button("Cancel", key="tokens-cancel", on_click=no_file)
            st.progress(
                learning.share, text=f"Learning from your text.{remaining}", width="stretch"
            )

    part()


def controls() -> tuple[tuple[str, str, str, str], str, "UploadedFile | None"]:
    """Return the text with its three settings, the word (all in the address), and the uploaded file."""
    state = st.session_state
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tokens-top"):
        text = st.text_area(
            "Text", **sentence.begin("tokens-text", OPENING), key="tokens-text", bind="query-params", height=68, on_change=no_file,
            label_visibility="collapsed",
        )  # fmt: skip
        with st.container(width="content", horizontal=True, gap="xsmall"):
            st.menu_button("Examples", list(EXAMPLES), key="tokens-menu", on_click=show_example)
            with st.popover("Your own text"):
                file = st.file_uploader(
                    "Any text up to 20 MB",
                    key=f"tokens-file-{state.get('tokens-files', 0)}",
                    max_upload_size=20,
                )
                st.caption(
                    "A separate process learns from the file. The app forgets it when you leave."
                )
            with st.popover("Rules"):
                tie = choice("Rule for ties", "tokens-tie", TIES)
                base = choice("Start from", "tokens-base", BASES)
                end = choice("End of word", "tokens-end", ENDS)
                word = st.text_input(
                    "A word to encode", WORD, key="tokens-word", bind="query-params", max_chars=60
                )
    return (text, tie, base, end), word.strip(), file


def choice(label: str, key: str, names: dict[str, str]) -> str:
    """Return the chosen one of a few names; the first is the default."""
    first = next(iter(names))
    chosen = st.segmented_control(
        label, list(names), format_func=names.__getitem__, default=first, required=True, key=key, bind="query-params"
    )  # fmt: skip
    return chosen or first  # an address may say "tokens-tie="


def show_example() -> None:
    """Put the chosen example into the box (a callback, called before the box is drawn)."""
    show_text(EXAMPLES[st.session_state["tokens-menu"]])


def show_text(text: str) -> None:
    """Put a text into the box and move the player to the start."""
    no_file()
    state = st.session_state
    sentence.show("tokens-text", text)
    state["tokens-scene"] = state.get("tokens-scene", 0) + 1
    state["tokens-change"] = state["tokens-typed"] = None


def no_file() -> None:
    """Remove the file from the uploader, and stop learning from it."""
    state = st.session_state
    number = state.get("tokens-files", 0)
    if state.get(f"tokens-file-{number}") is None:
        return
    state["tokens-files"] = number + 1
    with suppress(Exception):  # broken code is reported next to the figure
        upload.stop()


PAGE.draw(
    picture,
    notice=lambda: results.notice(),
    sources=SOURCES,
    write=("merge", "learn", "encode"),
    ask=lambda: results.question(),
    answer=show_text,
)
