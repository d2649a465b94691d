"""Text as HTML: Streamlit's markdown, and highlighted code. Markup inside the text is escaped."""

from functools import cache, lru_cache
from html import escape

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound


@cache
def _reader(html: bool = False) -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": html, "highlight": _coloured})
    return made.enable(["table", "strikethrough"])


@lru_cache(maxsize=1024)
def markdown(text: str) -> str:
    """Convert paragraphs, lists, tables and code."""
    return _reader().render(str(text).strip())


def with_markup(text: str) -> str:
    """Convert a text of ours, which may contain markup, such as a notebook's."""
    return _reader(html=True).render(text)


@lru_cache(maxsize=1024)
def label(text: str) -> str:
    """Convert one line, for a button or above a field."""
    return f"<p>{_reader().renderInline(str(text).strip())}</p>"


def plain(text: str) -> str:
    """Return the plain words, for screen readers."""
    return escape(str(text).replace("**", "").replace("`", "").strip())


def code(text: str, language: str | None = "python") -> str:
    """Convert code, or the output of a program."""
    return f'<pre class="code">{_in_colours(text, language or "text")}</pre>'


def _coloured(text: str, language: str, _options: str) -> str:
    return f'<span class="code">{_in_colours(text, language)}</span>'


def _in_colours(text: str, language: str) -> str:
    try:
        lexer = get_lexer_by_name(language or "text")
    except ClassNotFound:
        return escape(text)
    return highlight(text, lexer, HtmlFormatter(nowrap=True))
