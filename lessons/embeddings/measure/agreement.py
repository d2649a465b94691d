"""Is there a direction in an embedding table that turns a masculine word into its feminine form?

The analogy test of Mikolov et al. 2013 (king − man + woman), applied fairly (Linzen 2016): the direction is
never computed from the tested pair, every pair counts, and there is a baseline.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.words.projection import Projection, cosines, pca


@dataclass(frozen=True)
class Answer:
    """One pair of words, as rows of the table, and the result of adding the direction to the first."""

    start: int
    wanted: int
    nearest: int  # nearest to start + direction, without the start itself
    cosine: float  # cosine of the row found
    rank: int  # rank of the wanted row: 1 is the nearest
    neighbour: int  # nearest to the start: the answer without any direction
    stays: bool  # whether the start itself would have been nearest

    @property
    def right(self) -> bool:
        return self.nearest == self.wanted


@dataclass(frozen=True)
class Agreement:
    """The accuracy of a direction on all pairs, and its baseline."""

    answers: tuple[Answer, ...]
    direction: Tensor  # (d,) mean difference over all pairs
    random_baseline: float  # accuracy of a random choice among the other words

    @property
    def hits(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def baseline(self) -> int:
        """The hits of the start word's own nearest neighbour."""
        return sum(answer.neighbour == answer.wanted for answer in self.answers)

    @property
    def stays(self) -> int:
        return sum(answer.stays for answer in self.answers)


def agreement(table: Tensor, pairs: list[tuple[int, int]]) -> Agreement:
    """Test every pair of rows (start, wanted) of a table (n, d): which row is nearest, by cosine, to start +
    the mean difference of the *other* pairs?

    As usual the start itself does not count as an answer (`stays` counts how often it would have been).
    Raises ValueError for fewer than two pairs: one to test, and at least one to learn from.
    """
    if len(pairs) < 2:
        raise ValueError(
            f"{len(pairs)} pairs were given: at least 2 are needed, one for testing and one for learning"
        )
    table = table.double()
    start, wanted = torch.tensor(pairs).T  # (pair,)
    differences = table[wanted] - table[start]  # (pair, d)
    others = (differences.sum(0) - differences) / (len(pairs) - 1)  # (pair, d)
    moved, alone = cosines(table, table[start] + others), cosines(table, table[start])  # (pair, n)
    before = moved.argmax(1)  # (pair,)
    own = torch.arange(len(pairs))
    moved[own, start] = alone[own, start] = -torch.inf
    nearest, neighbour = moved.argmax(1), alone.argmax(1)  # (pair,)
    ranks = (moved > moved[own, wanted][:, None]).sum(1) + 1  # (pair,)
    answers = tuple(
        Answer(*pair, int(f), float(moved[n, f]), int(rank), int(near), int(first) == pair[0])
        for n, (pair, f, rank, near, first) in enumerate(
            zip(pairs, nearest, ranks, neighbour, before, strict=True)
        )
    )
    return Agreement(answers, differences.mean(0), 1 / (len(table) - 1))


def analogy(table: Tensor, a: int, b: int, c: int) -> list[tuple[int, float]]:
    """a is to b as c is to …? Rank all rows of a table (n, d) except a, b and c by the cosine with c + b − a,
    the best first: (row, cosine)."""
    target = table[c].double() + table[b].double() - table[a].double()  # (d,)
    values = cosines(table, target[None])[0]  # (n,)
    order = values.argsort(dim=0, descending=True, stable=True).tolist()
    return [(row, float(values[row])) for row in order if row not in (a, b, c)]


def agreement_plane(table: Tensor, pairs: list[tuple[int, int]]) -> Projection:
    """Project the words of the pairs onto the mean direction, and onto the axis across it on which the rest
    varies most. The points are in the order of the rows.

    The first axis was chosen to separate the two sides, so the separation proves nothing.
    """
    rows = sorted({row for pair in pairs for row in pair})
    start, wanted = torch.tensor(pairs).T
    table = table.double()
    along = torch.nn.functional.normalize((table[wanted] - table[start]).mean(0), dim=0)  # (d,)
    words = table[rows] - table[rows].mean(0)  # (n, d)
    across = pca(words - (words @ along)[:, None] * along, 1).axes[0]  # (d,)
    axes = torch.stack((along, across))  # (2, d)
    points = words @ axes.T  # (n, 2)
    return Projection(
        table[rows].mean(0), axes, points.square().sum(0) / words.square().sum(), points
    )
