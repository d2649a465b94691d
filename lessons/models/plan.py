"""From what somebody chose to a plan that can be trained, or to the sentence that says why not."""

import math
from dataclasses import replace
from typing import Any

from lessons.host import faults
from transformer import tasks
from transformer.config import TransformerConfig
from transformer.registry import LAYERS, find
from transformer.runs import Plan
from transformer.tasks.custom.stored import FILES
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.schedules import SCHEDULES
from transformer.training.settings import Settings

MOST = {  # what a laptop, and the others in the line, can bear
    "steps": 20_000,
    "batch": 512,
    "d_model": 256,
    "d_ff": 1024,
    "encoder_layers": 6,
    "decoder_layers": 6,
    "self_heads": 16,
    "cross_heads": 16,
}
# A task → the model that ships whose family and sizes a run of it has.
LIKE = {"desk": "desk_luong"}
WHOLE = ("steps", "batch", "seed", *MOST)
NAMES = {"schedule": SCHEDULES, "optimizer": OPTIMIZERS}


def number(name: str, value: Any) -> float:
    """A number from what was typed, "1e-2" or 0.01. Raises `ValueError` with the reason."""
    try:
        parsed = float(str(value).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"{name} is “{value}”; a number is needed, such as 0.01 or 1e-2") from None
    if not math.isfinite(parsed):
        raise ValueError(f"{name} is {value}; it must be a finite number")
    if name in WHOLE:
        if parsed != int(parsed):
            raise ValueError(f"{name} is {value}; it must be a whole number")
        parsed = int(parsed)
        if parsed > MOST.get(name, 2**31):
            raise ValueError(
                f"{name} is {parsed:,}; here it may be at most {MOST.get(name, 2**31):,}"
            )
        if name == "seed" and parsed < 0:
            raise ValueError(f"seed is {parsed}; it must be 0 or more")
    return parsed


def setting(name: str, value: Any) -> Any:
    """One setting from what was typed or chosen. Raises `ValueError` with the reason."""
    if name in NAMES:
        return value  # `Settings` says which names there are
    return number(name, value)


def plan(task: str, settings: dict[str, Any], sizes: dict[str, Any], pieces="words") -> Plan:
    """A plan from what was chosen, number by number. Raises `ValueError` with the reason."""
    if task not in FILES:
        tasks.find(task)
    numbers = {n: value if n in LAYERS else number(n, value) for n, value in sizes.items()}
    chosen = Settings(**{name: setting(name, value) for name, value in settings.items()})
    for kind in LAYERS.keys() & numbers.keys():
        readable(kind, numbers[kind])
    TransformerConfig(9, 9, **numbers)  # any vocabulary: only the sizes are judged
    like = RECIPES[LIKE[task]] if task in LIKE else Recipe(task, chosen)
    return Plan(task, chosen, numbers | like.sizes, pieces, like.family)


def readable(kind: str, name: str) -> None:
    """`ValueError` where the file of a layer cannot be read, with the place in it."""
    try:
        find(kind, name)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(faults.explain(error).sentence) from error


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """The same settings but for one. Raises `ValueError` where it cannot be, or is the same."""
    new = setting(name, value)
    if new == getattr(settings, name):
        raise ValueError(f"{name} is {new} already: choose another one")
    return replace(settings, **{name: new})
