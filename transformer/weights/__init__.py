"""The trained models that ship with the project: safetensors, each with a card.

A card says how the weights were made (command, task, sizes, settings, seed), what they score on
held-out sentences, and the first losses of the training, so that anyone can make them again.
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
    """The trained model of that name, in evaluation mode; its card's claims only where the code is the
    code that was trained.

    Raises `WeightsError` where a file is missing, damaged, or does not fit the present code.
    """
    card = load_card(name, folder)
    if "folder" in card:  # a model from outside: its card says where it lies
        from transformer.weights.outside import (
            open_folder,  # its libraries are for such models alone
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
    """The trained models that lie in the folder: those that ship, and your own `my_…`."""
    return sorted(path.stem for path in folder.glob("*.json"))


def load_card(name: str, folder: Path = FOLDER) -> dict:
    """What is known about a trained model, without its weights."""
    path = folder / f"{name}.json"
    if not path.exists():
        known = names(folder)
        raise WeightsError(
            f"no trained model is called '{name}' (there is no {path.name}). "
            f"Here are: {', '.join(known) or 'none'}. To make it: {_command(name)}"
        )
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        card["task"], card["config"]  # noqa: B018  what loading needs
        return card
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise WeightsError(f"{path.name} is damaged ({error}). {_remedy(name)}") from error


def family_of(card: dict) -> Family:
    """The family of a trained model: every card has it, the older ones in their config."""
    return families.find(card.get("family") or card["config"].get("family", "encoder_decoder"))


def save(name: str, model: nn.Module, task: Task, card: dict, folder: Path = FOLDER) -> None:
    """Write weights and card; each file appears whole or not at all.

    The words go with the weights: number 17 must mean the same word for ever.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / f"{name}.safetensors"
    state = {key: value.contiguous().cpu() for key, value in model.state_dict().items()}
    words = dict(zip(SIDES, (task.source_words, task.target_words), strict=True))
    save_file(state, _beside(weights), {side: "\n".join(w) for side, w in words.items()})
    os.replace(_beside(weights), weights)
    save_card(name, card, folder)


def save_card(name: str, card: dict, folder: Path = FOLDER) -> None:
    """Write the card alone."""
    path = folder / f"{name}.json"
    _beside(path).write_text(
        json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    os.replace(_beside(path), path)


def as_card(model: nn.Module, **facts: Any) -> dict:
    """Put a card together; dataclasses become plain dictionaries."""
    plain = {k: asdict(v) if hasattr(v, "__dataclass_fields__") else v for k, v in facts.items()}
    family, config = families.of(model).name, asdict(families.config_of(model))
    made = {"family": family, "config": config, "code": fingerprints(model)}
    return {**plain, **made, "torch": torch.__version__}


def _read(path: Path, name: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """The tensors, and the words of the two sides, one a line."""
    if not path.exists():
        raise WeightsError(f"the weights file {path.name} is missing. {_remedy(name)}")
    try:
        with safe_open(path, "pt") as file:
            words = file.metadata() or {}
            state = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError) as error:
        raise WeightsError(
            f"the weights file {path.name} is damaged or not safetensors ({error}). {_remedy(name)}"
        ) from error
    if not all(side in words for side in SIDES):
        raise WeightsError(f"{path.name} does not say which words it was made for. {_remedy(name)}")
    return state, words


def fill(model: nn.Module, state: dict[str, torch.Tensor], name: str, again: str) -> None:
    """Copy the weights in, or say which one does not fit the model that the code builds today, and
    how to train `again`."""
    own = model.state_dict()
    new, gone = [k for k in own if k not in state], [k for k in state if k not in own]
    if new and gone:
        kind = new[0].split(".")[-1]  # "weight", "bias"
        gone.sort(key=lambda k: (not k.endswith(kind), state[k].shape != own[new[0]].shape, k))
        raise WeightsError(
            f"the model has a parameter '{new[0]}' that the weights of '{name}' do not know, and no "
            f"longer '{gone[0]}'. If it was renamed, give it its name back; else train again: {again}"
        )
    if new:
        raise WeightsError(
            f"the model has a parameter '{new[0]}' that the weights of '{name}' do not know. "
            f"A layer with new parameters must be trained: {again}"
        )
    if gone:
        raise WeightsError(
            f"the weights of '{name}' hold '{gone[0]}', which the model no longer has. "
            f"Put it back, or train again: {again}"
        )
    for key, value in state.items():
        if value.shape != own[key].shape:
            raise WeightsError(
                f"'{key}' is {tuple(value.shape)} in the weights of '{name}' but "
                f"{tuple(own[key].shape)} in the model: {again}"
            )
    model.load_state_dict(state)


def _command(name: str) -> str:
    return f"python -m transformer.training {name}"


def _beside_the_shipped(name: str, card: dict) -> str:
    """How to train it with the code as it is now: weights that ship stay as they are."""
    if name.startswith("my_"):
        return card.get("command") or _command(name)
    return f"{_command(name)} --save-as my_{name}"


def _remedy(name: str) -> str:
    if name.startswith("my_"):  # nowhere else is there a copy of it
        return f"Train it again (its command stands in {name}.json), or remove its two files."
    return f"Get it back (git checkout -- transformer/weights) or train it again: {_command(name)}"


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
