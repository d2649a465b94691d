"""A visit to one page of the course, without Streamlit's server: events go in, HTML comes out.

    visit = Visit("attention", {"text": "the dog runs"})
    shown = visit.run()
    shown = visit.run({"key": "attention-part", "value": 1})

The pages are those of the app; `streamlit` is the stand-in `web.static_streamlit`, which must come before the
real one: `web.stand_in.use()`.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from lessons import LESSONS
from web.headings import marked
from web.static_streamlit.elements import address_of
from web.static_streamlit.navigation.page import Page
from web.static_streamlit.session import Component, Leave, Rerun, Session, visiting
from web.static_streamlit.state import Query, Widget

ROOT = Path(__file__).resolve().parents[1]
MOST = 20  # reruns of a page before it counts as endless


@dataclass
class Shown:
    """A page in its current state."""

    html: str = ""
    components: dict[str, Component] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    goes: str | None = None  # the page to go to next
    title: str = ""
    styles: list[str] = field(default_factory=list)  # style sheets, as files of the project


class Visit:
    """The state and the actions of one visitor on a page: "course", or the name of a lesson."""

    def __init__(self, page: str, query: dict[str, str] | None = None):
        titles = {"course": "The course"} | {lesson.name: lesson.title for lesson in LESSONS}
        if page not in titles:
            raise ValueError(f"there is no page {page!r}. Use one of {', '.join(titles)}")
        self.page = Page(str(ROOT / "lessons" / page / "page.py"), titles[page])
        self.session = Session(page, Query(query or {}))

    def run(self, event: dict[str, Any] | None = None) -> Shown:
        """Draw the page, or what an event changes: `{"key", "value"}` of a widget, `{"key", "trigger", "value"}`
        of a component, `{"query": {…}}` if the address has changed."""
        with visiting(self.session) as session:
            try:
                self._follow(self._asked(event))
            except Leave as leaving:
                query = urlencode(leaving.query)
                there = address_of(str(leaving.page)) + f"?{query}" * bool(query)
                return Shown(goes=there, query=dict(session.query))
            return self._shown()

    def _asked(self, event: dict[str, Any] | None) -> tuple[str, ...]:
        """Handle an event; return the fragments that it affects, empty for the whole page."""
        session = self.session
        if event is None:
            return ()
        if "query" in event:
            for key in {k for k, w in session.widgets.items() if w.bound}:
                session.state.pop(key, None)
            session.query.clear()
            session.query.update({str(k): str(v) for k, v in event["query"].items()})
            return ()
        widget = session.hear(event)
        if widget is None:  # it has just left the page
            return ()
        try:
            self.call(widget, event.get("trigger", ""))
        except Rerun as rerun:
            return rerun.fragments
        return (widget.fragment,) if widget.fragment else ()

    def file(self, key: str) -> bytes:
        """Return the file of the download button of that key; it is made now."""
        with visiting(self.session) as session:
            data = session.files[key]
            made = data() if callable(data) else data
            return made.encode() if isinstance(made, str) else bytes(made)

    def call(self, widget: Widget, trigger: str) -> None:
        """Run a widget's callback before anything is drawn."""
        widget.call(trigger)

    def _follow(self, fragments: tuple[str, ...]) -> None:
        """Draw, and redraw as often as the page requests it."""
        session = self.session
        for _ in range(MOST):
            try:
                names = [name for name in fragments if name in session.parts]
                for name in names:
                    session.run_fragment(name)
                if not names:
                    session.run_page(self._draw)
                return self._rest()
            except Rerun as rerun:
                fragments = rerun.fragments
                self._rest()
        raise RuntimeError(f"the page {session.page} requests reruns endlessly")

    def _draw(self) -> None:
        from lessons.host import live

        live.poll_for_edits()  # before importing anything that a student may have edited
        live.import_module("lessons.kit.ui").run(self.page)

    def _rest(self) -> None:
        """Reset the pressed buttons."""
        for key, widget in self.session.widgets.items():
            if widget.momentary and key in self.session.state.of_widgets:
                del self.session.state[key]

    def pieces(self) -> list[tuple[str, str]]:
        """Return the page's HTML in pieces, each with the fragment that draws it."""
        parts = list(self.session.tree.top.pieces())
        return list(zip([of for of, _ in parts], marked(html for _, html in parts), strict=True))

    def _shown(self) -> Shown:
        session = self.session
        html = "".join(text for _, text in self.pieces())
        return Shown(
            html, dict(session.components), dict(session.query), None, session.title,
            list(dict.fromkeys(session.styles)),
        )  # fmt: skip
