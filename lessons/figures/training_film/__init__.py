"""The film of a training: at every frame a forward pass of its checkpoint on one pinned sentence.

All that the slider moves: the loss cursor, every head's map, what the model writes, the words as points.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor, nn

from lessons.figures.kit import palette, run_scores
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import short
from lessons.figures.training_film import words as say
from transformer import families
from transformer.decoding import greedy
from transformer.families.batch import Batch
from transformer.families.loss import smoothing_floor
from transformer.families.maps import Map
from transformer.measure.projection import aligned, pca, shares
from transformer.probe import record
from transformer.runs import Plan, Run
from transformer.tasks import Example
from transformer.vocabulary import SPECIALS, Vocabulary

Words = tuple[Vocabulary, Vocabulary]  # source, target

PROBES = {
    "encoder": "encoder.layers.{layer}.self_attention.weights",
    "decoder": "decoder.layers.{layer}.self_attention.weights",
    "cross": "decoder.layers.{layer}.cross_attention.weights",
}
AXES = {"encoder": "source source", "decoder": "target target", "cross": "target source"}
ASKED = 64  # held-out examples on which heads are judged
MOST_POINTS = 300
WIDTH = 0.05  # the cliff: the largest fall of the mean loss from one such share of the steps to the next
SKIPPED = 0.1  # … after this share of the steps, in which the loss of a fresh model always falls


@dataclass(frozen=True)
class Moment:
    """What one checkpoint does with the pinned sentence."""

    step: int
    maps: dict[str, np.ndarray]  # of "encoder", "decoder", "cross": (layer, head, query, key)
    written: tuple[str, ...]
    table: Tensor  # (word, d_model), the embedding of what is read, without the specials
    looks: np.ndarray | None  # (layer, head); None where nothing is known of the alignment


def checkpoint(run: Run, model: nn.Module, step: int) -> nn.Module:
    """The model after that step, put into `model`, which has the same sizes."""
    with safe_open(run.frame_file(step), "pt") as file:
        names = [name for name in file.keys() if name.startswith("model.")]  # noqa: SIM118
        model.load_state_dict({n.removeprefix("model."): file.get_tensor(n) for n in names})
    return model.eval()


@torch.no_grad()
def moment(model: nn.Module, task, words: Words, step: int, example: Example) -> Moment:
    """A forward pass on the pinned sentence with its right target, and a greedy one without it; of a
    text, where there is only the line, a greedy one from its beginning on.

    `words` are the task's `vocabularies`, which take time to make.
    """
    family = families.of(model)
    layers = {m: m.layers(model) for m in family.maps}
    batch = family.objective.batch([example], words)
    with record(
        model, *(f"{path}.weights" for paths in layers.values() for path in paths)
    ) as trace:
        family.objective.run(model, batch)
    maps = {
        m.name: torch.stack([m.weights(trace, path)[0] for path in paths]).numpy()
        for m, paths in layers.items()
    }
    source = torch.tensor([words[0].encode(example.source)], dtype=torch.long)
    prompt = None if example.source else given_of(example, words[1])
    tokens = greedy(model, source, 2 * len(example.target) + 2, prompt)[0]
    written = words[1].decode(tokens)
    table = model.get_parameter(table_of(task))[len(SPECIALS) :].clone()
    asked = family.objective.batch(task.held_out[:ASKED], words)
    cross = family.map("target", "source")
    looks = looks_right(model, asked, cross) if cross else None
    return Moment(step, maps, tuple(written), table, looks)


def given_of(example: Example, words: Vocabulary) -> Tensor:
    """The beginning of a line, as a prompt: (1, given)."""
    given, _ = run_scores.asked(example)
    return torch.tensor([words.encode(given)], dtype=torch.long)


def table_of(task) -> str:
    """The embedding whose words are drawn: of what is read, or where nothing is, of what is written."""
    return f"{'source' if task.source_words else 'target'}_embedding.table.weight"


@torch.no_grad()
def looks_right(model: nn.Module, batch: Batch, cross: Map) -> np.ndarray | None:
    """Of each cross-attention head the share of the target words at which it looks most at the source
    word that is rendered: (layer, head)."""
    if not (batch.alignment >= 0).any():
        return None
    paths = cross.layers(model)
    with record(model, *(f"{path}.weights" for path in paths)) as trace:
        model(batch.source, batch.target[:, :-1])
    seen = torch.stack(
        [cross.weights(trace, path).argmax(-1) for path in paths]
    )  # (layer, batch, head, target)
    known = batch.alignment[:, : seen.shape[-1]]
    hits = (seen == known[None, :, None]).permute(0, 2, 1, 3)  # (layer, head, batch, target)
    return hits[..., known >= 0].float().mean(-1).numpy()


def asked_of(task) -> int:
    """Of how many held-out target words it is known which source word they render."""
    return sum(k >= 0 for e in task.held_out[:ASKED] for k in e.alignment)


def training_film(
    run: Run, task, moments: Sequence[Moment], example: Example, charts: bool = True
) -> Figure:
    """The film of a run; `moments` are its frames in their order. Without `charts` where the curves
    stand beside it."""
    plan, events = Plan.read(run.card), run.events()
    tables = torch.stack([m.table for m in moments])  # (frame, word, d_model)
    arrays = {
        "loss": _array([e["loss"] for e in events], "step", "events.jsonl: loss"),
        **run_scores.arrays(events, task),
    }
    for kind in moments[0].maps:
        maps = np.stack([m.maps[kind] for m in moments])  # (frame, layer, head, query, key)
        arrays[kind] = Array(maps, f"frame layer head {AXES[kind]}", PROBES[kind])
    if moments[0].looks is not None:
        looks = np.stack([m.looks for m in moments])
        made = "lessons.figures.training_film.looks_right"
        arrays["looks"] = Array(looks, "frame layer head", PROBES["cross"], made)
    points = task.source_words or task.target_words
    own = set(example.source or example.target)
    drawn = points_of(points, own) if tables.shape[1] > 2 else []
    if drawn:
        table = table_of(task)
        axes = pca(tables[-1]).axes
        arrays["points"] = _array(
            aligned(tables)[:, drawn],
            "frame word axis",
            table,
            "transformer.measure.projection.aligned",
        )
        arrays["shares"] = _array(
            shares(tables, axes), "frame axis", table, "transformer.measure.projection.shares"
        )
    words = len(task.target_words) + len(SPECIALS)
    given, right = run_scores.asked(example)
    header = {
        "title": say.TITLE.format(run=run.name, task=task.title),
        "run": run.name,
        "charts": charts,
        "task": task.title,
        "steps": plan.settings.steps,
        "frames": [m.step for m in moments],
        "floor": smoothing_floor(words, plan.settings.smoothing),
        "heads": [
            {"kind": kind, "title": say.KINDS[kind], "layer": layer, "head": head}
            for kind in ("cross", "encoder", "decoder")
            if kind in arrays
            for layer in range(arrays[kind].values.shape[1])
            for head in range(arrays[kind].values.shape[2])
        ],
        "yardsticks": run_scores.yardsticks(task),
        "open": not example.source,  # a text may go on in many ways
        "given": [label(word) for word in given],
        "right": [label(word) for word in right],
        "fed": [label(w) for w in (SPECIALS[1], *example.target)],
        "known": list(example.alignment),
        "written": [[short(word) for word in m.written] for m in moments],
        "points": [{"label": short(points[n]), "own": points[n] in own} for n in drawn],
        "all_points": tables.shape[1],
        "asked": asked_of(task),
        "jumps": jumps(arrays, [m.step for m in moments]),
        "words": run_scores.said(task, say.WORDS, say.TEXT),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"frame": len(moments), "head": 1},
    }
    return Figure("training_film", header, arrays)


def jumps(arrays: dict[str, Array], frames: list[int]) -> dict[str, Any]:
    """Where something happens: frames by their number from 0, with what there is to say of them."""
    found: dict[str, Any] = {}
    if cliff := cliff_of(arrays["loss"].values):
        after = [n for n, step in enumerate(frames) if step >= cliff["step"]]
        found["cliff"] = {**cliff, "frame": after[0] if after else len(frames) - 1}
    if "looks" in arrays:
        looks = arrays["looks"].values  # (frame, layer, head)
        best = looks.reshape(len(looks), -1).max(-1)
        if (best > 0.5).any():
            frame = int((best > 0.5).argmax())
            layer, head = np.unravel_index(looks[frame].argmax(), looks[frame].shape)
            found["looks"] = {"frame": frame, "layer": int(layer), "head": int(head)}
    return found


def cliff_of(loss: np.ndarray) -> dict[str, Any] | None:
    """The step at which the mean loss of `WIDTH` of the steps falls most to that of as many after it."""
    width = max(3, round(WIDTH * len(loss)))
    if len(loss) < 2 * width + round(SKIPPED * len(loss)) + 1:
        return None
    sums = np.concatenate(([0.0], np.cumsum(loss, dtype=np.float64)))
    means = (sums[width:] - sums[:-width]) / width  # of the `width` steps from each step on
    fall = means[:-width] - means[width:]
    first = round(SKIPPED * len(loss))
    at = first + int(fall[first:].argmax())
    if fall[at] <= 0:
        return None
    before, after = float(means[at]), float(means[at + width])
    return {"step": at + width, "width": width, "before": before, "after": after}


def points_of(words: Sequence[str], sentence: Collection[str]) -> list[int]:
    """The words that are drawn, by number: those of the sentence, and as many others as fit."""
    own = [n for n, word in enumerate(words) if word in sentence]
    rest = [n for n, word in enumerate(words) if word not in sentence]
    return sorted(own + rest[: max(0, MOST_POINTS - len(own))])


def label(word: str) -> dict[str, str]:
    return {"label": short(word, 12), "full": word}


def place(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check a place: frame and head are counted from 1."""
    for name, count in (
        ("frame", len(figure.header["frames"])),
        ("head", len(figure.header["heads"])),
    ):
        if type(start[name]) is not int or not 1 <= start[name] <= count:
            raise ValueError(
                f"{name} must be a whole number from 1 to {count}, got {start[name]!r}"
            )
    return start


def _array(values, axes: str, probe: str, derived: str = "") -> Array:
    return Array(np.asarray(values, np.float32), axes, probe, derived)
