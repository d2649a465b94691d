"""Entailment: "anna buys roses and ben draws pets. anna buys flowers" → follows, contradicts or open.

The first sentence is the premise, the second the hypothesis; every person does one thing. Things have three
levels: roses are flowers, and flowers are something. The hypothesis is sampled first, then the label, then a
fitting premise. So the hypothesis alone gives no information, unlike in human-written data sets (Gururangan
et al. 2018). One known word of the premise decides.
"""

import random
from collections.abc import Container, Sequence
from functools import cache, partial

from transformer.tasks.stories import FULL_STOP, StoryTask
from transformer.tasks.task import Example, Split

HYPONYMS = {
    "pets": ("cats", "dogs", "hamsters"),
    "flowers": ("lilies", "roses", "tulips"),
    "tools": ("drills", "hammers", "saws"),
}
ANYTHING, AND = "something", "and"
PEOPLE = ("anna", "ben", "carl", "dora", "emil")
VERBS = ("buys", "draws", "finds", "sees")
FOLLOWS, CONTRADICTS, OPEN = LABELS = ("follows", "contradicts", "open")
KIND_OF = {item: kind for kind, items in HYPONYMS.items() for item in items}
THINGS = (*HYPONYMS, *KIND_OF, ANYTHING)
TRAIN, HELD_OUT = 40_000, 1000


class EntailmentTask(StoryTask):
    """A premise and a hypothesis, separated by a full stop or a new line."""

    family = "entailment_attention"


def build(
    seed: int = 0, clauses: tuple[int, ...] = (2, 3, 4), name: str = "entailment"
) -> EntailmentTask:
    """Build the task: training has premises of all these lengths, the held-out set only the last one. Short
    premises are learned first, and help with the long ones."""
    title = "Textual entailment" + (", two clauses" if len(clauses) == 1 else "")
    rng = random.Random("shown")
    shown = tuple(" ".join(draw(rng, clauses[-1]).source) for _ in range(5))
    return EntailmentTask(name, title, shown, partial(_split, seed, clauses))


def two(seed: int = 0) -> EntailmentTask:
    """Build the task with premises of two clauses only."""
    return build(seed, (2,), "entailment_two")


def above(thing: str) -> tuple[str, ...]:
    """Return the more general terms of a thing: roses are flowers, and something."""
    kind = (KIND_OF[thing],) if thing in KIND_OF else ()
    return (*kind, ANYTHING) if thing != ANYTHING else ()


def label(premise: str, hypothesis: str) -> str:
    """Return the label: if a person does it with `premise`, does it follow that they do it with `hypothesis`?"""
    if hypothesis == premise or hypothesis in above(premise):
        return FOLLOWS
    return OPEN if premise in above(hypothesis) else CONTRADICTS


@cache
def premise_things(wanted: str, hypothesis: str) -> tuple[str, ...]:
    """Return the things in a premise that give the hypothesis this label."""
    return tuple(thing for thing in THINGS if label(thing, hypothesis) == wanted)


def draw(rng: random.Random, clauses: int, taken: Container[tuple[str, ...]] = ()) -> Example:
    """Sample the hypothesis, then the label, then a premise, until the pair is not in `taken`. The other
    people's things are sampled in the same way, so only the person shows which clause counts."""
    who, does = rng.choice(PEOPLE), rng.choice(VERBS)
    thing, wanted = rng.choice((*HYPONYMS, *KIND_OF)), rng.choice(LABELS)
    while True:
        premise_clauses = [
            (person, rng.choice(VERBS), rng.choice(premise_things(rng.choice(LABELS), thing)))
            for person in rng.sample([person for person in PEOPLE if person != who], clauses - 1)
        ]
        at = rng.randrange(clauses)
        premise_clauses.insert(at, (who, does, rng.choice(premise_things(wanted, thing))))
        premise = [word for clause in premise_clauses for word in (*clause, AND)][:-1]
        source = (*premise, FULL_STOP, who, does, thing)
        if source not in taken:
            return Example(source, (wanted,), (4 * at + 2,))


def deciding(premise: Sequence[str], hypothesis: Sequence[str]) -> int | None:
    """Return the index of the deciding word of a premise: the last word of the clause in which this person
    does this; None if there is no such clause."""
    begins = 0
    for clause in " ".join(premise).split(f" {AND} "):
        words = clause.split()
        if words[:2] == list(hypothesis[:2]) and len(words) > 2:
            return begins + len(words) - 1
        begins += len(words) + 1
    return None


def _split(seed: int, clauses: tuple[int, ...]) -> Split:
    rng = random.Random(seed)
    made: dict[tuple[str, ...], Example] = {}
    while len(made) < HELD_OUT + TRAIN:
        many = clauses[-1] if len(made) < HELD_OUT else rng.choice(clauses)
        example = draw(rng, many, made)
        made[example.source] = example
    examples = tuple(made.values())
    return examples[HELD_OUT:], examples[:HELD_OUT]


TASKS = {"entailment": build, "entailment_two": two}
