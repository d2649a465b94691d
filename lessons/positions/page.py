"""The positions page: five parts, of which only the open one computes."""

from contextlib import suppress
from pathlib import Path

import streamlit as st

from lessons.host import live
from lessons.kit import page as parts
from lessons.kit import ui
from lessons.positions import OPENING, PARTS, SENTENCE, choices
from lessons.positions.choices import ORDER, PLACE, SETTING, opened

KEY = "positions-figure-{part}"  # of the figure of each part: in the address, and for its panel
WITH_PANEL = ("lab", "slides", "score")  # parts whose numbers open their arithmetic


def sentence() -> tuple[str, str]:
    """The sentence box; returns what can be shown, and why what was typed cannot ("")."""
    opening = {} if st.session_state.pop("positions-picked", False) else {"value": SENTENCE}
    with st.container(key="controls"):
        text = st.text_input(
            "Sentence",
            **opening,
            key="positions-text",
            bind="query-params",
            label_visibility="collapsed",
            placeholder="Type a sentence of the model’s words",
        )
    problem = live.load("lessons.positions.results").problem(text)
    if not problem:
        st.session_state["positions-last"] = text
    return st.session_state.get("positions-last", SENTENCE), problem


@ui.fragment("positions-picture")
def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = opened(), live.load("lessons.positions.results")
    on_choose = None
    if part in ("why", "score"):
        text, problem = sentence()
        if problem:
            ui.note("positions", problem, f"The picture still shows: {text}")
    if part == "why":
        order, on_choose = st.session_state.get(ORDER), choices.choose_order
        if order is not None and sorted(order) != list(range(len(results.words_of(text)))):
            order = st.session_state[ORDER] = None  # of another sentence
        figure = results.why(text, order)
    elif part == "lab":
        figure = results.lab(*st.session_state.get(SETTING, OPENING))
        on_choose = choices.choose_setting
    elif part == "slides":
        figure = results.check_slides()
    elif part == "score":
        figure = results.score(text)
    else:
        figure = results.length()
    if where := st.session_state.get(f"{PLACE}-{part}"):
        with suppress(ValueError):  # a setting that has no such cell
            figure = figure.at(**where)
    figure.show(key=KEY.format(part=part), on_choose=on_choose)
    parts.to_save(figure)


@ui.fragment("positions-predict")
def predict() -> None:
    """A question about the open part, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        part = opened()
        found = live.load("lessons.positions.results").predict(part)
        ui.predict(f"positions-{part}", found, on_show=choices.show_answer)


def notice() -> None:
    """What to look for in the open part."""
    results, words = (live.load(f"lessons.positions.{part}") for part in ("results", "words"))
    part = opened()
    st.markdown(words.NOTICE.get(part) or words.after_training(results.length()))


st.html(Path(__file__).with_name("page.css"))
with ui.top_bar("positions"):
    parts.save_figure("positions")
    parts.open_notebook("positions")
main, aside = ui.columns()
with main:
    ui.heading(
        "Who stands where?",
        "Attention sees a set of words. What tells it their order is added to the words, or turned "
        "into them.",
    )
    ui.choose_part("positions", PARTS)
    picture()
with aside, suppress(Exception):
    with ui.panel("positions-predict", "Predict first"):
        predict()
    if opened() in WITH_PANEL:
        live.load("lessons.figures.kit.figure").show_panel(key=KEY.format(part=opened()))
    with ui.folded("positions-notice", "What to notice"):
        notice()
parts.below(
    "positions",
    "The whole of sinusoidal positions",
    "What trains the models is what fills the tables above; there is no second copy.",
    {"transformer.positions": ("frequencies", "sinusoidal", "_waves", "shift")},
    ("sinusoidal", "shift"),
)
