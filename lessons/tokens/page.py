"""The tokens page. It reads controls, calls the learner, calls the figure, and shows checks."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.tokens import BASES, ENDS, EXAMPLES, OPENING, TIES, WORD

PAGE = LessonPage(
    "tokens",
    "A model reads tokens, not letters. Which tokens? They are learned: count pairs, merge the most "
    "frequent, repeat.",
)
SOURCES = Sources(
    "How it learns and encodes",
    "First the whole method in thirty plain lines. What ran for the picture above comes after them: it finds "
    "the same merges, to the last, in less time, because it corrects only the counts that a merge changes.",
    {
        "transformer.tokens.basic": ("learn", "join", "encode"),
        "transformer.tokens.learning": ("learning_from", "Pairs.join"),
        "transformer.tokens.bpe": ("BPE.steps",),
    },
)


def picture() -> None:
    """All that a new text, a new rule or a new word changes, and nothing else."""
    scene, word, file = controls()
    state, results = st.session_state, PAGE.results
    found = uploaded(file, scene[1:]) if file else typed(results, scene)
    if found is None:  # what was given cannot be shown, or not yet
        found = state.get("tokens-shown") or results.opening()
    state["tokens-shown"] = figure, learned = found
    try:
        figure = results.with_word(figure, learned, word)
    except ValueError as error:
        ui.note("tokens-word", str(error))
    number = state.get("tokens-scene", 0)  # the first scene asks before it counts
    figure = figure.at(scene=number, counted=number > 0)
    told = scene[0].split() == results.question().sentence.split() and not file
    waits = told and ui.is_open(PAGE.question())
    PAGE.show(figure, "tokens-player", tells=told and number > 0, wholly=True, waits=waits)


def typed(results, scene: tuple[str, ...]):
    """The figure and the learner of the text in the box; None, and a note, where nothing merges."""
    state = st.session_state
    before = state.get("tokens-typed")
    if problem := results.problem(*scene):
        ui.note("tokens", problem, "The picture stays as it was.")
        return None
    if before and before != scene:
        state["tokens-change"] = results.change(before, scene)
    state["tokens-typed"] = scene
    if state.get("tokens-change"):
        ui.note("tokens-change", state["tokens-change"])
    return results.player(*scene), results.learned(*scene)


def uploaded(file, options: tuple[str, ...]):
    """The figure and the learner of a file; None while it is learned, and where it cannot be."""
    upload = live.load("lessons.tokens.upload")
    learning = upload.learning((file.file_id, live.generation()), file, options)
    if learning.running:
        with st.container(key="tokens-progress"):
            progress(learning)
    elif learning.problem:
        ui.note("tokens", learning.problem, "The picture stays as it was.")
        if learning.problem == upload.BUSY:
            st.button("Try again", key="tokens-again")  # any rerun does
    elif learning.found:
        with st.container(horizontal=True, vertical_alignment="center"):
            ui.chips(*upload.about(file, learning))
            st.button("✕ back to the text in the box", key="tokens-back", on_click=no_file)
        return learning.result
    return None


def progress(learning) -> None:
    """How far a learner is. This part alone runs again and again; at the end the whole page does."""

    @st.fragment(run_every=0.4, key="tokens-learning")
    def part() -> None:
        if not learning.running:
            st.rerun()
        left = learning.left()
        said = "" if left is None else f" About {left:.0f} s left."
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Cancel", key="tokens-cancel", on_click=no_file)  # left: the popover is right
            st.progress(learning.share, text=f"Learning from your text.{said}", width="stretch")

    part()


def controls() -> tuple[tuple[str, ...], str, object]:
    """The text, the learner's three choices, the word (all in the address), and the uploaded file."""
    state = st.session_state
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tokens-top"):
        # Streamlit complains about a default beside a value that a callback has set.
        begin = {} if state.pop("tokens-picked", False) else {"value": OPENING}
        text = st.text_area(
            "Text", **begin, key="tokens-text", bind="query-params", height=68, on_change=no_file,
            label_visibility="collapsed",
        )  # fmt: skip
        with st.container(width="content", horizontal=True, gap="xsmall"):
            st.menu_button("Examples", list(EXAMPLES), key="tokens-menu", on_click=pick)
            with st.popover("Your own text"):
                file = st.file_uploader(
                    "Any UTF-8 text up to 20 MB",
                    key=f"tokens-file-{state.get('tokens-files', 0)}",
                    max_upload_size=20,
                )
                st.caption("It is learned in a process of its own, and forgotten when you leave.")
            with st.popover("Rules"):
                tie = choice("Rule for ties", "tokens-tie", TIES)
                base = choice("Start from", "tokens-base", BASES)
                end = choice("End of word", "tokens-end", ENDS)
                word = st.text_input(
                    "A word to encode", WORD, key="tokens-word", bind="query-params", max_chars=60
                )
    return (text, tie, base, end), word.strip(), file


def choice(label: str, key: str, names: dict[str, str]) -> str:
    """One of a few names; the first is the default."""
    first = next(iter(names))
    chosen = st.segmented_control(
        label, list(names), format_func=names.get, default=first, required=True, key=key, bind="query-params"
    )  # fmt: skip
    return chosen or first  # an address may say "tokens-tie="


def pick() -> None:
    """An example was chosen; a callback, before the box is drawn."""
    show_text(EXAMPLES[st.session_state["tokens-menu"]])


def show_text(text: str) -> None:
    """Put a text into the box. It is a new scene: the player goes to its start."""
    no_file()
    state = st.session_state
    state["tokens-text"], state["tokens-picked"] = text, True
    state["tokens-scene"] = state.get("tokens-scene", 0) + 1
    state["tokens-change"] = state["tokens-typed"] = None


def no_file() -> None:
    """Take the file out of the uploader, and stop what learns from it."""
    state = st.session_state
    number = state.get("tokens-files", 0)
    if state.get(f"tokens-file-{number}") is None:
        return
    state["tokens-files"] = number + 1
    with suppress(Exception):  # a broken machine is explained beside the picture
        live.load("lessons.tokens.upload").stop()


PAGE.draw(
    picture,
    notice=lambda: PAGE.results.notice(),
    sources=SOURCES,
    write=("merge", "learn", "encode"),
    ask=lambda: PAGE.results.question(),
    answer=show_text,
)
