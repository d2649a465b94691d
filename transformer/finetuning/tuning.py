"""Train a head in four ways: on frozen features, with the body (fine-tuning), first the head and then both, or
with a body that was not pretrained.

The ways differ in which parameters are trained and in their initialization. All ways use the same labels. The
way “head first” takes twice the steps: as many on frozen features, then as many with the body.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.finetuning.heads import NOT_ASKED, Tuned
from transformer.finetuning.labelled import Labelled, split
from transformer.objectives.masking import segments_of
from transformer.objectives.rows import BaseBatch, pad
from transformer.tasks.discourses import CLS, SEP
from transformer.vocabulary import PAD
from transformer.weights import Trained

FROZEN, TUNED, HEAD_FIRST, SCRATCH = WAYS = ("frozen", "tuned", "head_first", "scratch")
STEPS, BATCH = 100, 16
# Chosen on other random splits (`python -m lessons.finetuning.measure.finetuning rates`): mean accuracies of 75.8% frozen,
# 82.3% fine-tuned, 81.5% head first and 60.9% from scratch. Other rates reached at most 75.6, 81.5, 80.1 and 59.6%.
LEARNING_RATES = {FROZEN: 3e-2, TUNED: 1e-3, HEAD_FIRST: 1e-3, SCRATCH: 3e-3}


@dataclass(frozen=True)
class Asked(BaseBatch):
    tokens: Tensor  # (batch, position), [CLS] … [SEP]
    segments: Tensor  # (batch, position)
    inside: Tensor  # (batch, position): True at words where an answer may be
    right: Tensor  # (batch, 1), (batch, 2) or (batch, position)


def batch_of(trained: Trained, task: str, examples: Sequence[Labelled]) -> Asked:
    """Examples as tensors; if `right` is unknown, as for a typed text, it is ()."""
    words = trained.source_vocabulary
    tokens = pad([words.encode((CLS, *example.source, SEP)) for example in examples], PAD)
    mark, separator = words.encode([CLS, SEP])
    segments = segments_of(tokens, separator)
    inside = (tokens != PAD) & (tokens != mark) & (tokens != separator)
    if task == "span":
        inside &= segments == 1  # the answer is in the text, not in the question
    rows: list[list[int]] = [[*example.right] for example in examples]
    if task == "tags":
        rows = [[NOT_ASKED, *row, NOT_ASKED] for row in rows]  # [CLS] and [SEP] have no tag
    return Asked(tokens, segments, inside, pad(rows, NOT_ASKED))


def initial_model(trained: Trained, task: str, way: str, seed: int) -> Tuned:
    """Copy the body, or initialize a new one, and add a new head."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        body = trained.family.build(trained.model.config)
        model = Tuned(body, task)
    if way != SCRATCH:
        model.body.load_state_dict(trained.model.state_dict())
    model.body.requires_grad_(way != FROZEN)
    return model


def train(
    model: Tuned, batch: Asked, way: str, seed: int, steps: int = STEPS, rate: float = 0.0
) -> Tuned:
    """Train `steps` of Adam with at most `BATCH` examples each; a frozen body reads each text once. `rate`: the
    learning rate, if not the default. The way “head first” trains `steps` on frozen features, and then both."""
    if way == HEAD_FIRST:
        model.body.requires_grad_(False)
        train(model, batch, FROZEN, seed).train()
        model.body.requires_grad_(True)
    lots = torch.Generator().manual_seed(seed)
    moving = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.Adam(moving, lr=rate or LEARNING_RATES[way], fused=True)
    features = model.features(batch.tokens, batch.segments) if way == FROZEN else None
    order = torch.randperm(0)
    with torch.enable_grad():
        for _ in range(steps):
            if not len(order):
                order = torch.randperm(len(batch), generator=lots)
            rows, order = order[:BATCH], order[BATCH:]
            some = batch[rows]
            if features:
                scores = model.head(*(feature[rows].detach() for feature in features))
            else:
                scores = model(some.tokens, some.segments)
            loss = model.head.loss(scores, some.right, some.inside)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return model.eval()


@torch.no_grad()
def answers(model: Tuned, batch: Asked) -> Tensor:
    """The model's predictions, in the shape of `right`."""
    return model.head.read(model(batch.tokens, batch.segments), batch.inside)


def score(predictions: Tensor, batch: Asked) -> float:
    """The accuracy: of texts, of spans (start and end correct), or of words."""
    if predictions.shape[1] > 2:  # tags: with [CLS] and [SEP] there are at least three positions
        return (predictions == batch.right)[batch.right != NOT_ASKED].float().mean().item()
    return (predictions == batch.right).all(1).float().mean().item()


def tuned(
    trained: Trained,
    task: str,
    way: str,
    labels: int,
    seed: int,
    rate: float = 0.0,
    steps: int = STEPS,
) -> tuple[Tuned, float]:
    """A model trained on `labels` labelled texts, and its accuracy on the test texts of this seed."""
    learn, tests = split(task, seed)
    model = initial_model(trained, task, way, seed)
    train(model, batch_of(trained, task, learn[:labels]), way, seed, steps, rate)
    batch = batch_of(trained, task, tests)
    return model, score(answers(model, batch), batch)
