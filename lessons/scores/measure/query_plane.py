"""Move a query in the plane of its keys: what does the head attend to, and what does the model write?

The plane is spanned by the two directions in which the keys of a head vary most. Only the component of the
query in this plane is moved; the rest stays as the model computed it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.answer import Answer, greedy_answer, record_pass
from transformer.measure.attention.touch import Row, in_flight, may_look, own_answer, probed
from transformer.measure.words.projection import pca
from transformer.probe import replace
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

PROBES = ("query", "key", "value", "scaled")


@dataclass(frozen=True)
class Plane:
    """Keys, values and one query of a head, with the coordinates of the keys in two directions."""

    answer: Answer
    query: Tensor  # (d_k,)
    axes: Tensor  # (2, d_k), orthonormal
    keys: Tensor  # (key, 2)
    values: Tensor  # (key, 2)
    value_axes: Tensor  # (2, d_v)
    base: Tensor  # (key,) the score of a query at the origin, (0, 0)
    slopes: Tensor  # (key, 2) what a step along each axis adds to it
    allowed: Tensor  # (key,) bool, whether this row may attend to the key

    @property
    def coordinates(self) -> Tensor:
        """Return the coordinates of the model's own query, (2,)."""
        return self.axes @ self.query

    def with_coordinates(self, coordinates: Sequence[float]) -> Tensor:
        """Return the query with other coordinates in the plane, (d_k,)."""
        return (
            self.query
            + (torch.as_tensor(coordinates, dtype=torch.float32) - self.coordinates) @ self.axes
        )


@torch.no_grad()
def plane(trained: Trained, ids: Sequence[int], at: Row) -> Plane:
    """Return the plane of one row of one head. Raises `ValueError` for a layer without probes for its queries
    or keys, or one whose scores are not their dot product divided by √d_k."""
    own = own_answer(trained, ids)
    query, key, value, scaled = (probed(own, at, name)[at.head] for name in PROBES)
    allowed = may_look(own, at)
    query, root = query[at.row], key.shape[-1] ** 0.5
    if not torch.allclose(key @ query / root, scaled[at.row], atol=1e-3, rtol=1e-3):
        raise ValueError(
            f"{at.path} does not compute its scores as the dot product of query and key divided by "
            "√d_k, so its scores are not linear in the query"
        )
    directions, value_axes = two_axes(key), two_axes(value)
    rest = query - (directions @ query) @ directions  # (d_k,)
    seen = key @ directions.T  # (key, 2)
    return Plane(
        own,
        query,
        directions,
        seen,
        value @ value_axes.T,
        value_axes,
        key @ rest / root,
        seen / root,
        allowed,
    )


def two_axes(rows: Tensor) -> Tensor:
    """Return the two directions in which the rows (row, d) vary most, (2, d); an arbitrary direction where they
    do not vary."""
    if len(rows) > 2 and rows.shape[-1] > 1:
        return pca(rows, 2).axes.float()
    basis = torch.linalg.qr(torch.cat((rows, torch.eye(rows.shape[-1]))).T).Q  # (d, d)
    return torch.nn.functional.pad(basis.T[:2], (0, 0, 0, max(0, 2 - rows.shape[-1])))


@dataclass(frozen=True)
class MoveResult:
    """The model's results for the moved query."""

    weights: Tensor  # (key,)
    output: Tensor  # (2,) the output, projected onto the axes of the values
    words: list[str]  # the new output


@torch.no_grad()
def move_query(
    trained: Trained, ids: Sequence[int], at: Row, seen: Plane, coordinates: Sequence[float]
) -> MoveResult:
    """Return the result of the model with the query at these coordinates of the plane."""
    new = seen.with_coordinates(coordinates)

    def change(rows: Tensor) -> Tensor:
        return new.expand_as(rows)

    with replace(trained.model, in_flight(trained.model, at, "query", change)):
        trace = record_pass(trained, ids, [seen.answer.inside])
    with replace(trained.model, in_flight(trained.model, at, "query", change)):
        tokens = [token for token in greedy_answer(trained, ids) if token not in (END, PAD)]
    output = trace.one(f"{at.path}.head_output")[0, at.head, at.row]  # (d_v,)
    return MoveResult(
        trace.one(f"{at.path}.weights")[0, at.head, at.row],
        seen.value_axes @ output,
        trained.target_vocabulary.decode(tokens),
    )
