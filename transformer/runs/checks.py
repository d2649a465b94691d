"""Whether a run from elsewhere is valid: its card, its events, its checkpoints.

Everything that cannot be a run of this code is refused with an `ArchiveError`, which says what was found and
what to do.
"""

import json
import re
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from transformer import families
from transformer.runs import layers
from transformer.runs.cards import OTHER_CODE, SAVE_AGAIN, Unfit, run_config, short
from transformer.runs.run import Run, RunConfig
from transformer.tasks.custom.stored import FACTS, FILES
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings
from transformer.weights.fingerprint import codes

DEVICES = ("cpu", "cuda", "mps")  # kinds of devices that a run may have been trained on
TENSOR = re.compile(r"(model|optimizer)\.[\w.]{1,200}")
EVERY_EVENT = {"loss", "learning_rate", "gradient_norm", "seconds"}
LATER = {"bleu"}  # missing in the early events of runs that started before this was measured


class ArchiveError(ValueError):
    """A file that cannot be loaded as a run; the message gives the reason and what to do."""


# ---- the card -------------------------------------------------------------------------------------
def read_card(run: Run) -> dict:
    """Return a new card with the validated content of the archive's card."""
    stored = _json((run.folder / "card.json").read_bytes(), "The card.json")
    try:
        config = run_config(stored)
    except Unfit as error:
        raise ArchiveError(str(error)) from error
    name, state, why = (str(stored.get(key, ""))[:300] for key in ("name", "state", "error"))
    card = {**asdict(config), "state": state, "created": time.time(), "pinned": False, "error": why}
    if stored.get("device") in DEVICES:
        card["device"] = stored["device"]
    if trained := _codes(stored):
        card["code"] = trained[-1][1]
        card |= {"codes": trained} if len(trained) > 1 else {}
    run.write_card(card := {**card, "from": name or "another machine"})
    return card


def _codes(card: dict) -> list[list]:
    """Return which code trained the run, and from which step on; empty where the card does not say so
    readably."""
    try:
        return [
            [int(s), {str(f)[:100]: str(h)[:100] for f, h in c.items()}] for s, c in codes(card)
        ][:100]
    except (TypeError, ValueError, AttributeError):
        return []


# ---- events and checkpoints ---------------------------------------------------------------------
def check_checkpoints(run: Run, config: RunConfig) -> None:
    """Check that every checkpoint could have been written by the model of this card after that step."""
    for name in (FILES[config.task], FACTS) if config.task in FILES else ():
        if not (run.folder / name).exists():
            raise ArchiveError(f"The archive has no {name}. {SAVE_AGAIN}.")
    if lost := run.lost():
        raise ArchiveError(
            f"The archive’s frames/{lost[0]} is damaged or not a safetensors file. {SAVE_AGAIN}."
        )
    gone = layers.missing(config) if (run.folder / layers.FOLDER).exists() else []
    standing_in = replace(
        config, sizes={k: v for k, v in config.sizes.items() if (k, v) not in gone}
    )
    try:
        task = run.task()
        with torch.device("meta"):  # shapes without numbers: they cost no memory
            model = standing_in.build(task)
    except Exception as error:  # wrong sizes, a changed layer, a damaged task.json
        raise ArchiveError(
            f"The model described on the card cannot be built here: {short(error)}. {OTHER_CODE}."
        ) from error
    steps, checkpoints = (
        _check_events(run, config, families.family_of(model).objective.score),
        run.checkpoints(),
    )
    if checkpoints[-1] > steps:
        raise ArchiveError(
            f"There is a frame after step {checkpoints[-1]}, but events.jsonl has only {steps} steps. {SAVE_AGAIN}."
        )
    fitting = {f"model.{n}": (tuple(v.shape), v.dtype) for n, v in model.state_dict().items()}
    memory = _memory(config.settings)
    for number, parameter in enumerate(model.parameters()):
        for name, scalar in memory.items():
            shape = () if scalar else tuple(parameter.shape)
            fitting[f"optimizer.{number}.{name}"] = shape, torch.float32
    for step in checkpoints:
        _check_checkpoint(run.checkpoint_file(step), step, None if gone else fitting)


def _check_checkpoint(path: Path, step: int, fitting: dict[str, tuple] | None) -> None:
    """Check that names, shapes and dtypes match the model on the card. Where the model cannot be built here,
    `fitting` is None, and only the parts that every checkpoint has are checked."""
    where, state = f"The frame after step {step}", load_file(path)
    needed = {name for name in fitting or () if step or name.startswith("model.")}
    for name in sorted(needed | {"random.shuffle", "random.torch", "number"}):
        if name not in state:
            raise ArchiveError(
                f"{where} has no “{name}”, which the model on its card needs. {OTHER_CODE}."
            )
    for name, value in state.items():
        actual = tuple(value.shape), value.dtype
        if name.startswith("random."):
            _check_random(name, value, where)
        elif name == "number":
            if value.shape != () or value.item() != step:
                raise ArchiveError(
                    f"{where} has a “number” that does not match its step. {OTHER_CODE}."
                )
        elif fitting is None:
            if not (TENSOR.fullmatch(name) and value.dtype == torch.float32):
                raise ArchiveError(
                    f"{where} contains “{short(name)}”, which no model has. {SAVE_AGAIN}."
                )
        elif name not in fitting:
            raise ArchiveError(
                f"{where} contains “{short(name)}”, which the model on its card does not have. {OTHER_CODE}."
            )
        elif actual != fitting[name]:
            raise ArchiveError(
                f"{where} contains “{name}” as {actual[0]} {actual[1]}, but the model on its card needs "
                f"{fitting[name][0]} {fitting[name][1]}. {OTHER_CODE}."
            )


def _check_random(name: str, value: torch.Tensor, where: str) -> None:
    """Check the state of a random generator; for GPUs it is a tensor of bytes."""
    fits = value.dtype == torch.uint8 and value.ndim == 1 and len(value) <= 2**16
    if fits and name in ("random.shuffle", "random.torch"):
        try:
            torch.Generator().set_state(value)
        except (RuntimeError, TypeError, ValueError):
            fits = False
    if not fits or name not in (f"random.{kind}" for kind in ("shuffle", "torch", *DEVICES)):
        raise ArchiveError(
            f"{where} has a “{short(name)}” that is not a random state. {SAVE_AGAIN}."
        )


def _memory(settings: Settings) -> dict[str, bool]:
    """Return what the optimiser stores for a parameter: name → whether it is a single number."""
    weight = torch.zeros(2, 2, requires_grad=True)
    weight.grad = torch.zeros(2, 2)
    optimizer = OPTIMIZERS[settings.optimizer]([weight], settings)
    optimizer.step()
    return {n: value.ndim == 0 for n, value in optimizer.state_dict()["state"][0].items()}


def _check_events(run: Run, config: RunConfig, score: str) -> int:
    """Check that every line has the numbers of one step, and that all measurements have the same names;
    return the number of steps."""
    same, number = None, 0
    with open(run.folder / "events.jsonl", "rb") as lines:
        for number, line in enumerate(lines, start=1):
            event = _json(line, f"Line {number} of events.jsonl")
            if (
                number > config.settings.steps
                or not line.endswith(b"\n")
                or not _has_numbers(event, number)
            ):
                raise ArchiveError(
                    f"Line {number} of events.jsonl does not contain the numbers of step "
                    f"{number} of {config.settings.steps}. {SAVE_AGAIN}."
                )
            if "gradient_norms" in event or score in event:
                measured = event.keys() - LATER, event.get("gradient_norms", {}).keys()
                if measured != (same or measured) or not event.keys() >= {"gradient_norms", score}:
                    raise ArchiveError(
                        f"Line {number} of events.jsonl does not contain the same metrics as the other lines. "
                        f"{SAVE_AGAIN}."
                    )
                same = measured
    return number


def _has_numbers(event: Any, step: int) -> bool:
    """Whether the event has all required numbers of that step."""
    if not isinstance(event, dict) or not all(map(_is_number, event.values())):
        return False
    needed = [event.get(name) for name in EVERY_EVENT]
    norms = event.get("gradient_norms", {})
    single = all(not isinstance(v, dict) for n, v in event.items() if n != "gradient_norms")
    return event.get("step") == step and None not in needed and single and isinstance(norms, dict)


def _is_number(value: Any) -> bool:
    """Whether the value is a number, None, or numbers by name."""
    if isinstance(value, dict):
        named = all(re.fullmatch(r"[\w.]{1,60}", name) for name in value)
        return named and all(type(v) in (int, float) and _is_number(v) for v in value.values())
    return value is None or (type(value) is int and abs(value) < 2**53) or type(value) is float


def _json(data: bytes, where: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{where} is damaged ({short(error)}). {SAVE_AGAIN}.") from error
