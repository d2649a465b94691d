"""The objective of dense retrieval: a question's vector must be close to that of its document, and far from those
of the other documents in the batch (in-batch negatives; Henderson et al. 2017)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer.objectives.objective import Objective, Vocabularies
from transformer.objectives.rows import BaseBatch, pad
from transformer.objectives.settings import LossSettings
from transformer.retrieval.order import ranks, recall
from transformer.tasks import Example, Task
from transformer.vocabulary import PAD

TEMPERATURE = 0.05  # the smaller it is, the more the closest wrong document counts


@dataclass(frozen=True)
class RetrievalBatch(BaseBatch):
    columns = (("question",), ("document",))

    question: Tensor  # (batch, word)
    document: Tensor  # (batch, word)


class Matching(Objective):
    """Trains a model called as `model(tokens)` → (batch, d_model), vectors of length 1. Questions and documents share
    the vocabulary of the questions."""

    score = "recall_1"

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> RetrievalBatch:
        words = vocabularies[0]
        question, document = (
            pad([words.encode(text) for text in texts], PAD)
            for texts in ([e.source for e in examples], [e.target for e in examples])
        )
        return RetrievalBatch(question, document)

    def run(self, model: nn.Module, batch: RetrievalBatch) -> Tensor:
        return model(batch.question)

    def side_labels(
        self, batch: RetrievalBatch, vocabularies: Vocabularies
    ) -> dict[str, list[str]]:
        return {"question": vocabularies[0].decode(batch.question[0], specials=True)}

    def loss(
        self,
        model: nn.Module,
        batch: RetrievalBatch,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, None]:
        cosine = model(batch.question) @ model(batch.document).T  # (question, document)
        right = torch.arange(len(cosine), device=cosine.device)
        return cross_entropy(cosine / TEMPERATURE, right, label_smoothing=settings.smoothing), None

    def ranks(self, model: nn.Module, batch: RetrievalBatch) -> Tensor:
        """(question,): the rank of the correct document among the distinct documents of the batch."""
        documents, right = batch.document.unique(dim=0, return_inverse=True)
        return ranks(model(batch.question) @ model(documents).T, right)

    @torch.no_grad()
    def scores(self, model: nn.Module, batch: RetrievalBatch) -> dict[str, float]:
        """The fraction of questions whose document comes first, and among the first three."""
        rank = self.ranks(model, batch)
        return {"recall_1": recall(rank, 1), "recall_3": recall(rank, 3)}

    def task_scores(
        self,
        model: nn.Module,
        batch: RetrievalBatch,
        task: Task,
        examples: Sequence[Example],
        vocabularies: Vocabularies,
    ) -> dict[str, Any]:
        """Return the scores, and recall for each kind of question."""
        kinds = [getattr(e, "kind", "") for e in examples]
        rows = {kind: torch.tensor([k == kind for k in kinds]) for kind in dict.fromkeys(kinds)}
        with torch.no_grad():
            rank = self.ranks(model, batch).cpu()
        by_kind = {kind: recall(rank[those], 1) for kind, those in rows.items() if kind}
        return self.scores(model, batch) | ({"by_kind": by_kind} if by_kind else {})
