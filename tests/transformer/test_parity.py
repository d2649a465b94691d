"""The same numbers and the same gradients as PyTorch, at sizes that take milliseconds."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from tests.kit.float64 import double  # noqa: F401  a fixture
from transformer.attention import MultiHeadAttention, attention
from transformer.config import TransformerConfig
from transformer.layers import (
    DecoderLayer,
    EncoderLayer,
    FeedForward,
    LayerNorm,
    Residual,
    layer_norm,
)
from transformer.masks import causal, padding
from transformer.model import Transformer
from transformer.objectives.loss import cross_entropy

CLOSE = {"atol": 1e-10, "rtol": 1e-8}
D, HEADS, FF = 12, 3, 20


def same(ours: torch.Tensor, theirs: torch.Tensor, *pairs) -> None:
    """Equal outputs and, for each pair (our tensor, their tensor), equal gradients."""
    torch.testing.assert_close(ours, theirs, **CLOSE)
    direction = torch.randn_like(theirs)
    grads = torch.autograd.grad(ours, [a for a, _ in pairs], direction, allow_unused=True)
    expected = torch.autograd.grad(theirs, [b for _, b in pairs], direction, allow_unused=True)
    for (tensor, _), grad, right in zip(pairs, grads, expected, strict=True):
        assert grad is not None, f"no gradient reached a tensor of {tuple(tensor.shape)}"
        torch.testing.assert_close(grad, right, **CLOSE)


def twin(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().clone().requires_grad_()


def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> list:
    """Give ours the weights of torch's packed layer; returns (our, their) gradients' owners."""
    for part, ours_linear in zip(
        theirs.in_proj_weight.chunk(3), (ours.W_Q, ours.W_K, ours.W_V), strict=True
    ):
        ours_linear.weight.data = part.detach().clone()
    for part, ours_linear in zip(
        theirs.in_proj_bias.chunk(3), (ours.W_Q, ours.W_K, ours.W_V), strict=True
    ):
        part.data.normal_()
        ours_linear.bias.data = part.detach().clone()
    return [*copy_linear(ours.W_O, theirs.out_proj)]


def copy_linear(ours: nn.Module, theirs: nn.Module) -> list:
    theirs.bias.data.normal_()
    ours.load_state_dict(theirs.state_dict())
    return [(ours.weight, theirs.weight), (ours.bias, theirs.bias)]


def packed_gradients(ours: MultiHeadAttention, theirs: nn.MultiheadAttention, ours_out, theirs_out):
    """Gradients of the three projections, packed as torch packs them."""
    direction = torch.randn_like(theirs_out)
    three = [ours.W_Q, ours.W_K, ours.W_V]
    grads = torch.autograd.grad(
        ours_out, [m.weight for m in three] + [m.bias for m in three], direction, retain_graph=True
    )
    weight, bias = torch.autograd.grad(
        theirs_out, [theirs.in_proj_weight, theirs.in_proj_bias], direction, retain_graph=True
    )
    torch.testing.assert_close(torch.cat(grads[:3]), weight, **CLOSE)
    torch.testing.assert_close(torch.cat(grads[3:]), bias, **CLOSE)


# A causal mask needs a key for every query, so it has no case with 7 queries and 5 keys.
CASES = [
    ("none", 6, 6),
    ("causal", 6, 6),
    ("padding", 6, 6),
    ("none", 7, 5),
    ("padding", 7, 5),
]


@pytest.mark.parametrize("kind, queries, keys", CASES)
def test_attention(kind, queries, keys):
    q, k, v = (torch.randn(2, HEADS, n, 4, requires_grad=True) for n in (queries, keys, keys))
    mask = causal(queries, keys) if kind == "causal" else None
    if kind == "padding":
        tokens = torch.ones(2, keys, dtype=torch.long)
        tokens[1, -2:] = 0
        mask = padding(tokens, 0)
    others = [twin(t) for t in (q, k, v)]
    theirs = F.scaled_dot_product_attention(*others, attn_mask=mask)
    same(attention(q, k, v, mask), theirs, *zip((q, k, v), others, strict=True))


@pytest.mark.parametrize("kind, queries, keys", CASES)
def test_multi_head_attention(kind, queries, keys):
    ours, theirs = MultiHeadAttention(D, HEADS), nn.MultiheadAttention(D, HEADS, batch_first=True)
    pairs = copy_attention(ours, theirs)
    x = torch.randn(2, queries, D, requires_grad=True)
    memory = x if queries == keys else torch.randn(2, keys, D, requires_grad=True)
    x2 = twin(x)
    memory2 = x2 if queries == keys else twin(memory)
    mask, options = None, {}
    if kind == "causal":
        mask, options = causal(queries), {"attn_mask": ~causal(queries)}  # torch: True = blocked
    if kind == "padding":
        tokens = torch.ones(2, keys, dtype=torch.long)
        tokens[1, -2:] = 0
        mask, options = padding(tokens, 0), {"key_padding_mask": tokens == 0}
    out = ours(x, memory, mask)
    expected, weights = theirs(x2, memory2, memory2, average_attn_weights=False, **options)
    packed_gradients(ours, theirs, out, expected)
    inputs = [(x, x2)] if queries == keys else [(x, x2), (memory, memory2)]
    same(out, expected, *inputs, *pairs)


@pytest.mark.parametrize("written_out", [True, False])
def test_layer_norm(written_out):
    """The formula that the lessons show, and the single operation that the models use."""
    x, theirs = torch.randn(2, 5, D, requires_grad=True), nn.LayerNorm(D, eps=0.01)
    theirs.weight.data.normal_(), theirs.bias.data.normal_()
    weight, bias, x2 = twin(theirs.weight), twin(theirs.bias), twin(x)
    ours = LayerNorm(D, eps=0.01)
    ours.weight, ours.bias = weight, bias = nn.Parameter(weight), nn.Parameter(bias)
    pairs = [(x, x2), (weight, theirs.weight), (bias, theirs.bias)]
    same(layer_norm(x, weight, bias, ours.eps) if written_out else ours(x), theirs(x2), *pairs)


def encoder_pair(order: str):
    theirs = nn.TransformerEncoderLayer(
        D, HEADS, FF, 0.0, batch_first=True, norm_first=order == "pre"
    )
    ours = EncoderLayer(
        MultiHeadAttention(D, HEADS), FeedForward(D, FF), lambda: Residual(D, order)
    )
    pairs = copy_attention(ours.self_attention, theirs.self_attn)
    pairs += copy_linear(ours.feed_forward.expand, theirs.linear1)
    pairs += copy_linear(ours.feed_forward.contract, theirs.linear2)
    pairs += copy_linear(ours.attention_residual.norm, theirs.norm1)
    pairs += copy_linear(ours.feed_forward_residual.norm, theirs.norm2)
    return ours, theirs, pairs


def decoder_pair(order: str):
    theirs = nn.TransformerDecoderLayer(
        D, HEADS, FF, 0.0, batch_first=True, norm_first=order == "pre"
    )
    ours = DecoderLayer(
        MultiHeadAttention(D, HEADS),
        MultiHeadAttention(D, HEADS),
        FeedForward(D, FF),
        lambda: Residual(D, order),
    )
    pairs = copy_attention(ours.self_attention, theirs.self_attn)
    pairs += copy_attention(ours.cross_attention, theirs.multihead_attn)
    pairs += copy_linear(ours.feed_forward.expand, theirs.linear1)
    pairs += copy_linear(ours.feed_forward.contract, theirs.linear2)
    pairs += copy_linear(ours.self_residual.norm, theirs.norm1)
    pairs += copy_linear(ours.cross_residual.norm, theirs.norm2)
    pairs += copy_linear(ours.feed_forward_residual.norm, theirs.norm3)
    return ours, theirs, pairs


@pytest.mark.parametrize("order", ["pre", "post"])
def test_encoder_layer(order):
    ours, theirs, pairs = encoder_pair(order)
    x = torch.randn(2, 5, D, requires_grad=True)
    x2, tokens = twin(x), torch.tensor([[1] * 5, [1, 1, 1, 0, 0]])
    out = ours(x, padding(tokens, 0))
    expected = theirs(x2, src_key_padding_mask=tokens == 0)
    packed_gradients(ours.self_attention, theirs.self_attn, out, expected)
    same(out, expected, (x, x2), *pairs)


@pytest.mark.parametrize("order", ["pre", "post"])
def test_decoder_layer(order):
    ours, theirs, pairs = decoder_pair(order)
    x, memory = (torch.randn(2, n, D, requires_grad=True) for n in (7, 5))
    x2, memory2 = twin(x), twin(memory)
    tokens = torch.tensor([[1] * 5, [1, 1, 1, 0, 0]])
    out = ours(x, memory, causal(7), padding(tokens, 0))
    expected = theirs(x2, memory2, tgt_mask=~causal(7), memory_key_padding_mask=tokens == 0)
    packed_gradients(ours.self_attention, theirs.self_attn, out, expected)
    packed_gradients(ours.cross_attention, theirs.multihead_attn, out, expected)
    same(out, expected, (x, x2), (memory, memory2), *pairs)


def test_whole_transformer():
    """2 + 2 layers, pre-norm, as torch stacks them: with a last norm on both sides."""
    theirs = nn.Transformer(D, HEADS, 2, 2, FF, 0.0, batch_first=True, norm_first=True)
    config = TransformerConfig(9, 11, d_model=D, d_ff=FF, self_heads=HEADS, cross_heads=HEADS)
    ours = Transformer(config)
    pairs, packed = [], []
    for stack, their_stack, make in (
        (ours.encoder, theirs.encoder, encoder_pair),
        (ours.decoder, theirs.decoder, decoder_pair),
    ):
        for number in range(2):
            layer, their_layer, found = make("pre")
            stack.layers[number], their_stack.layers[number] = layer, their_layer
            pairs += found
            packed.append((layer.self_attention, their_layer.self_attn))
        pairs += copy_linear(stack.norm, their_stack.norm)
    x, y = (torch.randn(2, n, D, requires_grad=True) for n in (5, 7))
    x2, y2 = twin(x), twin(y)
    tokens = torch.tensor([[1] * 5, [1, 1, 1, 0, 0]])
    may_look = padding(tokens, 0)
    out = ours.decoder(y, ours.encoder(x, may_look), causal(7), may_look)
    blocked = tokens == 0
    expected = theirs(
        x2,
        y2,
        tgt_mask=~causal(7),
        src_key_padding_mask=blocked,
        memory_key_padding_mask=blocked,
    )
    for own, their in packed:
        packed_gradients(own, their, out, expected)
    same(out, expected, (x, x2), (y, y2), *pairs)


@pytest.mark.parametrize("pad", [0, -100])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
def test_cross_entropy(smoothing, pad):
    logits = torch.randn(2, 5, 11, requires_grad=True)
    target = torch.randint(1, 11, (2, 5))
    target[1, 3:] = pad
    logits2 = twin(logits)
    theirs = F.cross_entropy(
        logits2.flatten(0, 1), target.flatten(), ignore_index=pad, label_smoothing=smoothing
    )
    same(cross_entropy(logits, target, smoothing, pad), theirs, (logits, logits2))


def test_cross_entropy_where_a_word_is_banned():
    """A logit of −∞ is a word that may not be said; without smoothing the loss asks nothing of it."""
    logits = torch.randn(2, 5, 11)
    logits[..., 3] = -torch.inf
    logits.requires_grad_()
    target, logits2 = torch.randint(4, 11, (2, 5)), twin(logits)
    theirs = F.cross_entropy(logits2.flatten(0, 1), target.flatten())
    same(cross_entropy(logits, target), theirs, (logits, logits2))


def test_a_fully_masked_row_gives_zeros_and_finite_gradients():
    q, k, v = (torch.randn(1, 1, 3, 4, requires_grad=True) for _ in range(3))
    mask = torch.ones(3, 3, dtype=torch.bool)
    mask[1] = False
    out = attention(q, k, v, mask)
    assert torch.equal(out[0, 0, 1], torch.zeros(4))
    grads = torch.autograd.grad(out.sum(), (q, k, v))
    assert all(grad.isfinite().all() for grad in grads)
    torch.testing.assert_close(out[0, 0, 0], attention(q, k, v)[0, 0, 0])
