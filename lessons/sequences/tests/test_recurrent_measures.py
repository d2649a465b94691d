"""What is measured of recurrent networks: the steps against the cells, the chain against the loss, the gradient by hand."""

from functools import cache, partial

import pytest
import torch
from torch import nn

from lessons.sequences.measure import clipping, moments, over_time, steps
from lessons.sequences.measure.word_by_word import reading_order, record_steps
from transformer.attention import MultiHeadAttention
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.measure.cost import training_step
from transformer.probe import record
from transformer.recurrent import CELLS, GRU, RecurrentEncoder
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
    recorded = record_steps(trained, ids)
    update, candidate = recorded.cells["update"], recorded.cells["candidate"]
    again = (1 - update) * candidate + update * recorded.before  # (step, hidden)
    torch.testing.assert_close(recorded.cells["state"], again)
    assert len(recorded.cells["state"]) == len(ids) + len(recorded.written)
    assert recorded.chances.tolist() == pytest.approx(recorded.shares[:, 0].tolist())  # greedy
    writing = trained.model.start_decoding(torch.tensor([ids]))
    logs = [writing.log_probabilities(torch.tensor([[token]]))[0] for token in recorded.read]
    chosen = [row[token].exp().item() for row, token in zip(logs, recorded.written, strict=True)]
    assert recorded.chances.tolist() == pytest.approx(chosen, rel=1e-4)


def test_a_sentence_is_read_in_the_order_of_the_model():
    assert reading_order(load("copy_recurrent_backwards"), 3) == [2, 1, 0]
    assert reading_order(load("copy_recurrent_twice"), 2) == [0, 1, 0, 1]
    with pytest.raises(ValueError, match="both directions"):
        record_steps(load("english_french_bahdanau"), [4, 5])


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
    assert over_time.gradient_ratio(over_time.Way("gru"), 10, 1) == pytest.approx(
        (sizes[0] / sizes[-1]).item()
    )
    with pytest.raises(ValueError, match="words is 0, .* at least 1 word"):
        over_time.gradient_ratio(over_time.Way("rnn"), 0)


# ---- who waits for whom ------------------------------------------------------------------------------------
def searched(states: list[list[tuple[torch.Tensor, int]]]) -> list[list[int]]:
    """Return the moment of each state, (tensor of a real pass, its place there), row by row: the longest chain of states of
    which each has a gradient to the next."""
    flat = [state for row in states for state in row]
    tensors = [tensor for tensor, _ in flat]

    @cache
    def moment(k: int) -> int:
        tensor, place = flat[k]
        gradients = torch.autograd.grad(
            tensor[0, place].sum(), tensors, retain_graph=True, allow_unused=True
        )
        needs = [
            n
            for n, (gradient, (other, at)) in enumerate(zip(gradients, flat, strict=True))
            if gradient is not None and other is not tensor and gradient[0, at].any()
        ]
        return 1 + max(map(moment, needs), default=0)

    return [[moment(len(row) * n + k) for k in range(len(row))] for n, row in enumerate(states)]


@pytest.mark.parametrize("both", [False, True])
def test_a_state_is_there_when_all_that_it_needs_is(both):
    """Against the gradients between the states of a real GRU, and against what a pencil says."""
    torch.manual_seed(0)
    model, rows, of = (
        RecurrentEncoder(GRU, 3, 5, 3, both),
        [],
        moments.KINDS["both" if both else "one"],
    )
    with record(model, gradients=True) as trace:
        model(torch.randn(1, 4, 3), torch.ones(1, 4, dtype=torch.bool))
    for layer in range(3):
        rows.append(trace[f"forwards.{layer}.state"])
        rows += [trace[f"backwards.{layer}.state"][::-1]] if both else []
    assert of(4, 3).tolist() == searched([[(state, slice(None)) for state in row] for row in rows])
    for words, layers in ((1, 1), (1, 3), (2, 2), (12, 1), (12, 3)):
        assert of(words, layers).max() == (words * layers if both else words + layers - 1)


def test_attention_takes_two_moments_a_layer():
    torch.manual_seed(0)
    parts = MultiHeadAttention(8, 2), FeedForward(8, 16), partial(Residual, 8, "pre")
    model = nn.Sequential(*(EncoderLayer(*parts) for _ in range(2)))
    with record(model, gradients=True) as trace:
        model(torch.randn(1, 4, 8))
    sums = [trace.one(name) for name in trace.names() if name.endswith("sum")]
    by_search = searched([[(moment, word) for word in range(4)] for moment in sums])
    assert moments.attention(4, 2).tolist() == by_search
    assert moments.attention(50, 3).max() == 6


# ---- clipping, and the clock ------------------------------------------------------------------------------------
@pytest.mark.parametrize("clips", [False, True])
def test_clipping_is_torchs(clips, monkeypatch):
    """The same weights in `nn.RNN`, its gradients made shorter by hand."""
    monkeypatch.setattr(clipping, "STEPS", 4)
    training = clipping.train(True, clips, seed=3)
    torch.manual_seed(3)
    cell = clipping.initial_cell(True)
    x = torch.randn(clipping.ROWS, clipping.WORDS, over_time.INPUTS, dtype=torch.float64)
    wanted = torch.randn(clipping.ROWS, over_time.HIDDEN, dtype=torch.float64).abs()
    theirs = nn.RNN(
        over_time.INPUTS, over_time.HIDDEN, nonlinearity="relu", batch_first=True
    ).double()
    theirs.load_state_dict({f"{name}_l0": value for name, value in cell.state_dict().items()})
    weights = list(theirs.parameters())
    for step in range(clipping.STEPS):
        loss = (theirs(x)[0][:, -1] - wanted).square().mean()
        gradients = torch.autograd.grad(loss, weights)
        norm = torch.cat([gradient.flatten() for gradient in gradients]).norm()
        shorter = min(1.0, clipping.MOST / norm.item()) if clips else 1.0
        with torch.no_grad():
            for weight, gradient in zip(weights, gradients, strict=True):
                weight -= clipping.RATE * shorter * gradient
        assert training.loss[step].item() == pytest.approx(loss.item(), rel=1e-4)
        assert training.norm[step].item() == pytest.approx(norm.item(), rel=1e-4)
        assert training.used[step].item() == pytest.approx(shorter * norm.item(), rel=1e-4)


def test_a_step_by_the_clock_is_a_whole_one_and_the_middle_one_counts(monkeypatch):
    for kind in training_step.COMPARED:
        layer = training_step.network(kind)
        training_step.step(layer, 3)
        assert all(weight.grad is not None for weight in layer.parameters())
    monkeypatch.setattr(training_step, "WORDS", (2,))
    monkeypatch.setattr(training_step, "PASSES", 3)
    times = iter([5.0, 50.0, 900.0, 30.0, 7.0, 40.0])  # one slow pass of each
    monkeypatch.setattr(training_step, "timed", lambda run, passes: [next(times)])
    assert training_step.milliseconds() == {"gru": [7.0], "attention": [40.0]}
