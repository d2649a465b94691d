"""Contract checks (“lights”): sixteen things that a layer must do, each measured in a moment.

`lights("attention", "mine")` measures them in the layer alone and in a small model that contains it. The code
is not read: inputs are changed, and the outputs that move are recorded. A layer that breaks a contract on
purpose gives the reason in a class attribute, `no_promise = {"rows sum to one": "…"}`; that light is then
grey and shows this sentence.

In a terminal: `python -m transformer.contracts attention mine`. This command limits time and memory, for
code that never ends or uses all memory.
"""

from collections.abc import Callable, Iterator

import torch

from transformer.contracts import (
    batches,
    causes,
    choosing,
    decoding,
    devices,
    errors,
    information_flow,
    learning,
    running,
    saving,
    speed,
    state,
    visibility,
)
from transformer.contracts.errors import of_error, sentence
from transformer.contracts.light import GREEN, GREY, RED, Cell, Light, NotApplicable, Violation
from transformer.contracts.trial import NoModel, Trial
from transformer.diagnosis.source_line import line_of
from transformer.registry import LAYERS
from transformer.weights import source

__all__ = ["LIGHTS", "Cell", "Light", "lights", "one_by_one"]

MEASURES = {
    "runs": running.runs,
    "shapes": running.shapes,
    "finite": running.finite,
    "rows sum to one": information_flow.rows_sum_to_one,
    "no future leak": information_flow.no_future_leak,
    "padding ignored": information_flow.padding_ignored,
    "hides nothing that is allowed": visibility.hides_nothing,
    "order-blind without positions": information_flow.order_blind,
    "batch independence": batches.batch_independence,
    "gradients reach every parameter": learning.gradients,
    "evaluation deterministic": learning.deterministic,
    "no state between calls": state.stateless,
    "cached equals full": decoding.cached,
    "saves and loads": saving.saves,
    "runs on another device": devices.other_device,
    "speed": speed.speed,
}
LIGHTS = tuple(MEASURES)
COMPARED = {  # these compare two runs
    "no future leak",
    "padding ignored",
    "order-blind without positions",
    "batch independence",
    "cached equals full",
    "saves and loads",
}


def lights(kind: str, name: str, *, seed: int = 0) -> tuple[Light, ...]:
    """All lights of a layer, in the order of `LIGHTS`; `ValueError` if the layer does not exist."""
    source.warn_of_edits()
    return tuple(one_by_one(kind, name, seed=seed))


def one_by_one(kind: str, name: str, *, seed: int = 0) -> Iterator[Light]:
    """Yield each light as soon as it is measured, so that one that never ends does not hide the others."""
    if kind not in LAYERS:
        raise ValueError(f"'{kind}' is not a kind of layer. Choose one of: {', '.join(LAYERS)}.")
    trial = None
    try:
        trial = Trial(kind, name, seed)
    except Exception as error:
        if str(error).startswith(f"no {kind} is called"):
            raise
        runs = Light("runs", RED, sentence(error, None), look_at=of_error(error, None))
    else:
        runs = measured("runs", trial)
    yield runs
    for light in LIGHTS[1:]:
        if not (trial and trial.runs_alone):
            yield Light(light, GREY, "not measured, because the layer does not run yet")
        else:
            yield measured(light, trial)


def measure_of(kind: str, light: str) -> Callable[[Trial], str]:
    """The function that measures a light for this kind of layer; its docstring states the contract."""
    return (choosing.MEASURES if kind == "decoding" else MEASURES)[light]


def measured(light: str, trial: Trial) -> Light:
    """Measure one light. Any error of the layer, even an exit, makes it red."""
    measure = measure_of(trial.kind, light)
    test = line_of(measure)
    try:
        with torch.random.fork_rng(devices=[]), torch.enable_grad():
            torch.manual_seed(trial.seed)
            trial.excused(light)
            return Light(light, GREEN, measure(trial), test=test)
    except NoModel:
        says = "on its own, the layer satisfies the contract, but a model that contains it does not run"
        return Light(light, GREEN, says, test=test)
    except NotApplicable as reason:
        return Light(light, GREY, str(reason), test=test)
    except Violation as red:
        look_at = red.look_at or line_of(trial.layer)
        likely = (light in COMPARED and causes.restless(trial)[0]) or red.likely
        return Light(light, RED, red.says, red.cell, likely, look_at, test)
    except (Exception, SystemExit) as error:
        says, where = sentence(error, trial.layer), of_error(error, trial.layer)
        likely, own = "", line_of(trial.layer)
        if where.rpartition(":")[0] != own.rpartition(":")[0]:
            likely, line = errors.cause(error, trial.layer, lambda: again(measure, trial))
            where = line or where
        if isinstance(error, TypeError) and "argument" in str(error):
            where = where or own  # it cannot be called as its kind requires
        if not where:  # no line of the layer was running, so it is not to blame
            return Light(light, GREY, f"this contract could not be checked: {says}", test=test)
        return Light(light, RED, says, None, likely or causes.of_error(error), where, test)


def again(measure: Callable[[Trial], str], trial: Trial) -> None:
    """Repeat a measurement with the same random numbers."""
    with torch.random.fork_rng(devices=[]), torch.enable_grad():
        torch.manual_seed(trial.seed)
        measure(trial)
