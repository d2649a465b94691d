"""The score functions against sums by hand, as layers, and what the softmax makes of their size."""

import math

import pytest
import torch

import transformer.variants.additive  # noqa: F401  registers "additive"
from lessons.scores.measure import root_d
from lessons.scores.measure.soft_lookup import letter_vectors, lookup_weights, soft_lookup
from transformer.attention import attention
from transformer.decoding.next_token import start_decoding
from transformer.model import Transformer, TransformerConfig
from transformer.probe import record
from transformer.registry import find
from transformer.variants.scores import additive, concat, general, location

NAMES = ("unscaled", "parameter_free", "general", "concat", "additive", "location")
QUERIES, KEYS, D_Q, D_K, HIDDEN = 3, 4, 5, 2, 6


def random_tensor(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.fixture
def pair():
    """A batch of two sentences with two heads; queries and keys of different size."""
    return random_tensor(2, 2, QUERIES, D_Q), random_tensor(2, 2, KEYS, D_K, seed=1)


def by_hand(pair, score) -> torch.Tensor:
    """Each pair for itself, in Python's own numbers."""
    query, key = pair
    rows = [
        [
            [[score(q.tolist(), k.tolist(), h) for k in key[b, h]] for q in query[b, h]]
            for h in range(2)
        ]
        for b in range(2)
    ]
    return torch.tensor(rows)


def dot(a, b) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_general_is_q_W_k(pair):
    W = random_tensor(2, D_Q, D_K, seed=2)  # of each head
    right = by_hand(
        pair,
        lambda q, k, h: sum(
            q[i] * W[h, i, j].item() * k[j] for i in range(D_Q) for j in range(D_K)
        ),
    )
    torch.testing.assert_close(general(*pair, W), right)


def test_concat_and_additive_are_one_function(pair):
    W_1, W_2, v = (
        random_tensor(HIDDEN, D_Q, seed=2),
        random_tensor(HIDDEN, D_K, seed=3),
        random_tensor(HIDDEN, seed=4),
    )
    right = by_hand(
        pair,
        lambda q, k, h: sum(
            v[n].item() * math.tanh(dot(W_1[n].tolist(), q) + dot(W_2[n].tolist(), k))
            for n in range(HIDDEN)
        ),
    )
    torch.testing.assert_close(additive(*pair, W_1, W_2, v), right)
    torch.testing.assert_close(concat(*pair, torch.cat((W_1, W_2), -1), v), right)


def test_location_knows_its_places_and_no_key(pair):
    query, key = pair
    W = random_tensor(2, 9, D_Q, seed=2)
    right = by_hand(pair, lambda q, k, h: 0.0)
    for place in range(KEYS):
        right[..., place] = torch.tensor(
            [
                [[dot(W[h, place].tolist(), q.tolist()) for q in query[b, h]] for h in range(2)]
                for b in range(2)
            ]
        )
    torch.testing.assert_close(location(query, key, W), right)
    assert torch.equal(location(query, -7 * key, W), location(query, key, W))
    with pytest.raises(ValueError, match="there are 4 keys, but W has rows for only 3 positions"):
        location(query, key, W[:, :3])


# ---- as layers --------------------------------------------------------------------------------
def built(name: str, **sizes) -> Transformer:
    torch.manual_seed(0)
    return Transformer(
        TransformerConfig(
            11,
            13,
            d_model=16,
            d_ff=16,
            encoder_layers=1,
            self_heads=2,
            cross_heads=2,
            attention=name,
            **sizes,
        )
    ).eval()


@pytest.mark.parametrize("name", NAMES)
def test_each_trains_and_reads_the_same_word_by_word(name):
    model = built(name)
    source, target = torch.tensor([[4, 5, 6, 7, 8]]), torch.tensor([[1, 5, 9, 4]])
    model(source, target).sum().backward()
    layers = (
        *model.encoder.layers[0].self_attention.named_parameters(),
        *model.decoder.layers[1].cross_attention.named_parameters(),
    )
    unlearned = [n for n, p in layers if p.grad is None and not n.startswith("W_K.bias")]
    # A score by location needs no keys.
    assert unlearned == (
        [n for n, _ in layers if n.startswith("W_K.weight")] if name == "location" else []
    )
    with torch.no_grad():
        state, whole = start_decoding(model, source), model(source, target).log_softmax(-1)
        for n in range(target.shape[1]):
            step = state.log_probabilities(target[:, n : n + 1])
            torch.testing.assert_close(step, whole[:, n], atol=1e-5, rtol=1e-5)


def test_a_layer_scores_by_the_function_of_its_name():
    functions = {
        "unscaled": lambda q, k, at: q @ k.mT,
        "parameter_free": lambda q, k, at: q @ k.mT,
        "general": lambda q, k, at: general(q, k, at.W),
        "concat": lambda q, k, at: concat(q, k, at.W, at.v),
        "additive": lambda q, k, at: (
            additive(q, k, torch.eye(8), torch.eye(8), torch.zeros(8))
            + ((q[..., :, None, :] + k[..., None, :, :]).tanh() * at.v).sum(-1)
        ),
        "location": lambda q, k, at: location(q, k, at.W),
    }
    for name, score in functions.items():
        layer, x = find("attention", name)(16, 2), random_tensor(1, 5, 16)
        with torch.no_grad(), record(layer) as trace:
            layer(x, x)
            right = score(trace.one("query"), trace.one("key"), layer)
        torch.testing.assert_close(trace.one("scores"), right)
        torch.testing.assert_close(trace.one("scaled"), right)  # none of them is divided


def test_additive_of_the_template_is_additive_with_its_vector():
    layer, x = find("attention", "additive")(16, 2), random_tensor(1, 5, 16)
    with torch.no_grad(), record(layer) as trace:
        layer(x, x)
        for head in range(2):
            q, k = trace.one("query")[0, head], trace.one("key")[0, head]
            right = additive(q, k, torch.eye(8), torch.eye(8), layer.v[head, 0, 0])
            torch.testing.assert_close(trace.one("scores")[0, head], right)


# ---- a soft lookup, and the size of scores ------------------------------------------------------
def test_a_soft_lookup_goes_from_the_best_to_the_mean_and_is_attention_in_between():
    query, key, value = (
        random_tensor(3, 8),
        random_tensor(5, 8, seed=1),
        random_tensor(5, 4, seed=2),
    )
    torch.testing.assert_close(
        soft_lookup(query, key, value, 1e-4), value[(query @ key.T).argmax(-1)]
    )
    torch.testing.assert_close(
        soft_lookup(query, key, value, 1e6), value.mean(0).expand(3, -1), atol=1e-4, rtol=0
    )
    torch.testing.assert_close(
        soft_lookup(query, key, value, math.sqrt(8)), attention(query, key, value)
    )
    sharp = [lookup_weights(query, key, t).amax(-1) for t in (0.5, 1, 2, 4)]
    assert all((a > b).all() for a, b in zip(sharp, sharp[1:], strict=False))


def test_words_are_compared_by_their_letters():
    vectors = letter_vectors(["jacky", "jack", "JACK", "", "ü"])
    assert vectors[0] @ vectors[1] == pytest.approx(4 / math.sqrt(5 * 4))
    assert torch.equal(vectors[1], vectors[2]) and not vectors[3:].any()


def test_undivided_scores_leave_most_weights_no_gradient_and_the_query_a_larger_one():
    """E18: the median vanishes; the mean, the Jacobian and the gradients at query and keys do not."""
    draws = {draw.d_k: draw for draw in root_d.sample_draws()}
    for d_k, draw in draws.items():  # a variance is known to about √(2 / n) of itself
        assert draw.plain.variance == pytest.approx(d_k, rel=6 * math.sqrt(2 / root_d.ROWS))
        assert draw.divided.variance == pytest.approx(draw.plain.variance / d_k, rel=1e-9)
    assert draws[512].plain.median < 1e-20 and 0.005 < draws[512].divided.median < 0.02
    assert 1 / 15 < draws[512].plain.mean / draws[1].plain.mean < 1 / 5
    assert draws[16].plain.jacobian > 1.4 * draws[16].divided.jacobian
    for d_k in (16, 64, 512):
        for name in ("query", "keys"):
            undivided, divided = (
                getattr(rows, name) for rows in (draws[d_k].plain, draws[d_k].divided)
            )
            assert 4 < undivided / divided < 15, (d_k, name)
    assert draws[512].plain.entropy < 0.5 < 3 < draws[512].divided.entropy < math.log(root_d.KEYS)


def test_the_gradients_of_the_draws_are_those_of_autograd():
    query, key, value, output = (
        random_tensor(2, *shape).double() for shape in ((1, 5), (7, 5), (7, 4), (1, 4))
    )
    query, key = query.requires_grad_(), key.requires_grad_()
    scores = query @ key.mT * 0.3
    torch.autograd.backward((scores.softmax(-1) @ value * output).sum(), inputs=[query, key])
    with torch.no_grad():
        rows = root_d.rows(query, key, value, output, 0.3)
        weights = scores[:, 0].softmax(-1)
    assert rows.query == pytest.approx(query.grad.flatten(1).norm(dim=1).mean().item())
    assert rows.keys == pytest.approx(key.grad.flatten(1).norm(dim=1).mean().item())
    whole = torch.autograd.functional.jacobian(lambda row: row.softmax(-1), scores[0, 0].detach())
    torch.testing.assert_close(root_d.jacobians(weights)[0], whole)
