"""What a control measures beyond the held-out score, and how it changes a model during training."""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from transformer import families
from transformer.measure import help_desk
from transformer.measure.attention.copying import FIRST
from transformer.objectives.scores import exact_match
from transformer.probe import replace
from transformer.tasks import Task
from transformer.training import vocabularies
from transformer.weights import Trained

WATCHED = 100  # held-out drawings that are measured during training


def desk_scores(model: nn.Module, task: Any) -> dict[str, Any]:
    """Measure the help desk's answers: exact match, correct except for the name, and the number of correct
    names."""
    trained = Trained("", model, task, {}, *vocabularies(task))
    return {name: vars(right) for name, right in help_desk.measured(trained).items()}


def inside(model: nn.Module, task: Task) -> dict[str, Any]:
    """How much of a captioner's attention weight lies inside the right box, by kind of word."""
    objective: Any = families.family_of(model).objective
    words = vocabularies(task)
    examples = task.held_out[:WATCHED]
    batch = objective.batch(examples, words)
    return {
        "inside": objective.inside(model, examples, batch),
        "captions": exact_match(model, batch),
    }


def first_layer_sees(
    back: Callable[[Tensor], Tensor],
) -> Callable[[nn.Module], AbstractContextManager]:
    """Let the first layer of a decoder-only model attend only to some distances. `back` gets how many positions
    back a key is, (query, key), and returns True where it may be attended to."""

    def hide(scores: Tensor) -> Tensor:  # (batch, head, query, key)
        position = torch.arange(scores.shape[-1], device=scores.device)
        return scores.masked_fill(~back(position[:, None] - position), -math.inf)

    return lambda model: replace(model, {FIRST: hide})


@contextmanager
def unscaled_words(model: Any) -> Iterator[None]:
    """Do not multiply token vectors by √d_model."""
    for embedding in (model.source_embedding, model.target_embedding):
        embedding.scale = 1.0
    yield


@contextmanager
def first_scores_divided(model: Any) -> Iterator[None]:
    """Initialize W_Q divided by √d_k, so that unscaled attention starts with the scores of scaled attention."""
    with torch.no_grad():
        for layer in model.modules():
            if hasattr(layer, "W_Q"):
                layer.W_Q.weight /= math.sqrt(layer.W_Q.weight.shape[0] // layer.heads)
    yield


@contextmanager
def choice_without_gradient(model: Any) -> Iterator[None]:
    """Let a captioner attend only to its best position, without a gradient for the scores (W_a, U_a, v_a)."""
    from transformer.measure.pictures import WEIGHTS
    from transformer.pictures.attention import best_place

    with replace(model, {WEIGHTS: best_place}):
        yield
