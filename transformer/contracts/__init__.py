"""Contract checks: sixteen things that a layer must do, each measured in a moment.

`layer_checks("attention", "mine")` measures them in the layer alone and in a small model that contains it. The code
is not read: inputs are changed, and the outputs that move are recorded. A layer that breaks a contract on
purpose gives the reason in a class attribute, `no_promise = {"rows sum to one": "…"}`; that check is then
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
from transformer.contracts.layer_under_test import LayerUnderTest, NoModel
from transformer.contracts.result import (
    GREEN,
    GREY,
    RED,
    Cell,
    CheckResult,
    NotApplicable,
    Violation,
)
from transformer.diagnosis.source_line import line_of
from transformer.registry import LAYERS
from transformer.weights import source

__all__ = ["CHECKS", "Cell", "CheckResult", "layer_checks", "one_by_one"]

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
CHECKS = tuple(MEASURES)
COMPARED = {  # these compare two runs
    "no future leak",
    "padding ignored",
    "order-blind without positions",
    "batch independence",
    "cached equals full",
    "saves and loads",
}


def layer_checks(kind: str, name: str, *, seed: int = 0) -> tuple[CheckResult, ...]:
    """Return the results of all checks of a layer, in the order of `CHECKS`. Raise `ValueError` if there is no such
    layer."""
    source.warn_of_edits()
    return tuple(one_by_one(kind, name, seed=seed))


def one_by_one(kind: str, name: str, *, seed: int = 0) -> Iterator[CheckResult]:
    """Yield each result as soon as it is measured, so that a check that never ends does not hide the others."""
    if kind not in LAYERS:
        raise ValueError(f"'{kind}' is not a kind of layer. Choose one of: {', '.join(LAYERS)}.")
    tested = None
    try:
        tested = LayerUnderTest(kind, name, seed)
    except Exception as error:
        if str(error).startswith(f"no {kind} is called"):
            raise
        runs = CheckResult("runs", RED, sentence(error, None), look_at=of_error(error, None))
    else:
        runs = check_result("runs", tested)
    yield runs
    for check in CHECKS[1:]:
        if not (tested and tested.runs_alone):
            yield CheckResult(check, GREY, "not measured, because the layer does not run yet")
        else:
            yield check_result(check, tested)


def measure_of(kind: str, name: str) -> Callable[[LayerUnderTest], str]:
    """Return the function that measures a check for this kind of layer; its docstring states the contract."""
    return (choosing.MEASURES if kind == "decoding" else MEASURES)[name]


def check_result(name: str, tested: LayerUnderTest) -> CheckResult:
    """Return the result of one check. Any error of the layer, even an exit, makes it red."""
    measure = measure_of(tested.kind, name)
    test = line_of(measure)
    try:
        with torch.random.fork_rng(devices=[]), torch.enable_grad():
            torch.manual_seed(tested.seed)
            tested.excused(name)
            return CheckResult(name, GREEN, measure(tested), test=test)
    except NoModel:
        says = "on its own, the layer satisfies the contract, but a model that contains it does not run"
        return CheckResult(name, GREEN, says, test=test)
    except NotApplicable as reason:
        return CheckResult(name, GREY, str(reason), test=test)
    except Violation as red:
        look_at = red.look_at or line_of(tested.layer)
        likely = (name in COMPARED and causes.restless(tested)[0]) or red.likely
        return CheckResult(name, RED, red.says, red.cell, likely, look_at, test)
    except (Exception, SystemExit) as error:
        says, where = sentence(error, tested.layer), of_error(error, tested.layer)
        likely, own = "", line_of(tested.layer)
        if where.rpartition(":")[0] != own.rpartition(":")[0]:
            likely, line = errors.cause(error, tested.layer, lambda: again(measure, tested))
            where = line or where
        if isinstance(error, TypeError) and "argument" in str(error):
            where = where or own  # it cannot be called as its kind requires
        if not where:  # no line of the layer was running, so it is not to blame
            return CheckResult(name, GREY, f"this contract could not be checked: {says}", test=test)
        return CheckResult(name, RED, says, None, likely or causes.of_error(error), where, test)


def again(measure: Callable[[LayerUnderTest], str], tested: LayerUnderTest) -> None:
    """Repeat a measurement with the same random numbers."""
    with torch.random.fork_rng(devices=[]), torch.enable_grad():
        torch.manual_seed(tested.seed)
        measure(tested)
