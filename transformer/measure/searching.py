"""What a beam search considered, as a tree; where the model looked; and who is to blame for the answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding import beam
from transformer.decoding.step import Fate, Step
from transformer.probe import record
from transformer.vocabulary import PAD, START

Prefix = tuple[int, ...]  # tokens from the first that was written on


@dataclass(frozen=True)
class Node:
    """One candidate of a beam search."""

    tokens: Prefix  # up to its own
    parent: int | None  # the node that it goes on from; None for the first step
    step: int
    log_probability: float
    total: float
    fate: Fate
    reason: str


@dataclass(frozen=True)
class Tree:
    """All candidates of a search, step by step, each step's best first. `rest`: of each step, how many
    more were cut than there are nodes."""

    beams: int
    nodes: tuple[Node, ...]
    rest: tuple[int, ...]

    def complete(self) -> list[int]:
        """The nodes that were put aside."""
        return [k for k, node in enumerate(self.nodes) if node.fate == Fate.ASIDE]

    def best(self) -> int | None:
        """The complete one with the highest total; None where there is none."""
        return max(self.complete(), key=lambda k: self.nodes[k].total, default=None)


CUT_SHOWN = 3  # of those that are cut in a step, the best


def tree(model, source: Tensor, beams: int, forced: Sequence[int] = (), most: int = 64) -> Tree:
    """Beam search for one sentence, source (1, source), that begins with the tokens `forced`.

    It goes by the total and stops when `beams` are complete: what it tries does not depend on α, which
    only orders what is complete.
    """
    prompt = torch.tensor([list(forced)], dtype=torch.long)  # (1, forced)
    return _tree(beams, list(beam(model, source, beams, most, prompt)), tuple(forced))


def _tree(beams: int, steps: list[Step], forced: Prefix) -> Tree:
    nodes, rest, here = [], [], {}  # here: column of this step → node
    for step in steps:
        before, here = here, {}
        kept = steps[step.number - 1].kept[0].tolist() if step.number else []
        fate = step.fate[0].tolist()
        columns = range(int((step.total[0] > -torch.inf).sum()))  # those that are possible at all
        cut = [column for column in columns if fate[column] == Fate.CUT]
        for column in sorted({*columns} - {*cut[CUT_SHOWN:]}):
            parent = before[kept[int(step.parent[0, column])]] if step.number else None
            written = nodes[parent].tokens if step.number else forced
            here[column] = len(nodes)
            found = Node(
                tokens=(*written, int(step.token[0, column])),
                parent=parent,
                step=step.number,
                log_probability=float(step.log_probability[0, column]),
                total=float(step.total[0, column]),
                fate=Fate(fate[column]),
                reason=step.reason(0, column),
            )
            nodes.append(found)
        rest.append(len(cut[CUT_SHOWN:]))
    return Tree(beams, tuple(nodes), tuple(rest))


@torch.no_grad()
def looks(trained, ids: Sequence[int], prefixes: Sequence[Prefix]) -> dict[Prefix, Tensor]:
    """Where the model looks in the source when it has written each of these, and chooses the next
    token: (source,), the last layer's cross-attention, averaged over its heads. {} for a family that
    has no such map, or a layer that hands its weights to no probe."""
    drawn = trained.family.map("target", "source")
    if drawn is None or not prefixes:
        return {}
    probe = f"{drawn.layers(trained.model)[-1]}.weights"
    longest = max(map(len, prefixes))
    rows = [[START, *prefix] + [PAD] * (longest - len(prefix)) for prefix in prefixes]
    source = torch.tensor([list(ids)]).expand(len(rows), -1)  # (prefix, source)
    with record(trained.model, probe) as trace:
        trained.model(source, torch.tensor(rows))
    weights = trace.one(probe).mean(1)  # (prefix, row, source)
    return {prefix: weights[k, len(prefix)] for k, prefix in enumerate(prefixes)}


@dataclass(frozen=True)
class Judged:
    """What was written, found by search, and right, each with its log p: who is to blame?"""

    greedy: Prefix
    found: Prefix  # by beam search
    right: Prefix
    totals: tuple[float, float, float]  # of the three

    @property
    def error(self) -> str:
        """Empty where the search found the right answer; "search": that is more probable than what was
        found; "model": what was found is more probable to the model than the right answer."""
        if self.found == self.right:
            return ""
        return "search" if self.totals[2] > self.totals[1] else "model"
