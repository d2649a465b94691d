"""A page of a lesson from its parts: what is drawn, asked, noticed, and whose source is shown below."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lessons.host import live
from lessons.kit import page, saving, terms, ui


@dataclass(frozen=True)
class Sources:
    """The code below the picture: a title, what is said of it, and module → the names in it to show."""

    title: str
    lead: str
    functions: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, title: str, lead: str, **parts: dict[str, tuple[str, ...]]) -> "dict[str, Sources]":
        """The same title and lead over the code of each part."""
        return {part: cls(title, lead, functions) for part, functions in parts.items()}


class LessonPage:
    """One page, of which only the open part computes. `lead`: a sentence under its title.

    `question`: the key under which the answer to the open part's question is remembered; without it, the
    lesson and the part. `figures` begins the names of its figures in the address; without it, the lesson's name.
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
        self.predict: Callable[[], None] = lambda: None  # asks the question of the open part, here
        self.has_asked = False  # since the picture was begun

    @property
    def results(self) -> Any:
        """What the lesson computes, of the code as it is now."""
        return live.load(f"lessons.{self.lesson}.results")

    @property
    def words(self) -> Any:
        """What the lesson says about it."""
        return live.load(f"lessons.{self.lesson}.words")

    def opened(self) -> str:
        """The part that is open; "" where a page has none."""
        return page.opened(self.lesson, self.parts) if self.parts else ""

    def key(self, first: str = "") -> str:
        return f"{first or self.lesson}-{self.opened()}" if self.parts else self.lesson

    # ---- in the picture ---------------------------------------------------------------------------
    @contextmanager
    def covered(
        self, tells: bool = True, wholly: bool = True, place: str = "figure"
    ) -> Iterator[None]:
        """A place that is seen when the question of the open part has been answered; see `ui.covered`. The
        question stands above the first such place."""
        if not self.has_asked:
            self.predict()
        with ui.covered(self.question(), tells=tells, wholly=wholly, place=place):
            yield

    def waits(self) -> bool:
        """Whether the question of the open part still waits for an answer."""
        return ui.is_open(self.question())

    def show(
        self,
        figure: Any,
        key: str = "",
        tells: bool = True,
        wholly: bool = False,
        panel: bool = False,
        place: str = "figure",
        **handed: Any,
    ) -> None:
        """The figure of the open part: covered where it tells the answer, and what *Save* saves. `key` names
        it in the address; its arithmetic stands beside it where there is a `panel`; `handed` goes to
        `figure.show`."""
        key = key or self.key(self.figures)
        self.put(figure, key if panel else "")  # first: the question may be about it
        with self.covered(tells, wholly, place):
            figure.show(key=key, **handed)

    def put(self, figure: Any, panel: str = "") -> None:
        """This figure is what *Save* saves, and what there is to notice; `panel`: its key, if it has one."""
        saving.to_save(figure)
        st.session_state[f"shown-{self.lesson}"] = figure, panel

    def shown(self) -> Any:
        """The figure that was shown last."""
        return st.session_state.get(f"shown-{self.lesson}", (None, ""))[0]

    @contextmanager
    def section(self, title: str, said: str = "") -> Iterator[None]:
        """Something more below the figure: a heading, what is to be said (markdown), and what stands in it."""
        with st.container(key=f"section-{re.sub(r'[^a-z]+', '-', title.lower())}"):
            st.subheader(title, anchor=False)
            if said:
                terms.markdown(said)
            with ui.explained(f"{self.lesson}-{title}"):
                yield

    def source(self, title: str, module: str, *names: str) -> None:
        """The code that measured it, one click away."""
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
        is none; without it `results.predict(part)`; `asked`: the parts that have one (all). `answer(sentence)`:
        shows where the answer is seen, before the page is drawn. `aside()`: what else stands beside."""
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
            with suppress(Exception):  # a broken layer is explained once, beside the picture
                found = ask() if ask else self.results.predict(self.opened())
                if isinstance(found, str):
                    st.caption(found)
                else:
                    ui.predict(self.question(), found, on_show=answer)

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
                live.load("lessons.figures.kit.showing").show_panel(key=panel)
        with below, suppress(Exception):
            if said := notice():
                with ui.folded(f"{self.lesson}-notice", "What to notice"):
                    terms.markdown(said)
            aside()
        shown = sources[self.opened()] if isinstance(sources, Mapping) else sources
        page.below(self.lesson, shown.title, shown.lead, shown.functions, write)
