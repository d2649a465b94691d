"""A beam search as a tree of hypotheses; what it missed of all sequences; what the model attended to; and
whether an error is a search error or a model error."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.decoding import Table, beam, exhaustive
from transformer.decoding.next_token import Model, log_probability
from transformer.decoding.step import Fate, Step
from transformer.measure.answer import record_pass
from transformer.tasks import Task
from transformer.vocabulary import END, Vocabulary
from transformer.weights import Trained

Prefix = tuple[int, ...]  # tokens from the first generated one on


def error_kind(output: Prefix, right: Prefix, total: float, total_of_right: float) -> str:
    """Return "" where the search found the correct answer; "search" where the correct answer is more probable
    than the output; "model" where the model finds the output more probable than the correct answer."""
    if output == right:
        return ""
    return "search" if total_of_right > total else "model"


@dataclass(frozen=True)
class Node:
    """One candidate of a beam search."""

    tokens: Prefix  # up to and including its own
    parent: int | None  # the node that it extends; None for the first step
    step: int
    log_probability: float
    total: float
    fate: Fate
    reason: str


@dataclass(frozen=True)
class Tree:
    """All candidates of a search, step by step, the best of each step first. `rest`: how many more candidates
    than nodes were pruned in each step."""

    beams: int
    nodes: tuple[Node, ...]
    rest: tuple[int, ...]

    def complete(self) -> list[int]:
        """Return the nodes of finished hypotheses."""
        return [k for k, node in enumerate(self.nodes) if node.fate == Fate.ASIDE]

    def error(self, right: Prefix, total: float) -> str:
        """Return the kind of error if the best hypothesis is not the correct answer, which has this log p."""
        if (best := self.best()) is None:
            return "search"
        return error_kind(self.nodes[best].tokens, right, self.nodes[best].total, total)

    def best(self) -> int | None:
        """Return the finished hypothesis with the highest total; None where there is none."""
        return max(self.complete(), key=lambda k: self.nodes[k].total, default=None)

    def lost(self, tokens: Prefix) -> tuple[int | None, str]:
        """Return how far the search followed a complete sequence: its last node (None if it has none), and
        "found" or why it stopped. Reasons are "cut" (pruned), "late" (enough hypotheses were finished), and
        "left" (its next word is not among the best k + 1 of that hypothesis)."""
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
    """The result of exhaustive search: for each length the most probable complete sequence. For every α, the
    best of all is one of these."""

    visited: int  # sequences
    longest: int  # of these, in steps
    best: tuple[tuple[Prefix, float], ...]  # with its total


MOST_TRIED = 2**16  # sequences times steps: about a second


def best_of_all(
    model: Model, source: Tensor, forced: Prefix, lengths: Sequence[int]
) -> BestOfAll | None:
    """Search all sequences up to the first of these lengths that is affordable; None where none is
    affordable, or where an unfinished sequence could still become the best."""
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
    """`anything`: a sequence of maximum length counts as finished without END, as in the beam search."""
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


def search_trees(
    model: Model,
    source: Tensor,
    widths: Sequence[int],
    forced: Sequence[int] = (),
    most: int = 64,
    enough: int | None = None,
) -> tuple[list[Tree], BestOfAll | None]:
    """Run beam search for one sentence, source (1, source), that begins with the tokens `forced`: one tree
    for each width, and exhaustive search where that is affordable.

    The search ranks by the total and stops after `most` steps (T on slides) or when `enough` hypotheses (n on
    slides; default: the width) are finished. Its candidates do not depend on α, which only ranks the finished
    ones. The trees include every prefix of the best of all that was a candidate, even where it was pruned far
    behind the others.
    """
    prompt, begun = torch.tensor([list(forced)], dtype=torch.long), tuple(forced)
    searched = [list(beam(model, source, width, most, prompt, enough=enough)) for width in widths]
    long = max(int(steps[-1].answers().length[0, 0]) for steps in searched)  # of the best answers
    of_all = best_of_all(model, source, begun, (most, long))
    best = [tokens for tokens, _ in of_all.best] if of_all else []
    marked = {tokens[:n] for tokens in best for n in range(1, len(tokens) + 1)}
    made = zip(widths, searched, strict=True)
    return [_tree(width, steps, begun, marked) for width, steps in made], of_all


CUT_SHOWN = 3  # the best of the pruned ones in each step


def _tree(beams: int, steps: Sequence[Step], forced: Prefix, marked: set[Prefix]) -> Tree:
    """Build the tree; candidates in `marked` are shown even if many better ones were pruned."""
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


def table_as_model(table: Table) -> Trained:
    """Wrap a table as a trained model that has no source and no prompt."""
    task = Task("table", "A typed table", (), lambda: ((), ()))
    model: Any = table  # it is not a module, but decodes like one
    return Trained("typed table", model, task, {}, Vocabulary(()), table.vocabulary)


def log_probability_of(model: Model, source: Tensor, tokens: Prefix) -> float:
    """Return log p of these tokens, END included, whether a search finds them or not; source (1, source)."""
    return float(log_probability(model, source, torch.tensor([list(tokens)]))[0])


@torch.no_grad()
def attended_source(
    trained: Trained, ids: Sequence[int], prefixes: Sequence[Prefix]
) -> dict[Prefix, Tensor]:
    """Return what the model attends to in the source when it has written each of these prefixes and chooses the
    next token: (source,), the last layer's cross-attention averaged over its heads. Returns {} for a family
    without such a map, or a layer whose weights pass through no probe."""
    drawn = trained.family.map("target", "source")
    if drawn is None or not prefixes:
        return {}
    try:
        layer = drawn.layers(trained.model)[-1]
    except ValueError:  # it has no such probe
        return {}
    trace = record_pass(trained, ids, prefixes, f"{layer}.weights")
    weights = drawn.weights(trace, layer).mean(1)  # (prefix, row, source)
    return {prefix: weights[k, len(prefix)] for k, prefix in enumerate(prefixes)}
