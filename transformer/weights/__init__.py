"""The trained models that ship with the project: safetensors files, each with a card.

A card says how the model was trained (command, task, sizes, settings, seed), its scores on held-out
sentences, and the first losses of the training run, so that anyone can reproduce it.
"""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import nn

from transformer import families, tasks
from transformer.diagnosis.unlearned import unlearned
from transformer.families import Family
from transformer.tasks import Task
from transformer.vocabulary import Vocabulary
from transformer.weights.fingerprint import fingerprint, fingerprints
from transformer.weights.tensors import save_file
from transformer.weights.trained import Trained, WeightsError

FOLDER = Path(__file__).parent
SIDES = ("source_words", "target_words")
__all__ = ["Trained", "WeightsError", "as_card", "fingerprint", "load", "names", "save"]


def load(name: str, folder: Path = FOLDER) -> Trained:
    """Load the trained model of that name, in evaluation mode; its card's claims apply only if the code is
    the code it was trained with.

    Raises `WeightsError` where a file is missing, damaged, or does not fit the current code.
    """
    card = load_card(name, folder)
    if "folder" in card:  # a model from outside: its card names its folder
        from transformer.weights.outside import (
            open_folder,  # imported here, because only these models need its libraries
        )

        return open_folder(Path(card["folder"]), name)
    state, words = _read(folder / f"{name}.safetensors", name)
    family = family_of(card)
    sizes = {n: v for n, v in card["config"].items() if n != "family"}
    model = family.build(family.config(**sizes))
    fill(model, state, name, _beside_the_shipped(name, card))
    source, target = (Vocabulary(w.split("\n") if (w := words[side]) else ()) for side in SIDES)
    return Trained(name, model.eval(), tasks.find(card["task"])(), card, source, target).compared()


def names(folder: Path = FOLDER) -> list[str]:
    """Return the trained models in the folder: the shipped ones, and your own `my_…`."""
    return sorted(path.stem for path in folder.glob("*.json"))


def load_card(name: str, folder: Path = FOLDER) -> dict:
    """Load the card of a trained model, without its parameters."""
    path = folder / f"{name}.json"
    if not path.exists():
        existing = names(folder)
        raise WeightsError(
            f"no trained model is called '{name}' (there is no {path.name}). "
            f"Trained models: {', '.join(existing) or 'none'}. To train this one, run {_command(name)}"
        )
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        card["task"], card["config"]  # noqa: B018  what loading needs
        return card
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise WeightsError(f"{path.name} is damaged ({error}). {_remedy(name)}") from error


def family_of(card: dict) -> Family:
    """Return the family of a trained model from its card; older cards have it in their config."""
    return families.find(card.get("family") or card["config"].get("family", "encoder_decoder"))


def save(name: str, model: nn.Module, task: Task, card: dict, folder: Path = FOLDER) -> None:
    """Write weights file and card; each file appears as a whole or not at all.

    The vocabulary is saved with the weights, because number 17 must always mean the same word.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / f"{name}.safetensors"
    state = {key: value.contiguous().cpu() for key, value in model.state_dict().items()}
    words = dict(zip(SIDES, (task.source_words, task.target_words), strict=True))
    save_file(state, _beside(weights), {side: "\n".join(w) for side, w in words.items()})
    os.replace(_beside(weights), weights)
    save_card(name, card, folder)


def save_card(name: str, card: dict, folder: Path = FOLDER) -> None:
    """Write only the card."""
    path = folder / f"{name}.json"
    _beside(path).write_text(
        json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    os.replace(_beside(path), path)


def as_card(model: nn.Module, **facts: Any) -> dict:
    """Build a card; dataclasses become plain dictionaries."""
    plain = {k: asdict(v) if hasattr(v, "__dataclass_fields__") else v for k, v in facts.items()}
    family, config = families.family_of(model).name, asdict(families.config_of(model))
    made = {"family": family, "config": config, "code": fingerprints(model)}
    return {**plain, **made, "torch": torch.__version__}


def _read(path: Path, name: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Return the tensors, and the words of the two sides, one per line."""
    if not path.exists():
        raise WeightsError(f"the weights file {path.name} is missing. {_remedy(name)}")
    try:
        with safe_open(path, "pt") as file:
            words = file.metadata() or {}
            state = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError) as error:
        raise WeightsError(
            f"the weights file {path.name} is damaged or not a safetensors file ({error}). {_remedy(name)}"
        ) from error
    if not all(side in words for side in SIDES):
        raise WeightsError(
            f"{path.name} does not state which vocabulary it was made for. {_remedy(name)}"
        )
    return state, words


def fill(model: nn.Module, state: dict[str, torch.Tensor], name: str, again: str) -> None:
    """Copy the parameters into the model, or say which one does not fit the model that the current code
    builds, and how to train `again`."""
    own = model.state_dict()
    buffers = dict(model.named_buffers())  # not learned, so one that the file lacks keeps its value
    state = {k: v for k, v in own.items() if k in buffers} | state
    new, gone = [k for k in own if k not in state], [k for k in state if k not in own]
    if new and gone:
        kind = new[0].split(".")[-1]  # "weight", "bias"
        gone.sort(key=lambda k: (not k.endswith(kind), state[k].shape != own[new[0]].shape, k))
        raise WeightsError(
            f"the model has a parameter '{new[0]}' that is not in the weights file of '{name}', and no "
            f"longer has '{gone[0]}'. If you renamed it, restore the old name; otherwise train again: {again}"
        )
    if new:
        raise WeightsError(
            f"the model has a parameter '{new[0]}' that is not in the weights file of '{name}'. "
            f"A layer with new parameters must be trained: {again}"
        )
    if gone:
        raise WeightsError(
            unlearned(model, gone[0])
            or f"the weights file of '{name}' contains '{gone[0]}', which the model no longer has. "
            f"Restore the parameter, or train again: {again}"
        )
    for key, value in state.items():
        if value.shape != own[key].shape:
            raise WeightsError(
                f"'{key}' has the shape {tuple(value.shape)} in the weights file of '{name}' but "
                f"{tuple(own[key].shape)} in the model: {again}"
            )
    model.load_state_dict(state)


def _command(name: str) -> str:
    return f"python -m transformer.training {name}"


def _beside_the_shipped(name: str, card: dict) -> str:
    """Return the command that trains the model with the current code, without replacing the shipped weights
    file."""
    if name.startswith("my_"):
        return card.get("command") or _command(name)
    return f"{_command(name)} --save-as my_{name}"


def _remedy(name: str) -> str:
    if name.startswith("my_"):  # no other copy exists
        return f"Train the model again (its command is in {name}.json), or delete its two files."
    return f"Restore the file (git checkout -- transformer/weights) or train the model again: {_command(name)}"


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
