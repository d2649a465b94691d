"""Results of the page on your own layer, computed with `transformer` and shared by all visitors."""

import difflib
import inspect
from dataclasses import astuple

from lessons.figures.attention_map import attention_map
from lessons.figures.kit import run_scores
from lessons.figures.kit.figure import Figure
from lessons.host import faults, storage
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import catalogue, recordings, saved
from lessons.models.listing import listed, task
from lessons.models.saved import of_model, trained
from lessons.models.shipped import OPENS_WITH, SENTENCE
from lessons.your_layer import OPENS, STANDARD, prediction, usual, words
from lessons.your_layer.figures.lights import lights as lights_figure
from lessons.your_layer.figures.two_layers import MOST_WORDS, pack, two_models, words_of
from lessons.your_layer.measure import fair_trainings as fair
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.measure.layer_cost import Cost, costs, of_run
from transformer import variants, weights
from transformer.contracts import Light, lights
from transformer.registry import LAYERS
from transformer.runs import Plan, Run, free_name, layers
from transformer.tasks import TASKS
from transformer.weights import Trained


@shared_cache
def known(own: str) -> dict[str, list[variants.Known]]:
    """The available layers by kind, your own first. `own`: the result of `catalogue.own_layers`."""
    found = sorted(variants.known(), key=lambda one: not one.yours)
    return {kind: [one for one in found if one.kind == kind] for kind in variants.LAYERS}


@shared_cache
def source(kind: str, name: str) -> str:
    return variants.source(kind, name)


@shared_cache
def diff(kind: str, one: str, other: str) -> str:
    """The methods in which two layers differ, as a diff."""
    layers = [variants.find(kind, name) for name in (one, other)]
    names = dict.fromkeys(name for layer in layers for name in dir(layer))
    text = ""
    for name in names:
        methods = [getattr(layer, name, None) for layer in layers]
        if methods[0] is methods[1] or not any(hasattr(m, "__code__") for m in methods):
            continue
        lines = [
            inspect.getsource(m).splitlines() if hasattr(m, "__code__") else [] for m in methods
        ]
        parts = list(difflib.unified_diff(*lines, one, other, lineterm="", n=99))[3:]
        text += "\n".join([f"@@ {name} @@", *parts]) + "\n\n"
    return text.strip()


@shared_cache
def contract(kind: str, name: str) -> tuple[Light, ...]:
    """The contract checks of a layer."""
    return lights(kind, name)


@shared_cache
def lamps(kind: str, name: str) -> Figure:
    """The contract checks as a figure."""
    return lights_figure(kind, name, contract(kind, name))


# ---- in a trained model -------------------------------------------------------------------------
@of_model
def encode(model: str, text: str) -> EncodedText:
    """The model’s reading of a typed text."""
    return saved.encode(model, text, MOST_WORDS)


@shared_cache
def put_in(model: str, kind: str, name: str) -> Trained:
    """Return a trained model with this layer; the model itself if it already has it."""
    found = trained(model)
    has = getattr(found.model.config, kind, STANDARD) == name
    return found if has else found.with_layer(kind, name)


@shared_cache
def attention(model: str, kind: str, name: str, reading: EncodedText) -> Figure:
    """The attention map of the model with the layer in it."""
    return attention_map(put_in(model, kind, name), reading)


@shared_cache
def inside(model: str, reading: EncodedText) -> tuple[int, ...]:
    """Return the answer of the unchanged model, so that both layers read the same words."""
    return tuple(measure.answered(trained(model), reading.ids))


@shared_cache
def steps(
    model: str, kind: str, name: str, reading: EncodedText
) -> dict[str, tuple[measure.Step, ...]]:
    """Return what the hooks of the layer record, in each sub-layer of the model."""
    put = put_in(model, kind, name)
    trace = measure.passed(put, reading.ids, inside(model, reading))
    return {
        place: measure.steps(put.model, trace, place) for place in measure.places(put.model, kind)
    }


@of_model
def seen(model: str, kind: str, name: str, reading: EncodedText) -> dict[str, tuple]:
    """Return the same as plain data, which survives a change of the code and its classes."""
    found = steps(model, kind, name, reading)
    return {place: tuple(map(astuple, there)) for place, there in found.items()}


def _read(seen: dict[str, tuple]) -> dict[str, tuple[measure.Step, ...]]:
    return {
        place: tuple(
            measure.Step(name, axes, values, tuple(measure.Listing(*one) for one in listings))
            for name, axes, values, listings in there
        )
        for place, there in seen.items()
    }


@shared_cache
def version(kind: str, name: str) -> str:
    """Return a fingerprint of the layer’s code and of the code that it inherits."""
    return weights.fingerprint(put_in(OPENS_WITH, kind, name).model)


@shared_cache
def broken() -> dict[str, str]:
    """Map each unreadable file of variants to a sentence; the other files can be used."""
    return {
        f"transformer/variants/{file}": faults.explain(error).sentence
        for file, error in variants.broken().items()
    }


def both(
    model: str,
    reading: EncodedText,
    names: tuple[str, str],
    one: dict[str, tuple[measure.Step, ...]],
    other: dict[str, tuple[measure.Step, ...]],
    opens: str = "",
) -> Figure:
    """Compare two layers step by step, from their recorded steps."""
    words = words_of(trained(model), reading.words, inside(model, reading))
    return pack(names, one, other, words, opens)


def with_last(model: str, reading: EncodedText, names: tuple[str, str], *versions: dict) -> Figure:
    """Compare two versions of a layer, from what `seen` returned for each."""
    return both(model, reading, names, *map(_read, versions))


@shared_cache
def pair(model: str, kind: str, one: str, other: str, reading: EncodedText, opens: str) -> Figure:
    """Compare two available layers."""
    seen = (steps(model, kind, name, reading) for name in (one, other))
    return both(model, reading, (one, other), *seen, opens)


@shared_cache
def cost(kind: str, one: str, other: str) -> tuple[Cost, ...]:
    """The cost of a training step with each layer."""
    return costs(kind, (one, other))


# ---- trainings ----------------------------------------------------------------------------------
@shared_cache
def shipped_score(name: str) -> fair.Score:
    """The held-out accuracy of a shipped model."""
    return fair.score(trained(name))


def ships(task: str, kind: str, name: str) -> str | None:
    """The shipped model with this layer, trained like the standard one."""
    return fair.ships(task, kind, name)


@shared_cache
def _run_score(model: str, version: str) -> fair.Score:
    return fair.score(trained(model))


def run_score(run: Run) -> fair.Score:
    """The held-out accuracy of the last checkpoint of a run."""
    return _run_score(f"run-{run.name}", _version(run))


@shared_cache
def code_of(task: str, kind: str, name: str) -> dict[str, str]:
    """The fingerprints of the current code that a training run of this layer would use."""
    plan = fair.plan(task, kind, name)
    return weights.fingerprints(plan.build(TASKS[plan.task]()))


@shared_cache
def taken_over(task: str, kind: str, name: str) -> tuple[int, int]:
    """How many initial parameters equal those of the standard layer, and how many there are."""
    return fair.taken_over(fair.plan(task, kind, name))


def runs_of(task: str, kind: str, name: str, seed: int | None = None) -> list[Run]:
    """The training runs of this layer, the newest first."""
    return [run for run in listed() if fair.learns(run, task, kind, name, seed)]


def create(task: str, kind: str, name: str, seed: int) -> Run:
    """Create a run of this layer; where shapes fit, it starts with the parameters of the standard layer."""
    named = free_name(storage.RUNS, fair.run_name(task, kind, name, seed))
    run = Run.create(fair.plan(task, kind, name, seed), storage.RUNS, named)
    run.write_card({**run.card, "code": code_of(task, kind, name)})
    return run


# ---- two stored runs ----------------------------------------------------------------------------
def runs() -> list[Run]:
    """The stored runs that have been trained for some steps."""
    return [run for run in listed() if len(run.frames()) > 1]


def kinds_apart(*both: Run) -> dict[str, tuple[str, str]]:
    """The kinds of layers in which two runs differ, with the layer of each."""
    sizes = [Plan.read(run.card).sizes for run in both]
    found = {kind: tuple(one.get(kind) or usual(kind) for one in sizes) for kind in LAYERS}
    return {kind: names for kind, names in found.items() if names[0] != names[1]}


def came(run: Run) -> str:
    """The layer files of a run; they are shown, never run."""
    return "\n".join(source.text for source in layers.sources(run))


def apart(*both: Run) -> str:
    """Say why two runs cannot read the same sentence; "" if they can."""
    if any(recordings.not_in_place(run) for run in both):
        return words.NO_LAYER
    one, other = (trained(f"run-{run.name}") for run in both)
    if one.family.name != other.family.name:
        return words.OTHER_FAMILY.format(one.family.name, other.family.name)
    if _words_of(one) != _words_of(other):
        return words.OTHER_WORDS.format(*(run.name for run in both))
    if not set(measure.places(one.model, "attention")) & set(
        measure.places(other.model, "attention")
    ):
        return words.NO_ATTENTION
    return ""


def _words_of(found: Trained) -> tuple[list[str], list[str]]:
    return found.source_vocabulary.words, found.target_vocabulary.words


@shared_cache
def _in_both(one: str, other: str, version: str, reading: EncodedText) -> Figure:
    found = [trained(f"run-{name}") for name in (one, other)]
    inside = measure.answered(found[0], reading.ids)
    return two_models(found, "attention", (one, other), reading, inside, "weights")


def in_both(one: Run, other: Run, reading: EncodedText) -> Figure:
    """Compare every attention step of two runs on one sentence, with the same answer words."""
    return _in_both(one.name, other.name, _version(one) + _version(other), reading)


def scores(*both: Run) -> list[fair.Score | None]:
    """The held-out accuracy of each run; None without complete answers, or if its model cannot be built."""
    return [
        run_score(run)
        if not recordings.not_in_place(run)
        and run_scores.score_of(run, task(run)) == run_scores.USUAL
        else None
        for run in both
    ]


def same_sentences(*both: Run) -> bool:
    """Whether two runs have the same held-out sentences."""
    one, other = (task(run).held_out[: fair.SENTENCES] for run in both)
    return one == other


@shared_cache
def _run_cost(name: str, version: str) -> Cost:
    run = Run(storage.RUNS / name)
    return of_run(run, task(run))


def run_cost(run: Run) -> Cost:
    """The cost of a training step of a run."""
    return _run_cost(run.name, _version(run))


def _version(run: Run) -> str:
    return f"{run.card['created']} {run.frames()[-1]}"


# ---- what is asked ------------------------------------------------------------------------------
@shared_cache
def predict(part: str) -> Prediction:
    """The question of a part of the page, with its computed answer."""
    if part == "write":
        return prediction.about_lights(OPENS["write"], contract("attention", OPENS["write"]))
    if part == "compare":
        return prediction.about_better(*map(shipped_score, prediction.PAIRS))
    read = encode(OPENS_WITH, SENTENCE)
    seen = (steps(OPENS_WITH, "attention", n, read) for n in (STANDARD, OPENS["source"]))
    one, other = (next(iter(found.values())) for found in seen)
    return prediction.about_parting(OPENS["source"], measure.compared(one, other))


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    known(catalogue.own_layers()), broken(), lamps("attention", OPENS["write"]), predict("write")
    pair(
        OPENS_WITH,
        "attention",
        STANDARD,
        OPENS["compare"],
        encode(OPENS_WITH, SENTENCE),
        "weights",
    )
