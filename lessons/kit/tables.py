"""A table of plain texts as HTML."""

from collections.abc import Iterable
from html import escape


def table(look: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """`look`: the class that a page's style knows. The first text of each row is its head."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for first, *cells in rows
    )
    return (
        f"<div class={look}><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
