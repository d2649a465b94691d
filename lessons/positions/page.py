"""The positions page: five parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.host import live
from lessons.kit import page, saving, sentence, terms, ui
from lessons.positions import OPENING, PARTS, SENTENCE, TRANSLATOR, choices
from lessons.positions.choices import ORDER, PLACE, SETTING, TEXT, opened

KEY = "positions-figure-{part}"  # of the figure of each part: in the address, and for its panel
WITH_PANEL = ("lab", "slides", "score")  # parts whose numbers open their arithmetic


def read():
    """The sentence box; returns the reading that can be shown, and says why what was typed cannot."""
    results = live.load("lessons.positions.results")
    with st.container(key="controls"):
        text = sentence.box(TEXT, SENTENCE, "Type a sentence of the model’s words")
    reading = results.reading(text)
    shown = sentence.readable(TEXT, TRANSLATOR, reading, SENTENCE)
    if reading.problem:
        ui.note("positions", *sentence.problem(reading, shown))
    return results.reading(shown)


@ui.fragment("positions-picture")
def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = opened(), live.load("lessons.positions.results")
    on_choose = None
    if part in ("why", "score"):
        reading = read()
        ui.remark(results.trained(TRANSLATOR))
    if part == "why":
        order, on_choose = st.session_state.get(ORDER), choices.choose_order
        if order is not None and sorted(order) != list(range(len(reading.words))):
            order = st.session_state[ORDER] = None  # of another sentence
        figure = results.why(reading, order)
    elif part == "lab":
        figure = results.lab(*st.session_state.get(SETTING, OPENING))
        on_choose = choices.choose_setting
    elif part == "slides":
        figure = results.check_slides()
    elif part == "score":
        figure = results.score(reading)
    else:
        figure = results.length()
    if where := st.session_state.get(f"{PLACE}-{part}"):
        with suppress(ValueError):  # a setting that has no such cell
            figure = figure.at(**where)
    # A slide that is to be judged asks by itself.
    with ui.covered(f"positions-{part}", tells=part != "slides"):
        waits = part == "slides" and ui.is_open("positions-slides")
        figure.show(key=KEY.format(part=part), on_choose=on_choose, waits=waits)
    saving.to_save(figure)


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
    terms.markdown(words.NOTICE.get(part) or words.after_training(results.length()))


main, aside = page.begin(
    "positions",
    "Attention alone does not see the order of words. Positions are added to the vectors, or rotate queries and keys.",
    PARTS,
)
with main:
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    if opened() in WITH_PANEL:
        live.load("lessons.figures.kit.showing").show_panel(key=KEY.format(part=opened()))
    with ui.folded("positions-notice", "What to notice"):
        notice()
page.below(
    "positions",
    "The whole of sinusoidal positions",
    "What trains the models is what fills the tables above; there is no second copy.",
    {"transformer.positions": ("frequencies", "sinusoidal", "waves", "shift")},
    ("sinusoidal", "shift"),
)
