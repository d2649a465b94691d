"""What the page on a layer of one's own shows, computed with the machine and shared by all visitors."""

import difflib
import inspect

import torch

from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.figures.lights import lights as lights_figure
from lessons.figures.training_pair import training_pair
from lessons.figures.two_layers import MOST_WORDS, pack, words_of
from lessons.host import faults, server
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.trainings.listing import listed, read_task
from lessons.trainings.saved import trained
from lessons.trainings.shipped import OPENS_WITH, SENTENCE
from lessons.your_layer import OPENS, STANDARD, prediction
from lessons.your_layer.checks import check
from transformer import variants, weights
from transformer.measure import fair_trainings as fair
from transformer.measure import two_layers as measure
from transformer.measure.frames import checkpoint, moment
from transformer.measure.layer_cost import Cost, costs
from transformer.measure.lights import Light, lights
from transformer.measure.lights.beside import beside_standard
from transformer.runs import Plan, Run, free_name
from transformer.tasks import TASKS
from transformer.training import vocabularies
from transformer.weights import Trained

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def known() -> dict[str, list[variants.Known]]:
    """The layers that there are, by kind, your own first."""
    found = sorted(variants.known(), key=lambda one: not one.yours)
    return {kind: [one for one in found if one.kind == kind] for kind in variants.LAYERS}


@shared
def source(kind: str, name: str) -> str:
    return variants.source(kind, name)


@shared
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


@shared
def contract(kind: str, name: str) -> tuple[Light, ...]:
    """The lights of a layer."""
    return lights(kind, name)


@shared
def lamps(kind: str, name: str) -> Figure:
    """The lights as a picture; of a layer that keeps its contracts, where it first differs all the same."""
    found = contract(kind, name)
    whole = kind != "decoding" and all(light.state != "red" for light in found)
    return lights_figure(kind, name, found, beside_standard(kind, name) if whole else None)


# ---- in a trained model -------------------------------------------------------------------------
@shared
def reading(model: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return Reading.of(trained(model), text, most=MOST_WORDS)


@shared
def put_in(model: str, kind: str, name: str) -> Trained:
    """A trained model with the layer in it; the model as it is, if that has it already."""
    found = trained(model)
    has = getattr(found.model.config, kind, STANDARD) == name
    return found if has else found.with_layer(kind, name)


@shared
def attention(model: str, kind: str, name: str, reading: Reading) -> Figure:
    """The attention map of the model with the layer in it."""
    return attention_map(put_in(model, kind, name), reading)


@shared
def inside(model: str, reading: Reading) -> tuple[int, ...]:
    """What the model as it is answers: both layers then read the same words."""
    return tuple(measure.answered(trained(model), reading.ids))


@shared
def steps(
    model: str, kind: str, name: str, reading: Reading
) -> dict[str, tuple[measure.Step, ...]]:
    """What the probes of the layer see, at each place of the model."""
    put = put_in(model, kind, name)
    trace = measure.passed(put, reading.ids, inside(model, reading))
    return {
        place: measure.steps(put.model, trace, place) for place in measure.places(put.model, kind)
    }


@shared
def version(kind: str, name: str) -> str:
    """Changes when the code of the layer does, or of what it inherits."""
    return weights.fingerprint(put_in(OPENS_WITH, kind, name).model)


@shared
def broken() -> list[str]:
    """A sentence for each file of variants that cannot be read; the others can be used."""
    return [faults.explain(error).sentence for error in variants.broken().values()]


def both(
    model: str,
    reading: Reading,
    names: tuple[str, str],
    one: dict[str, tuple[measure.Step, ...]],
    other: dict[str, tuple[measure.Step, ...]],
    opens: str = "",
) -> Figure:
    """Two layers step by step, from what was seen of each."""
    words = words_of(trained(model), reading.words, inside(model, reading))
    return pack(names, one, other, words, opens)


@shared
def pair(model: str, kind: str, one: str, other: str, reading: Reading, opens: str) -> Figure:
    """Two layers that there are."""
    seen = (steps(model, kind, name, reading) for name in (one, other))
    return both(model, reading, (one, other), *seen, opens)


@shared
def cost(kind: str, one: str, other: str) -> tuple[Cost, ...]:
    """What a training step with each of the layers takes."""
    return costs(kind, (one, other))


# ---- trainings ----------------------------------------------------------------------------------
@shared
def shipped_score(name: str) -> fair.Score:
    """What a model that ships makes of the held-out sentences."""
    return fair.score(trained(name))


@shared
def _run_score(model: str, version: str) -> fair.Score:
    return fair.score(trained(model))


def run_score(run: Run) -> fair.Score:
    """What the last frame of a run makes of them."""
    return _run_score(f"run-{run.name}", f"{run.card['created']} {run.frames()[-1]}")


@shared
def code_of(task: str, kind: str, name: str) -> dict[str, str]:
    """The fingerprints of the code that a training of this layer would run, as it is now."""
    plan = fair.plan(task, kind, name)
    return weights.fingerprints(plan.build(TASKS[plan.task]()))


@shared
def taken_over(task: str, kind: str, name: str) -> tuple[int, int]:
    """How many weights of a training begin as those of the standard layer, and of how many."""
    return fair.taken_over(fair.plan(task, kind, name))


def runs_of(task: str, kind: str, name: str, seed: int | None = None) -> list[Run]:
    """The trainings of this layer that there are, the newest first."""
    return [run for run in listed() if fair.learns(run, task, kind, name, seed)]


def create(task: str, kind: str, name: str, seed: int) -> Run:
    """A run of this layer; like every run it begins with the weights of the standard one, where they fit."""
    named = free_name(server.RUNS, fair.run_name(task, kind, name, seed))
    run = Run.create(fair.plan(task, kind, name, seed), server.RUNS, named)
    run.write_card({**run.card, "code": code_of(task, kind, name)})
    return run


@shared
def _curves(first: str, second: str, version: str) -> Figure:
    runs = [Run(server.RUNS / name) for name in (first, second)]
    tasks = [read_task(run.name, run.card["created"]) for run in runs]
    example = tasks[0].held_out[0]
    moments = [
        [_moment(run.name, run.card["created"], step) for step in run.frames()] for run in runs
    ]
    return training_pair(*runs, tuple(tasks), moments, example)


@shared
def _moment(name: str, created: float, step: int):
    run, task = Run(server.RUNS / name), read_task(name, created)
    model = checkpoint(run, Plan.read(run.card).build(task), step)
    return moment(model, task, vocabularies(task), step, task.held_out[0])


def curves(first: Run, second: Run) -> Figure:
    """Two trainings, curve over curve, and every head of both."""
    version = " ".join(f"{run.card['created']} {run.frames()[-1]}" for run in (first, second))
    return _curves(first.name, second.name, version)


# ---- what is asked ------------------------------------------------------------------------------
@shared
def predict(part: str) -> Prediction:
    """The question that belongs to a part of the page; its answer is computed."""
    if part == "write":
        return prediction.about_lights(OPENS["write"], contract("attention", OPENS["write"]))
    if part == "compare":
        return prediction.about_better(*map(shipped_score, prediction.PAIRS))
    read = reading(OPENS_WITH, SENTENCE)
    seen = (steps(OPENS_WITH, "attention", n, read) for n in (STANDARD, OPENS["source"]))
    one, other = (next(iter(found.values())) for found in seen)
    return prediction.about_parting(OPENS["source"], measure.compared(one, other))


def cover() -> Figure:
    """The figure that stands for this lesson on the course page."""
    read = reading(OPENS_WITH, SENTENCE)
    return pair(OPENS_WITH, "attention", STANDARD, OPENS["compare"], read, "weights")


@shared
def check_exercise() -> Result:
    """What the checks say about the student's layer, as its file is now."""
    return check()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    known(), lamps("attention", OPENS["write"]), predict("write"), check_exercise(), cover()
