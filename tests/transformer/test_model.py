"""What must hold for every Transformer, whatever its weights are."""

import pytest
import torch

from transformer.attention import MultiHeadAttention
from transformer.config import TransformerConfig
from transformer.decoding import Cache, greedy
from transformer.masks import causal, padding
from transformer.model import Transformer
from transformer.positions import sinusoidal
from transformer.probe import record
from transformer.variants.window import window
from transformer.vocabulary import END, PAD, START

POSITIONS = ("sinusoidal", "learned", "binary", "index", "rotary", "none")


@pytest.fixture
def model():
    return build()


def build(**changes) -> Transformer:
    torch.manual_seed(0)
    sizes = {"d_model": 16, "d_ff": 24, "self_heads": 4, "cross_heads": 2, **changes}
    return Transformer(TransformerConfig(20, 20, **sizes)).eval()


def tokens(*shape: int) -> torch.Tensor:
    return torch.randint(4, 20, shape, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("norm_order", ["pre", "post"])
@pytest.mark.parametrize("position", POSITIONS)
def test_causality(norm_order, position):
    """Change one target token: nothing before it moves, and something from it on does."""
    model = build(norm_order=norm_order, position=position)
    source, target = tokens(2, 6), tokens(2, 8)
    before, changed = model(source, target), target.clone()
    changed[:, 5] = (target[:, 5] - 4 + 1) % 16 + 4
    after = model(source, changed)
    torch.testing.assert_close(after[:, :5], before[:, :5])
    assert ((after - before).abs().amax(-1)[:, 5:] > 1e-4).all()


def test_padding_changes_nothing(model):
    source, target = tokens(2, 6), tokens(2, 5)
    padded = torch.cat((source, torch.full((2, 3), PAD)), dim=1)
    torch.testing.assert_close(model(padded, target), model(source, target))


def test_sentences_of_a_batch_are_independent(model):
    source, target = tokens(3, 6), tokens(3, 5)
    alone = torch.cat([model(source[i : i + 1], target[i : i + 1]) for i in range(3)])
    torch.testing.assert_close(model(source, target), alone)


@pytest.mark.parametrize("position, moves", [(p, p != "none") for p in POSITIONS])
def test_without_positions_the_encoder_is_permutation_equivariant(position, moves):
    model, source, order = build(position=position), tokens(2, 6), torch.randperm(6)
    shuffled = model.encode(source[:, order])
    expected = model.encode(source)[:, order]
    assert torch.allclose(shuffled, expected, atol=1e-5) != moves


@pytest.mark.parametrize("position", POSITIONS)
def test_cached_decoding_equals_full_decoding(position):
    model = build(position=position)
    source, target = tokens(2, 6), tokens(2, 9)
    memory, cache = model.encode(source), Cache(model.decoder.layers)
    steps = [target[:, :3], *target[:, 3:].split(1, dim=1)]  # three at once, then one by one
    parts = [model.decode(step, memory, source, cache) for step in steps]
    torch.testing.assert_close(torch.cat(parts, dim=1), model(source, target))


def test_greedy_equals_decoding_every_prefix_anew(model):
    source = tokens(3, 6)
    output = greedy(model, source, max_length=10, banned=())
    target = torch.full((3, 1), START)
    for step in range(output.shape[1]):
        best = model(source, target)[:, -1].argmax(-1)
        ended = (target == END).any(-1)
        assert torch.equal(output[:, step], best.masked_fill(ended, PAD))
        target = torch.cat((target, output[:, step : step + 1]), dim=1)


@pytest.mark.parametrize("norm_order", ["pre", "post"])
def test_a_residual_adds_what_the_sublayer_gave(norm_order):
    """in + sub-layer = sum: the identity that lets a reader follow the stream of vectors."""
    model = build(norm_order=norm_order)
    with record(model) as trace:
        model(tokens(2, 6), tokens(2, 5))
    layer = "encoder.layers.0"
    into = trace.one("source_embedding.sum")
    middle = into + trace.one(f"{layer}.self_attention.output")
    torch.testing.assert_close(middle, trace.one(f"{layer}.attention_residual.sum"))
    if norm_order == "post":
        middle = trace.one(f"{layer}.attention_residual.normed")
    out = middle + trace.one(f"{layer}.feed_forward.output")
    torch.testing.assert_close(out, trace.one(f"{layer}.feed_forward_residual.sum"))


def test_masks():
    assert causal(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]
    assert causal(1, 4).all(), "one new query may look at everything before it"
    assert padding(torch.tensor([[5, 6, 0]]), 0).tolist() == [[[[True, True, False]]]]
    assert window(4, 1)[1].tolist() == [True, True, True, False]
    with pytest.raises(ValueError, match="5 queries"):
        causal(5, 3)


def test_sinusoids_are_the_papers():
    """n = 5, d = 4: sines and cosines of pos and of pos/100 (not pos/600, as a slide prints)."""
    position = torch.arange(5.0)
    expected = torch.stack(
        (position.sin(), position.cos(), (position / 100).sin(), (position / 100).cos()), dim=-1
    )
    torch.testing.assert_close(sinusoidal(5, 4), expected)
    torch.testing.assert_close(
        (sinusoidal(5, 4) @ sinusoidal(5, 4).T).diagonal(), torch.full((5,), 2.0)
    )
    torch.testing.assert_close(sinusoidal(3, 8, start=4), sinusoidal(7, 8)[4:])


@pytest.mark.parametrize("shape", [(2, 3, 3), (1, 1, 1, 3, 3), (2, 1, 3, 4), (4,)])
def test_a_mask_that_does_not_fit_is_named(shape):
    x = torch.zeros(2, 3, 8)
    with pytest.raises(ValueError) as error:
        MultiHeadAttention(8, 2)(x, x, torch.ones(shape, dtype=torch.bool))
    assert f"{shape} does not fit the scores of shape (2, 2, 3, 3). Each axis" in str(error.value)


def test_longer_than_ever_before(model):
    """Sinusoids go on; learned positions end, and say so."""
    assert model.encode(tokens(1, 100)).isfinite().all()
    with pytest.raises(ValueError, match="100 positions.*learned only 64"):
        build(position="learned").encode(tokens(1, 100))


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"self_heads": 3}, "64.*self_heads is 3"),
        ({"cross_heads": 0}, "64.*cross_heads is 0"),
        ({"norm_order": "middle"}, "'middle'. Choose one of: pre, post"),
        ({"d_model": 0}, "d_model is 0"),
        ({"d_model": 33, "self_heads": 3}, "d_model is 33, but it must be even"),
        ({"encoder_layers": 0}, "it must be at least 1"),
        ({"dropout": 1.0}, "dropout is 1.0"),
        ({"attention": "mine"}, "no attention is called 'mine'. Known: standard"),
        ({"norm": "rms_norm"}, "no norm is called 'rms_norm'. Known: [^.]*\\brms\\b"),
    ],
)
def test_impossible_settings_are_named(changes, words):
    with pytest.raises(ValueError, match=words):
        Transformer(TransformerConfig(20, 20, **changes))


def test_the_papers_base_model_has_the_papers_size():
    """44.1 M parameters beside the embeddings (table 3 says 65 M with a vocabulary of 37,000)."""
    with torch.device("meta"):
        sizes = {"d_model": 512, "d_ff": 2048, "encoder_layers": 6, "decoder_layers": 6}
        heads = {"self_heads": 8, "cross_heads": 8}
        model = Transformer(TransformerConfig(37000, 37000, **sizes, **heads, norm_order="post"))
    layers = sum(p.numel() for stack in (model.encoder, model.decoder) for p in stack.parameters())
    assert round(layers / 1e6, 1) == 44.1


def test_template_variant_trains(model):
    """The layer that students copy keeps the contract: shapes, masks, cache, gradients."""
    import transformer.variants.additive  # noqa: F401  registers "additive"

    model = build(attention="additive")
    source, target = tokens(2, 6), tokens(2, 5)
    memory, cache = model.encode(source), Cache(model.decoder.layers)
    parts = [model.decode(step, memory, source, cache) for step in target.split(1, dim=1)]
    torch.testing.assert_close(torch.cat(parts, dim=1), model(source, target))
    model(source, target).sum().backward()
    assert model.encoder.layers[0].self_attention.v.grad.abs().sum() > 0
