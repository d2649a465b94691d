"""A table of plain texts as HTML."""

from collections.abc import Iterable, Mapping
from html import escape


def as_data(text: str, language: str = "") -> str:
    """Return text that a model reads or writes as HTML that a browser does not translate; `language` is, say, "fr"."""
    return f"<span{data_marks(language)}>{escape(text)}</span>"


def data_marks(language: str = "") -> str:
    """Return the attributes of an element with such a text."""
    return ' translate="no"' + (f' lang="{language}"' if language else "")


def table(
    look: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    data: Mapping[int, str] | None = None,
) -> str:
    """Return a table as HTML. `look`: its CSS class. The first text of each row is its heading. `data`: the columns,
    counted from 0, with text that a model reads or writes, each with its language or ""."""

    def shown(column: int, text: str) -> str:
        return as_data(text, data[column]) if data and column in data else escape(text)

    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f"<tr><th>{shown(0, first)}</th>"
        f"{''.join(f'<td>{shown(column, cell)}</td>' for column, cell in enumerate(cells, start=1))}</tr>"
        for first, *cells in rows
    )
    return (
        f"<div class={look}><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
