"""Between which values a score may lie on another processor, where sums are rounded otherwise.

A score counts decisions: which word gets the most weight, which token is the most probable. A decision
can turn out otherwise only where two candidates are as good as equal. How far rounding carries a
value is measured: by how much float32 misses float64. Every decision that is closer than that counts
both ways; nothing else is forgiven. (Without positions two equal letters have exactly equal weights,
so that rounding alone decides between them: there the range is wide, for a model near chance.)
"""

import copy
import math
from functools import lru_cache, partial

import torch
from torch import Tensor

from transformer import families
from transformer.decoding import greedy
from transformer.objectives.bleu import bleu
from transformer.objectives.scores import right_sentences
from transformer.probe import record
from transformer.vocabulary import END, PAD, START

# Another processor's values may miss by more than this one's, and both candidates may.
TIMES = 8


def compared(compute, model) -> tuple[Tensor, float]:
    """What compute(model) gives in float64, and below which distance two of its values are a tie."""
    exact, rounded = compute(copy.deepcopy(model).double()), compute(model)
    finite = exact.isfinite()
    return exact, TIMES * (rounded.double() - exact)[finite].abs().max().item()


def between(ahead: Tensor, tie: float) -> tuple[float, float]:
    """The share that is ahead for certain, and the share that may be."""
    return (ahead > tie).double().mean().item(), (ahead >= -tie).double().mean().item()


def lead(values: Tensor, of: Tensor) -> Tensor:
    """By how much values[…, of] lies above the best of the others (< 0: below it)."""
    chosen = values.gather(-1, of.unsqueeze(-1))
    others = values.scatter(-1, of.unsqueeze(-1), -torch.inf).amax(-1, keepdim=True)
    return (chosen - others).squeeze(-1)


@torch.no_grad()
def alignment(model, batch) -> tuple[float, float]:
    kind = families.family_of(model).map("target", "source")
    layer = kind.layers(model)[-1]

    def weights(model) -> Tensor:
        with record(model, f"{layer}.weights") as trace:
            model(batch.source, batch.target[:, :-1])
        return kind.weights(trace, layer).mean(1)  # (batch, target, source)

    maps, tie = compared(weights, model)
    right = batch.alignment[:, : maps.shape[1]]
    return between(lead(maps, right.clamp_min(0))[right >= 0], tie)


@lru_cache(maxsize=1)  # two scores are asked of one model, one after the other
@torch.no_grad()
def greedy_output(model, batch) -> tuple[Tensor, Tensor]:
    """Greedy output (sentence, token), and which sentences have a close decision (sentence,): from there
    on such a one may become another sentence."""
    output = greedy(model, batch.source, max_length=batch.target.shape[1])
    start = torch.full((len(output), 1), START)
    read = torch.cat((start, output[:, :-1]), dim=1)
    logits, tie = compared(lambda model: model(batch.source, read), model)
    logits[..., [PAD, START]] = -torch.inf  # these are never written
    ends = (output == END).cumsum(-1) - (output == END).long()
    return output, ((lead(logits, output) <= tie) & (ends == 0) & (output != PAD)).any(-1)


def exact_match(model, batch) -> tuple[float, float]:
    output, close = greedy_output(model, batch)
    matches = right_sentences(output, batch.target[:, 1:])
    return (matches & ~close).double().mean().item(), (matches | close).double().mean().item()


def translated(model, batch, task, words) -> tuple[float, float]:
    """BLEU, where each close sentence is right at best; at worst it is empty, or as long as may be
    written with nothing right in it."""
    output, close = greedy_output(model, batch)
    sentences = [task.words(words.decode(row)) for row in output.tolist()]
    right = [task.words(example.target) for example in task.held_out]

    def score(instead) -> float:
        rows = zip(sentences, right, close.tolist(), strict=True)
        return bleu([instead(r) if c else s for s, r, c in rows], [[r] for r in right]).score

    nothing = [""] * batch.target.shape[1]
    return min(score(lambda _: []), score(lambda _: nothing)), score(lambda r: r)


@torch.no_grad()
def it_right(model, batch, layer: int, head: int) -> tuple[float, float]:
    """How often one head gives the noun that *it* stands for more weight than the other noun."""
    name = f"encoder.layers.{layer}.self_attention.weights"
    rows = torch.nonzero(batch.it >= 0).squeeze(-1)
    sentence = torch.arange(len(rows))

    def weights(model) -> Tensor:
        with record(model, name) as trace:
            model.encode(batch.source[rows])
        return trace.one(name)[sentence, head, batch.it[rows]]  # (sentence, key)

    maps, tie = compared(weights, model)
    return between(maps[sentence, batch.noun[rows]] - maps[sentence, batch.other_noun[rows]], tie)


@torch.no_grad()
def next_piece(model, batch) -> dict[str, tuple[float, float]]:
    right = batch.target[:, 1:]
    logits, tie = compared(partial(_logits, batch), model)
    real = right != PAD
    surprise = -logits.log_softmax(-1).gather(-1, right.unsqueeze(-1)).squeeze(-1)[real]
    bits, off = surprise.mean().item() / math.log(2), 2 * tie / math.log(2)
    return {
        "next_right": between(lead(logits, right)[real], tie),
        "bits": (bits - off, bits + off),
    }


def _logits(batch, model) -> Tensor:
    return model(batch.source, batch.target[:, :-1])
