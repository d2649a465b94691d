"""The page so far: nested blocks, with elements as their leaves, each of them HTML."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

GAPS = {"xxsmall": 0.25, "xsmall": 0.5, "small": 1, "medium": 2, "large": 4, "xlarge": 6}  # rem
ACROSS = {"left": "flex-start", "center": "center", "right": "flex-end", "distribute": "space-between"}  # fmt: skip
DOWN = {"top": "flex-start", "center": "center", "bottom": "flex-end"}
LAYOUT = '<div class="stLayoutWrapper {wide}" data-testid="stLayoutWrapper"{name}{style}>'


class Element:
    """A leaf: its HTML, which is written once, when it is drawn."""

    def __init__(self, inside: str, key: str = "", width: Any = "stretch"):
        classes = f"stElementContainer {wide(width)} {css_class(key)}".strip()
        self.written = (
            f'<div class="{classes}" data-testid="stElementContainer"{named(key)}{styled(width)}>'
            f"{inside}</div>"
        )

    def pieces(self) -> Iterator[tuple[str, str]]:
        yield "", self.written


class Block:
    """A container as in Streamlit; `begin` and `end` are the HTML around its content."""

    def __init__(self, begin: str, end: str, empty: bool = False):
        self.begin, self.end = begin, end
        self.children: list[Any] = []
        self.empty = empty  # whether it is drawn without content
        self.open = True  # for an expander: whether it is open

    def pieces(self) -> Iterator[tuple[str, str]]:
        """Return its HTML in pieces, each with the name of its fragment."""
        inside = [piece for child in self.children for piece in child.pieces()]
        if inside or self.empty:
            yield from (("", self.begin), *inside, ("", self.end))


class Fragment(Block):
    """A fragment. It has no element of its own: its content appears where it was called."""

    def __init__(self, name: str):
        super().__init__("", "")
        self.name = name

    def pieces(self) -> Iterator[tuple[str, str]]:
        for of, text in super().pieces():
            yield of or self.name, text


def container(
    border: bool | None = None,
    key: str = "",
    width: Any = "stretch",
    height: Any = "content",
    horizontal: bool = False,
    wrap: bool = True,
    horizontal_alignment: str = "left",
    vertical_alignment: str = "top",
    gap: str | None = "small",
    autoscroll: bool | None = None,
) -> Block:
    """`st.container`: its children below each other, or side by side."""
    rules = [
        f"--gap: {GAPS[gap] if gap else 0}rem"
    ]  # custom properties, so that a page's style sheet decides
    if horizontal:
        rules += [
            f"--down: {DOWN[vertical_alignment]}",
            f"--across: {ACROSS[horizontal_alignment]}",
        ]
        rules += [] if wrap else ["--wrap: nowrap"]
    elif horizontal_alignment != "left":
        rules.append(f"--down: {ACROSS[horizontal_alignment]}")
    if isinstance(height, int):
        rules.append(f"height: {height}px; overflow-y: auto")
    kind = "stHorizontalBlock" if horizontal else "stVerticalBlock"
    look = f"{kind} {css_class(key)}{' bordered' * bool(border)}".strip()
    last = ' data-last=""' if autoscroll else ""  # the end stays in view
    begin = LAYOUT.format(wide=wide(width), name=named(key), style=styled(width))
    begin += f'<div class="{look}" data-testid="{kind}" style="{"; ".join(rules)}"{last}>'
    return Block(begin, "</div></div>")


def columns(spec: Any, gap: str = "small", **look: Any) -> tuple[Block, list[Block]]:
    """`st.columns`: the row, and a block for each column."""
    shares = [1] * spec if isinstance(spec, int) else list(spec)
    row = container(horizontal=True, gap=gap, **look)
    for share in shares:
        begin = f'<div class="stColumn" data-testid="stColumn" style="--share: {share}">'
        begin += '<div class="stVerticalBlock" data-testid="stVerticalBlock" style="--gap: 1rem">'
        row.children.append(Block(begin, "</div></div>", empty=True))
    return row, row.children


def wide(width: Any) -> str:
    return "fixed" if isinstance(width, int) else f"wide-{width}"


def styled(width: Any) -> str:
    return f' style="--width: {width}px"' if isinstance(width, int) else ""


def css_class(key: str) -> str:
    """Return the CSS class of a key."""
    return "st-key-" + re.sub(r"[^\w-]", "-", key.strip(), flags=re.ASCII) if key else ""


def named(key: str) -> str:
    """Return the name by which the page finds an element again after a redraw."""
    return f' data-name="{escape(key)}"' if key else ""


class Tree:
    """The current page, and the place of the next element."""

    def __init__(self) -> None:
        self.top = Block("", "")
        self.places: list[Block] = [self.top]

    def add(self, one: Any, into: Block | None = None) -> Any:
        (into or self.places[-1]).children.append(one)
        return one

    @contextmanager
    def inside(self, block: Block) -> Iterator[None]:
        self.places.append(block)
        try:
            yield
        finally:
            self.places.pop()
