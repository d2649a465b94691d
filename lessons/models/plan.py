"""Turn a visitor's choices into the config of a training run, or into a sentence that explains why that is impossible."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lessons.host import faults
from transformer import tasks
from transformer.config import TransformerConfig
from transformer.registry import LAYERS, find
from transformer.runs import RunConfig
from transformer.tasks.custom.stored import FILES
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.recipes import RECIPES, Recipe
from transformer.training.schedules import SCHEDULES
from transformer.training.settings import Settings

MOST = {  # limits for a laptop and for the queue
    "steps": 20_000,
    "batch": 512,
    "d_model": 256,
    "d_ff": 1024,
    "encoder_layers": 6,
    "decoder_layers": 6,
    "self_heads": 16,
    "cross_heads": 16,
}
# A task → the included model that defines the family and sizes of its runs.
LIKE = {"desk": "desk_luong"}
WHOLE = ("steps", "batch", "seed", *MOST)
NAMES: dict[str, Mapping[str, object]] = {"schedule": SCHEDULES, "optimizer": OPTIMIZERS}


def names(setting: str) -> list[str]:
    """Return the names that a setting can have: those of the schedules, or of the optimisers."""
    return list(NAMES[setting])


def number(name: str, value: Any) -> float:
    """Parse a typed number, "1e-2" or 0.01. Raise `ValueError` with the reason."""
    try:
        parsed = float(str(value).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(
            f"{name} is “{value}”; it must be a number, such as 0.01 or 1e-2"
        ) from None
    if not math.isfinite(parsed):
        raise ValueError(f"{name} is {value}; it must be a finite number")
    if name in WHOLE:
        if parsed != int(parsed):
            raise ValueError(f"{name} is {value}; it must be a whole number")
        parsed = int(parsed)
        if parsed > MOST.get(name, 2**31):
            raise ValueError(f"{name} is {parsed:,}; it must be at most {MOST.get(name, 2**31):,}")
        if name == "seed" and parsed < 0:
            raise ValueError(f"seed is {parsed}; it must be 0 or more")
    return parsed


def setting(name: str, value: Any) -> Any:
    """Parse one setting that was typed or chosen. Raise `ValueError` with the reason."""
    if name in NAMES:
        return value  # `Settings` checks the name
    return number(name, value)


def run_config(
    task: str, settings: dict[str, Any], sizes: dict[str, Any], pieces: str = "words"
) -> RunConfig:
    """Return the config of a run with these choices. Raise `ValueError` with the reason."""
    if task not in FILES:
        tasks.find(task)
    numbers: dict[str, Any] = {
        n: value if n in LAYERS else number(n, value) for n, value in sizes.items()
    }
    chosen = Settings(**{name: setting(name, value) for name, value in settings.items()})
    for kind in LAYERS.keys() & numbers.keys():
        readable(kind, numbers[kind])
    TransformerConfig(9, 9, **numbers)  # any vocabulary, because only the sizes are checked
    like = RECIPES[LIKE[task]] if task in LIKE else Recipe(task, chosen)
    return RunConfig(task, chosen, numbers | like.sizes, pieces, like.family)


def readable(kind: str, name: str) -> None:
    """Raise `ValueError` if the file of a layer cannot be read, with the location of the error."""
    try:
        find(kind, name)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(faults.explain(error).sentence) from error


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """Return the settings with one changed. Raise `ValueError` if the value is invalid or the same."""
    new = setting(name, value)
    if new == getattr(settings, name):
        raise ValueError(f"{name} is already {new}: choose another value")
    return replace(settings, **{name: new})
