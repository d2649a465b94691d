"""The shipped variants against formulas written another way: values and gradients, in float64."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from tests.kit.float64 import double  # noqa: F401  a fixture
from transformer.masks import causal
from transformer.registry import find

D, HEADS, PLACES = 12, 4, 7
LOWER = causal(PLACES)
sdpa = F.scaled_dot_product_attention


def same(ours, theirs, module: nn.Module, x: torch.Tensor) -> None:
    """Equal outputs, and equal gradients of the input and of every parameter that has one."""
    torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=1e-8)
    direction, owners = torch.randn_like(theirs), [x, *module.parameters()]
    both = [torch.autograd.grad(y, owners, direction, allow_unused=True) for y in (ours, theirs)]
    for owner, one, other in zip(owners, *both, strict=True):
        assert one is not None, f"no gradient reached a tensor of {tuple(owner.shape)}"
        torch.testing.assert_close(one, other, atol=1e-10, rtol=1e-8)


# ---- attention: one head at a time, q and k and v (place, d_k), every word sees those before it ------
def alibi(layer, head, q, k, v):
    slope = (2**-2, 2**-4, 2**-6, 2**-8)[head]  # of four heads, as the paper prints them
    bias = torch.tensor([[-slope * abs(i - j) for j in range(PLACES)] for i in range(PLACES)])
    return sdpa(q, k, v, attn_mask=bias.masked_fill(~LOWER, -math.inf))


def windowed(layer, head, q, k, v):
    return sdpa(q, k, v, attn_mask=LOWER & LOWER.T.tril(2).T.triu(-2))


def relative(layer, head, q, k, v):
    far = range(-4, 5)
    rows = []
    for i in range(PLACES):
        places = [far.index(max(-4, j - i)) for j in range(i + 1)]
        keys, values = k[: i + 1] + layer.to_key[places], v[: i + 1] + layer.to_value[places]
        rows.append((keys @ q[i] / math.sqrt(len(q[i]))).softmax(0) @ values)
    return torch.stack(rows)


def linear(layer, head, q, k, v):
    """As a recurrent network: a state for all words so far, and no weights."""

    def phi(x):
        return torch.where(x > 0, x + 1, x.exp())

    state, total, rows = q.new_zeros(len(q[0]), len(v[0])), q.new_zeros(len(q[0])), []
    for i in range(PLACES):
        state, total = state + torch.outer(phi(k[i]), v[i]), total + phi(k[i])
        rows.append(phi(q[i]) @ state / (phi(q[i]) @ total))
    return torch.stack(rows)


def one_by_one(weigh):
    """From the scores of one row of allowed words to their weights."""

    def mixed(layer, head, q, k, v):
        scores = [k[: i + 1] @ q[i] / math.sqrt(len(q[i])) for i in range(PLACES)]
        return torch.stack([weigh(layer, head, s) @ v[: len(s)] for s in scores])

    return mixed


def hard(layer, head, q, k, v):
    rows = []
    for i in range(PLACES):
        soft = (k[: i + 1] @ q[i] / math.sqrt(len(q[i]))).softmax(0)
        lent = (soft - soft.detach()) @ v[: i + 1]  # nothing, with the gradient of softmax
        rows.append(v[int(soft.argmax())] + lent)
    return torch.stack(rows)


def sink(layer, head, s):
    return s.exp() / (s.exp().sum() + layer.sink[head].squeeze().exp())


ATTENTIONS = {
    "alibi": alibi,
    "windowed": windowed,
    "relative": relative,
    "linear": linear,
    "sink": one_by_one(sink),
    "sigmoid": one_by_one(lambda layer, head, s: 1 / (1 + len(s) * (-s).exp())),
    "no_softmax": one_by_one(lambda layer, head, s: s / len(s)),
    "hard": hard,
    "grouped_query": lambda layer, head, q, k, v: sdpa(q, k, v, is_causal=True),
    "multi_query": lambda layer, head, q, k, v: sdpa(q, k, v, is_causal=True),
}


@pytest.mark.parametrize("name", ATTENTIONS)
def test_attention_equals_its_formula(name):
    layer, d_k = find("attention", name)(D, HEADS), D // HEADS
    for parameter in layer.parameters():
        nn.init.normal_(parameter)
    x = torch.randn(2, PLACES, D, requires_grad=True)

    def part(matrix, sentence, head):
        """Of the keys of a head the rows that belong to it; heads of a group have the same."""
        found = F.linear(sentence, matrix.weight, matrix.bias)
        of = head * (found.shape[-1] // d_k) // HEADS
        return found[:, of * d_k : (of + 1) * d_k]

    def whole(sentence):
        heads = [
            ATTENTIONS[name](
                layer, h, *(part(m, sentence, h) for m in (layer.W_Q, layer.W_K, layer.W_V))
            )
            for h in range(HEADS)
        ]
        return F.linear(torch.cat(heads, dim=-1), layer.W_O.weight, layer.W_O.bias)

    same(layer(x, x, LOWER), torch.stack([whole(sentence) for sentence in x]), layer, x)


# ---- the other kinds -----------------------------------------------------------------------------
def test_gelu_is_torchs_and_the_formula():
    layer, x = find("feed_forward", "gelu")(D, 20), torch.randn(2, 5, D, requires_grad=True)
    inner = layer.expand(x)
    by_hand = inner * 0.5 * (1 + torch.erf(inner / math.sqrt(2)))
    same(layer(x), layer.contract(by_hand), layer, x)
    torch.testing.assert_close(layer.activate(inner), F.gelu(inner))


def test_swiglu_equals_its_formula():
    layer, x = find("feed_forward", "swiglu")(D, 20), torch.randn(2, 5, D, requires_grad=True)
    for parameter in layer.parameters():
        nn.init.normal_(parameter)
    gate = x @ layer.gate.weight.T + layer.gate.bias
    up = x @ layer.expand.weight.T + layer.expand.bias
    hidden = up * gate / (1 + (-gate).exp())
    same(layer(x), hidden @ layer.contract.weight.T + layer.contract.bias, layer, x)


def test_rms_norm_is_torchs():
    ours, theirs = find("norm", "rms")(D), nn.RMSNorm(D, eps=1e-5)
    x = torch.randn(2, 5, D, requires_grad=True)
    nn.init.normal_(ours.weight)
    theirs.weight = ours.weight
    same(ours(x), theirs(x), ours, x)


def test_first_and_near_lets_through_what_it_says():
    class Layer(find("mask", "first_and_near"), find("attention", "standard")):
        pass

    seen = Layer(D, HEADS).attention_mask(LOWER, torch.zeros(1, HEADS, PLACES, PLACES))
    for i in range(PLACES):
        may = [j for j in range(PLACES) if j <= i and (i - j <= 2 or j == 0)]
        assert seen[i].nonzero().flatten().tolist() == may


def test_typical_takes_the_word_whose_surprise_is_nearest_to_the_entropy():
    log_p = (3 * torch.randn(60, 9)).index_fill(1, torch.tensor([0, 4]), -math.inf).log_softmax(-1)
    log_p[0] = torch.tensor([0.0] + 8 * [-math.inf])  # all but one word impossible
    chosen = find("decoding", "typical")()(log_p).tolist()
    expected = []
    for row in log_p.exp().tolist():
        average = sum(p * math.log2(1 / p) for p in row if p)  # in bits: the choice is the same
        far = {word: abs(math.log2(1 / p) - average) for word, p in enumerate(row) if p}
        expected.append(min(far, key=far.get))
    assert chosen == expected
    assert chosen != log_p.argmax(-1).tolist(), "it is not another name for greedy"
