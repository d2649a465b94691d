"""Stories: "John goes to the garden. John takes the ball. Where is the ball?" → garden, in one word.

For every question it is known which facts the answer needs. One fact: where is John? Two facts: where is the
ball (who took it, and where did he go last)? Three facts: on which floor is the ball (who has it, where is
he, and on which floor is that room)? The people, places and things follow bAbI (Weston et al. 2015).
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from transformer.tasks.task import Example, Split, Task, without_punctuation

PEOPLE = ("daniel", "john", "mary", "sandra")
THINGS = ("apple", "ball", "book", "milk")
ROOMS = ("bathroom", "bedroom", "garden", "hallway", "kitchen", "office")
FLOORS = ("first", "second", "third", "fourth")
EVENTS = range(5, 10)  # of a story in which people move
TRAIN, HELD_OUT = 10_000, 1000
FULL_STOP = "."


@dataclass(frozen=True)
class Story(Example):
    """A story with its question. `needed`: the facts that the answer needs, in the order of the chain."""

    needed: tuple[int, ...] = ()


@dataclass(frozen=True)
class StoryTask(Task):
    """Facts, each followed by a full stop, and a question."""

    family = "memory"

    def split(self, text: str) -> list[str]:
        """Split into words; the end of a line also ends a sentence."""
        plain = without_punctuation(text.lower().replace("\n", FULL_STOP), keep=FULL_STOP)
        parts = sentences(plain.replace(FULL_STOP, f" {FULL_STOP} ").split())
        return f" {FULL_STOP} ".join(" ".join(sentence) for sentence in parts).split()


def build(seed: int = 0) -> StoryTask:
    """Build the task in which two facts are needed."""
    return task("stories", "Where is the thing?", partial(moves, thing=True), seed)


def one_fact(seed: int = 0) -> StoryTask:
    """Build the task in which one fact is needed."""
    return task("stories_one", "Where is the person?", partial(moves, thing=False), seed)


def three_facts(seed: int = 0) -> StoryTask:
    """Build the task in which three facts are needed."""
    return task("stories_three", "On which floor is the thing?", chain, seed)


def sentences(words: Iterable[str]) -> list[list[str]]:
    """A story's words → its sentences, the last of which is the question."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == FULL_STOP:
            parts.append([])
        else:
            parts[-1].append(word)
    return [sentence for sentence in parts if sentence]


def moves(rng: random.Random, thing: bool) -> Story:
    """Sample a story in which people move and take things, which they never put down. One fact is needed to
    find a person, two to find a `thing`. The last move counts, so the order of the facts matters."""
    while True:
        places: dict[str, int] = {}  # person → the last fact about the location
        taken: dict[str, tuple[int, str]] = {}  # thing → the fact that says who took it, and who
        facts: list[str] = []
        for number in range(rng.choice(EVENTS)):
            who, free = rng.choice(PEOPLE), [item for item in THINGS if item not in taken]
            if free and rng.random() < 0.3:
                taken[what := rng.choice(free)] = number, who
                facts.append(f"{who} takes the {what}")
            else:
                places[who] = number
                facts.append(f"{who} goes to the {rng.choice(ROOMS)}")
        whereabouts = {t: (n, places[who]) for t, (n, who) in taken.items() if who in places}
        needed = (
            {f"the {t}": n for t, n in whereabouts.items()}
            if thing
            else {p: (n,) for p, n in places.items()}
        )
        if needed:
            about = rng.choice(sorted(needed))
            return build_story(facts, f"where is {about}", needed[about])


def chain(rng: random.Random) -> Story:
    """Sample facts in any order: who has what, who is where, which room is on which floor. Three facts are
    needed."""
    people, things, rooms = rng.sample(PEOPLE, 3), rng.sample(THINGS, 3), rng.sample(ROOMS, 4)
    places = [rng.choice(rooms) for _ in people]
    facts = [f"{who} has the {what}" for who, what in zip(people, things, strict=True)]
    facts += [f"{who} is in the {room}" for who, room in zip(people, places, strict=True)]
    facts += [f"the {room} is on the {rng.choice(FLOORS)} floor" for room in rooms]
    number = rng.randrange(3)
    needed = facts[number], facts[3 + number], facts[6 + rooms.index(places[number])]
    rng.shuffle(facts)
    order = tuple(map(facts.index, needed))
    return build_story(facts, f"on which floor is the {things[number]}", order, answer=-2)


def build_story(
    facts: list[str], question: str, needed: tuple[int, ...], answer: int = -1
) -> Story:
    """Return the story as words; the answer is the word `answer` of the last needed fact."""
    before = sum(len(fact.split()) + 1 for fact in facts[: needed[-1]])
    size = len(facts[needed[-1]].split())
    source = tuple(f" {FULL_STOP} ".join([*facts, question]).split())
    place = before + size + answer
    return Story(source, (source[place],), (place,), needed=needed)


def task(name: str, title: str, draw: Callable[[random.Random], Story], seed: int) -> StoryTask:
    def make() -> Split:
        rng = random.Random(seed)
        made: dict[tuple[str, ...], Story] = {}
        while len(made) < TRAIN + HELD_OUT:
            story = draw(rng)
            made[story.source] = story
        stories = tuple(made.values())
        return stories[:TRAIN], stories[TRAIN:]

    rng = random.Random("shown")
    shown = tuple(" ".join(draw(rng).source) for _ in range(5))
    return StoryTask(name, title, shown, make)


TASKS = {"stories": build, "stories_one": one_fact, "stories_three": three_facts}
