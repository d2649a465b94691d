"""Gradients over the depth, hidden units, and LayerNorm of four numbers: against independent computations."""

import pytest
import torch
from torch.nn.functional import cross_entropy, layer_norm

from lessons.block.measure import depth, hidden_units
from lessons.block.measure.four_numbers import BETA, EPS, GAMMA, VECTORS, steps
from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.model import Encoder
from transformer.vocabulary import END, START
from transformer.weights import load


@pytest.fixture(scope="module")
def passes():
    return depth.all_passes()


def test_a_gradient_is_that_of_the_loss():
    """Built once more, run as a stack, and differentiated layer by layer."""
    backward = depth.backward("post", 3, seeds=(7,))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        config = TransformerConfig(depth.LETTERS, depth.LETTERS, **depth.SIZES, norm_order="post")
        table, stack = Embedding(depth.LETTERS, config), Encoder(config, 3)
    generator = torch.Generator().manual_seed(7)
    letters = torch.randint(depth.LETTERS, (depth.ROWS, depth.LONG), generator=generator)
    vectors = stack(table(letters))
    logits = (vectors @ table.table.weight.T).mT  # (row, letter, position)
    loss = cross_entropy(logits, letters.flip(1))
    assert backward.loss == pytest.approx(loss.item(), rel=1e-5)
    for number, layer in enumerate(stack.layers):
        weights = [p for p in layer.parameters() if p.dim() > 1]
        assert len(weights) == 6  # Q, K, V, O and the two of feed-forward
        squares = sum(
            g.square().sum() for g in torch.autograd.grad(loss, weights, retain_graph=True)
        )
        assert backward.gradients[0, number].item() == pytest.approx(
            squares.sqrt().item(), rel=1e-4
        )
    pairs = [
        torch.cosine_similarity(row[a], row[b], dim=0).item()
        for row in vectors.detach()
        for a in range(depth.LONG)
        for b in range(a)
    ]
    assert backward.alike == pytest.approx(sum(pairs) / len(pairs), abs=1e-5)


def test_what_the_lesson_says_of_24_layers(passes):
    first = {way: passes[way, 24].gradients[:, 0] for way in depth.WAYS}
    assert (first["without both"] < 1e-4).all() and (first["without norm"] > 1e5).all()
    for way in ("pre", "post", "without residual"):
        assert ((first[way] > 0.01) & (first[way] < 100)).all()
    everywhere = passes["without both", 24].gradients
    assert (everywhere < 1e-4).all(), "small in every layer, not in the first ones only"
    for layers in (12, 24):
        ends = {w: passes[w, layers].gradients.log().mean(0)[[0, -1]] for w in ("pre", "post")}
        assert ends["pre"][0] > ends["pre"][1] and ends["post"][0] < ends["post"][1]


def test_words_become_alike_at_once_without_residual_and_later_in_post(passes):
    alike = {(way, n): result.alike for (way, n), result in passes.items()}
    assert alike["without residual", 2] > 0.99
    assert max(alike[way, 2] for way in ("pre", "post", "without norm")) < 0.7
    assert alike["post", 6] < 0.95 and alike["post", 24] > 0.995, "the residual only delays it"
    for layers in depth.DEPTHS:
        assert alike["pre", layers] == min(alike[way, layers] for way in depth.WAYS)
    assert alike["pre", 24] < 0.95


def test_the_same_again_and_nobody_elses_numbers_move(passes):
    torch.manual_seed(3)
    before = torch.get_rng_state()
    first, second = (depth.backward("pre", 2) for _ in range(2))
    assert torch.equal(first.gradients, second.gradients) and first.loss == second.loss
    assert torch.equal(first.gradients, passes["pre", 2].gradients), "cut from a deeper one"
    assert torch.equal(before, torch.get_rng_state())


def test_what_no_stack_can_be():
    with pytest.raises(ValueError, match="'sideways' is not a valid way to build a stack"):
        depth.backward("sideways", 2)
    with pytest.raises(ValueError, match="depth is 0: a stack needs at least 1 layer"):
        depth.backward("pre", 0)


def test_units_are_counted_word_by_word():
    """One unit, one word, one example after the other."""
    trained = load("reverse")
    for layer in hidden_units.feed_forwards(trained.model):
        measured = hidden_units.units(trained, layer)
        unit = int(measured.strength.sum(1).argmax())
        place = int(measured.counts.argmax())
        assert END not in measured.words, "it is only ever written"
        word, values = int(measured.words[place]), []
        for example in trained.task.held_out[: hidden_units.MOST]:
            source = torch.tensor([trained.source_vocabulary.encode(example.source)])
            read = torch.tensor([[START, *trained.target_vocabulary.encode(example.target)]])
            with (
                torch.no_grad(),
                hidden_units.record(trained.model, f"{layer.path}.hidden") as trace,
            ):
                trained.model(source, read)
            tokens = source if layer.stack == "encoder" else read
            values.append(trace.one(f"{layer.path}.hidden")[0, tokens[0] == word, unit])
        values = torch.cat(values)
        assert len(values) == measured.counts[place]
        assert measured.strength[unit, place].item() == pytest.approx(
            values.mean().item(), rel=1e-4
        )
        assert measured.fires[unit, place].item() == pytest.approx(
            (values > 0).float().mean().item()
        )


def test_units_beside_which_no_words_stand_say_so(monkeypatch):
    """As in a family that reads pieces of a picture there."""
    trained = load("reverse")
    (layer, *_) = hidden_units.feed_forwards(trained.model)
    monkeypatch.setattr(hidden_units, "tokens_of_side", lambda batch, side: None)
    with pytest.raises(ValueError, match=f"{layer.path} does not read words"):
        hidden_units.units(trained, layer)


def test_feed_forward_sees_one_position_and_attention_does_not():
    for name, ids in (("english_french", (7, 8, 9)), ("language_model", (5, 6, 7))):
        trained = load(name)
        for layer in hidden_units.feed_forwards(trained.model):
            moved = hidden_units.change_elsewhere(trained, ids, layer)
            assert moved["feed-forward"] == 0 and moved["self-attention"] > 0.1


def test_a_feed_forward_that_looks_at_other_words_is_found(monkeypatch):
    """Also one that is as blind to order as unmasked attention: rows turned round do not tell it apart."""
    trained = load("english_french")
    (layer, *_) = hidden_units.feed_forwards(trained.model)
    whole = layer.beside(trained.model)
    plain, x = whole.feed_forward.forward, torch.arange(3 * 64.0).sin().view(1, 3, 64)
    monkeypatch.setattr(whole.feed_forward, "forward", lambda x: plain(x + x.mean(1, keepdim=True)))
    for function in (whole.feed_forward, lambda y: whole.self_attention(y, y)):
        torch.testing.assert_close(function(x.flip(1)), function(x).flip(1))
    moved = hidden_units.change_elsewhere(trained, (7, 8, 9), layer)
    assert moved["feed-forward"] > 0.01 and moved["self-attention"] > 0.1


def test_beside_a_single_word_nothing_can_move():
    trained = load("english_french")
    (layer, *_) = hidden_units.feed_forwards(trained.model)
    assert set(hidden_units.change_elsewhere(trained, (7,), layer).values()) == {0.0}


def test_a_feed_forward_that_hides_its_units_is_told_so():
    trained = load("reverse_without_feed_forward")
    with pytest.raises(ValueError, match="feed_forward.hidden .* was left out .* self.hidden = "):
        hidden_units.feed_forwards(trained.model)


def test_four_numbers_are_those_of_torch_and_of_the_decks():
    for vector in VECTORS.values():
        x = torch.tensor(vector)
        torch.testing.assert_close(steps(x)["output"], layer_norm(x, (4,), GAMMA, BETA, EPS))
    x = torch.tensor(VECTORS["1 2 3 4"])
    printed = {"no root": [-1.2, -0.4, 0.4, 1.2], "no root, no 1/d": [-0.3, -0.1, 0.1, 0.3]}
    for rule, numbers in printed.items():
        torch.testing.assert_close(steps(x, rule)["divided"], torch.tensor(numbers))
    assert steps(x, "no root")["spread"].item() == pytest.approx(0.8944, abs=5e-5)
    equal = torch.tensor(VECTORS["3 3 3 3"])
    assert not steps(equal)["divided"].any() and steps(equal, "no root")["divided"].isnan().all()
    with pytest.raises(ValueError, match="'half' is not a valid rule for σ"):
        steps(x, "half")
