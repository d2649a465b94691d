"""The files of a model from outside: config.json and safetensors. Nothing in them is run; pickle is refused."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from transformer.weights.trained import WeightsError

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
MOST = 1 << 27  # bytes of a JSON file: the largest tokenizers in use have a quarter of that
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
CONVERT = (
    "where you trust it, and have Hugging Face's library: "
    'AutoModel.from_pretrained("{folder}").save_pretrained("{folder}", safe_serialization=True)'
)


def read_json(file: Path) -> dict[str, Any]:
    """What stands in a JSON file. Raises `WeightsError` where it is missing, too long, or something else."""
    try:
        if (size := file.stat().st_size) > MOST:
            raise WeightsError(f"{file.name} has {size:,} bytes; at most {MOST:,} are read.")
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WeightsError(f"{file.name} is missing in {file.parent}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsError(f"{file.name} cannot be read: {error}. Get it once more.") from error
    if not isinstance(found, dict):
        raise WeightsError(f"{file.name} holds a {type(found).__name__}, where names are needed.")
    return found


def config_of(folder: Path) -> dict[str, Any]:
    """config.json of a folder. Raises `WeightsError` where there is none."""
    if not folder.is_dir():
        raise WeightsError(
            f"{folder} is no folder. Give the one in which config.json, {WEIGHTS} and the tokenizer's files lie."
        )
    if not (folder / "config.json").exists():
        here = sorted(entry.name for entry in folder.iterdir())[:8]
        raise WeightsError(
            f"there is no config.json in {folder}, so nobody knows which model this is. It holds "
            f"{', '.join(here) or 'nothing'}. Give the folder that somebody saved the model in."
        )
    return read_json(folder / "config.json")


class Tensors(Mapping[str, Tensor]):
    """The tensors of a folder by their names, each read when it is asked for: float32, on the CPU."""

    def __init__(self, folder: Path):
        self._files = {}
        for path in _parts(folder):
            try:
                file = safe_open(path, "pt")
            except (SafetensorError, OSError) as error:
                raise WeightsError(
                    f"{path.name} is damaged or not safetensors ({error}). Get it once more."
                ) from error
            self._files.update(dict.fromkeys(file.keys(), file))

    def __getitem__(self, name: str) -> Tensor:
        return self._files[name].get_tensor(name).to(torch.float32)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def shape(self, name: str) -> tuple[int, ...]:
        """Of one of them, which is not read for that."""
        return tuple(self._files[name].get_slice(name).get_shape())


def _parts(folder: Path) -> list[Path]:
    """The files of the weights: one, or those that an index names."""
    if (folder / WEIGHTS).exists():
        return [folder / WEIGHTS]
    if (folder / INDEX).exists():
        names = set(map(str, read_json(folder / INDEX).get("weight_map", {}).values()))
        # A name is that of a file of this folder, and nothing elsewhere.
        if missing := sorted(n for n in names if Path(n).name != n or not (folder / n).exists()):
            raise WeightsError(f"{INDEX} names {missing[0]}, which is not in {folder}.")
        if names:
            return [folder / name for name in sorted(names)]
    if found := sorted(file.name for kind in PICKLES for file in folder.glob(kind)):
        raise WeightsError(
            f"{found[0]} is a pickle, which can run any program when it is opened, so it is not opened here. "
            f"Convert it to {WEIGHTS} {CONVERT.format(folder=folder)}"
        )
    raise WeightsError(f"{WEIGHTS} is missing in {folder}: the config alone is no trained model.")
