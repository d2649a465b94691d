"""Trained models by name: read once for all pages, and re-read when a run has trained on."""

from functools import wraps
from typing import cast

import torch

from lessons.host import storage
from lessons.host.shared_cache import F, shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.models import catalogue
from lessons.models.shipped import MODELS, RECURRENT
from transformer.runs import Run
from transformer.runs import trained as from_run
from transformer.weights import Trained, load

LOOKED_THROUGH, SHORTEST, LONGEST = 100, 3, 18  # held-out sentences; their words
MOST_WORDS = 64  # limit of a page, unless the model has fewer positions
torch.set_num_threads(1)  # one thread each is best for 60 simultaneous visitors


def of_model(function: F) -> F:
    """Mark a function of a model's name. Its results stay as long as the code does, except those of runs."""
    function.of_model = True  # type: ignore[attr-defined]
    return function


def shared_by_version(function: F) -> F:
    """`shared_cache`, for a function of a model's name: a run can train on, or be replaced by another of that name."""
    cached = shared_cache(wraps(function)(lambda name, version, *rest: function(name, *rest)))
    of_version = wraps(function)(lambda name, *rest: cached(name, catalogue.version(name), *rest))
    return of_model(cast(F, of_version))


@of_model
def trained(name: str) -> Trained:
    """Load a trained model by name: an included one, one of your own, or a run of this app."""
    return trained_at(name, catalogue.version(name))


@shared_cache
def trained_at(name: str, version: str) -> Trained:
    """Load that model at one version: a run can train on, or be replaced by another of that name."""
    if parts := catalogue.replaced_layer(name):
        base, kind, layer = parts
        return load(base).with_layer(kind, layer)
    run = catalogue.run_of(name)
    if run is None:
        return load(name)
    return from_run.load(Run(storage.RUNS / run), int(version.split()[1]))


@shared_by_version
def encode(name: str, text: str, most: int = MOST_WORDS) -> EncodedText:
    """Encode a typed text of at most `most` words for a model; a decoder's own words come after START."""
    model = trained(name)
    positions = getattr(model.model.config, "max_length", most + 1)
    return EncodedText.encode(model, text, min(most, positions - (not model.reads)))


@shared_by_version
def first_text(name: str) -> str:
    """Return the first text of a model: as pages define it, or for a run the first held-out one that can be
    typed."""
    base, *_ = catalogue.replaced_layer(name) or (name,)
    if base in (models := MODELS | RECURRENT):
        return models[base][1]
    model = trained(name)
    for example in model.task.held_out[:LOOKED_THROUGH]:
        words = example.source if model.reads else example.target[:LONGEST]
        fits = SHORTEST <= len(words) <= LONGEST
        if fits and (text := from_run.typed(model.task, words)):
            return text
    return model.task.examples[0]
