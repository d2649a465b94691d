"""Elements for display only: text, code, images, links, charts, and components, which JavaScript draws."""

import base64
import mimetypes
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from web.static_streamlit import writing
from web.static_streamlit.session import Component, now
from web.static_streamlit.state import Widget
from web.static_streamlit.tree import Element, named
from web.static_streamlit.writing import plain


def put(inside: str, key: str = "", width: Any = "stretch") -> None:
    session = now()
    session.tree.add(Element(inside, key, width))


def said(html: str, which: str = "stMarkdownContainer") -> str:
    return f'<div data-testid="{which}" class="{which}">{html}</div>'


def markdown(body: Any, width: Any = "stretch", help: str | None = None) -> None:
    put(f'<div class="stMarkdown" data-testid="stMarkdown">{said(writing.markdown(body))}</div>', width=width)  # fmt: skip


def caption(body: Any, width: Any = "stretch") -> None:
    inside = said(writing.markdown(body), "stCaptionContainer")
    put(f'<div class="stMarkdown" data-testid="stMarkdown">{inside}</div>', width=width)


def text(body: Any, width: Any = "content") -> None:
    put(f'<div class="stText" data-testid="stText">{escape(str(body))}</div>', width=width)


def title(body: str, anchor: Any = None) -> None:
    heading(1, body)


def header(body: str, anchor: Any = None) -> None:
    heading(2, body)


def heading(level: int, body: str) -> None:
    inside = writing.label(body)[3:-4]
    put(f'<div class="stHeading" data-testid="stHeading"><h{level}>{inside}</h{level}></div>')


def html(body: Any, width: Any = "stretch") -> None:
    """Draw our own markup, or one of our style sheets."""
    if isinstance(body, Path):
        now().styles.append(str(body))
    else:
        put(f'<div class="stHtml" data-testid="stHtml">{body}</div>', width=width)


def code(body: str, language: str | None = "python", wrap_lines: bool = False) -> None:
    put(f'<div class="stCode" data-testid="stCode">{writing.code(body, language)}</div>')


def image(image: str, width: Any = "stretch", alt: str = "") -> None:
    data = base64.b64encode(Path(image).read_bytes()).decode()
    source = f"data:{mimetypes.guess_type(image)[0]};base64,{data}"
    put(
        f'<div class="stImage" data-testid="stImage"><img src="{source}" alt="{escape(alt)}"></div>'
    )


def progress(value: float, text: str = "", width: Any = "stretch") -> None:
    words = said(writing.label(text))
    bar = f'<progress max="1" value="{float(value):.4f}"></progress>'
    put(f'<div class="stProgress" data-testid="stProgress">{words}{bar}</div>', width=width)


def page_link(page: str, label: str = "", help: str | None = None) -> None:
    link = f'<a data-testid="stPageLink-NavLink" href="{escape(address_of(page))}">'
    put(
        f'<div class="stPageLink" data-testid="stPageLink">{link}{said(writing.label(label))}</a></div>'
    )


def address_of(page: str) -> str:
    """Return the address of `lessons/heads/page.py`, relative to the current page; the course page is above."""
    name = Path(page).parent.name
    up = "" if now().page == "course" else "../"
    return f"{up}index.html" if name == "course" else f"{up}{name}/index.html"


# ---- components of JavaScript ---------------------------------------------------------------------
known: dict[str, str] = {}  # name → code of a component


def component(name: str, js: str = "", **_: Any) -> Callable[..., None]:
    """`st.components.v2.component`: a function that draws an element with its data."""
    known[name] = js

    def mount(key: str, data: Any = None, **called: Any) -> None:
        host(key, name, data)
        on = {one.removeprefix("on_").removesuffix("_change"): what for one, what in called.items()}
        session = now()
        session.add(Hearing(key, session.fragment, on))

    return mount


class Hearing(Widget):
    """Return the callbacks of a component, one for each of its messages."""

    def __init__(self, key: str, fragment: str, on: dict[str, Any]):
        super().__init__(key, fragment, momentary=True)
        self.on = on

    def call(self, trigger: str = "") -> None:
        if callable(called := self.on.get(trigger)):
            called()


def host(key: str, name: str, data: Any, height: int | None = None) -> None:
    session = now()
    session.components[key] = Component(name, data, session.fragment)
    high = f' style="height: {height}px"' if height else ""
    kind = "stPlotlyChart" if name == "plotly" else "stBidiComponentRegular"
    put(
        f'<div class="{kind}" data-testid="{kind}"{high} data-component="{escape(key)}"'
        f"{named(f'{key}: drawn')}></div>",
        key,
    )


def plotly_chart(
    figure: dict, key: str, height: int, config: dict, on_select: Any = "ignore",
    theme: Any = None, selection_mode: Any = "points", alt: str = "",
) -> None:  # fmt: skip
    selects = callable(on_select)
    data = {"figure": figure, "config": config, "selects": selects, "alt": plain(alt)}
    host(key, "plotly", data, height)
    session = now()
    session.add(Hearing(key, session.fragment, {"selection": on_select}))
