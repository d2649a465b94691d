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
from transformer.contracts import CheckResult, layer_checks
from transformer.registry import LAYERS
from transformer.runs import Run, RunConfig, free_name, layers
from transformer.tasks import TASKS
from transformer.weights import Trained


@shared_cache
def layers_by_kind(own: str) -> dict[str, list[variants.VariantInfo]]:
    """Return the available layers by kind, your own first. `own`: the result of `catalogue.own_layers`."""
    variants_in_order = sorted(variants.all_variants(), key=lambda variant: not variant.yours)
    return {
        kind: [variant for variant in variants_in_order if variant.kind == kind]
        for kind in variants.LAYERS
    }


@shared_cache
def source(kind: str, name: str) -> str:
    return variants.source(kind, name)


@shared_cache
def diff(kind: str, first: str, second: str) -> str:
    """Return the methods in which two layers differ, as a diff."""
    layers = [variants.find(kind, name) for name in (first, second)]
    names = dict.fromkeys(name for layer in layers for name in dir(layer))
    text = ""
    for name in names:
        methods = [getattr(layer, name, None) for layer in layers]
        if methods[0] is methods[1] or not any(hasattr(m, "__code__") for m in methods):
            continue
        lines = [
            inspect.getsource(m).splitlines() if hasattr(m, "__code__") else [] for m in methods
        ]
        parts = list(difflib.unified_diff(*lines, first, second, lineterm="", n=99))[3:]
        text += "\n".join([f"@@ {name} @@", *parts]) + "\n\n"
    return text.strip()


@shared_cache
def contract(kind: str, name: str) -> tuple[CheckResult, ...]:
    """Return the contract checks of a layer."""
    return layer_checks(kind, name)


@shared_cache
def contract_figure(kind: str, name: str) -> Figure:
    """Return the contract checks as a figure."""
    return lights_figure(kind, name, contract(kind, name))


# ---- in a trained model -------------------------------------------------------------------------
@of_model
def encode(model: str, text: str) -> EncodedText:
    """Return the model’s reading of a typed text."""
    return saved.encode(model, text, MOST_WORDS)


@shared_cache
def with_layer(model: str, kind: str, name: str) -> Trained:
    """Return a trained model with this layer; the model itself if it already has it."""
    base = trained(model)
    has = getattr(base.model.config, kind, STANDARD) == name
    return base if has else base.with_layer(kind, name)


@shared_cache
def attention(model: str, kind: str, name: str, reading: EncodedText) -> Figure:
    """Return the attention map of the model with the layer in it."""
    return attention_map(with_layer(model, kind, name), reading)


@shared_cache
def model_answer(model: str, reading: EncodedText) -> tuple[int, ...]:
    """Return the answer of the unchanged model, so that both layers read the same words."""
    return tuple(measure.answer_tokens(trained(model), reading.ids))


@shared_cache
def steps(
    model: str, kind: str, name: str, reading: EncodedText
) -> dict[str, tuple[measure.Step, ...]]:
    """Return what the hooks of the layer record, in each sub-layer of the model."""
    put = with_layer(model, kind, name)
    trace = measure.record_answer(put, reading.ids, model_answer(model, reading))
    return {
        place: measure.steps(put.model, trace, place)
        for place in measure.layer_paths(put.model, kind)
    }


@of_model
def recorded_steps(model: str, kind: str, name: str, reading: EncodedText) -> dict[str, tuple]:
    """Return the result of `steps` as plain data, which survives a change of the code and its classes."""
    recorded = steps(model, kind, name, reading)
    return {place: tuple(map(astuple, there)) for place, there in recorded.items()}


def _read(recorded: dict[str, tuple]) -> dict[str, tuple[measure.Step, ...]]:
    return {
        place: tuple(
            measure.Step(
                name, axes, values, tuple(measure.Listing(*listing) for listing in listings)
            )
            for name, axes, values, listings in there
        )
        for place, there in recorded.items()
    }


@shared_cache
def version(kind: str, name: str) -> str:
    """Return a fingerprint of the layer’s code and of the code that it inherits."""
    return weights.fingerprint(with_layer(OPENS_WITH, kind, name).model)


@shared_cache
def broken() -> dict[str, str]:
    """Return a sentence for each unreadable file of variants; the other files can be used."""
    return {
        f"transformer/variants/{file}": faults.explain(error).sentence
        for file, error in variants.broken().items()
    }


def compare_steps(
    model: str,
    reading: EncodedText,
    names: tuple[str, str],
    first: dict[str, tuple[measure.Step, ...]],
    second: dict[str, tuple[measure.Step, ...]],
    opens: str = "",
) -> Figure:
    """Return the comparison of two layers step by step, from their recorded steps."""
    words = words_of(trained(model), reading.words, model_answer(model, reading))
    return pack(names, first, second, words, opens)


def compare_versions(
    model: str, reading: EncodedText, names: tuple[str, str], *versions: dict
) -> Figure:
    """Return the comparison of two versions of a layer, from what `recorded_steps` returned for each."""
    return compare_steps(model, reading, names, *map(_read, versions))


@shared_cache
def compare_layers(
    model: str, kind: str, first: str, second: str, reading: EncodedText, opens: str
) -> Figure:
    """Return the comparison of two available layers."""
    recorded = (steps(model, kind, name, reading) for name in (first, second))
    return compare_steps(model, reading, (first, second), *recorded, opens)


@shared_cache
def cost(kind: str, first: str, second: str) -> tuple[Cost, ...]:
    """Return the cost of a training step with each layer."""
    return costs(kind, (first, second))


# ---- trainings ----------------------------------------------------------------------------------
@shared_cache
def shipped_score(name: str) -> fair.Score:
    """Return the held-out accuracy of a shipped model."""
    return fair.score(trained(name))


def shipped_model(task: str, kind: str, name: str) -> str | None:
    """Return the shipped model with this layer, trained like the standard one."""
    return fair.shipped_model(task, kind, name)


@shared_cache
def _run_score(model: str, version: str) -> fair.Score:
    return fair.score(trained(model))


def run_score(run: Run) -> fair.Score:
    """Return the held-out accuracy of the last checkpoint of a run."""
    return _run_score(f"run-{run.name}", _version(run))


@shared_cache
def code_of(task: str, kind: str, name: str) -> dict[str, str]:
    """Return the fingerprints of the current code that a training run of this layer would use."""
    config = fair.run_config(task, kind, name)
    return weights.fingerprints(config.build(TASKS[config.task]()))


@shared_cache
def count_equal_parameters(task: str, kind: str, name: str) -> tuple[int, int]:
    """Return how many initial parameters equal those of the standard layer, and how many there are."""
    return fair.count_equal_parameters(fair.run_config(task, kind, name))


def runs_of(task: str, kind: str, name: str, seed: int | None = None) -> list[Run]:
    """Return the training runs of this layer, the newest first."""
    return [run for run in listed() if fair.is_run_of(run, task, kind, name, seed)]


def create_run(task: str, kind: str, name: str, seed: int) -> Run:
    """Return a new run of this layer; where shapes fit, it starts with the parameters of the standard layer."""
    named = free_name(storage.RUNS, fair.run_name(task, kind, name, seed))
    run = Run.create(fair.run_config(task, kind, name, seed), storage.RUNS, named)
    run.write_card({**run.card, "code": code_of(task, kind, name)})
    return run


# ---- two stored runs ----------------------------------------------------------------------------
def runs() -> list[Run]:
    """Return the stored runs that have been trained for some steps."""
    return [run for run in listed() if len(run.checkpoints()) > 1]


def differing_layers(*both: Run) -> dict[str, tuple[str, str]]:
    """Return the kinds of layers in which two runs differ, with the layer of each."""
    sizes = [RunConfig.read(run.card).sizes for run in both]
    kinds = {
        kind: tuple(size_names.get(kind) or usual(kind) for size_names in sizes) for kind in LAYERS
    }
    return {kind: names for kind, names in kinds.items() if names[0] != names[1]}


def layer_files(run: Run) -> str:
    """Return the layer files of a run; they are shown, never run."""
    return "\n".join(source.text for source in layers.sources(run))


def pair_problem(*both: Run) -> str:
    """Return why two runs cannot read the same sentence; "" if they can."""
    if any(recordings.not_in_place(run) for run in both):
        return words.NO_LAYER
    first, second = (trained(f"run-{run.name}") for run in both)
    if first.family.name != second.family.name:
        return words.OTHER_FAMILY.format(first.family.name, second.family.name)
    if _words_of(first) != _words_of(second):
        return words.OTHER_WORDS.format(*(run.name for run in both))
    if not set(measure.layer_paths(first.model, "attention")) & set(
        measure.layer_paths(second.model, "attention")
    ):
        return words.NO_ATTENTION
    return ""


def _words_of(model: Trained) -> tuple[list[str], list[str]]:
    return model.source_vocabulary.words, model.target_vocabulary.words


@shared_cache
def _compare_runs(first: str, second: str, version: str, reading: EncodedText) -> Figure:
    models = [trained(f"run-{name}") for name in (first, second)]
    answer = measure.answer_tokens(models[0], reading.ids)
    return two_models(models, "attention", (first, second), reading, answer, "weights")


def compare_runs(first: Run, second: Run, reading: EncodedText) -> Figure:
    """Return the comparison of every attention step of two runs on one sentence, with the same answer words."""
    return _compare_runs(first.name, second.name, _version(first) + _version(second), reading)


def scores(*both: Run) -> list[fair.Score | None]:
    """Return the held-out accuracy of each run; None without complete answers, or if its model cannot be built."""
    return [
        run_score(run)
        if not recordings.not_in_place(run)
        and run_scores.score_of(run, task(run)) == run_scores.USUAL
        else None
        for run in both
    ]


def same_sentences(*both: Run) -> bool:
    """Return whether two runs have the same held-out sentences."""
    first, second = (task(run).held_out[: fair.SENTENCES] for run in both)
    return first == second


@shared_cache
def _run_cost(name: str, version: str) -> Cost:
    run = Run(storage.RUNS / name)
    return of_run(run, task(run))


def run_cost(run: Run) -> Cost:
    """Return the cost of a training step of a run."""
    return _run_cost(run.name, _version(run))


def _version(run: Run) -> str:
    return f"{run.card['created']} {run.checkpoints()[-1]}"


# ---- what is asked ------------------------------------------------------------------------------
@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part of the page, with its computed answer."""
    if part == "write":
        return prediction.about_checks(OPENS["write"], contract("attention", OPENS["write"]))
    if part == "compare":
        return prediction.about_better(*map(shipped_score, prediction.PAIRS))
    read = encode(OPENS_WITH, SENTENCE)
    both = (steps(OPENS_WITH, "attention", n, read) for n in (STANDARD, OPENS["source"]))
    first, second = (next(iter(recorded.values())) for recorded in both)
    return prediction.about_first_difference(OPENS["source"], measure.compare_steps(first, second))


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    (
        layers_by_kind(catalogue.own_layers()),
        broken(),
        contract_figure("attention", OPENS["write"]),
        predict("write"),
    )
    compare_layers(
        OPENS_WITH,
        "attention",
        STANDARD,
        OPENS["compare"],
        encode(OPENS_WITH, SENTENCE),
        "weights",
    )
