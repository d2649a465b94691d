"""A recording of the embedding table during training, saved next to the weights file.

    python -m transformer.training english_french

also writes `english_french.film.safetensors`, because its recipe names the steps to record.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from transformer.weights import FOLDER, Trained, WeightsError
from transformer.weights.tensors import save_file


@dataclass(frozen=True)
class EmbeddingRecording:
    """A recording: the source table after certain numbers of steps; the first is untrained."""

    steps: tuple[int, ...]
    source: Tensor  # (frame, word, d_model) float32


class Recorder:
    """Copies the table of a model in training at the requested steps."""

    def __init__(self, model: nn.Module, steps: Iterable[int]):
        tables = [m.weight for m in model.modules() if isinstance(m, nn.Embedding)]
        self.table, self.wanted = tables[0], set(steps)  # the source table, if there are two
        self.copies: dict[int, Tensor] = {}
        self.record(0)

    def record(self, step: int) -> None:
        """Copy the table if this number of completed steps was requested."""
        if step in self.wanted:
            self.copies[step] = self.table.detach().clone().cpu()

    def watch(self, steps: Iterator) -> Iterator:
        """Yield the same steps and record after each; the last one is always recorded."""
        count = 0
        for count, step in enumerate(steps, start=1):
            self.record(count)
            yield step
        if self.wanted:
            self.wanted.add(count)
            self.record(count)

    def recording(self) -> EmbeddingRecording:
        return EmbeddingRecording(tuple(self.copies), torch.stack(list(self.copies.values())))


def save(name: str, film: EmbeddingRecording, folder: Path = FOLDER) -> None:
    """Write `name.film.safetensors` as a whole or not at all."""
    path, part = _path(name, folder), folder / f".{name}.film.part"
    folder.mkdir(parents=True, exist_ok=True)
    steps = torch.tensor(film.steps)
    save_file({"steps": steps, "source": film.source.contiguous()}, part)
    os.replace(part, path)


def load(name: str, folder: Path = FOLDER) -> EmbeddingRecording:
    """Load the recording of a trained model. Raises `WeightsError` where it is missing or damaged."""
    path = _path(name, folder)
    remedy = (
        f"Train the model with a recipe that records the run: python -m transformer.training {name}"
    )
    if not path.exists():
        raise WeightsError(
            f"no training run of '{name}' was recorded (there is no {path.name}). {remedy}"
        )
    try:
        with safe_open(path, "pt") as file:
            steps, source = file.get_tensor("steps"), file.get_tensor("source")
    except (SafetensorError, OSError, ValueError) as error:
        raise WeightsError(f"{path.name} is damaged ({error}). {remedy}") from error
    if source.ndim != 3 or len(steps) != len(source):
        raise WeightsError(
            f"{path.name} is damaged: {len(steps)} steps for {len(source)} frames. {remedy}"
        )
    return EmbeddingRecording(tuple(steps.tolist()), source)


def untrained(trained: Trained) -> nn.Module:
    """Return a trained model as it was before its first step; the seed on its card reproduces its
    initialization."""
    with torch.random.fork_rng():
        torch.manual_seed(trained.card["settings"]["seed"])
        return trained.family.build(trained.model.config).eval()


def names(folder: Path = FOLDER) -> list[str]:
    """Return the models whose training run was recorded."""
    return sorted(
        path.name.removesuffix(".film.safetensors") for path in folder.glob("*.film.safetensors")
    )


def _path(name: str, folder: Path) -> Path:
    return folder / f"{name}.film.safetensors"
