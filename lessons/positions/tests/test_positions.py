"""Ways to mark positions: what the formulas promise, and a score taken apart."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from lessons.positions.measure.score_parts import PARTS, score_parts
from transformer.attention import MultiHeadAttention
from transformer.config import TransformerConfig
from transformer.model import Transformer
from transformer.positions import shift, sinusoidal
from transformer.probe import record
from transformer.registry import find
from transformer.variants.encodings import binary, index, wavelengths
from transformer.variants.rotary import RotaryAttention, rotate
from transformer.weights import load

even = st.integers(1, 32).map(lambda half: 2 * half)
bases = st.floats(1.0, 1e5)


@given(st.integers(1, 12), even, bases, st.integers(0, 30))
def test_rotary_positions_turn_neighbouring_components(length, d_k, base, start):
    """Each pair (x_2i, x_2i+1) is a complex number, multiplied by e^(i p ω)."""
    x = torch.randn(length, d_k, generator=torch.Generator().manual_seed(0))
    pairs = torch.view_as_complex(x.double().unflatten(-1, (-1, 2)))  # (position, d_k / 2)
    position = torch.arange(start, start + length).double()
    angle = position[:, None] / base ** (torch.arange(0, d_k, 2).double() / d_k)
    right = torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)).flatten(-2)
    torch.testing.assert_close(rotate(x, start, base), right.float(), atol=1e-5, rtol=0)


@given(st.integers(0, 30), st.integers(-20, 20), even, bases)
def test_one_matrix_leads_from_every_position_to_the_one_further_on(place, offset, d_model, base):
    here = sinusoidal(1, d_model, base, start=place)[0]
    there = sinusoidal(1, d_model, base, start=place + offset)[0]
    matrix = shift(offset, d_model, base)
    assert torch.allclose(matrix @ here, there, atol=1e-5)
    assert torch.allclose(matrix @ matrix.T, torch.eye(d_model), atol=1e-5)


def test_wavelengths():
    assert wavelengths(512)[0].item() == pytest.approx(2 * math.pi)
    assert wavelengths(512)[-1].item() == pytest.approx(60612, abs=1)
    assert wavelengths(512, base=1000)[-1].item() == pytest.approx(6116, abs=1), (
        "with a slide's base"
    )


@pytest.mark.parametrize(
    "code, arguments, reason",
    [
        (sinusoidal, (5, 7), "d_model is 7, but"),
        (sinusoidal, (5, 1), "d_model is 1, but"),
        (sinusoidal, (5, 0), "even and at least 2"),
        (sinusoidal, (0, 4), "it must be at least 1"),
        (sinusoidal, (5, 4, 0.0), "base is 0, but"),
        (sinusoidal, (5, 4, -3.0), "base is -3, but"),
        (sinusoidal, (5, 4, math.inf), "base is inf, but"),
        (binary, (9, 3), "position 8 needs 4 bits.*only d_model = 3"),
        (index, (3, 0), "it must be at least 1"),
    ],
)
def test_what_has_no_meaning_is_refused(code, arguments, reason):
    with pytest.raises(ValueError, match=reason):
        code(*arguments)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 12), even)
def test_turned_vectors_score_by_distance(query_at, key_at, further, d_k):
    generator = torch.Generator().manual_seed(d_k)
    query, key = torch.randn(2, 1, d_k, generator=generator, dtype=torch.float64)
    here = rotate(query, query_at) @ rotate(key, key_at).T
    there = rotate(query, query_at + further) @ rotate(key, key_at + further).T
    assert torch.allclose(here, there, atol=1e-8)
    assert rotate(query, query_at).norm().item() == pytest.approx(query.norm().item())


def test_rotary_attention_equals_the_standard_layer_at_one_place():
    """With every word at position 0 nothing is turned; elsewhere only distances matter."""
    torch.manual_seed(0)
    rotary, standard = RotaryAttention(16, 2).eval(), MultiHeadAttention(16, 2).eval()
    standard.load_state_dict(rotary.state_dict())
    x = torch.randn(3, 1, 16)
    torch.testing.assert_close(rotary(x, x), standard(x, x))
    wide = torch.randn(3, 5, 16)
    assert (rotary(wide, wide) - standard(wide, wide)).abs().max() > 1e-3


def test_layers_that_compare_places_leave_cross_attention_to_the_standard_one():
    """Places of two different texts are not to be compared."""
    for name in ("rotary", "windowed"):
        model = Transformer(TransformerConfig(9, 9, attention=name))
        (layer, *_) = model.decoder.layers
        assert type(layer.self_attention) is find("attention", name)
        assert type(layer.cross_attention) is MultiHeadAttention


def test_rotary_needs_the_standard_attention_and_pairs():
    with pytest.raises(ValueError, match="attention is 'mine', but rotary positions work only"):
        TransformerConfig(20, 20, position="rotary", attention="mine")
    with pytest.raises(ValueError, match="d_model = 6 and self_heads = 2, each head has 3"):
        TransformerConfig(20, 20, d_model=6, self_heads=2, position="rotary")


@pytest.mark.parametrize("norm_order", ["pre", "post"])
def test_four_parts_add_up_to_the_score(norm_order):
    torch.manual_seed(0)
    model = Transformer(TransformerConfig(20, 20, d_model=16, norm_order=norm_order)).eval()
    source = torch.randint(4, 20, (2, 7))
    with torch.no_grad():  # away from their first values, which are ones and zeros
        for parameter in model.encoder.layers[0].parameters():
            parameter += 0.3 * torch.randn_like(parameter)
        with record(model) as trace:
            model.encode(source)
    parts = score_parts(model, source)
    assert tuple(parts) == PARTS
    scaled = trace.one("encoder.layers.0.self_attention.scaled")
    assert torch.allclose(sum(parts.values()), scaled, atol=1e-5)
    assert all(part.abs().max() > 0.01 for part in parts.values())


def test_parts_belong_to_words_and_to_places():
    """Other words leave position–position's pattern in a post-norm model untouched, and no positions
    leave no part but the words'."""
    torch.manual_seed(0)
    sizes = {"d_model": 16, "norm_order": "post"}
    model = Transformer(TransformerConfig(20, 20, **sizes)).eval()
    first, second = (
        score_parts(model, torch.tensor([[4, 5, 6]])),
        score_parts(model, torch.tensor([[9, 8, 7]])),
    )
    assert torch.equal(first["position–position"], second["position–position"])
    assert not torch.allclose(first["content–content"], second["content–content"])
    bag = Transformer(TransformerConfig(20, 20, position="none", **sizes)).eval()
    parts = score_parts(bag, torch.tensor([[4, 5, 6]]))
    assert all((part == 0).all() for name, part in parts.items() if name != "content–content")


def test_a_layer_with_other_scores_has_no_parts():
    rotary = load("reverse_rotary")
    with pytest.raises(ValueError, match="RotaryAttention does not compute its scores as"):
        score_parts(rotary.model, torch.tensor([[4, 5, 6]]))
