"""Control experiments: the training runs that could refute a conclusion of a lesson.

One run shows what happened once. Before a lesson says “X needs Y”, “because” or “better”, the same
comparison is trained with three seeds, with three times the steps, and with the setting that favours the
other side. A `Control` lists these runs, and its results ship as `results/NAME.json`:

    python -m transformer.measure.controls copy_length

trains what the file does not contain yet, and `read("copy_length")` gives the results as a `Table`.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torch import nn

FOLDER = Path(__file__).with_name("results")
Tweak = Callable[[nn.Module], AbstractContextManager[None]]
Extra = Callable[[nn.Module, Any], dict[str, Any]]


def untouched(model: nn.Module) -> AbstractContextManager[None]:
    """Train the model as its recipe builds it."""
    return nullcontext()


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: a shipped recipe with some settings or sizes changed.

    `steps` × `seeds` are its training runs. `tweak` changes the model while it trains, where no setting
    does; `extra` measures more than the held-out score; `watch` lists the steps at which `watched`
    measures during training.
    """

    label: str
    recipe: str
    steps: tuple[int, ...]
    seeds: tuple[int, ...] = (0, 1, 2)
    settings: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, Any] = field(default_factory=dict)
    tweak: Tweak = untouched
    extra: Extra | None = None
    watch: tuple[int, ...] = ()


@dataclass(frozen=True)
class Control:
    """A comparison: its question, the held-out score that answers it, and its arms."""

    name: str
    question: str
    score: str  # the key of `held_out` that is compared
    arms: tuple[Arm, ...]


@dataclass(frozen=True)
class Run:
    """One training run and what was measured after it. `loss`: mean of the last 50 steps, in nats per token."""

    arm: str
    steps: int
    seed: int
    loss: float
    held_out: dict[str, Any]
    watched: tuple[dict[str, Any], ...] = ()
    seconds: float = 0.0  # CPU time
    torch: str = ""  # the PyTorch version that trained it


@dataclass(frozen=True)
class Table:
    """The results of a control."""

    name: str
    score: str
    runs: tuple[Run, ...]

    def runs_of(self, arm: str, steps: int) -> list[Run]:
        """The runs of an arm with this number of steps, in the order of the seeds. Raises `KeyError` if there
        are none."""
        runs = [run for run in self.runs if (run.arm, run.steps) == (arm, steps)]
        if not runs:
            raise KeyError(f"{self.name} has no training runs of “{arm}” with {steps} steps")
        return runs

    def scores_of(self, arm: str, steps: int) -> list[float]:
        """Return the scores of an arm after this number of steps, in the order of the seeds."""
        return [run.held_out[self.score] for run in self.runs_of(arm, steps)]

    def losses(self, arm: str, steps: int) -> list[float]:
        """The final losses of an arm after this number of steps, in nats per token, in the order of the seeds."""
        return [run.loss for run in self.runs_of(arm, steps)]

    def arms(self) -> dict[str, list[int]]:
        """The arms, and the numbers of steps for which each was trained."""
        arms: dict[str, list[int]] = {}
        for run in self.runs:
            lengths = arms.setdefault(run.arm, [])
            if run.steps not in lengths:
                lengths.append(run.steps)
        return {arm: sorted(lengths) for arm, lengths in arms.items()}


def read(name: str, folder: Path = FOLDER) -> Table:
    """Read the shipped results of a control. Raises `FileNotFoundError` if it was never run."""
    results = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    runs = [Run(**{**run, "watched": tuple(run.get("watched", ()))}) for run in results["runs"]]
    ordered = sorted(runs, key=lambda run: (run.steps, run.seed))
    return Table(name, results["score"], tuple(ordered))
