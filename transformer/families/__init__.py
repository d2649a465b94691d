"""Model families by name: the same parts, assembled in different ways.

Each `Family` that a file of this folder defines is known by its name. To keep a family private, call its file
`my_NAME.py`: git ignores it, and it is read only when needed. Or call `add(Family(…))` in any module. The objectives
of the families are in `transformer/objectives`. Reading order: family, encoder_decoder, gpt, bert,
recurrent, memory, entailment, captioner, film_captioner, searcher.
"""

import importlib
import pkgutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from torch import nn

from transformer.families.family import Family
from transformer.families.gpt import GPT, GPTConfig
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.registry import LAYERS
from transformer.tasks import Task
from transformer.vocabulary import Vocabulary

__all__ = [
    "FAMILIES",
    "GPT",
    "Family",
    "GPTConfig",
    "Map",
    "add",
    "build",
    "config_of",
    "find",
    "matching_parameters",
    "family_of",
    "same_start",
    "vocabularies",
    "family_of_config",
]

PRIVATE = "my_"


def _built_in() -> dict[str, Family]:
    """Return each `Family` that a file of this folder defines, by name, without the private files."""
    files = [f"{__name__}.{file}" for _, file, _ in pkgutil.iter_modules(__path__)]
    modules = [importlib.import_module(file) for file in files if f".{PRIVATE}" not in file]
    values = [value for module in modules for value in vars(module).values()]
    return {value.name: value for value in values if isinstance(value, Family)}


FAMILIES: dict[str, Family] = _built_in()


def add(family: Family) -> Family:
    """Register a custom family under its name."""
    FAMILIES[family.name] = family
    return family


def find(name: str) -> Family:
    """The family with this name; files `my_*.py` in this folder are imported if needed."""
    for file in sorted(path.stem for path in Path(__file__).parent.glob("my_*.py")):
        if name in FAMILIES:
            break
        add(importlib.import_module(f"{__name__}.{file}").FAMILY)
    if name not in FAMILIES:
        raise ValueError(
            f"there is no model family '{name}'. Choose one of: {', '.join(FAMILIES)}. To add a family, "
            "create transformer/families/my_….py with FAMILY = Family(…)."
        )
    return FAMILIES[name]


def family_of(model: nn.Module) -> Family:
    """Return the family of a model."""
    return family_of_config(config_of(model))


def config_of(model: nn.Module) -> Any:
    """The config of a model of any family."""
    return model.config


def family_of_config(config: Any) -> Family:
    """Return the family of a config. Each config class, including its subclasses, belongs to one family."""
    by_class = {family.config: family for family in FAMILIES.values()}
    for kind in type(config).__mro__:
        if kind in by_class:
            return by_class[kind]
    raise ValueError(
        f"{type(config).__name__} belongs to no known family. Known: {', '.join(FAMILIES)}."
    )


def vocabularies(task: Task) -> Vocabularies:
    return Vocabulary(task.source_words), Vocabulary(task.target_words)


def build(task: Task, seed: int = 0, family: str = "", **sizes: Any) -> nn.Module:
    """Build a new model for a task, of the named family or of the task's default family; the same seed gives
    the same initialization.

    Sizes that only other families have (encoder layers, for a decoder-only model) are ignored.
    """
    chosen = find(family or task.family)
    config = chosen.configured(vocabularies(task), **concerning(chosen, sizes))
    torch.manual_seed(seed)
    return chosen.build(config)


def same_start(task: Task, seed: int = 0, family: str = "", **sizes: Any) -> nn.Module:
    """`build`, but a model with variants starts from the initialization of the standard layers, wherever names
    and shapes agree. Then two training runs differ in the layer, not in the random initialization."""
    model = build(task, seed, family, **sizes)
    if not (others := {kind for kind in LAYERS if sizes.get(kind, "standard") != "standard"}):
        return model
    standard = build(task, seed, family, **{n: v for n, v in sizes.items() if n not in others})
    model.load_state_dict(model.state_dict() | matching_parameters(standard, model))
    return model


def matching_parameters(source: nn.Module, target: nn.Module) -> dict[str, torch.Tensor]:
    """Return the parameters of one model that another can use: those whose names and shapes agree."""
    parameters, needed = source.state_dict(), target.state_dict()
    return {n: w for n, w in parameters.items() if n in needed and needed[n].shape == w.shape}


def concerning(family: Family, sizes: dict) -> dict:
    """The sizes without those that only other families have."""
    others = {field.name for other in FAMILIES.values() for field in fields(other.config)}
    foreign = others - {field.name for field in fields(family.config)}
    return {name: value for name, value in sizes.items() if name not in foreign}
