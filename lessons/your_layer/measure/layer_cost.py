"""The cost of a layer: time and memory of one training step of a small model with this layer, or of a run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import nn

from transformer import families
from transformer.config import TransformerConfig
from transformer.model import Transformer
from transformer.runs import Run, RunConfig
from transformer.tasks import Task
from transformer.training import vocabularies
from transformer.vocabulary import SPECIALS

BATCH, WORDS, VOCABULARY = 16, 24, 40
STEPS, WARM = 7, 2  # timed steps, and warm-up steps before them


@dataclass(frozen=True)
class Cost:
    """The cost of one step, forward and backward. CPU seconds are the minimum of several runs, because other
    programs can only add to them. Bytes are those that the forward pass stores for the backward pass."""

    parameters: int
    seconds: float
    kept: int


def costs(kind: str, names: tuple[str, ...]) -> tuple[Cost, ...]:
    """Return the cost of each layer of that kind. The layers take turns, so that a busy computer slows all of them
    equally."""
    models = [_model(kind, name) for name in names]
    with torch.enable_grad():
        kept = [_kept(model, partial(_loss, model)) for model in models]
        times: list[list[float]] = [[] for _ in models]
        for turn in range(WARM + STEPS):
            for model, seconds in zip(models, times, strict=True):
                begun = time.thread_time()
                _loss(model).backward()
                if turn >= WARM:
                    seconds.append(time.thread_time() - begun)
    return tuple(
        Cost(sum(p.numel() for p in model.parameters()), min(seconds), size)
        for model, seconds, size in zip(models, times, kept, strict=True)
    )


def of_run(run: Run, task: Task) -> Cost:
    """Return the cost of a stored training run: the median wall-clock time of a step on the computer that
    trained it, from its events, and the memory of its first batch here."""
    config = RunConfig.read(run.card)
    model, settings = config.build(task).train(), config.settings
    objective = families.family_of(model).objective
    batch = objective.batch(task.train[: settings.batch], vocabularies(task))
    drawn = torch.Generator().manual_seed(settings.seed)
    with torch.enable_grad(), torch.random.fork_rng(devices=[]):
        kept = _kept(model, lambda: objective.loss(model, batch, settings, drawn)[0])
    seconds = statistics.median(event["seconds"] for event in run.events())
    return Cost(sum(p.numel() for p in model.parameters()), seconds, kept)


def _model(kind: str, name: str) -> nn.Module:
    sizes: dict[str, Any] = {"encoder_layers": 1, "decoder_layers": 1, kind: name}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return Transformer(TransformerConfig(VOCABULARY, VOCABULARY, **sizes)).train()


def _loss(model: nn.Module) -> torch.Tensor:
    tokens = torch.arange(BATCH * WORDS).reshape(BATCH, WORDS)
    tokens = len(SPECIALS) + tokens % (VOCABULARY - len(SPECIALS))  # (batch, word)
    logits = model(tokens, tokens)  # (batch, word, vocabulary)
    return nn.functional.cross_entropy(logits.flatten(0, 1), tokens.flatten())


def _kept(model: nn.Module, loss: Callable[[], torch.Tensor]) -> int:
    """Return the bytes of all tensors stored for the backward pass, each piece of memory once and without the
    parameters."""
    there = {p.untyped_storage().data_ptr() for p in model.parameters()}
    sizes: dict[int, int] = {}

    def keep(value: torch.Tensor) -> torch.Tensor:
        memory = value.untyped_storage()
        if memory.data_ptr() not in there:
            sizes[memory.data_ptr()] = memory.nbytes()
        return value

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda value: value):
        loss()
    return sum(sizes.values())
