"""Results of the ablations page, computed with `transformer` and shared by all visitors."""

from contextlib import suppress
from dataclasses import replace

from lessons.ablations import MODELS, OPENS_WITH, prediction
from lessons.ablations.figures import ablation
from lessons.ablations.measure.ablations import (
    Measured,
    chunk_starts,
    combine,
    measure_chunk,
    removal_of,
    switched_off,
)
from lessons.ablations.measure.comparison import batch_of
from lessons.figures.kit.figure import Figure
from lessons.host import faults, storage
from lessons.host.shared_cache import shared_cache
from lessons.kit.prediction import Prediction
from lessons.models import catalogue
from lessons.models.saved import trained
from transformer import tasks, variants
from transformer.measure.statistics import Comparison, compare, interval
from transformer.objectives.batch import Batch
from transformer.runs import Run, RunConfig, runs
from transformer.training.recipes import RECIPES
from transformer.weights import Trained

# Whose results: of the whole model, with a part off, or of a model trained without it, which is shipped or
# is the run of that name.
WHOLE, OFF, SHIPPED = "(whole)", "(off)", "(ships)"  # no run can have this name


# ---- the models ---------------------------------------------------------------------------------
def recipe_name(name: str, part: str) -> str:
    """Return the name of the recipe without the part, which is also that of the shipped model."""
    return removal_of(part).without(name)


def run_config(name: str, part: str, seed: int) -> RunConfig:
    """Return the config of a training run without the part: the recipe of the shipped model."""
    kind, _, variant = part.partition("=")
    recipe = RECIPES[name if variant else recipe_name(name, part)]
    sizes = recipe.sizes | ({kind: variant} if variant else {})
    family = tasks.find(recipe.task)().family
    return RunConfig(recipe.task, replace(recipe.settings, seed=seed), sizes, family=family)


def retrainings(name: str, part: str) -> list[Run]:
    """Return the finished runs of exactly this config with any seed, the newest first."""
    return [run for run in runs(storage.RUNS) if is_training_of(run, name, part)]


def is_training_of(run: Run, name: str, part: str) -> bool:
    """Return whether a run trained exactly this config from start to end."""
    with suppress(OSError, KeyError, TypeError, ValueError):  # removed, or of another version
        card, other = run.card, RunConfig.read(run.card)
        same = replace(other, settings=replace(other.settings, seed=0)) == run_config(name, part, 0)
        return same and card["state"] == "done" and "parent" not in card
    return False


def free_seed(name: str, part: str) -> int:
    """Return the first seed not used yet, with or without the part."""
    models = [trained(name), without(name, part)]
    cards = [m.card for m in models if m] + [run.card for run in retrainings(name, part)]
    return max(card["settings"]["seed"] for card in cards) + 1


def without(name: str, part: str, run: str = SHIPPED) -> Trained | None:
    """Return the model trained without the part: the shipped one, or that of a run."""
    if run == SHIPPED:
        return None if "=" in part else trained(recipe_name(name, part))
    return _retrained(name, run, Run(storage.RUNS / run).card["created"])


@shared_cache
def _retrained(name: str, run: str, created: float) -> Trained:
    retraining, whole = Run(storage.RUNS / run), trained(name)
    model = retraining.model_at(retraining.checkpoints()[-1])
    made = replace(whole, name=run, model=model, card=retraining.card, differs=(), remark="")
    return made.compared()


# ---- what they do -------------------------------------------------------------------------------
@shared_cache
def batch(name: str) -> Batch:
    """Return the held-out sentences on which a model is measured."""
    return batch_of(trained(name))


@shared_cache
def _measure_chunk(
    name: str, part: str, head: int, whose: str, created: float, first: int
) -> Measured:
    """Measure some of the sentences; short, so that other visitors do not wait."""
    rows, removal = batch(name), removal_of(part)
    if whose == WHOLE:
        return measure_chunk(trained(name).model, rows, first)
    if whose == OFF:
        choice = {"head": head} if part == "head" else {}
        with switched_off(trained(name).model, part, **choice):
            return measure_chunk(trained(name).model, rows, first, removal.recomputes)
    return measure_chunk(without(name, part, whose).model, rows, first, removal.recomputes)


def _measure_chunks(name: str, part: str, head: int, whose: str) -> list[Measured]:
    """Measure all sentences of one column, each batch separately."""
    part = OPENS_WITH if whose == WHOLE else part  # the whole model is the same for every part
    head = head if whose == OFF else 0
    created = _created(whose)
    return [
        _measure_chunk(name, part, head, whose, created, first)
        for first in chunk_starts(len(batch(name)))
    ]


def _created(run: str) -> float:
    """Return when a run was created: an earlier run can have had the same name."""
    return 0.0 if run in (WHOLE, OFF, SHIPPED) else Run(storage.RUNS / run).card["created"]


def measured(name: str, part: str, head: int, run: str = SHIPPED) -> dict[str, Measured | None]:
    """Return the three columns; None for a missing one."""
    there = _columns(name, part, run)
    columns = {"whole": WHOLE, "off": OFF, "without": run}
    return {
        column: combine(_measure_chunks(name, part, head, whose)) if whose in there else None
        for column, whose in columns.items()
    }


def _columns(name: str, part: str, run: str) -> list[str]:
    """Return the columns that exist."""
    there = {WHOLE: True, OFF: removal_of(part).off, run: without(name, part, run)}
    return [whose for whose, is_there in there.items() if is_there]


# ---- what is shown and asked --------------------------------------------------------------------
def figure(name: str, part: str, head: int, run: str, covered: bool) -> Figure:
    """Return the figure; `covered` hides the answers."""
    arguments = name, part, head, run, _created(run), covered
    if not _figure.ready(*arguments):
        _prepare(name, part, head, run)
    return _figure(*arguments)


def _prepare(name: str, part: str, head: int, run: str) -> None:
    """Compute the slow parts step by step, each with its own time limit."""
    for whose in _columns(name, part, run):
        _measure_chunks(name, part, head, whose)


@shared_cache
def _figure(name: str, part: str, head: int, run: str, created: float, covered: bool) -> Figure:
    measurements, trained_without = measured(name, part, head, run), without(name, part, run)
    return ablation.draw(
        trained(name), part, batch(name), measurements, trained_without, head, covered
    )


def predict(name: str, part: str, head: int, run: str = SHIPPED) -> dict[str, Prediction]:
    """Return one question per existing column, with a reply to each answer."""
    if "=" in part:  # the page has already shown the result of your own layer
        return {}
    arguments = name, part, head, run, _created(run)
    if not _predict.ready(*arguments):
        _prepare(name, part, head, run)
    return _predict(*arguments)


@shared_cache
def _predict(name: str, part: str, head: int, run: str, created: float) -> dict[str, Prediction]:
    measurements = measured(name, part, head, run)
    settings = without(name, part, run).card["settings"]
    made = f"seed {settings['seed']}, {settings['steps']:,} steps"
    return {
        column: prediction.about(
            column, part, measurements["whole"], measurements[column], name, made
        )
        for column in ("off", "without")
        if measurements[column] is not None
    }


def trainings(name: str, part: str, run: str) -> tuple[list[tuple[dict, str, tuple]], Comparison]:
    """Return the shipped training run and this run: card, name, accuracy, interval."""
    rows = []
    for training in dict.fromkeys((SHIPPED, run)):
        if (model := without(name, part, training)) is None:
            continue
        right = _right(name, part, training)
        share = sum(right) / len(right), *interval(sum(right), len(right))
        rows.append((model.card, model.name, share))
    first = SHIPPED if len(rows) > 1 else run
    return rows, compare(_right(name, part, first), _right(name, part, run))


def _right(name: str, part: str, run: str) -> tuple[bool, ...]:
    return tuple(right for some in _measure_chunks(name, part, 0, run) for right in some.right)


@shared_cache  # such a file can loop for ever
def own_layers(own: str) -> list[str]:
    """Return your own layers as parts: "attention=mine". `own`: the result of `catalogue.own_layers`."""
    return [f"{kind}={name}" for kind, name in variants.mine()]


@shared_cache
def broken_layers() -> dict[str, faults.Mistake]:
    """Return what is wrong with your own files that cannot be read."""
    return {file: faults.explain(error) for file, error in variants.broken().items()}


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    own_layers(catalogue.own_layers()), broken_layers()
    name = next(iter(MODELS))
    figure(name, OPENS_WITH, 0, SHIPPED, True), predict(name, OPENS_WITH, 0)
    for model in MODELS:  # each separately, within its time limit
        _measure_chunks(model, OPENS_WITH, 0, WHOLE)
