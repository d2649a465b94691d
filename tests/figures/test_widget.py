"""A figure that a notebook hears: what the browser tells it, whatever that is, and what it answers."""

import importlib.util

import numpy as np
import pytest

from lessons.figures.attention_map import attention_map
from lessons.scores.figures.query_plane.example import example as plane
from transformer.weights import load

CELL = {"map": "decoder", "layer": 1, "head": 2, "step": 1, "row": 3, "column": 2}


@pytest.fixture(scope="module")
def figure():
    return attention_map(load("reverse"), "a b c d")


@pytest.fixture
def live(figure):
    pytest.importorskip(
        "anywidget", reason="anywidget is not installed: pip install -r requirements.txt"
    )
    return figure.live()


def test_without_anywidget_it_is_the_figure_itself(figure, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert figure.live() is figure
    assert figure.at(**figure.chosen).header == figure.header


def test_it_sends_the_numbers_as_bytes(figure, live):
    header, floats = live.content
    assert header == figure.header_as_text and type(floats) is bytes
    first = next(iter(figure.arrays.values())).values
    np.testing.assert_array_equal(np.frombuffer(floats, "<f4")[: first.size], first.ravel())
    data = live._repr_mimebundle_()[0]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "data-glassbox" in data["text/html"], "for a reader who has no kernel"


def test_it_hears_where_the_reader_is(figure, live):
    heard = []
    live.observe(lambda change: heard.append(change.new["row"]), "chosen")
    live.set_state({"chosen": {**figure.chosen, **CELL}})
    assert {name: live.chosen[name] for name in CELL} == CELL and heard == [3]
    assert figure.at(**live.chosen).chosen == live.chosen


@pytest.mark.parametrize(
    "told", [{"row": 99}, {"row": "<b>"}, {"row": [1]}, {"evil": 1}, {"map": None}, {}]
)
def test_what_is_no_place_of_the_figure_is_not_taken(live, told):
    before = live.chosen
    live.set_state({"chosen": told})
    assert live.chosen == before


def test_recompute_is_answered_each_time(figure, live):
    answers = []
    live.observe(lambda change: answers.append(change.new), "answer")
    for count in (1, 2):
        live.set_state({"asked": {"cell": CELL, "count": count}})
    live.set_state({"asked": {"cell": {**CELL, "row": 99}, "count": 3}})
    live.set_state({"asked": {"cell": 7, "count": 4}})
    assert answers == [figure.recompute(**CELL) | {"count": count} for count in (1, 2)]
    assert answers[0]["same"]


def test_what_is_dragged_draws_the_figure_that_python_makes_of_it(live):
    first, dragged = plane(), []

    def moved(value):
        dragged.append(value)
        return attention if value == "other" else first.at() if value else None

    attention = live.figure
    picture = first.live(moved)
    assert picture.options["answers"] and not live.options["answers"]
    picture.set_state({"committed": {"value": {"place": [1, 2]}, "count": 1}})
    picture.set_state({"committed": {"value": None, "count": 2}})
    assert dragged == [{"place": [1, 2]}, None] and picture.figure is not first
    with pytest.raises(ValueError, match="cannot show a 'attention_map'"):
        picture.show(attention)
