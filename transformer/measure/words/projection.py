"""An embedding table projected onto a few axes, and the nearest neighbours in the full space.

A projection keeps part of the information. `share` says how much; `nearest` uses the full space instead.
"""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Projection:
    """The axes along which some vectors vary most (Pearson 1901), and the projected vectors."""

    mean: Tensor  # (d,)
    axes: Tensor  # (k, d), of length 1 and at right angles
    share: Tensor  # (k,) of the variance that each axis shows; all d axes together show 1
    points: Tensor  # (n, k)

    def project(self, vectors: Tensor) -> Tensor:
        """Project other vectors onto the same axes: (…, d) → (…, k)."""
        return (vectors.double() - self.mean) @ self.axes.T


def pca(vectors: Tensor, components: int = 2) -> Projection:
    """Compute the principal components of vectors (n, d), by singular values, in float64.

    The sign of an axis is arbitrary: here its largest component is positive, so that a figure never flips.
    Raises ValueError for fewer than 2 vectors, values that are not finite, or too many components.
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
    """Project the tables at several moments (frame, n, d) onto the principal axes of the last one: (frame, n,
    components).

    So points move only because the words move, never because the axes do. Each frame is centred on its own
    mean. Axes of its own would show more of an early frame: `shares` tells how little these show.
    """
    axes = pca(frames[-1], components).axes  # (k, d)
    return _centred(frames) @ axes.T  # (frame, n, k)


def shares(frames: Tensor, axes: Tensor) -> Tensor:
    """Return the fraction of the variance of each table (frame, n, d) along each of the axes (k, d): (frame,
    k)."""
    centred = _centred(frames)  # (frame, n, d)
    shown = (centred @ axes.T).square().sum(1)  # (frame, k)
    return shown / centred.square().sum((1, 2)).clamp(min=1e-300)[:, None]


def _centred(frames: Tensor) -> Tensor:
    return frames.double() - frames.double().mean(-2, keepdim=True)


def cosines(table: Tensor, vectors: Tensor) -> Tensor:
    """Return the cosine of each of the vectors (m, d) with each row of a table (n, d): (m, n).

    A zero vector has no direction: its cosines are 0.
    """
    rows = torch.nn.functional.normalize(table.double(), dim=-1, eps=1e-300)  # (n, d)
    return torch.nn.functional.normalize(vectors.double(), dim=-1, eps=1e-300) @ rows.T  # (m, n)


def nearest(table: Tensor, row: int, count: int) -> list[tuple[int, float]]:
    """Return the `count` rows of a table (n, d) with the largest cosine to one row: (row, cosine).

    The row itself is left out; among equal rows the first one comes first.
    """
    rows, values = neighbours(table, count, [row])
    return list(zip(rows[0].tolist(), values[0].tolist(), strict=True))


def neighbours(
    table: Tensor, count: int, rows: list[int] | None = None, allowed: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Apply `nearest` to several rows (default: all); return rows and cosines, each (m, count).

    `allowed` (n,) says which rows can be neighbours.
    """
    numbers = torch.arange(len(table)) if rows is None else torch.tensor(rows)  # (m,)
    values = cosines(table, table[numbers])  # (m, n)
    return _largest(values, numbers, count, allowed)


def near_in_picture(points: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Return the nearest points (n, k) in the figure, by distance: rows and distances, (n, count)."""
    points = points.double()
    distances = torch.cdist(points, points, compute_mode="donot_use_mm_for_euclid_dist")  # (n, n)
    near, values = _largest(-distances, torch.arange(len(points)), count, None)
    return near, -values


def kept_fraction(near: Tensor, seen: Tensor) -> Tensor:
    """Return the fraction of each row's neighbours (n, count) that are also among those in the figure (n,
    count): (n,)."""
    return (near[:, :, None] == seen[:, None, :]).any(-1).double().mean(1)


def _largest(
    values: Tensor, own: Tensor, count: int, allowed: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Return the `count` largest values of each row of (m, n) without its own column: columns and values."""
    others = values.scatter(1, own[:, None], -torch.inf)
    if allowed is not None:
        others = others.masked_fill(~allowed, -torch.inf)
    most = int((others > -torch.inf).sum(1).min())
    if not 1 <= count <= most:
        raise ValueError(f"count is {count}, but it must be between 1 and {most}")
    largest = others.argsort(dim=1, descending=True, stable=True)[:, :count]  # (m, count)
    return largest, others.gather(1, largest)


def _check(vectors: Tensor, components: int) -> None:
    if vectors.ndim != 2 or len(vectors) < 2:
        raise ValueError(
            f"pca() was given a tensor of shape {tuple(vectors.shape)}, but it needs shape (n, d) with n ≥ 2: "
            "a single vector has no variance"
        )
    if not 1 <= components <= min(vectors.shape):
        raise ValueError(
            f"components is {components}, but it must be between 1 and {min(vectors.shape)} "
            f"for {len(vectors)} vectors with {vectors.shape[1]} dimensions"
        )
    if not vectors.isfinite().all():
        raise ValueError("pca() was given NaN or infinite values; remove them first")
