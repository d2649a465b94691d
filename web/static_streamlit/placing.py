"""Layout: containers, expanders, forms, and fragments."""

import functools
from collections.abc import Callable
from html import escape
from typing import Any

from web.static_streamlit import tree, widgets, writing
from web.static_streamlit.elements import said
from web.static_streamlit.session import Leave, Part, Rerun, Stop, now
from web.static_streamlit.state import Widget
from web.static_streamlit.tree import Block, Fragment, css_class, named


class DeltaGenerator:
    """A place on the page: `with place:`, or `place.container(…)`."""

    def __init__(self, block: Block):
        self.block = block
        self._inside: list[Any] = []  # the places that were entered and not left yet

    def __enter__(self) -> "DeltaGenerator":
        self._inside.append(now().tree.inside(self.block))
        self._inside[-1].__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._inside.pop().__exit__(*error)

    @property
    def open(self) -> bool:
        return self.block.open

    def __getattr__(self, name: str) -> Callable:
        import streamlit

        if name.startswith("_"):
            raise AttributeError(name)
        draw = getattr(streamlit, name)

        @functools.wraps(draw)
        def here(*given: Any, **named_ones: Any) -> Any:
            with now().tree.inside(self.block):
                return draw(*given, **named_ones)

        return here


def place(block: Block) -> DeltaGenerator:
    return DeltaGenerator(now().tree.add(block))


def container(**look: Any) -> DeltaGenerator:
    return place(tree.container(**look))


def columns(spec: Any, **look: Any) -> list[DeltaGenerator]:
    row, each = tree.columns(spec, **look)
    now().tree.add(row)
    return [DeltaGenerator(block) for block in each]


VERTICAL = '<div class="stVerticalBlock" data-testid="stVerticalBlock" style="--gap: {gap}rem">'


def expander(
    label: str, expanded: bool = False, key: str | None = None, on_change: Any = "ignore"
) -> DeltaGenerator:
    """An expander. With `on_change`, its content is drawn only when it is open."""
    session = now()
    name, asks = session.name("expander", label, key), on_change == "rerun"
    opened = bool(widgets.value_of(name, expanded, None)) if asks else expanded
    begin = tree.LAYOUT.format(wide="wide-stretch", name=named(name), style="")
    kind = f' data-kind="fold"{widgets.attributes(name)}' if asks else ""
    begin += (
        f'<div class="stExpander {css_class(key or "")}" data-testid="stExpander">'
        f"<details{' open' * opened}{named(f'{name}: folds')}{kind}><summary>{said(writing.label(label))}</summary>"
        f'<div data-testid="stExpanderDetails" class="stExpanderDetails">{VERTICAL.format(gap=1)}'
    )
    block = Block(begin, "</div></div></details></div></div>", empty=True)
    block.open = opened or not asks
    if asks:
        session.add(Widget(name, session.fragment, bool))
    return place(block)


def popover(
    label: str,
    key: str | None = None,
    width: Any = "content",
    on_change: Any = "ignore",
    **look: Any,
) -> DeltaGenerator:
    name = now().name("popover", label, key)
    begin, end = widgets.popover_around(name, label)
    around = tree.LAYOUT.format(wide=tree.wide(width), name=named(name), style=tree.styled(width))
    gap = VERTICAL.format(gap=0.6)
    return place(Block(f"{around}{begin}{gap}", f"</div>{end}</div>", empty=True))


class form(DeltaGenerator):
    """Fields that are read together when the form's button is pressed."""

    def __init__(self, key: str, border: bool = True):
        block = Block(f'<div class="stForm {css_class(key)}" data-testid="stForm" data-name="{escape(key)}">', "</div>")  # fmt: skip
        super().__init__(now().tree.add(block))
        self.key = key

    def __enter__(self) -> "form":
        now().form = self.key
        super().__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        now().form = ""
        super().__exit__(*error)


# ---- fragments ------------------------------------------------------------------------------------
def fragment(function: Callable | None = None, *, key: str = "", run_every: Any = None) -> Callable:
    """Decorate a part that is redrawn alone after a click inside. `run_every` is ignored: the
    part is drawn only when something is pressed."""
    if function is None:
        return functools.partial(fragment, key=key, run_every=run_every)

    @functools.wraps(function)
    def part(*given: Any, **named_ones: Any) -> Any:
        session = now()
        name = key or f"{function.__module__}.{function.__qualname__}"
        block = Fragment(name)
        session.parts[name] = Part(
            block, functools.partial(function, *given, **named_ones), list(session.tree.places)
        )
        session.tree.add(block)
        session.inside.append(name)
        try:
            with session.tree.inside(block):
                return function(*given, **named_ones)
        finally:
            session.inside.pop()

    return part


def rerun(fragments: Any = (), scope: str = "app") -> None:
    """Redraw the page, or the parts of these keys."""
    if scope == "fragment":
        fragments = (now().fragment,)
    raise Rerun(tuple(fragments) if not isinstance(fragments, str) else (fragments,))


def stop() -> None:
    raise Stop


def switch_page(page: Any, query_params: Any = None) -> None:
    raise Leave(getattr(page, "path", page), dict(query_params or {}))
