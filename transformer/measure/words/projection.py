"""Looking at an embedding table: its shadow on a few axes, and who is near whom without the shadow.

A projection keeps part of the truth. `share` says how much; `nearest` asks the full space instead.
"""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Projection:
    """The axes along which some vectors vary most (Pearson 1901), and the vectors seen along them."""

    mean: Tensor  # (d,)
    axes: Tensor  # (k, d), of length 1 and at right angles
    share: Tensor  # (k,) of the variance that each axis shows; all d axes together show 1
    points: Tensor  # (n, k)

    def of(self, vectors: Tensor) -> Tensor:
        """Other vectors seen along the same axes: (…, d) → (…, k)."""
        return (vectors.double() - self.mean) @ self.axes.T


def pca(vectors: Tensor, components: int = 2) -> Projection:
    """Principal components of vectors (n, d), by singular values, in float64.

    An axis has no direction of its own: here its largest number is positive, so that a picture never
    turns over. Raises ValueError for fewer than 2 vectors, numbers that are not finite, or more
    components than there are.
    """
    _check(vectors, components)
    mean = vectors.double().mean(0)  # (d,)
    _, sizes, axes = torch.linalg.svd(_centred(vectors), full_matrices=False)
    axes = axes[:components]  # (k, d)
    largest = axes.abs().argmax(1, keepdim=True)  # (k, 1)
    axes = axes * axes.gather(1, largest).sign()
    variance = sizes.square()  # n × the variance along each axis
    whole = variance.sum()
    share = variance[:components] / whole if whole > 0 else torch.zeros(components).double()
    return Projection(mean, axes, share, _centred(vectors) @ axes.T)


def aligned(frames: Tensor, components: int = 2) -> Tensor:
    """Tables at several moments (frame, n, d), all seen along the principal axes of the last one:
    (frame, n, components).

    So points move because the words move, and never because the axes do. Each frame is centred on
    its own mean. Axes of its own would show more of an early frame: `shares` tells how little these
    show.
    """
    axes = pca(frames[-1], components).axes  # (k, d)
    return _centred(frames) @ axes.T  # (frame, n, k)


def shares(frames: Tensor, axes: Tensor) -> Tensor:
    """How much of the variance of each table (frame, n, d) each of the axes (k, d) shows: (frame, k)."""
    centred = _centred(frames)  # (frame, n, d)
    shown = (centred @ axes.T).square().sum(1)  # (frame, k)
    return shown / centred.square().sum((1, 2)).clamp(min=1e-300)[:, None]


def _centred(frames: Tensor) -> Tensor:
    return frames.double() - frames.double().mean(-2, keepdim=True)


def cosines(table: Tensor, vectors: Tensor) -> Tensor:
    """The cosine of the angle of each of the vectors (m, d) with each row of a table (n, d): (m, n).

    A vector of zeros has no direction: its cosines are 0.
    """
    rows = torch.nn.functional.normalize(table.double(), dim=-1, eps=1e-300)  # (n, d)
    return torch.nn.functional.normalize(vectors.double(), dim=-1, eps=1e-300) @ rows.T  # (m, n)


def nearest(table: Tensor, row: int, count: int) -> list[tuple[int, float]]:
    """The `count` rows of a table (n, d) whose direction is most like that of one row: (row, cosine).

    The row itself is left out; of equals the one that comes first is first.
    """
    rows, values = neighbours(table, count, [row])
    return list(zip(rows[0].tolist(), values[0].tolist(), strict=True))


def neighbours(
    table: Tensor, count: int, rows: list[int] | None = None, allowed: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """`nearest` for several rows (all, if none is named): rows and cosines, each (m, count).

    `allowed` (n,) tells which rows may be named as neighbours.
    """
    asked = torch.arange(len(table)) if rows is None else torch.tensor(rows)  # (m,)
    values = cosines(table, table[asked])  # (m, n)
    return _largest(values, asked, count, allowed)


def near_in_picture(points: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The nearest points (n, k) by the eye, that is by distance: rows and distances, (n, count)."""
    points = points.double()
    distances = torch.cdist(points, points, compute_mode="donot_use_mm_for_euclid_dist")  # (n, n)
    found, values = _largest(-distances, torch.arange(len(points)), count, None)
    return found, -values


def kept(near: Tensor, seen: Tensor) -> Tensor:
    """Which share of each row's neighbours (n, count) are also among those seen (n, count): (n,)."""
    return (near[:, :, None] == seen[:, None, :]).any(-1).double().mean(1)


def _largest(
    values: Tensor, own: Tensor, count: int, allowed: Tensor | None
) -> tuple[Tensor, Tensor]:
    """The `count` largest of each row of (m, n) without its own column: columns and values."""
    others = values.scatter(1, own[:, None], -torch.inf)
    if allowed is not None:
        others = others.masked_fill(~allowed, -torch.inf)
    most = int((others > -torch.inf).sum(1).min())
    if not 1 <= count <= most:
        raise ValueError(f"{count} neighbours were asked for; there are 1 to {most}")
    found = others.argsort(dim=1, descending=True, stable=True)[:, :count]  # (m, count)
    return found, others.gather(1, found)


def _check(vectors: Tensor, components: int) -> None:
    if vectors.ndim != 2 or len(vectors) < 2:
        raise ValueError(
            f"pca() was given a tensor of {tuple(vectors.shape)} and needs (n, d) with n ≥ 2: "
            "one vector alone does not vary"
        )
    if not 1 <= components <= min(vectors.shape):
        raise ValueError(
            f"{components} components of {len(vectors)} vectors of {vectors.shape[1]} numbers: "
            f"there are 1 to {min(vectors.shape)}"
        )
    if not vectors.isfinite().all():
        raise ValueError("pca() was given numbers that are NaN or infinite; no axis can show those")
