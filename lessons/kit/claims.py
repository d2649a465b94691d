"""The conclusions of a lesson, each with the control experiment that could refute it."""

from collections.abc import Callable
from dataclasses import dataclass

from transformer.measure.controls import Table


@dataclass(frozen=True)
class Claim:
    """A sentence of a lesson that states a conclusion.

    `text` is a fragment of the sentence in the lesson's sources. `control` names a control of
    `transformer/measure/controls`. `holds` takes its results and says whether the sentence is true.
    """

    text: str
    control: str
    holds: Callable[[Table], bool]
