"""One visit to one page: its drawing, its state and its requests. There is one at a time: `now()`."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from web.static_streamlit.state import Query, Record, State, Widget
from web.static_streamlit.tree import Fragment, Tree


class Rerun(BaseException):
    """Raised to rerun the page or these fragments. `except Exception` does not catch it."""

    def __init__(self, fragments: tuple[str, ...] = ()):
        self.fragments = fragments


class Stop(BaseException):
    """Raised to stop drawing."""


class Leave(BaseException):
    """Raised to open another page."""

    def __init__(self, page: str, query: dict[str, str]):
        self.page, self.query = page, query


@dataclass
class Component:
    """A component drawn by JavaScript: the name of its code, and its data."""

    name: str
    data: Any  # bytes, or JSON data
    fragment: str = ""


@dataclass
class Part:
    """A fragment that can rerun: its function, and the blocks that contain it."""

    block: Fragment
    draw: Callable[[], Any]
    places: list


@dataclass
class Session:
    page: str
    query: Query
    state: State = field(default_factory=State)
    tree: Tree = field(default_factory=Tree)
    widgets: dict[str, Widget] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    inside: list[str] = field(default_factory=list)  # the active fragments
    styles: list[str] = field(default_factory=list)  # the project's style sheets
    title: str = ""
    counts: dict[tuple[str, str], int] = field(default_factory=dict)  # widgets without a key
    drawn: set[str] = field(default_factory=set)  # keys drawn in this run
    told: dict[str, Any] = field(default_factory=dict)  # what the charts of a figure hide
    form: str = ""  # the form that is being drawn
    files: dict[str, Any] = field(
        default_factory=dict
    )  # downloads: the text, or a function that makes it

    @property
    def fragment(self) -> str:
        return self.inside[-1] if self.inside else ""

    def name(self, kind: str, label: str, key: Any) -> str:
        """Return the key of a widget, or one made from its label."""
        if key is not None:
            if (key := str(key)) in self.drawn:
                raise ValueError(f"two widgets have the key {key!r}. Give each widget its own key")
            return key
        stem = f"{self.fragment}:{kind}-{label}"
        number = self.counts[self.fragment, stem] = self.counts.get((self.fragment, stem), 0) + 1
        return stem if number == 1 else f"{stem}-{number}"

    def add(self, widget: Widget) -> None:
        self.widgets[widget.key] = widget
        self.drawn.add(widget.key)

    # ---- runs ------------------------------------------------------------------------------------
    def run_page(self, draw: Callable[[], Any]) -> None:
        """Run from the start; drop the state of widgets that are no longer drawn."""
        before = dict(self.widgets)
        self.tree, self.widgets, self.components, self.parts = Tree(), {}, {}, {}
        self.counts, self.drawn, self.inside, self.styles = {}, set(), [], []
        self.files = {}
        with suppress(Stop):
            draw()
        self._forget(before)

    def run_fragment(self, name: str) -> None:
        """Run only this part, in its place."""
        part = self.parts[name]
        within = {
            n for n, other in self.parts.items() if part.block in (other.block, *other.places)
        }
        before = {key: widget for key, widget in self.widgets.items() if widget.fragment in within}
        self.widgets = {k: w for k, w in self.widgets.items() if k not in before}
        self.components = {k: c for k, c in self.components.items() if c.fragment not in within}
        self.counts = {of: count for of, count in self.counts.items() if of[0] not in within}
        self.parts = {n: p for n, p in self.parts.items() if n not in within} | {name: part}
        self.drawn, part.block.children = {*self.widgets, *self.components}, []
        above = [block.name for block in part.places if isinstance(block, Fragment)]
        self.tree.places, self.inside = [*part.places, part.block], [*above, name]
        try:
            with suppress(Stop):
                part.draw()
        finally:
            self.tree.places, self.inside = self.tree.places[:1], []
        self._forget(before)

    def _forget(self, before: dict[str, Widget]) -> None:
        gone = {key for key in before if key not in self.widgets}
        self.state.forget({key for key in gone if not before[key].stays})
        for key in gone:
            if before[key].bound:
                self.query.pop(key, None)

    # ---- browser events -----------------------------------------------------------------------------
    def hear(self, event: dict[str, Any]) -> Widget | None:
        """Put the value of a widget into the state; None if the page no longer has this widget."""
        widget = self.widgets.get(str(event.get("key", "")))
        if widget is None:
            return None
        if "trigger" in event:
            told = Record(self.state.get(widget.key) or {})
            told[event["trigger"]] = widget.read(event.get("value"))
            self.state.keep(widget.key, told)
        else:
            for key, value in (
                event.get("fields") or {}
            ).items():  # the fields of a form, sent with its button
                if field_of := self.widgets.get(key):
                    self.state.keep(key, field_of.read(value))
            self.state.keep(widget.key, widget.read(event.get("value", True)))
        return widget


_now: list[Session] = []


def now() -> Session:
    if not _now:
        raise RuntimeError(
            "this version of Streamlit renders pages only during a visit. Call Visit(page, query).run()"
        )
    return _now[-1]


class visiting:
    """`with visiting(session):` makes drawing go to this session."""

    def __init__(self, session: Session):
        self.session = session

    def __enter__(self) -> Session:
        _now.append(self.session)
        return self.session

    def __exit__(self, *error: Any) -> None:
        _now.pop()
