"""The part of the training settings that a loss reads."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class AttentionSupervision:
    """An auxiliary loss on two heads, so that their maps show the expected alignment.

    Head `head` of encoder layer `layer` is trained to attend from *it* to the noun to which it refers; head 0
    of the last cross-attention, to the aligned source word.
    """

    layer: int = 1
    head: int = 0
    weight: float = 0.1


class LossSettings(Protocol):
    """What `Objective.loss` reads of the settings: `training.Settings` has these fields and more."""

    @property
    def smoothing(self) -> float:
        """The label smoothing, a fraction."""

    @property
    def scheduled_sampling(self) -> float:
        """The rate of scheduled sampling, a fraction; 0 is teacher forcing."""

    @property
    def guide(self) -> AttentionSupervision | None:
        """The auxiliary loss, or None."""
