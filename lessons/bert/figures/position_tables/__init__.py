"""Position tables side by side: the similarity of positions, as learned by models and by a formula.

The tables are read from weights; no model runs.
"""

from collections.abc import Mapping

import numpy as np
import torch
from torch.nn.functional import normalize

from lessons.bert.figures.position_tables import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, matrix, picture, reveals_answer, row, strips, text
from transformer.positions import sinusoidal
from transformer.weights import Trained

MOST, SOME = 64, 128  # positions shown, and dimensions of each
WAVES = "sinusoids"


def table_of(trained: Trained) -> torch.Tensor:
    """Return the learned positions of a model's input, (position, d_model). Raises `ValueError` if it has none."""
    for name, weight in trained.model.named_parameters():
        if name.endswith("position.table"):
            return weight.detach()
    raise ValueError(f"{trained.name} has no learned positions")


def mean_cosine(vectors: torch.Tensor, apart: int) -> float:
    """Return the mean cosine of positions at this distance."""
    units = normalize(vectors, dim=-1)
    return (units[apart:] * units[:-apart]).sum(-1).mean().item()


def has_learned_positions(trained: Trained) -> bool:
    """Return whether a model has learned its positions."""
    return any(name.endswith("position.table") for name, _ in trained.model.named_parameters())


def shown_positions(places: range, count: int) -> str:
    """Say which of `count` positions are shown."""
    if places.step > 1:
        return say.SPREAD.format(step=places.step, last=places[-1], all=count)
    return say.CUT.format(some=MOST, all=count) if count > MOST else ""


def position_tables(
    titled: Mapping[str, Trained], others: Mapping[str, Trained] | None = None
) -> Figure:
    """Build the figure. Keys: the page's name of each model; the first also has segments. `others` follow the
    formula's."""
    whole = {title: table_of(trained) for title, trained in titled.items()}
    whole[WAVES] = sinusoidal(*next(iter(whole.values())).shape)
    whole |= {title: table_of(trained) for title, trained in (others or {}).items()}
    places = {title: range(min(MOST, len(vectors))) for title, vectors in whole.items()}
    for title, vectors in list(whole.items()):
        if (step := -(-len(vectors) // MOST)) > 1:  # a second table, up to the last position
            each = say.EACH.format(title=title, step=step)
            whole[each], places[each] = vectors, range(0, len(vectors), step)
    tables = {title: vectors[[*places[title]]] for title, vectors in whole.items()}
    arrays = {}
    for title, vectors in tables.items():
        units, probe = normalize(vectors, dim=-1), f"{title}: position table"
        arrays[f"{title}.vectors"] = Array(vectors[:, :SOME].numpy(), "position d_model", probe)
        similar = (units @ units.T).numpy()
        arrays[f"{title}.similar"] = Array(similar, "position position", probe, "cosine")
    first = next(iter(titled.values())).model
    segments = first.embedding.segment.weight.detach().numpy()
    arrays["segments"] = Array(segments, "segment d_model", "embedding.segment.weight", labels={"segment": say.BOTH})  # fmt: skip
    arrays["lengths"] = Array(np.linalg.norm(segments, axis=-1), "segment", "embedding.segment.weight", "length")  # fmt: skip
    titles = list(tables)
    numbers = [[str(n) for n in places[title]] for title in tables]
    sizes = [(min(SOME, n), n) for n in (vectors.shape[1] for vectors in tables.values())]
    positions = by("table", numbers)
    # The figures for other models reveal nothing about ours, which the page asks about.
    learned = by("table", [n == 0 for n in range(len(titles))])
    panels = [
        row(
            [reveals_answer(matrix("{table}.similar[:, :]", positions, positions, title=say.SIMILAR, tip=say.TIP, full=1, cells=(8, 17)), learned)],
            [reveals_answer(matrix("{table}.vectors[:, :]", positions, None, title=by("table", [(say.FIRST if n > SOME else say.VECTORS).format(size=n, some=some) for some, n in sizes]),
                          tip=say.CELL, cells=(6, 9)), learned),
             strips("segments[:, :]", say.SEGMENTS, say.BOTH, "lengths[:]:2")],
            widths="auto auto", least=760,
        ),
        text(by("table", [shown_positions(places[title], len(v)) for title, v in whole.items()]), "caption"),
        reveals_answer(text(by("table", [say.ALIKE.format(near=mean_cosine(v, 1), far=mean_cosine(v, 5)) if places[title].step == 1 else "" for title, v in tables.items()])), learned),
        text(say.ORIGIN.format(models=", ".join(trained.name for trained in [*titled.values(), *(others or {}).values()])), "caption"),
    ]  # fmt: skip
    choices = [choice("table", say.TABLE, titles, paths=titles, keys="←→")]
    return picture("position_tables", say.TITLE, choices, panels, arrays)
