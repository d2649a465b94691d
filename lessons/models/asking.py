"""The model and the sentence of a page. Both are part of its address."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage
from lessons.models import catalogue, listing, recordings, saved

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from transformer.runs import Run

WIDE = 260  # width of the list of models, in pixels
Models = Mapping[str, tuple[str, str]]  # name → its label on a page, and its first sentence
R = TypeVar("R", bound=sentence.Read)


def runs(can_show: Callable[[dict], bool] = lambda card: True) -> dict[str, tuple[str, str]]:
    """Return the app's runs, for `Box`: each under its own name, with its own first sentence."""
    return dict.fromkeys(catalogue.offered_runs(can_show), ("", ""))


class Box:
    """The list of models and the sentence box of a page (`LessonPage`).

    `models`: the models → their labels on the page and their first sentences ("" if `saved.first_text`
    provides it). The page's results have `trained(name)`. `model` and `text` are the names in the address. By
    default, the first model is chosen.
    """

    placeholder = "Type a sentence"

    def __init__(self, page: LessonPage, models: Models, model: str = "", text: str = ""):
        self.results, self.models, self.name = page.results, models, next(iter(models))
        self.model, self.text = model or f"{page.lesson}-model", text or f"{page.lesson}-text"
        self._gone()

    def row(self, **look: Any) -> DeltaGenerator:
        """The row of all choices: the box is on its left, followed by whatever is drawn in this container."""
        look = {"vertical_alignment": "center", "key": "controls"} | look
        row = st.container(horizontal=True, gap="small", **look)
        self.place = row.container(width="stretch", key=f"{self.text}-box")
        return row

    def pick(self, width: int = WIDE) -> str:
        """Draw the list of models; return the name of the chosen one."""
        self.name = st.selectbox(
            "Model", list(self.models), format_func=self.called, key=self.model, on_change=self._another,
            bind="query-params", label_visibility="collapsed", width=width,
        )  # fmt: skip
        return self.name

    def called(self, name: str) -> str:
        """Return the page's label of a model."""
        return self.models.get(name, ("", ""))[0] or name

    def first_sentence(self, name: str) -> str:
        """Return the first sentence of a model; "" if it cannot be read, which is reported beside the figure."""
        with suppress(Exception):
            return self.models[name][1] or saved.first_text(name)
        return ""

    def key(self, name: str) -> str:
        """Return the name of a model's box in the address."""
        return self.text

    def open(self, name: str) -> None:
        """Put a model's first sentence in its box, before the box is drawn."""
        sentence.show(self.key(name), self.first_sentence(name))

    def typed(self) -> str:
        """Draw the box."""
        return sentence.box(self.text, self.first_sentence(self.name), self.placeholder)

    def remark(self) -> None:
        """Show a warning about the chosen model, if there is one."""
        ui.remark(self.results.trained(self.name))

    def encoded_text(self, encode: Callable[[str, str], R]) -> R:
        """Return the sentence encoded for the model, or the last valid one, and show the problem below the row."""
        with self.place:
            text = self.typed()
        opening = self.first_sentence(self.name)
        with st.container():  # a note shifts nothing, so the figure is not redrawn
            encoded = shown(self.key(self.name), encode, self.name, text, opening)
            self.remark()
        return encoded

    def _gone(self) -> None:
        """Say that a run named in the address or on an open page is gone, and show another model."""
        state = st.session_state
        name = state.get(self.model) or st.query_params.get(self.model, "")
        if name and name not in self.models and name not in map(self.called, self.models):
            is_run = catalogue.run_of(name) is not None
            state[f"{self.model}-gone"] = catalogue.explain_missing(name) if is_run else ""
            state[self.model] = self.name
            self.open(self.name)
        with st.container():
            if text := state.get(f"{self.model}-gone"):
                ui.note(f"{self.model}-gone", text)

    def _another(self) -> None:
        """Give a newly chosen model a sentence that it can read, and rerun the whole page."""
        st.session_state[f"{self.model}-gone"] = ""
        self.open(st.session_state[self.model])
        st.rerun()


def model_and_text(
    page: LessonPage, models: Models, encode: Callable[[str, str], R]
) -> tuple[str, R]:
    """Draw only the list of models and the box; return the model's name and its encoded text. The app's runs are
    also offered."""
    box = Box(page, {**models, **runs()})
    with box.row():
        box.pick()
    return box.name, box.encoded_text(encode)


def there(key: str, models: Iterable[str]) -> list[str]:
    """Return these models for the control of that key. If it shows one that is gone, select the first."""
    names = list(models)
    if st.session_state.get(key, names[0]) not in names:
        st.session_state[key] = names[0]
    return names


def shown(key: str, encode: Callable[[str, str], R], name: str, typed: str, opening: str) -> R:
    """Return a text encoded for a model, or the last valid one, and show the problem."""
    encoded = encode(name, typed)
    text = sentence.readable(key, name, encoded, opening)
    if encoded.problem:
        ui.note(key, *sentence.problem(encoded, text))
    elif encoded.notes:
        ui.note(key, *encoded.notes)
    return encode(name, text)


# ---- runs ----------------------------------------------------------------------------------------
def pick_run(label: str, key: str, runs: "Sequence[Run]", width: int = WIDE, **look: Any) -> "Run":
    """Choose one of the runs; by default the one chosen before, if it still exists."""
    names = [run.name for run in runs]
    lines = {run.name: listing.name_of(run) for run in runs}
    if st.session_state.get(key) not in names:
        in_address = st.query_params.get(key)  # a link uses the label of the list, or only the name
        matches = (name for name in names if in_address in (name, lines[name]))
        st.session_state[key] = next(matches, names[0])
    name = st.selectbox(
        label, names, format_func=lines.__getitem__, key=key, bind="query-params", width=width, **look,
        on_change=st.rerun,  # the question next to it is about this run
    )  # fmt: skip
    return next(run for run in runs if run.name == name)


def two_runs(first: str, second: str, runs: "Sequence[Run]", **look: Any) -> "tuple[Run, Run]":
    """Choose two of the runs; `first` and `second` are the menus' names in the address."""
    first_run = pick_run("First run", first, runs, **look)
    others = [run for run in runs if run.name != first_run.name]
    return first_run, pick_run("Second run", second, others, **look)


def say_differences(first_run: "Run", other: "Run") -> None:
    """Show the settings in which two runs differ, and notes about the layers and code of each."""
    for run in (first_run, other):
        if remark := recordings.not_in_place(run) or recordings.other_code(run):
            ui.note(f"other-code-{run.name}", remark)
    ui.chips(*(listing.differences(first_run, other) or ["same settings"]))
