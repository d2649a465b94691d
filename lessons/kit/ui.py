"""Building blocks of every page: parts that rerun separately, panels, predictions, error messages.

Typed text and the output of visitors' code is shown with `st.text`, `st.code` or escaped: it is
never markup, and never run.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from streamlit.navigation.page import Page

from lessons.host import faults, live
from lessons.host.host import current
from lessons.kit import progress, terms, voting
from lessons.kit.tables import data_marks

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.weights import Trained

HERE = Path(__file__).resolve().parent


def run(page: Page) -> None:
    """Show one page of the navigation inside the shared frame."""
    st.set_page_config(
        page_title=f"{page.title} · Glassbox Transformer",
        page_icon=str(HERE / "icon.png"),
        layout="wide",
    )
    st.html(HERE / "ui.css")
    st.html(HERE / "present.css")
    current().serves_drawings = True
    voting.begin_page()
    if complaint := current().complaint:
        show_mistake(complaint, "works-on")
    with explained("page"):
        page.run()


def fragment(key: str) -> Callable:
    """Decorate a part of a page that reruns separately, also by `st.rerun([key])` in a callback.

    After an edit the whole page is rebuilt, because a fragment's functions come from the modules that were
    current when the page ran.
    """

    def decorate(function: Callable) -> Callable:
        before = live.generation()

        @st.fragment(key=key)
        @functools.wraps(function)
        def part() -> None:
            current().note_visitor()
            if live.poll_for_edits() != before:
                st.rerun()
            with explained(key):
                function()

        return part

    return decorate


@contextmanager
def explained(key: str) -> Iterator[None]:
    """Replace any error inside by a sentence; the rest of the page still works."""
    try:
        yield
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # Streamlit's stop and rerun pass
        show_mistake(getattr(error, "mistake", None) or faults.explain(error), key)


def show_mistake(mistake: faults.Mistake, key: str) -> None:
    """Show one sentence, the line, and the last edited file; the traceback is folded."""
    with st.container(key=f"mistake-{key}"):
        st.text(mistake.sentence)
        if mistake.line:
            st.code(f"{mistake.line}  # {mistake.location}", language="python", wrap_lines=True)
        if changed := live.last_changed():
            st.text(f"Changed last: {', '.join(changed)}. Fix and save it; this page then updates.")
        if mistake.trace:
            with st.expander("Traceback"):
                st.code(mistake.trace, language=None)


@contextmanager
def folded(key: str, title: str) -> Iterator[None]:
    """Draw a panel that opens with a click, for texts that would give an answer away."""
    with st.container(key=f"panel-{key}"), st.expander(f"**{title}**"):
        yield


@contextmanager
def panel(key: str, title: str) -> Iterator[None]:
    """Draw a titled box in the narrow column."""
    with st.container(key=f"panel-{key}"):
        st.html(f'<p class="panel-title">{title}</p>')
        yield


def chips(*texts: str) -> None:
    """Show short facts in rounded boxes."""
    spans = "".join(f'<span class="chip">{escape(text)}</span>' for text in texts)
    st.html(f'<div class="chips">{spans}</div>')


def note(key: str, *sentences: str) -> None:
    """Show a note about typed text, each sentence as plain text."""
    with st.container(key=f"note-{key}"):
        for sentence in sentences:
            st.text(sentence)


def remark(trained: "Trained") -> None:
    """Show a warning if the model is not the one that its card describes."""
    with st.container():  # also if there is nothing, so that the rest keeps its place
        if trained.remark:
            note("remark", trained.remark)


def code(text: str, language: str = "text", file: str = "") -> None:
    """Show highlighted code. `st.code` would highlight in the browser, where its 1.5 MB of JavaScript delay
    the figure of every new visitor by half a second. `file`: the file of this code, for readers to edit; a page
    without a server has an editor there (web/tab)."""
    file_mark = f' data-file="{escape(file)}"' if file else ""
    st.html(f'<pre class="code"{file_mark}>{_coloured(text, language)}</pre>')


@functools.lru_cache(maxsize=256)  # a page shows the same code after every click
def _coloured(text: str, language: str) -> str:
    return highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))  # escapes


@contextmanager
def data(key: str, language: str = "") -> Iterator[None]:
    """What a model reads or writes; `terms.js` reads the language from the class, and marks the place."""
    with st.container(key=f"data-{language}-{key}"):
        yield


def word_by_word(
    words: Sequence[tuple[str, str, str]], languages: tuple[str, str] = ("", "")
) -> None:
    """Show words in a row, each with its source word and a number below; all as plain text.
    `languages`: of the source words and of the words."""
    source_language, target_language = languages
    cells = "".join(
        f"<div><b dir=auto{data_marks(target_language)}>{escape(word)}</b>"
        f"<span dir=auto{data_marks(source_language)}>{escape(source)}</span>"
        f"<i>{escape(number)}</i></div>"
        for word, source, number in words
    )
    st.html(f'<div class="words">{cells}</div>')


# ---- predict, then see ----------------------------------------------------------------------------
def all_answered() -> bool:
    """Say whether the link contains `answered=true`, by which teachers open a page with its questions answered."""
    return st.query_params.get("answered") == "true"


def is_open(key: str) -> bool:
    """Say whether a question is still unanswered."""
    return f"predicted-{key}" not in st.session_state and not all_answered()


def record_answer(key: str, option: str | None) -> None:
    """Callback: a visitor has chosen an option, or (None) pressed "Show it". This uncovers the answer."""
    was_open = is_open(key)
    st.session_state[f"predicted-{key}"] = option
    if was_open:
        st.rerun()  # the covered place can be anywhere on the page


@contextmanager
def covered(
    key: str, reveals_answer: bool = True, wholly: bool = True, place: str = "figure"
) -> Iterator[None]:
    """Draw what answers an open question invisibly, so that it keeps its height.

    `reveals_answer`: whether the content answers it now; not `wholly`: hide only what a drawing marks as telling.
    """
    with st.container(key=f"telling-{place}"):
        # Always there, so that the rest keeps its place and is not redrawn.
        seal = ("covered" if wholly else "veiled") if reveals_answer and is_open(key) else "open"
        st.html(f'<i class="seal {seal}"></i>')
        yield


def _room(question: str, replies: Iterable[str]) -> str:
    """Reserve the space of a question or its longest reply, so that an answer does not shift the page. Every letter
    is replaced by an e, so nothing can be read."""
    longest = max(replies, key=len)
    texts = {"asks": question, "replies": longest}
    letters = {name: re.sub(r"\S", "e", text) for name, text in texts.items()}
    lines = (f'<p class="{name}">{letters_only}</p>' for name, letters_only in letters.items())
    return f'<div class="room" aria-hidden="true">{"".join(lines)}</div>'


def predict(key: str, prediction: Any, on_show: Callable[[str], None]) -> None:
    """Ask a question; the answer and the reply to every option appear after an answer."""
    chosen, is_unanswered = st.session_state.get(f"predicted-{key}"), is_open(key)
    replies = prediction.replies
    voting.show(key, prediction, is_uncovered=not is_unanswered)
    with st.container(key="asked" if is_unanswered else "replied"):
        # Shown without an answer: the correct option has its reason, but no "Yes".
        text = (
            prediction.question
            if is_unanswered
            else replies[chosen]
            if chosen
            else prediction.reason
        )
        with st.container(key="said"):
            terms.markdown(text)
            st.html(_room(prediction.question, replies.values()))
            if chosen and not is_unanswered:
                progress.mark("predicted", key)
        with st.container(horizontal=True, key=f"options-{key}", gap="xsmall"):
            for number, option in enumerate(prediction.options):
                right, wrong = option == prediction.right, option == chosen
                mark = "" if is_unanswered else "✓ " if right else "✗ " if wrong else ""
                st.button(
                    mark + option,
                    key=f"predict-{key}-{number}",
                    on_click=record_answer,
                    args=(key, option),
                )
            there, shown = prediction.sentence, f"predict-{key}-show"
            if is_unanswered:
                st.button(
                    "Show it",
                    key=f"show-{key}",
                    type="tertiary",
                    on_click=record_answer,
                    args=(key, None),
                )
            elif there and st.button(
                "Show it", key=shown, type="tertiary", on_click=on_show, args=(there,)
            ):
                st.rerun()  # the sentence box belongs to the whole page
            elif not there:  # it keeps its space
                st.html('<span class="room" aria-hidden="true">Show it</span>')
