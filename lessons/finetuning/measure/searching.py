"""How often a search finds the correct document, by the kind of question and by the ranking method.

    python -m lessons.finetuning.measure.searching > lessons/finetuning/search.json

The shipped encoder was trained on pairs. It is compared with the same encoder before training, and with the
same encoder after masked language modelling, which takes a minute.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer import weights
from transformer.families.searcher import Searcher
from transformer.objectives.loss import cross_entropy
from transformer.objectives.masking import hide
from transformer.objectives.rows import pad
from transformer.retrieval.bm25 import BM25
from transformer.retrieval.order import product, ranks, recall
from transformer.retrieval.vectors import vectors
from transformer.tasks.collection import QUESTION_KINDS, CollectionTask
from transformer.training import build
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings
from transformer.vocabulary import PAD, UNKNOWN, Vocabulary

NAME = "collection"
ASKED = (*QUESTION_KINDS, "code")
HIDDEN = Settings(steps=1000, learning_rate=3e-3, smoothing=0.0, weight_decay=0.0)


def ranking_scores(
    task: CollectionTask, model: nn.Module, words: Vocabulary, questions: Sequence[Sequence[str]]
) -> dict[str, Tensor]:
    """Return the scores of each ranking method, (question, document)."""
    bm25 = BM25(task.documents)
    by_words = torch.stack([bm25.scores(question) for question in questions])
    cosine = vectors(model, questions, words) @ vectors(model, task.documents, words).T
    return {"bm25": by_words, "vectors": cosine, "product": product(by_words, cosine)}


def measure_recall(
    task: CollectionTask, model: nn.Module, words: Vocabulary
) -> dict[str, dict[str, list[float]]]:
    """Return method → kind of question → recall at 1 and at 3."""
    recalls: dict[str, dict[str, list[float]]] = {}
    for kind in ASKED:
        for order, scores in ranking_scores(task, model, words, task.questions(kind)).items():
            rank = ranks(scores, torch.arange(len(scores)))
            recalls.setdefault(order, {})[kind] = [round(recall(rank, k), 4) for k in (1, 3)]
    return recalls


@dataclass(frozen=True)
class Search:
    """The result of one question. `scores` of each document (document,), by method; `parts`: what each word
    of the question adds to BM25, (document,). `unknown`: the out-of-vocabulary words of the question."""

    question: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]
    scores: dict[str, Tensor]
    parts: dict[str, Tensor]
    unknown: tuple[str, ...]


def search(
    trained: weights.Trained, question: Sequence[str], documents: Sequence[Sequence[str]]
) -> Search:
    """Search a collection for one question with each method."""
    words, collection = trained.source_vocabulary, BM25(documents)
    parts = collection.parts(question)
    by_words = collection.scores(question)
    cosine = vectors(trained.model, documents, words) @ vectors(trained.model, [question], words)[0]
    scores = {"bm25": by_words, "vectors": cosine, "product": product(by_words, cosine)}
    unknown = tuple(word for word in dict.fromkeys(question) if word not in words)
    return Search(tuple(question), tuple(map(tuple, documents)), scores, parts, unknown)


LEAST = 0.1  # a word must add this much to BM25 to count as shared; “the” adds less


def bm25_mistakes(task: CollectionTask, kind: str) -> dict[str, int]:
    """Count the questions of a kind for which BM25 ranks a wrong document first, and how many of those
    documents share `more` words with the question than the correct one, `as_many`, or `fewer`."""
    bm25, names = BM25(task.documents), ("fewer", "as_many", "more")
    counts = dict.fromkeys(("wrong", *names), 0)
    for right, question in enumerate(task.questions(kind)):
        parts = torch.stack([*bm25.parts(question).values()])  # (word, document)
        first, shared = int(parts.sum(0).argmax()), (parts >= LEAST).sum(0)
        if parts.sum(0)[first] > parts.sum(0)[right]:
            counts["wrong"] += 1
            counts[names[1 + int((shared[first] - shared[right]).sign())]] += 1
    return counts


def train_on_masked_words(
    model: Searcher, task: CollectionTask, words: Vocabulary, settings: Settings
) -> Iterator[float]:
    """Train an encoder to predict masked words of questions and documents, one loss per step; unknown words
    stand for [MASK]."""
    texts = pad([words.encode(text) for e in task.train for text in (e.source, e.target)], PAD)
    lots = torch.Generator().manual_seed(settings.seed)
    optimizer = OPTIMIZERS[settings.optimizer](list(model.parameters()), settings)
    for step in range(settings.steps):
        tokens = texts[torch.randint(len(texts), (settings.batch,), generator=lots)]
        shape = tuple(tokens.shape)
        others = torch.randint(UNKNOWN + 1, len(words), shape, generator=lots)
        read, targets = hide(tokens, torch.rand(shape, generator=lots), others, UNKNOWN)
        loss = cross_entropy(model.embedding.scores(model.encode(read)), targets)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = settings.rate(step)
        optimizer.step()
        yield loss.item()


def main() -> dict[str, Any]:
    trained = weights.load(NAME)
    task, words = trained.task, trained.source_vocabulary
    fresh = build(task, trained.card["settings"]["seed"]).eval()
    assert isinstance(task, CollectionTask) and isinstance(fresh, Searcher)
    untrained = measure_recall(task, fresh, words)["vectors"]
    losses = list(train_on_masked_words(fresh.train(), task, words, HIDDEN))
    hidden = measure_recall(task, fresh.eval(), words)["vectors"]
    return measure_recall(task, trained.model, words) | {
        "untrained": untrained, "hidden": hidden, "first_losses": losses[:5], "last_loss": losses[-1],
    }  # fmt: skip


if __name__ == "__main__":
    torch.set_num_threads(1)
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in main().items()]
    print("{", ",\n".join(lines), "}", sep="\n")  # one ranking method per line
