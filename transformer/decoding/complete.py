"""The list of complete hypotheses beside a search: the best so far, and where each was written."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding.prompt import Prompt
from transformer.decoding.step import Answers, Path
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class Complete:
    """The best complete hypotheses of each sentence, the best first; −∞ and −1 where there is none."""

    score: Tensor  # (sentence, place) total / |y|^α
    total: Tensor  # (sentence, place)
    step: Tensor  # (sentence, place) the step that wrote its last token
    column: Tensor  # (sentence, place) which candidate of that step it is

    @classmethod
    def none(cls, sentences: int, places: int, device: torch.device) -> "Complete":
        empty = torch.full((sentences, places), -torch.inf, device=device)
        nowhere = torch.full((sentences, places), -1, device=device)
        return cls(empty, empty, nowhere, nowhere)

    def any(self) -> Tensor:
        """(sentence,) bool: whether something is complete."""
        return self.score[:, 0] > -torch.inf

    def merged(
        self, total: Tensor, aside: Tensor, length: Tensor, alpha: float, step: int
    ) -> "Complete":
        """With those candidates of a step that are put `aside`; total, aside (sentence, candidate), length
        (sentence,). As many as before are remembered."""
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
        """`other` where `there` (sentence, place) says so."""
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return Complete(*(torch.where(there, new, old) for old, new in both))

    def answers(self, path: Path, prompt: Prompt, end: int) -> Answers:
        """Each read back to its beginning."""
        there = self.score > -torch.inf
        step = self.step.masked_fill(~there, -1)
        tokens = prompt.written(path.back(step, self.column))  # (sentence, place, token)
        length = (step + 1 - prompt.behind[:, None]).clamp_min(0)
        longest = int(length.max()) if length.numel() else 0
        tokens = tokens[..., :longest].masked_fill(~there[..., None], PAD)
        total = self.total.masked_fill(~there, -torch.inf)
        return Answers(tokens, total, length, self.score, (tokens == end).any(-1))
