"""What a beam search considered, as a tree; what it missed of all there is; where the model looked; and
whose fault a wrong answer is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.decoding import Table, beam, exhaustive
from transformer.decoding.next_token import Model, log_probability
from transformer.decoding.step import Fate, Step
from transformer.measure.answer import reading
from transformer.tasks import Task
from transformer.vocabulary import END, Vocabulary
from transformer.weights import Trained

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

    def lost(self, tokens: Prefix) -> tuple[int | None, str]:
        """How far a complete sequence came: its last node, None where it has none, and "found" or why it
        went no further: "cut"; "late": enough were complete; "left": its next word is not among the
        best k + 1 of that hypothesis."""
        on_way = [
            k for k, node in enumerate(self.nodes) if node.tokens == tokens[: len(node.tokens)]
        ]
        if not on_way:
            return None, "left"
        at = on_way[-1]  # nodes are ordered by their steps
        if self.nodes[at].fate == Fate.KEPT:
            return at, "late" if self.nodes[at].step == len(self.rest) - 1 else "left"
        return at, "cut" if self.nodes[at].fate == Fate.CUT else "found"


@dataclass(frozen=True)
class BestOfAll:
    """What exhaustive search finds: of each length the most probable complete sequence. With every α the
    best of all is one of these."""

    visited: int  # sequences
    longest: int  # of these, in steps
    best: tuple[tuple[Prefix, float], ...]  # with its total


MOST_TRIED = 2**16  # sequences times steps: about a second


def best_of_all(
    model: Model, source: Tensor, forced: Prefix, lengths: Sequence[int]
) -> BestOfAll | None:
    """Of all sequences of up to as many steps as the first of these lengths for which there are not too
    many; None where there are for each, or where one that has not ended could still become the best."""
    prompt = torch.tensor([list(forced)], dtype=torch.long)  # (1, forced)
    for most in lengths:
        try:
            steps = exhaustive(model, source, most, prompt, most=1, limit=MOST_TRIED // most)
        except ValueError:  # too many
            continue
        return _best_of_all(steps, forced, most, anything=most == lengths[0])
    return None


def _best_of_all(
    steps: Iterable[Step], forced: Prefix, most: int, anything: bool
) -> BestOfAll | None:
    """`anything`: what is as long as allowed counts as complete without END, as in the search."""
    visited, best, open_end = 0, [], -torch.inf
    for step in steps:
        total, over = step.total[0], step.fate[0] == Fate.ASIDE  # (candidate,), the best first
        ended = over & (anything | (step.token[0] == END))
        visited += int(over.sum())
        if ended.any():
            column = int(ended.nonzero()[0])
            best.append(((*forced, *step.tokens(0, column)), float(total[column])))
        open_end = max([open_end, *total[over & ~ended].tolist()])
    if not best or open_end > max(total for _, total in best):
        return None
    return BestOfAll(visited, step.number + 1, tuple(best))


def trees(
    model: Model, source: Tensor, widths: Sequence[int], forced: Sequence[int] = (), most: int = 64
) -> tuple[list[Tree], BestOfAll | None]:
    """Beam search for one sentence, source (1, source), that begins with the tokens `forced`: a tree for
    each width, and what exhaustive search finds where that can be afforded.

    It goes by the total and stops when the beam is full of complete ones: what it tries does not depend on
    α, which only orders what is complete. Of the best of all, the trees have every candidate, however far
    behind it was cut.
    """
    prompt, begun = torch.tensor([list(forced)], dtype=torch.long), tuple(forced)
    searched = [list(beam(model, source, width, most, prompt)) for width in widths]
    long = max(int(steps[-1].answers().length[0, 0]) for steps in searched)  # of the best answers
    found = best_of_all(model, source, begun, (most, long))
    best = [tokens for tokens, _ in found.best] if found else []
    marked = {tokens[:n] for tokens in best for n in range(1, len(tokens) + 1)}
    made = zip(widths, searched, strict=True)
    return [_tree(width, steps, begun, marked) for width, steps in made], found


CUT_SHOWN = 3  # of those that are cut in a step, the best


def _tree(beams: int, steps: Sequence[Step], forced: Prefix, marked: set[Prefix]) -> Tree:
    """`marked` are shown where they are candidates, however many better ones were cut."""
    nodes: list[Node] = []
    rest: list[int] = []
    here: dict[int, int] = {}  # column of this step → node
    for step in steps:
        before, here = here, {}
        kept = steps[step.number - 1].kept[0].tolist() if step.number else []
        fate = step.fate[0].tolist()
        columns = range(int((step.total[0] > -torch.inf).sum()))  # those that are possible at all
        cut = [column for column in columns if fate[column] == Fate.CUT]
        hidden = 0
        for column in columns:
            parent = before[kept[int(step.parent[0, column])]] if step.number else None
            written = forced if parent is None else nodes[parent].tokens
            tokens = (*written, int(step.token[0, column]))
            if column in cut[CUT_SHOWN:] and tokens not in marked:
                hidden += 1
                continue
            here[column] = len(nodes)
            node = Node(
                tokens=tokens,
                parent=parent,
                step=step.number,
                log_probability=float(step.log_probability[0, column]),
                total=float(step.total[0, column]),
                fate=Fate(fate[column]),
                reason=step.reason(0, column),
            )
            nodes.append(node)
        rest.append(hidden)
    return Tree(beams, tuple(nodes), tuple(rest))


def as_trained(table: Table) -> Trained:
    """A table in the place of a trained model: it reads nothing, and begins with nothing."""
    task = Task("table", "A typed table", (), lambda: ((), ()))
    model: Any = table  # it is no module, and decodes as one
    return Trained("typed table", model, task, {}, Vocabulary(()), table.vocabulary)


def total_of(model: Model, source: Tensor, tokens: Prefix) -> float:
    """log p of these tokens, END among them, whether a search finds them or not; source (1, source)."""
    return float(log_probability(model, source, torch.tensor([list(tokens)]))[0])


@torch.no_grad()
def looks(trained: Trained, ids: Sequence[int], prefixes: Sequence[Prefix]) -> dict[Prefix, Tensor]:
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
