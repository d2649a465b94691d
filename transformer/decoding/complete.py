"""The finished hypotheses of a search: the best so far, and the step in which each was written."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding.prompt import Prompt
from transformer.decoding.step import Answers, Path
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class Complete:
    """The best finished hypotheses of each sentence, the best first; −∞ and −1 if there are fewer."""

    score: Tensor  # (sentence, rank) total / |y|^α
    total: Tensor  # (sentence, rank)
    step: Tensor  # (sentence, rank) the step that wrote its last token
    column: Tensor  # (sentence, rank) its candidate in that step

    @classmethod
    def none(cls, sentences: int, places: int, device: torch.device) -> "Complete":
        empty = torch.full((sentences, places), -torch.inf, device=device)
        nowhere = torch.full((sentences, places), -1, device=device)
        return cls(empty, empty, nowhere, nowhere)

    def any(self) -> Tensor:
        """(sentence,) bool: whether the sentence has a finished hypothesis."""
        return self.score[:, 0] > -torch.inf

    def merged(
        self, total: Tensor, aside: Tensor, length: Tensor, alpha: float, step: int
    ) -> "Complete":
        """Add the candidates of a step that are finished, `aside`; total, aside (sentence, candidate), length
        (sentence,). The number of remembered hypotheses stays the same."""
        if not aside.any():
            return self
        places = self.score.shape[1]
        score = total / length.clamp_min(1)[:, None] ** alpha
        column = torch.arange(total.shape[1], device=total.device).expand_as(total)
        score = torch.cat((self.score, score.masked_fill(~aside, -torch.inf)), dim=1)
        score, order = score.sort(descending=True, stable=True)
        steps = torch.full_like(column, step)
        columns = zip((self.total, self.step, self.column), (total, steps, column), strict=True)
        order = order[:, :places]
        return Complete(score[:, :places], *(torch.cat(two, 1).gather(1, order) for two in columns))

    def replaced(self, other: "Complete", there: Tensor) -> "Complete":
        """Take `other` where `there` (sentence, rank) is True."""
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return Complete(*(torch.where(there, new, old) for old, new in both))

    def answers(self, path: Path, prompt: Prompt, end: int) -> Answers:
        """Read the tokens of each hypothesis back to its beginning."""
        there = self.score > -torch.inf
        step = self.step.masked_fill(~there, -1)
        tokens = prompt.without_prompt(path.back(step, self.column))  # (sentence, place, token)
        length = (step + 1 - prompt.behind[:, None]).clamp_min(0)
        longest = int(length.max()) if length.numel() else 0
        tokens = tokens[..., :longest].masked_fill(~there[..., None], PAD)
        total = self.total.masked_fill(~there, -torch.inf)
        return Answers(tokens, total, length, self.score, (tokens == end).any(-1))
