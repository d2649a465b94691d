"""Soft and hard attention to four vectors a, b, c, d: the weights, z, and the gradient of the scores."""

import torch

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, column, picture, table, text
from lessons.pictures.figures.caption_scores import words as say
from lessons.pictures.measure import four_places


def four() -> Figure:
    """Return the figure of all ways to attend to the four vectors."""
    made = "lessons.pictures.measure.four_places.attend"
    reads = {way: four_places.attend(way) for way in four_places.WAYS}
    named = {"place": list(say.PLACES)}
    arrays = {"scores": Array(four_places.SCORES.numpy(), "place", "given", made, named)}
    for name in ("alpha", "weights", "gradient"):
        stacked = torch.stack([getattr(attended, name) for attended in reads.values()]).numpy()
        arrays[name] = Array(stacked, "way place", "given", made, named)
    vectors = ["({:g}, {:g})".format(*vector) for vector in four_places.VECTORS.tolist()]
    columns = [
        column(say.FOUR["vector"], vectors),
        column(say.FOUR["score"], "scores[:]:2"),
        column(say.FOUR["alpha"], "alpha[way, :]:2", bar=True),
        column(say.FOUR["weight"], "weights[way, :]:2", bar=True),
        column(say.FOUR["gradient"], "gradient[way, :]:3"),
    ]
    z = [
        say.Z.format(x=attended.z[0], y=attended.z[1], loss=attended.loss)
        for attended in reads.values()
    ]
    panels = [
        text(by("way", [f"{say.FOUR_WAYS[way]} {result}" for way, result in zip(reads, z, strict=True)]), "told"),
        table(say.FOUR["place"], list(say.PLACES), columns),
        text(say.FOUR_ABOUT, "caption"),
    ]  # fmt: skip
    ways = choice("way", say.WAY, [*reads], values=[*reads], keys="←→")
    return picture("caption_scores", say.FOUR_TITLE, [ways], panels, arrays, made)
