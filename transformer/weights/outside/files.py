"""The files of a model from outside: config.json and safetensors. None of them is run; pickle files are
refused."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from transformer.weights.trained import WeightsError

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
# The hub's cache has models--OWNER--MODEL/snapshots/COMMIT.
SNAPSHOTS, CACHED = "snapshots", "models--"
POINTER = b"version https://git-lfs.github.com/spec/"
MOST = 1 << 27  # bytes of a JSON file: the largest tokenizers in use have a quarter of that
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
# A training run leaves these beside the weights; a model is not among them.
LEFTOVERS = ("optimizer", "scheduler", "rng_state", "training_args", "scaler")
# Every tensor under its own name: a class of the library would keep only the heads that it has, and would invent others.
CONVERT = (
    "If you trust the file, run this line in Python. It writes {weights} beside the pickle, with all its tensors, and "
    "changes no other file: from pathlib import Path; from torch import load; from safetensors.torch import save_file; "
    "save_file({{name: tensor.contiguous().clone() for file in sorted(Path({folder!r}).glob({pattern!r})) "
    'for name, tensor in load(file, map_location="cpu", weights_only=True).items()}}, {target!r}, {{"format": "pt"}})'
)


def read_json(file: Path) -> dict[str, Any]:
    """Return the content of a JSON file. Raises `WeightsError` where it is missing, too long, or of another
    type."""
    try:
        if (size := file.stat().st_size) > MOST:
            raise WeightsError(f"{file.name} has {size:,} bytes; at most {MOST:,} bytes are read.")
        _not_a_pointer(file)
        content = json.loads(file.read_bytes())  # bytes: with or without a byte order mark
    except WeightsError:
        raise
    except FileNotFoundError:
        raise WeightsError(f"{file.name} is missing from {file.parent}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsError(f"{file.name} cannot be read: {error}. Download it again.") from error
    if not isinstance(content, dict):
        raise WeightsError(
            f"{file.name} contains a {type(content).__name__}; it must contain a JSON object."
        )
    return content


def folder_of(folder: Path) -> Path:
    """Return the folder with the files of a model: for a file, its folder; for a model in the hub's cache, which has
    refs/main and snapshots/COMMIT, the snapshot of refs/main. Raises `WeightsError` where the snapshot is not clear."""
    inside = folder.name == SNAPSHOTS and folder.parent.name.startswith(CACHED)
    folder = folder.parent if inside or folder.is_file() else folder
    if not (folder / SNAPSHOTS).is_dir() or (folder / "config.json").exists():
        return folder
    names = sorted(path.name for path in (folder / SNAPSHOTS).iterdir() if path.is_dir())
    main = folder / "refs" / "main"
    commit = main.read_text(encoding="utf-8").strip() if main.is_file() else ""
    if commit not in names and len(names) != 1:
        raise WeightsError(
            f"{folder} is a model in the hub’s cache with the snapshots {', '.join(names[:4]) or 'none'}, and refs/main "
            "names none of them. Specify the folder of one snapshot, or download the model again."
        )
    return folder / SNAPSHOTS / (commit if commit in names else names[0])


def name_of(folder: Path) -> str:
    """Return the name of a model from its folder: in the hub's cache, "owner--model" of models--owner--model."""
    folder = folder.resolve()
    cached = next((p.name for p in (folder, *folder.parents[:2]) if p.name.startswith(CACHED)), "")
    return cached.removeprefix(CACHED) or folder.name


def _not_a_pointer(file: Path) -> None:
    with file.open("rb") as opened:
        if opened.read(len(POINTER)) == POINTER:
            raise WeightsError(
                f"{file.name} is a Git LFS pointer: a short text in place of the file, which git has not downloaded. "
                f"Install Git LFS and run “git lfs pull” in {file.parent}, or download {file.name} from the model’s page."
            )


def no_pointers(folder: Path, *patterns: str) -> None:
    """Raise `WeightsError` where a file with one of these names is a Git LFS pointer."""
    for pattern in patterns:
        for file in sorted(folder.glob(pattern)):
            _not_a_pointer(file)


def config_of(folder: Path) -> dict[str, Any]:
    """Return the config.json of a folder. Raises `WeightsError` where it is missing."""
    if not folder.is_dir():
        raise WeightsError(
            f"{folder} is not a folder. Specify the folder with config.json, {WEIGHTS} and the tokenizer files."
        )
    if not (folder / "config.json").exists():
        here = sorted(entry.name for entry in folder.iterdir())[:8]
        raise WeightsError(
            f"there is no config.json in {folder}, so the type of the model is unknown. The folder contains "
            f"{', '.join(here) or 'nothing'}. Specify the folder in which the model was saved."
        )
    return read_json(folder / "config.json")


class Tensors(Mapping[str, Tensor]):
    """The tensors of a folder by name, each read on first use: float32, on the CPU."""

    def __init__(self, folder: Path):
        self._files = {}
        for path in _parts(folder):
            try:
                _not_a_pointer(path)
                file = safe_open(path, "pt")
            except (SafetensorError, OSError) as error:
                raise WeightsError(
                    f"{path.name} is damaged or not a safetensors file ({error}). Download it again."
                ) from error
            self._files.update(dict.fromkeys(file.keys(), file))

    def __getitem__(self, name: str) -> Tensor:
        return self._files[name].get_tensor(name).to(torch.float32)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the shape of a tensor without reading it."""
        return tuple(self._files[name].get_slice(name).get_shape())


def _parts(folder: Path) -> list[Path]:
    """Return the weights files: one, or those listed in an index."""
    if (folder / WEIGHTS).exists():
        return [folder / WEIGHTS]
    if (folder / INDEX).exists():
        names = set(map(str, read_json(folder / INDEX).get("weight_map", {}).values()))
        # A name must be that of a file in this folder.
        if missing := sorted(n for n in names if Path(n).name != n or not (folder / n).exists()):
            raise WeightsError(f"{INDEX} names {missing[0]}, which is not in {folder}.")
        if names:
            return [folder / name for name in sorted(names)]
    if pickle := _pickle(folder):
        _not_a_pointer(folder / pickle)
        raise WeightsError(
            f"the file {pickle} is a pickle, which can run any program when it is opened, so it was not opened. "
            + CONVERT.format(
                weights=WEIGHTS,
                folder=folder.absolute().as_posix(),
                pattern="pytorch_model*.bin" if pickle.startswith("pytorch_model") else pickle,
                target=(folder / WEIGHTS).absolute().as_posix(),
            )
        )
    raise WeightsError(
        f"{WEIGHTS} is missing from {folder}: a config without weights is not a trained model."
    )


def _pickle(folder: Path) -> str:
    """Return the name of the pickle with the weights; "" if there is none."""
    names = sorted(file.name for kind in PICKLES for file in folder.glob(kind))
    weights = [name for name in names if not name.startswith(LEFTOVERS)]
    return next((n for n in weights if n.startswith("pytorch_model")), next(iter(weights), ""))
