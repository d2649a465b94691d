"""From the number of a word to its vector, and from a vector back to a logit for every word.

Each number comes from one recorded forward pass, or from the embedding table itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.decoding import greedy
from transformer.probe import record
from transformer.vocabulary import END, PAD, SPECIALS, START
from transformer.weights import Trained

AROUND = 2  # rows above and below the one that is looked up
COLUMNS = 8  # numbers of a row that are printed
CANDIDATES = 5  # words whose scores are shown


@dataclass(frozen=True)
class Lookup:
    """One-hot × table, and the row itself."""

    word: str
    row: int
    size: tuple[int, int]  # words, d_model
    beside: tuple[tuple[int, str, int, tuple[float, ...]], ...]  # row, word, one-hot entry, numbers
    product: tuple[float, ...]  # the first numbers of one-hot × table
    looked_up: tuple[float, ...]
    difference: float  # the largest one, over all d_model numbers


@torch.no_grad()
def look_up(trained: Trained, word: str) -> Lookup:
    """Multiply the one-hot vector of a word by the whole source table."""
    vocabulary, model = trained.source_vocabulary, trained.model
    table = model.get_parameter("source_embedding.table.weight")  # (vocabulary, d_model)
    row = vocabulary.encode([word])[0]
    one_hot = torch.zeros(len(table))  # (vocabulary,)
    one_hot[row] = 1
    product = one_hot @ table  # (d_model,)
    looked_up = model.get_submodule("source_embedding.table")(torch.tensor(row))  # (d_model,)
    first = min(max(0, row - AROUND), len(table) - 2 * AROUND - 1)
    rows = range(first, first + 2 * AROUND + 1)
    return Lookup(
        word=visible(vocabulary.words[row]),
        row=row,
        size=(table.shape[0], table.shape[1]),
        beside=tuple(
            (n, visible(vocabulary.words[n]), int(one_hot[n]), _first(table[n])) for n in rows
        ),
        product=_first(product),
        looked_up=_first(looked_up),
        difference=float((product - looked_up).abs().max()),
    )


@dataclass(frozen=True)
class Lengths:
    """The Euclidean norms of the vectors of one word, as recorded at the probes."""

    word: str
    token: float  # after the scaling: source_embedding.tokens
    plain: float  # the same without it
    position: float  # source_embedding.positions
    sum: float  # source_embedding.sum


@torch.no_grad()
def measure_lengths(model: Any, words: Sequence[str], ids: Sequence[int]) -> tuple[Lengths, ...]:
    """Record the embedding of one sentence and measure the summands."""
    layer = "source_embedding."
    with record(model, *(layer + name for name in ("tokens", "positions", "sum"))) as trace:
        model.encode(torch.tensor([list(ids)]))
    tokens = trace.one(layer + "tokens")[0]  # (position, d_model)
    plain = tokens / model.source_embedding.scale
    positions, total = trace.one(layer + "positions"), trace.one(layer + "sum")[0]
    measured = (value.norm(dim=-1).tolist() for value in (tokens, plain, positions, total))
    return tuple(Lengths(*row) for row in zip(words, *measured, strict=True))


@dataclass(frozen=True)
class Candidate:
    """A candidate word, and its logit: the dot product of its row with the decoder's vector."""

    word: str
    row: int
    product: float
    logit: float

    @property
    def difference(self) -> float:
        return abs(self.product - self.logit)


@dataclass(frozen=True)
class Scores:
    """How the decoder chooses the word at one position."""

    written: tuple[str, ...]  # what it writes, ⟨end⟩ included
    candidates: tuple[Candidate, ...]  # the best ones first
    terms: tuple[tuple[float, float, float], ...]  # of the best: vector, row, their product


@torch.no_grad()
def output_scores(trained: Trained, ids: Sequence[int], position: int) -> Scores:
    """Translate, record the pass in which the model reads its own translation, and compute the logits again
    by hand."""
    model, vocabulary = trained.model, trained.target_vocabulary
    source = torch.tensor([list(ids)])  # (1, source)
    tokens = greedy(model, source)[0].tolist()
    written = [t for t in tokens if t != PAD]
    before = [START, *(t for t in written if t != END)]
    with record(model, "decoder.output", "logits") as trace:
        model(source, torch.tensor([before]))
    position = min(position, len(before) - 1)
    vector = trace.one("decoder.output")[0, position]  # (d_model,)
    logits = trace.one("logits")[0, position]  # (vocabulary,)
    table = model.get_parameter("target_embedding.table.weight")
    products = (table * vector).sum(-1)  # (vocabulary,)
    best = logits.topk(CANDIDATES).indices.tolist()
    return Scores(
        written=tuple(visible(vocabulary.words[t]) for t in written[: len(before)]),
        candidates=tuple(
            Candidate(visible(vocabulary.words[n]), n, float(products[n]), float(logits[n]))
            for n in best
        ),
        terms=tuple(
            zip(
                vector.tolist(),
                table[best[0]].tolist(),
                (vector * table[best[0]]).tolist(),
                strict=True,
            )
        ),
    )


@torch.no_grad()
def model_output(trained: Trained, ids: Sequence[int]) -> list[str]:
    """Return the model's output for these words."""
    tokens = greedy(trained.model, torch.tensor([list(ids)]))[0]
    return trained.target_vocabulary.decode(tokens.tolist())


def visible(word: str) -> str:
    return f"⟨{word[1:-1]}⟩" if word in SPECIALS else word


def _first(vector: Tensor) -> tuple[float, ...]:
    return tuple(vector[:COLUMNS].tolist())
