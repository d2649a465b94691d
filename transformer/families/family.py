"""What a family of models is: a config, a way to build it, an objective, and its attention maps.

Whatever trains, saves, resumes, scores or draws a model asks its family, and knows no other thing
about it. A model that writes also answers `decoding.begin`.
"""

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, fields
from typing import Any

from torch import nn

from transformer.objectives.maps import Map
from transformer.objectives.objective import Objective


@dataclass(frozen=True)
class Family:
    """`config` is a frozen dataclass; its fields `source_vocabulary` and `target_vocabulary`, where it
    has them, are filled in from the task. `build(config)` makes a fresh model, which keeps it as
    `model.config`. One config class belongs to one family."""

    name: str
    config: type[Any]
    build: Callable[[Any], nn.Module]
    objective: Objective
    maps: tuple[Map, ...] = ()

    def configured(self, vocabularies: Sequence[Sized], **sizes: Any) -> Any:
        """The config of a model for these vocabularies. Raises `ValueError` for sizes that cannot be."""
        known = dict(
            zip(("source_vocabulary", "target_vocabulary"), map(len, vocabularies), strict=True)
        )
        has = [field.name for field in fields(self.config)]
        if unknown := [name for name in sizes if name not in has]:
            raise ValueError(
                f"a model of the family {self.name} has no {', '.join(unknown)}; it has {', '.join(has)}"
            )
        return self.config(**{n: v for n, v in known.items() if n in has}, **sizes)

    def side(self, path: str) -> str:
        """What stands along a layer, by its path: the rows of a map of the same stack; "" where none is."""
        stack = path.split(".")[0]
        return next((m.rows for m in self.maps if m.path.split(".")[0] == stack), "")

    def map(self, rows: str, columns: str) -> Map | None:
        """The map whose rows and columns are these, if there is one."""
        return next((m for m in self.maps if (m.rows, m.columns) == (rows, columns)), None)
