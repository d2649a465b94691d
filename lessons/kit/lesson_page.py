"""The page of a lesson: its figure, question and notes, and the source code below."""

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

import streamlit as st

from lessons.host import live
from lessons.kit import page, saving, terms, ui
from lessons.kit.scenes import section_key


class Drawing(Protocol):
    """What a page can show: a `Figure` of `lessons.figures`, which is above the kit."""

    def show(self, key: str, **options: Any) -> None: ...


@dataclass(frozen=True)
class Sources:
    """The code below the figure: a title, a lead, and module → the names in it to show."""

    title: str
    lead: str
    functions: Mapping[str, tuple[str, ...]]

    @classmethod
    def for_parts(
        cls, title: str, lead: str, **parts: Mapping[str, tuple[str, ...]]
    ) -> "dict[str, Sources]":
        """Give the same title and lead to the code of each part."""
        return {part: cls(title, lead, functions) for part, functions in parts.items()}


class LessonPage:
    """One page; only the open part computes. `lead`: a sentence under its title.

    `question`: the key under which the answer to the open part's question is stored; by default the
    lesson and the part. `figures` starts the names of its figures in the address; by default it is the lesson's name.
    """

    def __init__(
        self,
        lesson: str,
        lead: str,
        parts: page.Parts | None = None,
        question: Callable[[], str] | None = None,
        figures: str = "",
    ):
        self.lesson, self.lead, self.parts = lesson, lead, parts
        self.question, self.figures = question or self.key, figures or lesson
        self.predict: Callable[[], None] = lambda: None  # asks the question of the open part
        self.has_asked = False  # since the figure was started

    @property
    def results(self) -> Any:
        """The lesson's computations, by the code as it is now."""
        return live.import_module(f"lessons.{self.lesson}.results")

    def opened(self) -> str:
        """Return the open part; "" if a page has none."""
        return page.opened(self.lesson, self.parts) if self.parts else ""

    def key(self, first: str = "") -> str:
        return f"{first or self.lesson}-{self.opened()}" if self.parts else self.lesson

    # ---- in the figure ----------------------------------------------------------------------------
    @contextmanager
    def covered(
        self, reveals_answer: bool = True, wholly: bool = True, place: str = "figure"
    ) -> Iterator[None]:
        """Cover a place until the question of the open part is answered; see `ui.covered`. The
        question is drawn above the first such place."""
        if not self.has_asked:
            self.predict()
        with ui.covered(self.question(), reveals_answer=reveals_answer, wholly=wholly, place=place):
            yield

    def is_unanswered(self) -> bool:
        """Say whether the question of the open part is still unanswered."""
        return ui.is_open(self.question())

    def show(
        self,
        figure: Drawing,
        key: str = "",
        reveals_answer: bool = True,
        wholly: bool = False,
        panel: bool = False,
        place: str = "figure",
        **options: Any,
    ) -> None:
        """Show the figure of the open part and let *Save* save it. It is covered if it tells the answer. `key` names
        it in the address; with `panel`, its arithmetic is shown beside it; `handed` goes to
        `figure.show`."""
        key = key or self.key(self.figures)
        self.put(figure, key if panel else "")  # first, because the question can be about it
        with self.covered(reveals_answer, wholly, place):
            figure.show(key=key, **options)

    def put(self, figure: Drawing, panel: str = "") -> None:
        """Make this the figure that *Save* saves and the notes are about; `panel`: its key, if it has one."""
        saving.to_save(figure)
        st.session_state[f"shown-{self.lesson}"] = figure, panel

    def shown(self) -> Any:
        """Return the figure that was shown last; None if there is none."""
        return st.session_state.get(f"shown-{self.lesson}", (None, ""))[0]

    @contextmanager
    def section(self, title: str, text: str = "") -> Iterator[None]:
        """Add a section below the figure: a heading, a text (markdown), and its content."""
        with st.container(key=section_key(title)):
            st.header(title, anchor=False)
            if text:
                terms.markdown(text)
            with ui.explained(f"{self.lesson}-{title}"):
                yield

    def source(self, title: str, module: str, *names: str) -> None:
        """Show the code that measured it, one click away."""
        with st.expander(title):
            page.source(module, *names)

    # ---- the whole page ---------------------------------------------------------------------------
    def draw(
        self,
        picture: Callable[[], None] | Mapping[str, Callable[[], None]],
        *,
        notice: Callable[[], str],
        sources: Sources | Mapping[str, Sources],
        write: tuple[str, ...],
        ask: Callable[[], object] | None = None,
        answer: Callable[[str], None] = lambda sentence: None,
        asked: Container[str] | None = None,
        aside: Callable[[], None] = lambda: None,
    ) -> None:
        """`picture` and `sources`: one, or one for each part. `notice()`: what to look for, as markdown.
        `write`: the functions of the exercise. `ask()`: the prediction of the open part, or a sentence why there
        is none; by default `results.predict(part)`. `asked`: the parts with a prediction (default: all).
        `answer(sentence)`: shows where the answer is visible, before the page is drawn. `aside()`: draws the rest."""
        main, beside = page.begin(self.lesson, self.lead, self.parts)

        @ui.fragment(f"{self.lesson}-picture")
        def drawn() -> None:
            st.session_state.pop(f"shown-{self.lesson}", None)
            self.has_asked = asked is not None and self.opened() not in asked
            first = st.container(key="first")
            (picture[self.opened()] if isinstance(picture, Mapping) else picture)()
            if not self.has_asked:  # nothing is covered
                with first:
                    self.predict()

        @ui.fragment(f"{self.lesson}-predict")
        def predict() -> None:
            with suppress(Exception):  # a broken layer is explained once, beside the figure
                prediction = ask() if ask else self.results.predict(self.opened())
                if isinstance(prediction, str):
                    st.caption(prediction)
                else:
                    ui.predict(self.question(), prediction, on_show=answer)

        def place() -> None:
            self.has_asked = True
            with st.container(key="predict"):
                predict()

        self.predict = place
        with main:
            drawn()
            below = st.container(key="noticing")
        with beside, suppress(Exception):
            if panel := st.session_state.get(f"shown-{self.lesson}", (None, ""))[1]:
                live.import_module("lessons.figures.kit.showing").show_panel(key=panel)
        with below, suppress(Exception):
            if text := notice():
                with ui.folded(f"{self.lesson}-notice", "What to notice"):
                    terms.markdown(text)
            aside()
        shown = sources[self.opened()] if isinstance(sources, Mapping) else sources
        page.below(self.lesson, shown.title, shown.lead, shown.functions, write)
