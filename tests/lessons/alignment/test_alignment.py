"""The numbers of the lesson on alignment, and its page."""

import numpy as np
import pytest
import torch

from lessons.alignment import LOOKING, MAPPED, MOVING, RECURRENT, REVERSED, SENTENCE, results
from lessons.figures.alignment_shift import words as shift_words
from transformer.measure.attention import alignment
from transformer.probe import record
from transformer.weights import load


@pytest.mark.parametrize("name", RECURRENT)
def test_every_number_of_a_step_passed_a_probe(name):
    trained = load(name)
    reading = results.reading(name, RECURRENT[name][1])
    figure = results.one_step(name, reading)
    found = alignment.steps(trained, reading.ids)
    for key, probe in (("energies", "attention.energies"), ("weights", "attention.weights"), ("context", "attention.context"), ("state", "cells.0.state"), ("output", "output")):  # fmt: skip
        captured = torch.cat(found.answer.trace[f"decoder.{probe}"]).numpy()
        assert np.array_equal(figure.arrays[key].values, captured), key
    before = figure.arrays["before"].values
    assert np.array_equal(before[1:], figure.arrays["state"].values[:-1])
    asks = before if trained.model.config.decoder == "bahdanau" else figure.arrays["state"].values
    memory = trained.model.encode(torch.tensor([reading.ids])).memory
    with torch.no_grad():
        scores = trained.model.decoder.attention.score(torch.tensor(asks)[None], memory)[0]
    assert np.allclose(scores.numpy(), figure.arrays["energies"].values, atol=1e-3)


def test_the_formulas_are_the_layer():
    model = load(LOOKING).model
    look, hidden = model.decoder.attention, model.config.hidden
    state, memory = torch.randn(2, hidden), torch.randn(2, 5, 2 * hidden)
    words = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])
    with torch.no_grad(), record(model) as trace:
        right = look(state, memory, words)
        mine = alignment.energies(state, memory, look.W_a, look.U_a, look.v_a)
    assert torch.allclose(mine, trace.one("decoder.attention.energies"), atol=1e-5)
    assert torch.allclose(alignment.context(mine, memory, words), right, atol=1e-5)


def test_peaks_are_those_on_the_cards():
    for name in ("copy_bahdanau", "dates_bahdanau"):
        trained = load(name)
        card = trained.card["held_out"]
        measured = alignment.shift(trained, len(trained.task.held_out))
        assert measured.peak[0, 1].item() == pytest.approx(card["alignment"], abs=1e-4)
        assert measured.exact == pytest.approx(card["exact_match"], abs=1e-4)


def test_a_shifted_map_is_on_the_next_word():
    """Maps that are one word late at every place, made by hand."""
    known = torch.tensor([[0, 1, 2, -1]])
    maps = torch.nn.functional.one_hot(torch.tensor([[1, 2, 3, 0]]), 5).float()
    weight, peak = alignment.beside(maps, known)
    assert weight.tolist() == peak.tolist() == [0, 0, 1]


def test_what_is_said_of_each_model_was_measured():
    of = {name: results.shift(name) for name in MAPPED}
    assert set(shift_words.ABOUT) == set(MAPPED)
    dates, copy = of["dates_bahdanau"], of["copy_bahdanau"]
    assert dates.exact == 1 and dates.by_place[1, 0] == 0 and dates.by_place[2, 0] > 0.95
    assert dates.peak[0, 1] < 0.5 < copy.peak[0, 1]
    assert copy.weight[0, [0, 2]].sum().item() == pytest.approx(1 / 3, abs=0.03)
    assert (
        of["english_french"].peak[0, 1]
        > of[LOOKING].peak[0, 1]
        > of["english_french_unguided"].peak[0, 1]
    )


def test_the_page_shows_both_orders_and_both_kinds_of_model(visitor):
    assert (
        results.one_step(LOOKING, results.reading(LOOKING, SENTENCE))
        .header["panels"][0]["text"]
        .startswith("**Look, then")
    )
    assert (
        results.one_step(MOVING, results.reading(MOVING, REVERSED))
        .header["panels"][0]["text"]
        .startswith("**Move, then")
    )
    shown = visitor.go(part="map", model="english_french", mapped=REVERSED)
    assert shown.drawn[0] == "alignment-map" and not shown.mistakes
