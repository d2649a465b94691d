"""A small document collection: "the big dog chases the cat in the garden", and questions about it.

Each event is described with five content words. Each of them has two English forms and an Italian one, so a
question may share all words with its document, some, or none. Documents are English.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from transformer.tasks.task import Example, Split, Task

THINGS = """dog hound cane, cat kitty gatto, horse steed cavallo, pig hog maiale, rabbit bunny coniglio, child kid bambino,
doctor physician medico, farmer grower contadino, thief robber ladro, sailor seaman marinaio, teacher tutor maestro,
cook chef cuoco"""
QUALITIES = "big large grande, fast quick veloce, strong powerful forte, happy glad felice, sad unhappy triste, young youthful giovane"
VERBS = """chases pursues insegue, finds discovers trova, helps assists aiuta, watches observes guarda, hides conceals nasconde,
calls summons chiama, pushes shoves spinge, carries bears porta"""
PLACES = """port harbour porto, forest woods bosco, garden yard giardino, field meadow prato, shop store negozio,
village hamlet villaggio, castle fortress castello, market bazaar mercato"""
ENGLISH, ITALIAN = (0, 1), 2  # indexes of the three words for one concept
QUESTION_KINDS = ("same", "two", "all", "italian")
OTHERWISE = {
    "same": 0,
    "two": 2,
    "all": 5,
}  # how many of the five words are replaced by the other English one
DOCUMENTS, TRAIN = 250, 12_000
# For each word of a document, the position of its counterpart in the question.
AS_ENGLISH, AS_ITALIAN = tuple(range(9)), (0, 1, 2, 3, 4, 5, 6, 6, 7)
Fact = tuple[int, int, int, int, int]  # quality, who, does, whom, where: numbers of concepts


def concepts(listed: str) -> list[tuple[str, ...]]:
    """ "dog hound cane, …" → the three words of each concept."""
    return [tuple(words.split()) for words in listed.split(",")]


CONCEPTS = [concepts(listed) for listed in (QUALITIES, THINGS, VERBS, THINGS, PLACES)]


@dataclass(frozen=True)
class Asked(Example):
    """A question (source) and its document (target). `kind`: the wording of the question, one of `QUESTION_KINDS`."""

    kind: str = ""


class CollectionTask(Task):
    """The task of finding the document for a question."""

    family = "searcher"

    @property
    def documents(self) -> list[tuple[str, ...]]:
        """The collection: the documents of the held-out questions, each with its own code as its last word.
        No code occurs in training, just as no training set contains tomorrow's file numbers."""
        codes = random.Random(self.name).sample(range(100, 1000), DOCUMENTS)
        targets = dict.fromkeys(e.target for e in self.held_out)
        return [(*words, f"k{code}") for words, code in zip(targets, codes, strict=True)]

    def questions(self, kind: str) -> list[tuple[str, ...]]:
        """Return one question about each document, in order; a question of the kind "code" contains only the
        code."""
        if kind == "code":
            return [document[-1:] for document in self.documents]
        return [e.source for e in self.held_out if getattr(e, "kind", "") == kind]


def build(seed: int = 0) -> CollectionTask:
    rng, all_facts = random.Random("shown"), list(facts())
    questions = [
        draw(rng, rng.choice(all_facts), [0] * 5, kind) for kind in ("same", *QUESTION_KINDS)
    ]
    shown = tuple(" ".join(example.source) for example in questions)
    return CollectionTask("collection", "Search", shown, partial(_split, seed))


def words_of_fact(fact: Fact, which: Sequence[int]) -> tuple[str, ...]:
    """Return the five words for a fact; `which` of the three forms of each."""
    return tuple(
        words[number][way] for words, number, way in zip(CONCEPTS, fact, which, strict=True)
    )


def document(words: Sequence[str]) -> tuple[str, ...]:
    quality, who, does, whom, where = words
    return ("the", quality, who, does, "the", whom, "in", "the", where)


def question(words: Sequence[str], kind: str) -> tuple[str, ...]:
    quality, who, does, whom, where = words
    if kind == "italian":
        return ("quale", quality, who, does, "il", whom, "nel", where)
    return ("which", quality, who, does, "the", whom, "in", "the", where)


def facts() -> Iterator[Fact]:
    """Yield all possible facts. Which adjective, verb and place go with which noun is fixed, so each word has
    its own context from which its meaning can be learned."""
    rng = random.Random("who does what")
    how, does = ([rng.sample(range(many), k) for _ in CONCEPTS[1]] for many, k in ((6, 3), (8, 4)))
    where = [rng.sample(range(8), 3) for _ in CONCEPTS[2]]
    for who, whom in product(range(12), repeat=2):
        if who != whom:
            for quality, verb in product(how[who], does[who]):
                yield from ((quality, who, verb, whom, place) for place in where[verb])


def draw(rng: random.Random, fact: Fact, ways: Sequence[int], kind: str) -> Asked:
    """Sample a question of that kind about the document that expresses a fact in these forms."""
    target = document(words_of_fact(fact, ways))
    if kind == "italian":
        return Asked(
            question(words_of_fact(fact, [ITALIAN] * 5), kind), target, AS_ITALIAN, kind=kind
        )
    otherwise = rng.sample(range(5), OTHERWISE[kind])
    asks = [1 - way if n in otherwise else way for n, way in enumerate(ways)]
    return Asked(question(words_of_fact(fact, asks), kind), target, AS_ENGLISH, kind=kind)


def _split(seed: int) -> Split:
    """Split the facts: no fact of the collection is in training, in any wording."""
    rng = random.Random(seed)
    all_facts = list(facts())
    rng.shuffle(all_facts)
    ways = [rng.choices(ENGLISH, k=5) for _ in all_facts[:DOCUMENTS]]
    held_out = [
        draw(rng, fact, way, kind)
        for kind in QUESTION_KINDS
        for fact, way in zip(all_facts[:DOCUMENTS], ways, strict=True)
    ]
    made: dict[tuple[str, ...], Asked] = {}
    while len(made) < TRAIN:
        pair = draw(
            rng,
            rng.choice(all_facts[DOCUMENTS:]),
            rng.choices(ENGLISH, k=5),
            rng.choice(QUESTION_KINDS),
        )
        made[pair.source] = pair
    return tuple(made.values()), tuple(held_out)
