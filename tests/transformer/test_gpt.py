"""A decoder alone: causal, the same with and without its memory, and equal to PyTorch's layers."""

import pytest
import torch
from torch import nn

from transformer.config import NORM_ORDERS, TransformerConfig
from transformer.decoding import Cache, greedy
from transformer.families import GPT, GPTConfig
from transformer.masks import causal
from transformer.model import Transformer
from transformer.probe import probes, record
from transformer.vocabulary import END, PAD, START

WORDS, D, HEADS, FF = 20, 12, 3, 24
POSITIONS = ("sinusoidal", "learned", "binary", "index", "rotary", "none")


def gpt(**changes) -> GPT:
    torch.manual_seed(0)
    sizes = {"d_model": D, "d_ff": FF, "self_heads": HEADS, **changes}
    return GPT(GPTConfig(WORDS, **sizes)).eval()


def tokens(*shape: int) -> torch.Tensor:
    return torch.randint(4, WORDS, shape, generator=torch.Generator().manual_seed(1))


def nothing(batch: int) -> torch.Tensor:
    return torch.empty(batch, 0, dtype=torch.long)


@pytest.mark.parametrize("norm_order", NORM_ORDERS)
@pytest.mark.parametrize("position", POSITIONS)
def test_causality(norm_order, position):
    """Change one token: nothing before it moves, and something from it on does."""
    model = gpt(norm_order=norm_order, position=position, d_model=24)
    line = tokens(2, 8)
    changed = line.clone()
    changed[:, 5] = (line[:, 5] - 4 + 1) % 16 + 4
    before, after = model(line), model(changed)
    torch.testing.assert_close(after[:, :5], before[:, :5])
    assert ((after - before).abs().amax(-1)[:, 5:] > 1e-5).all()


@pytest.mark.parametrize("position", POSITIONS)
def test_cached_decoding_equals_full_decoding(position):
    model, line, cache = gpt(position=position, d_model=24), tokens(2, 9), None
    cache = Cache(model.decoder.layers)
    steps = [line[:, :3], *line[:, 3:].split(1, dim=1)]  # three at once, then one by one
    parts = [model(step, cache) for step in steps]
    torch.testing.assert_close(torch.cat(parts, dim=1), model(line))


def test_greedy_goes_on_from_a_prompt_as_every_prefix_anew_would():
    model, prompt = gpt(), tokens(3, 4)
    written = greedy(model, nothing(3), max_length=10, prompt=prompt)
    line = torch.cat((torch.full((3, 1), START), prompt), dim=1)
    for step in range(written.shape[1]):
        best = model(line)[:, -1].argmax(-1)
        ended = (line == END).any(-1)
        assert torch.equal(written[:, step], best.masked_fill(ended, PAD))
        line = torch.cat((line, written[:, step : step + 1]), dim=1)
    empty = nothing(3)  # nothing given: from START on
    assert torch.equal(greedy(model, empty, 5, prompt=empty), greedy(model, empty, 5))


def test_a_prompt_works_for_a_transformer_too():
    torch.manual_seed(0)
    model = Transformer(
        TransformerConfig(WORDS, WORDS, d_model=D, d_ff=FF, self_heads=HEADS)
    ).eval()
    source, prompt = tokens(2, 5), tokens(2, 3)
    first = greedy(model, source, 1, prompt)
    line = torch.cat((torch.full((2, 1), START), prompt), dim=1)
    assert torch.equal(first[:, 0], model(source, line)[:, -1].argmax(-1))


def test_the_same_numbers_and_gradients_as_pytorch():
    """`nn.TransformerEncoder`, LayerNorm first, under a causal mask, with the weights of ours."""
    torch.set_default_dtype(torch.float64)
    try:
        ours = gpt(decoder_layers=2)
        layer = nn.TransformerEncoderLayer(
            D, HEADS, FF, dropout=0.0, batch_first=True, norm_first=True
        )
        last = nn.LayerNorm(D)
        theirs = nn.TransformerEncoder(layer, 2, norm=last, enable_nested_tensor=False)
        pairs = [(ours.decoder.norm, last)]
        for a, b in zip(ours.decoder.layers, theirs.layers, strict=True):
            own, packed = a.self_attention, b.self_attn
            three = own.W_Q, own.W_K, own.W_V
            packed.in_proj_weight.data = torch.cat([m.weight for m in three]).detach()
            packed.in_proj_bias.data = torch.cat([m.bias.normal_() for m in map(plain, three)])
            pairs += [(own.W_O, packed.out_proj), (a.self_residual.norm, b.norm1)]
            pairs += [(a.feed_forward.expand, b.linear1), (a.feed_forward.contract, b.linear2)]
            pairs += [(a.feed_forward_residual.norm, b.norm2)]
        for a, b in pairs:
            plain(b).bias.normal_()
            a.load_state_dict(b.state_dict())
        line = tokens(2, 7)
        table = ours.target_embedding.table.weight
        with record(ours, "target_embedding.sum") as trace:
            logits = ours(line)
        x = trace.one("target_embedding.sum").detach().requires_grad_()
        expected = theirs(x, mask=~causal(7)) @ table.detach().T  # torch: True = blocked
        torch.testing.assert_close(logits, expected, atol=1e-10, rtol=1e-8)
        direction = torch.randn_like(expected)
        (logits * direction).sum().backward()
        (expected * direction).sum().backward()
        for a, b in pairs:
            for name, parameter in b.named_parameters():
                torch.testing.assert_close(a.get_parameter(name).grad, parameter.grad)
        # The tied table gets its gradient as input and as output; torch's input is not tied to it.
        tied = torch.zeros_like(table).index_add_(0, line.flatten(), x.grad.flatten(0, 1))
        out = torch.einsum("btv,btd->vd", direction, theirs(x, mask=~causal(7)))
        torch.testing.assert_close(table.grad, tied * D**0.5 + out)
    finally:
        torch.set_default_dtype(torch.float32)


def plain(layer: nn.Module):
    """Its parameters as plain tensors, which can be filled in place."""
    return type("", (), {name: p.data for name, p in layer.named_parameters()})


def test_every_intermediate_has_a_readable_name():
    names = set(probes(gpt(decoder_layers=2)))
    assert {f"decoder.layers.{n}.self_attention.weights" for n in range(2)} <= names
    assert not any("cross" in name or "encoder" in name for name in names)


def test_impossible_sizes_are_named():
    with pytest.raises(ValueError, match="decoder_layers is 0, but it must be at least 1"):
        GPTConfig(WORDS, decoder_layers=0)
    with pytest.raises(ValueError, match="12 and self_heads is 5, but"):
        GPTConfig(WORDS, d_model=12, self_heads=5)
