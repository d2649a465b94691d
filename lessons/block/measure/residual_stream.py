"""The residual stream: one vector per word, to which every sub-layer of a stack adds its output.

This file measures the norm and the direction of this vector after every sub-layer, and how much each
sub-layer adds to a word's final logit. It also shows which word the model would write if it stopped there
("logit lens", nostalgebraist 2020).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.layers import LayerNorm
from transformer.measure.answer import answer, record_pass
from transformer.probe import Trace, probes
from transformer.variants.norm import RMSNorm
from transformer.vocabulary import START
from transformer.weights import Trained

# The sub-layer inside each residual, by the residual’s name in the layer.
SUBLAYERS = {
    "attention_residual": "self-attention",
    "self_residual": "self-attention",
    "cross_residual": "cross-attention",
    "feed_forward_residual": "feed-forward",
}
EMBEDDINGS = {"encoder": "source_embedding", "decoder": "target_embedding"}


@dataclass(frozen=True)
class Stream:
    """The vectors of one sentence along one stack. Place 0 is the embedding, followed by the sub-layers, each
    as (its layer, counted from 1; its name)."""

    places: tuple[tuple[int, str], ...]
    states: Tensor  # (place, position, d_model), the input of the next sub-layer
    folded: Tensor  # (part, position, d_model): word, position, every sub-layer, β. They add up to
    output: Tensor  # (position, d_model), the output of the stack
    last: nn.Module  # the final norm; in a "post" model it is an identity


def stacks(model: nn.Module) -> list[str]:
    """Return the stacks of a model that have a residual stream: "encoder", "decoder", or both."""
    names = [name for name in EMBEDDINGS if hasattr(getattr(model, name, None), "layers")]
    if not names:
        raise ValueError(
            f"this {type(model).__name__} has neither an encoder nor a decoder with layers, so it has no "
            "residual stream to follow"
        )
    return names


def embedding_of(model: nn.Module, stack: str) -> str:
    """Return the name of a stack's embedding; an encoder-only model may have only one."""
    return EMBEDDINGS[stack] if hasattr(model, EMBEDDINGS[stack]) else "embedding"


def recorded_pass(trained: Trained, ids: Sequence[int]) -> tuple[Trace, list[str]]:
    """Record a pass over a sentence, and return it with the model's output, which is empty for an
    encoder-only model."""
    answered = answer(trained, ids)
    return answered.trace, answered.words


@torch.no_grad()
def stream(model: nn.Module, trace: Trace, stack: str) -> Stream:
    """Return the stream of a stack, from a recorded pass over one sentence.

    Raises `ValueError` for a layer without a probe, and for a norm that cannot be split.
    """
    start = embedding_of(model, stack)
    x = _recorded(model, trace, f"{start}.sum")  # (position, d_model)
    word = _recorded(model, trace, f"{start}.tokens").double()
    # In float64, so that the remainder of the sum is the model's rounding error, not ours.
    parts = [word, x.double() - word]
    places, states, bias = [(0, "embedding")], [x], torch.zeros_like(word)
    for number, layer in enumerate(getattr(model, stack).layers):
        for name, residual in layer.named_children():
            if not name.endswith("residual"):
                continue
            path = f"{stack}.layers.{number}.{name}"
            total = _recorded(model, trace, f"{path}.sum")  # (position, d_model)
            parts.append(total.double() - x.double())  # what the sub-layer added
            x = total
            if not residual.pre:
                *parts, bias = split_norm(residual.norm, torch.stack((*parts, bias)))
                x = _recorded(model, trace, f"{path}.normed")
            places.append((number + 1, SUBLAYERS.get(name, name)))
            states.append(x)
    last = getattr(model, stack).norm
    folded = split_norm(last, torch.stack((*parts, bias)))
    output = _recorded(model, trace, f"{stack}.output")
    return Stream(tuple(places), torch.stack(states), folded, output, last)


def split_norm(norm: Any, parts: Tensor) -> Tensor:
    """Split norm(x) into the contributions of the parts of x; the last part also gets what the norm adds.

    parts (part, position, d_model), which add up to x → the same shape, which adds up to norm(x).
    """
    if isinstance(norm, nn.Identity):
        return parts
    # Compared by name, because an edit creates a new class.
    if type(norm).__name__ == RMSNorm.__name__:
        length = parts.sum(0).square().mean(-1, keepdim=True).add(norm.eps).sqrt()
        return norm.weight.double() * parts / length
    if type(norm).__name__ != LayerNorm.__name__:
        raise ValueError(
            f"{type(norm).__name__} is neither LayerNorm nor RMSNorm. The divisor of this layer "
            "is unknown, so the contribution of each sub-layer cannot be followed through it"
        )
    *shares, bias, beta = through_norm(parts, norm.weight.double(), norm.bias.double(), norm.eps)
    return torch.stack((*shares, bias + beta))


def through_norm(parts: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """Split LayerNorm(x) into the contributions of the parts of x, with β as one more part at the end.

    parts (part, …, d_model), which add up to x → (part + 1, …, d_model), which add up to LayerNorm(x). With
    the divisor fixed at the value for x, the rest of LayerNorm is linear.
    """
    x = parts.sum(0)  # (…, d_model)
    divisor = torch.sqrt(x.var(-1, correction=0, keepdim=True) + eps)  # (…, 1), of the whole x
    centred = parts - parts.mean(-1, keepdim=True)  # (part, …, d_model)
    shares = gamma * centred / divisor  # (part, …, d_model)
    return torch.cat((shares, beta.expand_as(x)[None]))  # (part + 1, …, d_model)


@torch.no_grad()
def contributions(stream: Stream, rows: Tensor) -> Tensor:
    """Split output · row into parts: rows (position, word, d_model), a word's row in the output table →
    (part, position, word). They add up to the logit.

    This shows where the number comes from. It does not show what would happen without a part: the divisor
    would change, and the sub-layers after it would read different values.
    """
    return torch.einsum("spd,pwd->spw", stream.folded, rows.double())


def cosines(stream: Stream) -> tuple[Tensor, Tensor]:
    """Return the cosine of every state with the one before it, and with the last one; each (place, position).
    The first state has no predecessor: NaN."""
    cosine = nn.functional.cosine_similarity
    before = cosine(stream.states[1:], stream.states[:-1], dim=-1)  # (place − 1, position)
    nothing = torch.full_like(stream.states[:1, :, 0], torch.nan)
    return torch.cat((nothing, before)), cosine(stream.states, stream.states[-1:], dim=-1)


@torch.no_grad()
def early_logits(stream: Stream, table: Tensor) -> Tensor:
    """Return the logits of each state as if it were the last one, for the rows of a table (word, d_model):
    (place, position, word)."""
    return stream.last(stream.states) @ table.T


@dataclass(frozen=True)
class BestWords:
    """After each place of a decoder, over many words: how often the best word is the one that the decoder
    just read, and how often it is its final output."""

    places: tuple[tuple[int, str], ...]
    read: Tensor  # (place,)
    written: Tensor  # (place,)
    words: int  # how many


def best_words(trained: Trained, count: int = 60) -> BestWords:
    """Measure held-out examples with teacher forcing."""
    table = getattr(trained.model, embedding_of(trained.model, "decoder")).table.weight
    read, written = [], []
    for example in trained.task.held_out[:count]:
        ids = trained.source_vocabulary.encode(example.source) if trained.reads else []
        target = trained.target_vocabulary.encode(example.target)
        decoder_stream = stream(trained.model, record_pass(trained, ids, [target]), "decoder")
        best = early_logits(decoder_stream, table).argmax(-1)  # (place, position)
        read.append(best == torch.tensor([START, *target]))
        written.append(best == best[-1])
    shares = [torch.cat(each, dim=1).float().mean(1) for each in (read, written)]
    return BestWords(
        decoder_stream.places, shares[0], shares[1], sum(each.shape[1] for each in read)
    )


def _recorded(model: nn.Module, trace: Trace, probe: str) -> Tensor:
    """Return what passed a probe for the one sentence: (position, d_model)."""
    if probe not in probes(model) or not trace.values.get(probe):
        name = probe.rpartition(".")[2]
        raise ValueError(
            f"no value passed through a probe {probe} in this {type(model).__name__}. In your own layer, write "
            f'self.{name} = Probe("batch position d_model") and pass the value through it'
        )
    return trace.one(probe)[0]
