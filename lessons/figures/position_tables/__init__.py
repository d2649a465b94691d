"""Position tables side by side: how alike two positions are, as learned by models and as a formula has it.

Read from weights; nothing is run.
"""

from collections.abc import Mapping

import numpy as np
import torch
from torch.nn.functional import normalize

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, matrix, picture, row, strips, tells, text
from lessons.figures.position_tables import words as say
from transformer.positions import sinusoidal
from transformer.weights import Trained

MOST, SOME = 16, 128  # positions shown, and numbers of each
WAVES = "sinusoids"


def table_of(trained: Trained) -> torch.Tensor:
    """The learned positions of what a model reads, (position, d_model). Raises `ValueError` where it learned none."""
    for name, weight in trained.model.named_parameters():
        if name.endswith("position.table"):
            return weight.detach()[:MOST]
    raise ValueError(f"{trained.name} has learned no positions")


def alike(vectors: torch.Tensor, apart: int) -> float:
    """The mean cosine of positions so far apart."""
    units = normalize(vectors, dim=-1)
    return (units[apart:] * units[:-apart]).sum(-1).mean().item()


def learns(trained: Trained) -> bool:
    """Whether a model has learned its positions."""
    return any(name.endswith("position.table") for name, _ in trained.model.named_parameters())


def position_tables(
    titled: Mapping[str, Trained], others: Mapping[str, Trained] | None = None
) -> Figure:
    """How the page calls each model → the model; the first one has segments, too. `others` stand behind the formula's."""
    tables = {title: table_of(trained) for title, trained in titled.items()}
    tables[WAVES] = sinusoidal(MOST, next(iter(tables.values())).shape[1])
    tables |= {title: table_of(trained) for title, trained in (others or {}).items()}
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
    places = [[str(n) for n in range(len(vectors))] for vectors in tables.values()]
    sizes = [(min(SOME, n), n) for n in (vectors.shape[1] for vectors in tables.values())]
    named = by("table", places)
    # Those of other models tell nothing of ours, about which the page asks.
    learned = by("table", [n == 0 for n in range(len(titles))])
    panels = [
        row(
            [tells(matrix("{table}.similar[:, :]", named, named, title=say.SIMILAR, tip=say.TIP, full=1, cells=(8, 17)), learned)],
            [tells(matrix("{table}.vectors[:, :]", named, None, title=by("table", [(say.FIRST if n > SOME else say.VECTORS).format(size=n, some=some) for some, n in sizes]),
                          tip=say.CELL, cells=(6, 9)), learned),
             strips("segments[:, :]", say.SEGMENTS, say.BOTH, "lengths[:]:2")],
            widths="auto auto", least=760,
        ),
        tells(text(by("table", [say.ALIKE.format(near=alike(v, 1), far=alike(v, 5)) for v in tables.values()])), learned),
        text(say.ORIGIN.format(models=", ".join(one.name for one in [*titled.values(), *(others or {}).values()])), "caption"),
    ]  # fmt: skip
    choices = [choice("table", say.TABLE, titles, paths=titles, keys="←→")]
    return picture("position_tables", say.TITLE, choices, panels, arrays)
