"""What a beam search considered, as a tree; where the model looked; and whose fault a wrong answer is."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding import beam
from transformer.decoding.next_token import log_probability
from transformer.decoding.step import Fate, Step
from transformer.measure.answer import reading

Prefix = tuple[int, ...]  # tokens from the first that was written on


def fault(found: Prefix, right: Prefix, total: float, total_of_right: float) -> str:
    """Empty where the search found the right answer; "search": that is more probable than what was found;
    "model": what was found is more probable to the model than the right answer."""
    if found == right:
        return ""
    return "search" if total_of_right > total else "model"


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

    def error(self, right: Prefix, total: float) -> str:
        """Whose fault it is that the best is not the right answer, which has this log p."""
        if (best := self.best()) is None:
            return "search"
        return fault(self.nodes[best].tokens, right, self.nodes[best].total, total)

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


def total_of(model, source: Tensor, tokens: Prefix) -> float:
    """log p of these tokens, END among them, whether a search finds them or not; source (1, source)."""
    return float(log_probability(model, source, torch.tensor([list(tokens)]))[0])


@torch.no_grad()
def looks(trained, ids: Sequence[int], prefixes: Sequence[Prefix]) -> dict[Prefix, Tensor]:
    """Where the model looks in the source when it has written each of these, and chooses the next
    token: (source,), the last layer's cross-attention, averaged over its heads. {} for a family that
    has no such map, or a layer that hands its weights to no probe."""
    drawn = trained.family.map("target", "source")
    if drawn is None or not prefixes:
        return {}
    try:
        layer = drawn.layers(trained.model)[-1]
    except ValueError:  # it has no such probe
        return {}
    trace = reading(trained, ids, prefixes, f"{layer}.weights")
    weights = drawn.weights(trace, layer).mean(1)  # (prefix, row, source)
    return {prefix: weights[k, len(prefix)] for k, prefix in enumerate(prefixes)}
