"""The heads of a run's model on its pinned example, frame by frame: for its recording, and for two training runs.

`run_heads.js` draws them. The model's family determines the maps and their labels.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array
from lessons.figures.kit.labels import as_typed, short, truncated
from lessons.figures.kit.run_scores import family_of
from lessons.figures.picture_map.words import INKS
from transformer import families
from transformer.families import Map
from transformer.measure.training.checkpoints import Moment
from transformer.runs import Run
from transformer.tasks import Example, Task
from transformer.tasks.drawings import SIDE, Drawings

MAP_TITLES = {
    "cross": "cross-attention",
    "encoder": "encoder self-attention",
    "decoder": "decoder self-attention",
}  # in the order in which they are drawn; maps of other names follow
MOST = 24  # characters of what is no single word


def label(word: str, language: str = "") -> dict[str, str]:
    shown = truncated(word, MOST) if " " in word.strip() else short(word, 12)
    return {"label": shown, "full": word, "lang": language}


def input_header(task: Task, read: Sequence[str]) -> dict[str, Any]:
    """Return the model's input, for a figure's header: the words, or the images, each as its pixels."""
    if not isinstance(task, Drawings):
        return {
            "given": [label(word, task.languages[bool(not task.source_words)]) for word in read]
        }
    pixels, size = "".join(read), SIDE * SIDE
    frames = [pixels[at : at + size] for at in range(0, len(pixels), size)]
    return {"given": [], "seen": {"frames": frames, "side": SIDE, "inks": INKS}}


def sides_of(run: Run, task: Task, example: Example) -> dict[str, list[dict[str, str]]]:
    """Return the labels on each side of the maps while the model reads the example with its right answer."""
    family, words = family_of(run, task), families.vocabularies(task)
    objective, drawn = family.objective, {side for m in family.maps for side in (m.rows, m.columns)}
    own = {"target": (example.target, words[1])}  # all other sides hold what is read
    by_side = {}
    for side, names in objective.side_labels(objective.batch([example], words), words).items():
        if side not in drawn:
            continue  # a video has thousands of pixels
        typed, vocabulary = own.get(side, (example.source, words[0]))
        unknown = [word for word in typed if word not in vocabulary]
        language = task.languages[side == "target"]
        by_side[side] = [label(word, language) for word in as_typed(names, unknown)]
    return by_side


def maps_of(
    run: Run, task: Task, frames: Sequence[Moment], sides: dict, name: str = ""
) -> dict[str, Array]:
    """Return the maps of all heads of a run, (frame, layer, head, row, column) each, and how well those between the
    two sides align."""
    if not frames or not frames[0].maps:
        return {}
    arrays, family = {}, family_of(run, task)
    for drawn in family.maps:
        maps = np.stack([moment.maps[drawn.name] for moment in frames])
        axes = f"frame layer head {drawn.rows} {drawn.columns}"
        arrays[f"{drawn.name} {name}".strip()] = Array(maps, axes, probe_of(drawn), labels=sides)
    if frames[0].looks is not None:
        alignments, made = (
            np.stack([m.looks for m in frames]),
            "transformer.measure.training.checkpoints.looks_right",
        )
        probe = probe_of(family.map("target", "source"))
        arrays[f"looks {name}".strip()] = Array(alignments, "frame layer head", probe, made)
    return arrays


def probe_of(drawn: Map) -> str:
    return f"{drawn.path}.weights".replace("{}", "{layer}")


def in_order(maps: Sequence[Map]) -> list[Map]:
    """Return maps in drawing order."""
    order = [*MAP_TITLES]
    return sorted(maps, key=lambda m: order.index(m.name) if m.name in order else len(order))


def head(drawn: Map, layer: int, head: int) -> dict:
    """Describe one head for the drawing."""
    title = MAP_TITLES.get(drawn.name, drawn.name.replace("_", " "))
    return {"kind": drawn.name, "title": title, "layer": layer, "head": head,
            "rows": drawn.rows, "columns": drawn.columns}  # fmt: skip
