"""What every page is made of: parts that rerun alone, panels, predict-then-show, friendly mistakes.

What people typed, and what their code said, is shown with `st.text`, `st.code` or escaped: it is
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

from lessons.host import faults, live, remote
from lessons.kit import progress, terms

if TYPE_CHECKING:  # it needs torch, which the app has not
    from transformer.weights import Trained

HERE = Path(__file__).resolve().parent


def run(page: Page) -> None:
    """Show one page of the navigation inside the frame that all pages share."""
    st.set_page_config(
        page_title=f"{page.title} · Glassbox Transformer",
        page_icon=str(HERE / "icon.png"),
        layout="wide",
    )
    st.html(HERE / "ui.css")
    st.html(HERE / "present.css")
    if said := remote.pool.complaint:
        show_mistake(said, "works-on")
    with explained("page"):
        page.run()


def fragment(key: str) -> Callable:
    """Decorator: a part of a page that reruns alone, also by `st.rerun([key])` in a callback.

    After an edit the whole page is made anew: a fragment's functions come from the modules that were
    current when the page ran.
    """

    def decorate(function: Callable) -> Callable:
        before = live.generation()

        @st.fragment(key=key)
        @functools.wraps(function)
        def part() -> None:
            # An edit makes the whole page run, which looks anew. A click in a class of 60 need not.
            if live.look(old=0.2) != before:
                st.rerun()
            with explained(key):
                function()

        return part

    return decorate


@contextmanager
def explained(key: str) -> Iterator[None]:
    """Whatever goes wrong inside becomes a sentence in its place; the rest of the page goes on."""
    try:
        yield
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # Streamlit's stop and rerun pass
        show_mistake(getattr(error, "mistake", None) or faults.explain(error), key)


def show_mistake(mistake: faults.Mistake, key: str) -> None:
    """One sentence, the line, what was edited last; the traceback only for who opens it."""
    with st.container(key=f"mistake-{key}"):
        st.text(mistake.sentence)
        if mistake.line:
            st.code(f"{mistake.line}  # {mistake.location}", language="python", wrap_lines=True)
        if changed := live.last_changed():
            st.text(f"Changed last: {', '.join(changed)}. Save it again and this page follows.")
        if mistake.trace:
            with st.expander("Traceback, for those who want it"):
                st.code(mistake.trace, language=None)


@contextmanager
def folded(key: str, title: str) -> Iterator[None]:
    """A panel that opens with a click: for what would give an answer away."""
    with st.container(key=f"panel-{key}"), st.expander(f"**{title}**"):
        yield


@contextmanager
def panel(key: str, title: str) -> Iterator[None]:
    """A titled box in the narrow column."""
    with st.container(key=f"panel-{key}"):
        st.html(f'<p class="panel-title">{title}</p>')
        yield


def chips(*texts: str) -> None:
    """Short facts in rounded boxes."""
    spans = "".join(f'<span class="chip">{escape(text)}</span>' for text in texts)
    st.html(f'<div class="chips">{spans}</div>')


def note(key: str, *sentences: str) -> None:
    """Something to know about what was typed, each sentence as plain text."""
    with st.container(key=f"note-{key}"):
        for sentence in sentences:
            st.text(sentence)


def remark(trained: "Trained") -> None:
    """What has to be known of a model that is not the one which its card tells of."""
    with st.container():  # also where there is nothing: what follows keeps its place
        if trained.remark:
            note("remark", trained.remark)


def code(text: str, language: str = "text", file: str = "") -> None:
    """Code in colours. `st.code` would do it in the browser, where its 1.5 MB of JavaScript hold up
    the picture of every new visitor for half a second. `file`: the whole of which it is, for readers to write; a page
    without a server has an editor there (web/tab)."""
    named = f' data-file="{escape(file)}"' if file else ""
    st.html(f'<pre class="code"{named}>{_coloured(text, language)}</pre>')


@functools.lru_cache(maxsize=256)  # a page shows the same code again after every click
def _coloured(text: str, language: str) -> str:
    return highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))  # escapes


def word_by_word(words: Sequence[tuple[str, str, str]]) -> None:
    """Words in a row, under each the word that it came from and a number; all shown as plain text."""
    cells = "".join(
        f"<div><b dir=auto>{escape(word)}</b><span dir=auto>{escape(source)}</span>"
        f"<i>{escape(number)}</i></div>"
        for word, source, number in words
    )
    st.html(f'<div class="words">{cells}</div>')


# ---- predict, then see ----------------------------------------------------------------------------
def all_answered() -> bool:
    """A teacher's link may say `answered=true`: the page opens as if its questions had been answered."""
    return st.query_params.get("answered") == "true"


def is_open(key: str) -> bool:
    """Whether a question still waits for an answer."""
    return f"predicted-{key}" not in st.session_state and not all_answered()


def answer(key: str, option: str | None) -> None:
    """A callback: somebody has chosen, or (None) wants to be shown. What was covered is seen now."""
    was_open = is_open(key)
    st.session_state[f"predicted-{key}"] = option
    if was_open:
        st.rerun()  # the cover may be anywhere on the page


@contextmanager
def covered(
    key: str, tells: bool = True, wholly: bool = True, place: str = "figure"
) -> Iterator[None]:
    """What tells the answer to an open question is drawn, so that it keeps its height, but not seen.

    `tells`: whether what is shown now does; not `wholly`: only what a drawing marks as telling.
    """
    with st.container(key=f"telling-{place}"):
        # Always there, so that what follows keeps its place and is not drawn anew.
        seal = ("covered" if wholly else "veiled") if tells and is_open(key) else "open"
        st.html(f'<i class="seal {seal}"></i>')
        yield


def _room(question: str, replies: Iterable[str]) -> str:
    """The room that a question or the longest reply takes, so that an answer moves nothing below it. What is in it
    is nobody's to read: each letter is an e."""
    longest = max(replies, key=len)
    texts = {"asks": question, "replies": longest}
    letters = {name: re.sub(r"\S", "e", text) for name, text in texts.items()}
    lines = (f'<p class="{name}">{said}</p>' for name, said in letters.items())
    return f'<div class="room" aria-hidden="true">{"".join(lines)}</div>'


def predict(key: str, prediction: Any, on_show: Callable[[str], None]) -> None:
    """Ask first; the answer and the reply to every choice come after an answer."""
    chosen, waits = st.session_state.get(f"predicted-{key}"), is_open(key)
    replies = prediction.replies
    with st.container(key="asked" if waits else "replied"):
        # Shown without an answer: the right one has its reason, and nobody is told "Yes".
        said = prediction.question if waits else replies[chosen] if chosen else prediction.reason
        with st.container(key="said"):
            terms.markdown(said)
            st.html(_room(prediction.question, replies.values()))
            if chosen and not waits:
                progress.mark("predicted", key)
        with st.container(horizontal=True, key=f"options-{key}", gap="xsmall"):
            for number, option in enumerate(prediction.options):
                right, wrong = option == prediction.right, option == chosen
                mark = "" if waits else "✓ " if right else "✗ " if wrong else ""
                st.button(
                    mark + option,
                    key=f"predict-{key}-{number}",
                    on_click=answer,
                    args=(key, option),
                )
            there, shown = prediction.sentence, f"predict-{key}-show"
            if waits:
                st.button(
                    "Show it", key=f"show-{key}", type="tertiary", on_click=answer, args=(key, None)
                )
            elif there and st.button(
                "Show it", key=shown, type="tertiary", on_click=on_show, args=(there,)
            ):
                st.rerun()  # the sentence box belongs to the whole page
            elif not there:  # it keeps its room
                st.html('<span class="room" aria-hidden="true">Show it</span>')
