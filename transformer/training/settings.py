"""The hyperparameters of training: everything that is chosen before the first step."""

import math
from dataclasses import dataclass
from numbers import Real

from transformer.objectives.settings import AttentionSupervision
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.schedules import SCHEDULES


@dataclass(frozen=True)
class Settings:
    """How to train. Raises `ValueError` for values that cannot work, with the reason.

    `optimizer` and `schedule` are names of `OPTIMIZERS` and `SCHEDULES`; `warmup` is a fraction of the steps.
    `scheduled_sampling` is the rate of scheduled sampling (Bengio et al. 2015): the fraction of target words that
    the decoder reads from its own predictions instead of the correct ones; 0 is teacher forcing.
    """

    steps: int = 1000
    batch: int = 64
    learning_rate: float = 1e-2
    warmup: float = 0.1
    smoothing: float = 0.1
    clip: float = 1.0
    seed: int = 0
    guide: AttentionSupervision | None = None
    optimizer: str = "fused AdamW"
    schedule: str = "linear"
    weight_decay: float = 0.01
    scheduled_sampling: float = 0.0

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "seed"):
            self._must(name, type(getattr(self, name)) is int, "must be a whole number")
        for name in (
            "learning_rate",
            "clip",
            "warmup",
            "smoothing",
            "scheduled_sampling",
            "weight_decay",
        ):
            self._must(name, isinstance(getattr(self, name), Real), "must be a number")
        for name in ("steps", "batch", "clip"):  # clip may be infinite, which disables clipping
            self._must(name, getattr(self, name) > 0, "must be greater than 0")
        for name in ("warmup", "smoothing", "scheduled_sampling"):
            self._must(name, 0 <= getattr(self, name) < 1, f"must be a fraction, 0 ≤ {name} < 1")
        rate, decay = self.learning_rate, self.weight_decay
        self._must("learning_rate", 0 < rate < math.inf, "must be greater than 0 and finite")
        self._must("weight_decay", 0 <= decay < math.inf, "must be 0 or more and finite")
        for name, valid in (("optimizer", OPTIMIZERS), ("schedule", SCHEDULES)):
            if getattr(self, name) not in valid:
                raise ValueError(
                    f"{name} is “{getattr(self, name)}”, but it must be one of {', '.join(valid)}"
                )

    def _must(self, name: str, holds: bool, needed: str) -> None:
        if not holds:
            raise ValueError(f"{name} is {getattr(self, name)!r}; it {needed}")

    def rate(self, step: int) -> float:
        """Return the learning rate of step 0, 1, …; it is never 0 at the first step."""
        rising = max(1, round(self.warmup * self.steps))
        return self.learning_rate * SCHEDULES[self.schedule](step, self.steps, rising)
