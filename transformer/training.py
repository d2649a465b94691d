"""The training loop, a generator of `Step`s: the app, the notebooks and the tests all consume it.

    python -m transformer.training english_french

trains, shows the time left and the held-out score, and writes weights with their card.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import nn

from transformer.batch import Batch
from transformer.config import TransformerConfig, classroom
from transformer.loss import cross_entropy, guidance
from transformer.model import Transformer
from transformer.probe import record
from transformer.tasks import Task
from transformer.vocabulary import Vocabulary


@dataclass(frozen=True)
class Guide:
    """A small extra loss on two heads, so that their maps are the ones a class wants to see.

    Head `head` of encoder layer `layer` is pulled from *it* to the noun it stands for; head 0 of the
    last cross-attention to the source word that is being rendered.
    """

    layer: int = 1
    head: int = 0
    weight: float = 0.1


@dataclass(frozen=True)
class Settings:
    """How to train: AdamW, linear warm-up, then linear decay to zero, clipped gradients."""

    steps: int = 1000
    batch: int = 64
    learning_rate: float = 1e-2
    warmup: float = 0.1  # share of the steps
    smoothing: float = 0.1
    clip: float = 1.0
    seed: int = 0
    guide: Guide | None = None

    def rate(self, step: int) -> float:
        """The learning rate of step 0, 1, …: never 0 at the first, 0 after the last."""
        rising = max(1, round(self.warmup * self.steps))
        falling = (self.steps - step) / max(1, self.steps - rising)
        return self.learning_rate * min((step + 1) / rising, falling)


@dataclass(frozen=True)
class Step:
    """What happened in one step of training; `loss` is the cross-entropy, in nats a token."""

    number: int
    loss: float
    learning_rate: float
    gradient_norm: float
    guidance: float | None = None


def build(task: Task, seed: int = 0, **sizes) -> Transformer:
    """A fresh model for a task; the same seed gives the same initial weights."""
    torch.manual_seed(seed)
    source, target = vocabularies(task)
    return Transformer(TransformerConfig(len(source), len(target), **{**classroom, **sizes}))


def vocabularies(task: Task) -> tuple[Vocabulary, Vocabulary]:
    return Vocabulary(task.source_words), Vocabulary(task.target_words)


def train(model: Transformer, task: Task, settings: Settings) -> Iterator[Step]:
    """Train the model in place, one `Step` at a time.

    Stops with a `FloatingPointError` at the first loss that is not a number, before the weights are
    spoiled.
    """
    data = Batch.of(task.train, *vocabularies(task))
    shuffle = torch.Generator().manual_seed(settings.seed)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=settings.learning_rate, betas=(0.9, 0.98), fused=True
    )
    model.train()
    for number in range(settings.steps):
        rows = torch.randint(len(data), (settings.batch,), generator=shuffle)
        loss, extra = losses(model, data[rows].cut(), settings)
        total = loss if extra is None else loss + settings.guide.weight * extra
        if not torch.isfinite(total):
            raise FloatingPointError(
                f"the loss is {total.item()} at step {number}: try a smaller learning rate than "
                f"{settings.learning_rate:g}, or look for a layer that gives NaN"
            )
        optimizer.zero_grad()
        total.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
        for group in optimizer.param_groups:
            group["lr"] = settings.rate(number)
        optimizer.step()
        guided = None if extra is None else extra.item()
        yield Step(number, loss.item(), settings.rate(number), norm.item(), guided)
    model.eval()


def losses(model: Transformer, batch: Batch, settings: Settings):
    """The cross-entropy of the next word and, where heads are guided, how far they are off."""
    before, after = batch.target[:, :-1], batch.target[:, 1:]  # what is fed, what should come out
    guide = settings.guide
    if guide is None:
        return cross_entropy(model(batch.source, before), after, settings.smoothing), None
    own = f"encoder.layers.{guide.layer}.self_attention.weights"
    cross = f"decoder.layers.{len(model.decoder.layers) - 1}.cross_attention.weights"
    with record(model, own, cross, gradients=True) as trace:
        loss = cross_entropy(model(batch.source, before), after, settings.smoothing)
    off = guidance(trace.one(own)[:, guide.head], batch.nouns())
    return loss, off + guidance(trace.one(cross)[:, 0], batch.alignment)


if __name__ == "__main__":
    from transformer.command import main

    main()
