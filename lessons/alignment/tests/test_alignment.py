"""The numbers of the lesson on alignment, and its page."""

from importlib import import_module

import numpy as np
import pytest
import torch

from lessons.alignment import LOOKING, MAPPED, MOVING, RECURRENT, REVERSED, SENTENCE, results, words
from lessons.alignment.figures.alignment_shift import words as shift_words
from lessons.alignment.measure import alignment
from transformer.probe import record
from transformer.weights import load


@pytest.mark.parametrize("name", RECURRENT)
def test_every_number_of_a_step_passed_a_probe(name):
    trained = load(name)
    reading = results.encode(name, RECURRENT[name][1])
    figure = results.decoder_steps(name, reading)
    recorded = alignment.steps(trained, reading.ids)
    for key, probe in (("energies", "attention.energies"), ("weights", "attention.weights"), ("context", "attention.context"), ("state", "cells.0.state"), ("output", "output")):  # fmt: skip
        captured = torch.cat(recorded.answer.trace[f"decoder.{probe}"]).numpy()
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
    for name in ("copy_bahdanau",):
        trained = load(name)
        card = trained.card["held_out"]
        measured = alignment.shift(trained, len(trained.task.held_out))
        assert measured.peak[0, 1].item() == pytest.approx(card["alignment"], abs=1e-4)
        assert measured.exact == pytest.approx(card["exact_match"], abs=1e-4)


def test_a_shifted_map_is_on_the_next_word():
    """Maps that are one word late at every place, made by hand."""
    aligned = torch.tensor([[0, 1, 2, -1]])
    maps = torch.nn.functional.one_hot(torch.tensor([[1, 2, 3, 0]]), 5).float()
    weight, peak = alignment.weight_and_peak(maps, aligned)
    assert weight.tolist() == peak.tolist() == [0, 0, 1]


def test_what_is_said_of_each_model_was_measured():
    of = {name: results.shift(name) for name in MAPPED}
    assert set(shift_words.ABOUT) == set(MAPPED)
    dates, copy = of["dates_bahdanau"], of["copy_bahdanau"]
    assert dates.exact == 1 and dates.by_place[1, 0] == 0 and dates.by_place[2, 0] > 0.95
    assert 0.55 < dates.peak[0, 1] < 0.65 and dates.by_place[1, [4, 7]].isnan().all()  # hyphens
    assert copy.peak[0, 1] > 0.95
    assert copy.weight[0, [0, 2]].sum().item() == pytest.approx(1 / 3, abs=0.03)
    assert (
        of["english_french"].peak[0, 1]
        > of[LOOKING].peak[0, 1]
        > of["english_french_unguided"].peak[0, 1]
    )


@pytest.mark.parametrize("name", RECURRENT)
def test_the_arithmetic_of_a_cell_adds_up(name):
    trained = load(name)
    ids = results.encode(name, RECURRENT[name][1]).ids
    recorded = alignment.steps(trained, ids)
    parts, rest = alignment.terms(trained.model.decoder.attention, recorded, trained, ids, 4)
    assert torch.allclose(parts["product"].sum(-1) + rest, recorded.energies, atol=1e-3)
    figure = results.alignment_map(name, results.encode(name, RECURRENT[name][1]))
    of = {key: array.values for key, array in figure.arrays.items()}
    assert np.allclose(of["powers"] / of["sums"][:, None], of["weights"], atol=1e-5)
    panels = str(figure.header["panels"])
    order = trained.model.config.decoder
    assert ("s₀, the old state" in panels) == (order == "bahdanau") and "head" not in str(
        figure.header["words"]["keys"]
    )


def test_what_is_said_of_the_pronoun_was_measured():
    text = words.about_pronoun(results.state_swaps(), results.attended_at_pronoun())
    assert (
        "Bahdanau’s largest weight is on *tired*" in text and "Luong’s on *because* (1.00)" in text
    )
    # The state of “tired” decides nothing there.
    assert results.state_swaps()[MOVING].after[-1, 1] < 0.1
    assert len(words.SLIPS) == 4 and words.slip_table().count("<tr>") == 5


def test_the_page_shows_both_orders_and_both_kinds_of_model(visitor):
    assert (
        results.decoder_steps(LOOKING, results.encode(LOOKING, SENTENCE))
        .header["panels"][0]["text"]
        .startswith("**Look, then")
    )
    assert (
        results.decoder_steps(MOVING, results.encode(MOVING, REVERSED))
        .header["panels"][0]["text"]
        .startswith("**Move, then")
    )
    shown = visitor.go(part="map", model="english_french", mapped=REVERSED)
    assert shown.drawn[0] == "alignment-map" and not shown.mistakes


@pytest.mark.parametrize(
    ("lesson", "name", "body"),
    [
        ("alignment", "context", """\
    powers = energies.exp() * words
    return ((powers / powers.sum(1, keepdim=True))[..., None] * memory).sum(1)
"""),
        ("sequences", "rnn_step", """\
    total = x @ W_ih.T + b_ih + h @ W_hh.T + b_hh
    return (torch.exp(2 * total) - 1) / (torch.exp(2 * total) + 1)
"""),
    ],
)  # fmt: skip
def test_an_overflow_is_called_an_overflow(lesson, name, body, tmp_path, monkeypatch):
    student = import_module(f"lessons.{lesson}.tests.mutants").STUDENT
    file = tmp_path / "exercise.py"
    file.write_text(student.solution(**{name: body}), "utf-8")
    checks = import_module(f"lessons.{lesson}.checks")
    monkeypatch.setattr(checks.EXERCISE.student, "exercise", file)
    result = checks.check()
    assert "overflowed" in result.saw, result
