"""The recording of a training run: at every frame, a forward pass of its checkpoint on one pinned sentence.

The slider moves the loss cursor, every head's map, the model's output, and the words as points.
"""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import torch

from lessons.figures.kit import palette, run_heads, run_scores
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, short
from lessons.figures.training_film import words as say
from transformer.measure.training.checkpoints import Moment, asked_of, given_and_rest
from transformer.measure.training.cliff import cliff_of, plateau_of
from transformer.measure.words.projection import aligned, pca, shares
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Run, RunConfig
from transformer.tasks import Example
from transformer.vocabulary import SPECIALS

MOST_POINTS = 300


def training_film(
    run: Run, task, moments: Sequence[Moment], example: Example, charts: bool = True
) -> Figure:
    """Build the recording of a run; `moments` are its frames in order. Without `charts` if the curves
    are shown beside it."""
    config, events = RunConfig.read(run.card), run.events()
    tables = torch.stack([m.table for m in moments])  # (frame, word, d_model), or no word
    sides, score = run_heads.sides_of(run, task, example), run_scores.score_of(run, task)
    arrays = {
        "loss": _array([e["loss"] for e in events], "step", "events.jsonl: loss"),
        **run_scores.arrays(events, task, score),
        **run_heads.maps_of(run, task, moments, sides),
    }
    points = task.source_words or task.target_words
    own = set(example.source or example.target)
    drawn = points_of(points, own) if tables.shape[1] > 2 else []
    if drawn:
        table = moments[0].embedding
        axes = pca(tables[-1]).axes
        arrays["points"] = _array(
            aligned(tables)[:, drawn],
            "frame word axis",
            table,
            "transformer.measure.words.projection.aligned",
        )
        arrays["shares"] = _array(
            shares(tables, axes), "frame axis", table, "transformer.measure.words.projection.shares"
        )
    words = len(task.target_words) + len(SPECIALS)
    input_words, right = given_and_rest(example)
    header = {
        "title": say.TITLE.format(run=run.name, task=task.title),
        "run": run.name,
        "charts": charts,
        "task": task.title,
        "steps": config.settings.steps,
        "frames": [m.step for m in moments],
        "floor": smoothing_floor(words, config.settings.smoothing),
        "heads": [
            run_heads.head(drawn, layer, head)
            for drawn in run_heads.in_order(run_scores.family_of(run, task).maps)
            if drawn.name in arrays
            for layer in range(arrays[drawn.name].values.shape[1])
            for head in range(arrays[drawn.name].values.shape[2])
        ],
        "yardsticks": run_scores.yardsticks(task),
        "open": not example.source,  # a text can continue in many ways
        **run_heads.input_header(task, input_words),
        "right": [run_heads.label(word, task.languages[1]) for word in right],
        "sides": sides,
        "known": list(example.alignment),
        # None if the model cannot be built: then there is no head either.
        "written": [
            None if m.written is None else [short(word) for word in m.written] for m in moments
        ],
        "points": [{"label": short(points[n]), "own": points[n] in own} for n in drawn],
        "data": data_words(
            ([short(points[n]) for n in drawn], task.languages[not task.source_words]),
            ([short(word) for m in moments for word in m.written or ()], task.languages[1]),
        ),
        "all_points": tables.shape[1],
        "asked": asked_of(task),
        "jumps": jumps(arrays, [m.step for m in moments], config.settings.guide is not None),
        "words": run_scores.texts_for(task, score, say),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"frame": len(moments), "head": 1},
    }
    return Figure("training_film", header, arrays)


def jumps(arrays: dict[str, Array], frames: list[int], guided: bool = False) -> dict[str, Any]:
    """Return the notable frames, by number from 0, with their texts.

    `guided`: an extra loss guides head 0 of the last cross-attention.
    """
    notable: dict[str, Any] = {}
    if plateau := plateau_of(arrays["loss"].values):
        inside = [n for n, step in enumerate(frames) if plateau["first"] <= step <= plateau["last"]]
        notable["plateau"] = {**plateau, "frame": inside[len(inside) // 2] if inside else 0}
    if cliff := cliff_of(arrays["loss"].values):
        after = [n for n, step in enumerate(frames) if step >= cliff["step"]]
        notable["cliff"] = {**cliff, "frame": after[0] if after else len(frames) - 1}
    if "looks" in arrays:
        alignments = arrays["looks"].values  # (frame, layer, head)
        best = alignments.reshape(len(alignments), -1).max(-1)
        if (best > 0.5).any():
            frame = int((best > 0.5).argmax())
            layer, head = np.unravel_index(alignments[frame].argmax(), alignments[frame].shape)
            helped = bool(guided and head == 0 and layer == alignments.shape[1] - 1)
            place = {"frame": frame, "layer": int(layer), "head": int(head)}
            notable["looks"] = {**place, "guided": helped}
    return notable


def points_of(words: Sequence[str], sentence: Collection[str]) -> list[int]:
    """Return the words to draw, by number: those of the sentence, and as many others as fit."""
    own = [n for n, word in enumerate(words) if word in sentence]
    rest = [n for n, word in enumerate(words) if word not in sentence]
    return sorted(own + rest[: max(0, MOST_POINTS - len(own))])


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check a state: frame and head are counted from 1."""
    for name, count in (
        ("frame", len(figure.header["frames"])),
        ("head", len(figure.header["heads"])),
    ):
        if type(start[name]) is not int or not 1 <= start[name] <= max(1, count):
            raise ValueError(
                f"{name} must be a whole number from 1 to {count}, got {start[name]!r}"
            )
    return start


def _array(values, axes: str, probe: str, derived: str = "") -> Array:
    return Array(np.asarray(values, np.float32), axes, probe, derived)
