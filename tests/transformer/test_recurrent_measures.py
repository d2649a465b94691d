"""What is measured of recurrent networks: the steps against the cells, the chain against the loss, the gradient by hand."""

import pytest
import torch
from torch import nn

from transformer.measure.recurrent import over_time, steps
from transformer.measure.recurrent.word_by_word import follow, reading_order
from transformer.recurrent import CELLS
from transformer.weights import load


@pytest.mark.parametrize("name", ["rnn", "gru"])
def test_a_step_is_that_of_the_cell(name):
    torch.manual_seed(0)
    cell, x, h = CELLS[name](5, 4), torch.randn(3, 5), torch.randn(3, 4)
    weights = cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh
    torch.testing.assert_close(getattr(steps, f"{name}_step")(x, h, *weights), cell(x, (h,))[0])


def test_a_probability_is_minus_the_summed_loss():
    logits, target = torch.randn(2, 6, 7), torch.randint(7, (2, 6))
    loss = nn.functional.cross_entropy(logits.mT, target, reduction="none").sum(-1)
    torch.testing.assert_close(steps.log_probability(logits, target), -loss)


def test_the_steps_follow_from_each_other():
    trained = load("english_french_recurrent")
    ids = trained.source_vocabulary.encode(["the", "cat", "eats", "the", "fish"])
    found = follow(trained, ids)
    update, candidate = found.cells["update"], found.cells["candidate"]
    again = (1 - update) * candidate + update * found.before  # (step, hidden)
    torch.testing.assert_close(found.cells["state"], again)
    assert len(found.cells["state"]) == len(ids) + len(found.written)
    assert found.chances.tolist() == pytest.approx(found.shares[:, 0].tolist())  # greedy
    writing = trained.model.begin(torch.tensor([ids]))
    logs = [writing.log_probabilities(torch.tensor([[token]]))[0] for token in found.read]
    chosen = [one[token].exp().item() for one, token in zip(logs, found.written, strict=True)]
    assert found.chances.tolist() == pytest.approx(chosen, rel=1e-4)


def test_a_sentence_is_read_in_the_order_of_the_model():
    assert reading_order(load("copy_recurrent_backwards"), 3) == [2, 1, 0]
    assert reading_order(load("copy_recurrent_twice"), 2) == [0, 1, 0, 1]
    with pytest.raises(ValueError, match="both directions"):
        follow(load("english_french_bahdanau"), [4, 5])


def test_what_reaches_the_first_word_is_torchs_gradient():
    """The same weights and inputs in `nn.GRU`."""
    torch.manual_seed(1)
    cell = CELLS["gru"](over_time.INPUTS, over_time.HIDDEN).double()
    x = torch.randn(over_time.ROWS, 10, over_time.INPUTS, dtype=torch.float64, requires_grad=True)
    wanted = torch.randn(over_time.ROWS, over_time.HIDDEN, dtype=torch.float64)
    theirs = nn.GRU(over_time.INPUTS, over_time.HIDDEN, batch_first=True).double()
    theirs.load_state_dict({f"{name}_l0": value for name, value in cell.state_dict().items()})
    (theirs(x)[0][:, -1] - wanted).square().mean().backward()
    sizes = x.grad.square().sum((0, 2)).sqrt()
    assert over_time.reaches(over_time.Way("gru"), 10, 1) == pytest.approx(
        (sizes[0] / sizes[-1]).item()
    )
    with pytest.raises(ValueError, match="1 word or more, got 0"):
        over_time.reaches(over_time.Way("rnn"), 0)
