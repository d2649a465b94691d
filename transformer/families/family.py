"""The definition of a model family: a config, a build function, an objective, and attention maps.

Code that trains, saves, resumes, scores or draws a model uses only its family. A model that writes also
implements `decoding.start_decoding`.
"""

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, fields
from typing import Any

from torch import nn

from transformer.objectives.maps import Map
from transformer.objectives.objective import Objective


@dataclass(frozen=True)
class Family:
    """`config` is a frozen dataclass; its fields `source_vocabulary` and `target_vocabulary`, if present, are
    filled in from the task. `build(config)` returns a new model that stores it as `model.config`. Each config
    class belongs to one family."""

    name: str
    config: type[Any]
    build: Callable[[Any], nn.Module]
    objective: Objective
    maps: tuple[Map, ...] = ()

    def configured(self, vocabularies: Sequence[Sized], **sizes: Any) -> Any:
        """The config of a model for these vocabularies; raises `ValueError` for invalid sizes."""
        vocabulary_sizes = dict(
            zip(("source_vocabulary", "target_vocabulary"), map(len, vocabularies), strict=True)
        )
        has = [field.name for field in fields(self.config)]
        if unknown := [name for name in sizes if name not in has]:
            raise ValueError(
                f"the family {self.name} has no {', '.join(unknown)}. Choose from: {', '.join(has)}."
            )
        return self.config(**{n: v for n, v in vocabulary_sizes.items() if n in has}, **sizes)

    def side(self, path: str) -> str:
        """The side that a layer processes: the rows of a map of the same stack; "" if there is none."""
        stack = path.split(".")[0]
        return next((m.rows for m in self.maps if m.path.split(".")[0] == stack), "")

    def map(self, rows: str, columns: str) -> Map | None:
        """The map with these rows and columns, or None."""
        return next((m for m in self.maps if (m.rows, m.columns) == (rows, columns)), None)
