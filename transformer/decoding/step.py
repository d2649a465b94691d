"""One step of a search: every candidate, and why it was kept, pruned or finished.

A step holds tensors of a whole batch. Words and reasons are computed only on request, so storing
every step costs hardly any time.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import torch
from torch import Tensor

from transformer.vocabulary import PAD


class Fate(IntEnum):
    """What happened to a candidate."""

    CUT = 0  # pruned
    KEPT = 1  # a hypothesis of the next step
    ASIDE = 2  # finished, by END or by its length; may be the answer
    LEFT = 3  # sampling: could have been sampled, but was not


@dataclass(frozen=True)
class Candidate:
    """One candidate of one sentence, as plain numbers."""

    token: int
    parent: int  # the hypothesis that it extends: its column in `Step.kept`
    log_probability: float  # of the token, given all tokens before it; natural logarithm
    total: float  # the sum of these since START, or since the prompt
    rank: int  # 1 is the best of this step
    fate: Fate
    reason: str  # in words: "rank 5, pruned at 4: −3.1 < −2.9"


class Path:
    """Back-pointers from each candidate to its parent, to recover the tokens of any hypothesis."""

    def __init__(self) -> None:
        self.links: list[tuple[Tensor, Tensor, Tensor]] = []

    def extend(self, token: Tensor, parent: Tensor, kept: Tensor) -> None:
        """Add a step: token and parent (sentence, candidate), and the candidate that each hypothesis
        (sentence, hypothesis) continues."""
        self.links.append((token, parent, kept))

    def for_sentence(self, sentence: int) -> "Path":
        """Return the path of one sentence."""
        path = Path()
        here = slice(sentence, sentence + 1)
        path.links = [(token[here], parent[here], kept[here]) for token, parent, kept in self.links]
        return path

    def back(self, step: Tensor, column: Tensor) -> Tensor:
        """step, column (sentence, answer): one candidate each, −1 if there is none → the tokens up to it
        (sentence, answer, step), followed by PAD: the slide's "backtrack"."""
        written = []
        for number in range(int(step.max()) if step.numel() else -1, -1, -1):
            token, parent, kept = self.links[number]
            hypothesis = column.clamp(0, kept.shape[1] - 1)
            column = torch.where(step > number, kept.gather(1, hypothesis), column)
            here = column.clamp(0, token.shape[1] - 1)
            written.append(token.gather(1, here).masked_fill(step < number, PAD))
            column = torch.where(step >= number, parent.gather(1, here), column)
        if not written:
            return step.new_empty(*step.shape, 0)
        return torch.stack(written[::-1], dim=-1)  # (sentence, answer, step)


@dataclass(frozen=True)
class Answers:
    """The best finished hypotheses so far, the best first; if there is none, `score` is −∞."""

    # (sentence, answer, ≤ max_length) without START and prompt, followed by PAD
    tokens: Tensor
    total: Tensor  # (sentence, answer) log p of the whole text
    length: Tensor  # (sentence, answer) |y|, including END
    score: Tensor  # (sentence, answer) total / |y|^α, by which answers are ordered
    ended: Tensor  # (sentence, answer) bool: END was written; False if max_length ended it

    def best(self) -> Tensor:
        """The best answer of each sentence, (sentence, ≤ max_length), as `greedy` returns it."""
        tokens = self.tokens[:, 0]
        return tokens[:, : int((tokens != PAD).sum(-1).max()) if len(tokens) else 0]


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a search. Candidates are ordered by their total, the best first: rank = column + 1."""

    number: int  # 0 is the first
    log_probabilities: Tensor  # (sentence, hypothesis, vocabulary): the model's output
    parent: Tensor  # (sentence, candidate) the hypothesis that it extends
    token: Tensor  # (sentence, candidate) the token that it adds
    log_probability: Tensor  # (sentence, candidate) of that token
    total: Tensor  # (sentence, candidate) sum over the hypothesis; −∞: impossible
    fate: Tensor  # (sentence, candidate) a `Fate`
    # (sentence, hypothesis) columns: hypothesis h of the next step is candidate kept[h]
    kept: Tensor
    length: Tensor  # (sentence,) tokens of a candidate; < 1 while a longer prompt is read
    path: Path = field(repr=False)

    def candidates(self, sentence: int = 0, most: int | None = None) -> list[Candidate]:
        """The possible candidates of one sentence, the best first, with reasons."""
        possible = int((self.total[sentence] > -torch.inf).sum())
        columns = range(possible if most is None else min(most, possible))
        parent, token, log_p, total, fate = (
            t[sentence].cpu().tolist()
            for t in (self.parent, self.token, self.log_probability, self.total, self.fate)
        )
        return [
            Candidate(
                *(token[c], parent[c], log_p[c], total[c], c + 1),
                Fate(fate[c]),
                self.reason(sentence, c),
            )
            for c in columns
        ]

    def tokens(self, sentence: int, column: int) -> list[int]:
        """All tokens of a candidate, from the first one written to its own."""
        written = [int(self.token[sentence, column])]
        if self.number:
            _, _, kept = self.path.links[self.number - 1]
            before = kept[sentence, self.parent[sentence, column]].view(1, 1)
            step = torch.full_like(before, self.number - 1)
            written = (
                self.path.for_sentence(sentence).back(step, before)[0, 0].cpu().tolist() + written
            )
        return written[self.number + 1 - int(self.length[sentence]) :]

    def words(self, sentence: int, column: int, vocabulary: Sequence[str]) -> list[str]:
        """The same as words; `vocabulary` lists them by id, as `Vocabulary.words` does."""
        return [vocabulary[token] for token in self.tokens(sentence, column)]

    def reason(self, sentence: int, column: int) -> str:
        """Why this candidate was kept, pruned or finished."""
        raise NotImplementedError

    def answers(self) -> Answers:
        """The best finished hypotheses after this step."""
        raise NotImplementedError


def less(left: float, right: float) -> str:
    """Two numbers with enough digits to show which is less: "−3.1 < −2.9"."""
    left, right = float(left), float(right)
    for digits in range(1, 8):
        shown = [f"{number:.{digits}f}".replace("-", "−") for number in (left, right)]
        if left == right or shown[0] != shown[1]:
            break
    return (" = " if left == right else " < ").join(shown)


def last(steps: Iterable[Step]) -> Step:
    """Run a search to its end and return its last step."""
    if not (end := deque(steps, maxlen=1)):
        raise ValueError(
            "the search took no step because no sentence was given. Provide at least one sentence."
        )
    return end[0]
