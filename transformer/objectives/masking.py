"""BERT's objective: masked language modelling and next-sentence prediction (Devlin et al. 2019, section 3.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import pad as widen

from transformer.objectives.labelling import Labelling, labels
from transformer.objectives.loss import cross_entropy
from transformer.objectives.objective import Vocabularies
from transformer.objectives.rows import BaseBatch, pad
from transformer.objectives.settings import LossSettings
from transformer.tasks import Example
from transformer.tasks.discourses import CLS, MASK, SEP
from transformer.vocabulary import PAD, SPECIALS

CHOSEN = 0.15  # the fraction of words to predict
MASKED, KEPT = 0.8 * CHOSEN, 0.9 * CHOSEN  # 80% of them become [MASK], 10% another word, 10% stay


@dataclass(frozen=True)
class Segmented(BaseBatch):
    columns = (("tokens", "segments"),)

    tokens: Tensor  # (batch, position), [CLS] … [SEP] … [SEP]
    segments: Tensor  # (batch, position), 0 for the first sentence, 1 for the second
    label: Tensor  # (batch,), an id in the label vocabulary
    mask: Tensor  # (batch, 1), the id of [MASK]; the words have larger ids


def segments_of(tokens: Tensor, separator: int) -> Tensor:
    """(batch, position) → the same shape: 0 up to and including the first [SEP], then 1; 0 for padding."""
    ends = (tokens == separator).cumsum(-1)  # number of [SEP] up to here
    before = ends - (tokens == separator).long()  # and before this position
    return ((before > 0) & (tokens != PAD)).long()


def hide(tokens: Tensor, lot: Tensor, others: Tensor, mask: int) -> tuple[Tensor, Tensor]:
    """The masked input, and the words to predict: PAD where there is none. Both (batch, position).

    `lot` holds a random number from 0 to 1 for each position, `others` a random word. Of all words (ids above
    `mask`), 12% become [MASK], 1.5% become the random word, and 1.5% must be predicted but stay.
    """
    chosen = (tokens > mask) & (lot < CHOSEN)
    read = tokens.masked_fill(chosen & (lot < MASKED), mask)
    read = torch.where(chosen & (lot >= MASKED) & (lot < KEPT), others, read)
    return read, torch.where(chosen, tokens, PAD)


def pretraining_loss(words: Tensor, asked: Tensor, pairs: Tensor, label: Tensor) -> Tensor:
    """The mean loss over the masked words, plus the mean loss over the pairs.

    words (batch, position, vocabulary), asked (batch, position); pairs (batch, 2), label (batch,), 0 or 1. For a
    word, PAD means “not to be predicted”; for a pair, 0 is a label, so nothing may be ignored there.
    """
    return cross_entropy(words, asked) + cross_entropy(pairs, label, pad=-1)


class Masking(Labelling):
    """Trains a model called as `model(tokens, segments)` → (batch, position, vocabulary), (batch, 2)."""

    score = "words_right"

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Segmented:
        words = vocabularies[0]
        rows = [[*words.encode((CLS, *e.source, SEP))] for e in examples]
        if (most := max(e.source.count(SEP) for e in examples)) > 1:
            raise ValueError(f"the input has {most + 1} sentences, but at most two can be read.")
        tokens = pad(rows, PAD)
        separator, mask = words.encode([SEP, MASK])
        marks = torch.full((len(rows), 1), mask)
        label = labels(examples, vocabularies[1])
        return Segmented(tokens, segments_of(tokens, separator), label, marks)

    def run(self, model: nn.Module, batch: Segmented) -> Tensor:
        """Run the model on the tokens as they are → (batch, label); special tokens are not labels."""
        return widen(model(batch.tokens, batch.segments)[1], (len(SPECIALS), 0), value=-torch.inf)

    def side_labels(self, batch: Segmented, vocabularies: Vocabularies) -> dict[str, list[str]]:
        tokens = vocabularies[0].decode(batch.tokens[0], specials=True)
        return {"tokens": tokens, "segments": ["AB"[int(n)] for n in batch.segments[0]]}

    def hidden(
        self, model: Any, batch: Segmented, generator: torch.Generator | None = None
    ) -> tuple[Tensor, Tensor]:
        """`hide` with random numbers for the whole batch, drawn on the CPU to be the same on all devices."""
        tokens, mask = batch.tokens, int(batch.mask[0])
        shape, most = tuple(tokens.shape), model.config.source_vocabulary
        lot = torch.rand(shape, generator=generator).to(tokens.device)
        others = torch.randint(mask + 1, most, shape, generator=generator).to(tokens.device)
        return hide(tokens, lot, others, mask)

    def loss(
        self,
        model: nn.Module,
        batch: Segmented,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, None]:
        read, asked = self.hidden(model, batch, generator)
        words, pairs = model(read, batch.segments)
        return pretraining_loss(words, asked, pairs, batch.label - len(SPECIALS)), None

    def hidden_for_scores(self, batch: Segmented) -> tuple[Tensor, Tensor]:
        """Return what `hide` returns, always for the same words, all of which become [MASK]: for comparable scores."""
        lot = torch.rand(tuple(batch.tokens.shape), generator=torch.Generator().manual_seed(0))
        lot = torch.where(lot < CHOSEN, 0.0, 1.0).to(batch.tokens.device)
        return hide(batch.tokens, lot, batch.tokens, int(batch.mask[0]))

    @torch.no_grad()
    def scores(self, model: nn.Module, batch: Segmented) -> dict[str, float]:
        """The accuracy on masked words, and the accuracy on sentence pairs without masks."""
        read, asked = self.hidden_for_scores(batch)
        words = model(read, batch.segments)[0].argmax(-1) == asked
        pairs = self.run(model, batch).argmax(-1) == batch.label
        return {
            "words_right": words[asked != PAD].float().mean().item(),
            "pairs_right": pairs.float().mean().item(),
        }
