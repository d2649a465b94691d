"""Stories as in a slide deck: things that are picked up and dropped, and animals of a kind.

“Sam walks into the kitchen. Sam picks up an apple. Sam walks into the bedroom. Sam drops the apple. Where is
the apple?” → bedroom. “Brian is a lion. Julius is a lion. Julius is white. Bernhard is green. What color is
Brian?” → white. Both are kinds of questions of bAbI (Weston et al. 2015: tasks 2 and 16).
"""

import random

from transformer.tasks.stories import ROOMS, Story, StoryTask, build_story, task

PEOPLE = ("john", "mary", "sam", "sandra")
THINGS = ("an apple", "a ball", "a book", "a football")
ANIMALS = ("frog", "lion", "rhino", "swan")
COLOURS = ("gray", "green", "white", "yellow")
NAMES = ("bernhard", "brian", "greg", "julius", "lily")
EVENTS = range(4, 10)  # of a story about things


def things(seed: int = 0) -> StoryTask:
    return task("stories_dropped", "Where was it dropped?", dropped, seed)


def animals(seed: int = 0) -> StoryTask:
    return task("stories_alike", "What color is the animal?", colour_story, seed)


def dropped(rng: random.Random) -> Story:
    """Sample a story about the location of a thing: its holder's last location, or the holder's location when
    it was dropped."""
    while True:
        at: dict[str, int] = {}  # person → the last fact about the location
        holder: dict[str, str] = {}  # thing → who has it now
        last: dict[str, tuple[int, str]] = {}  # thing → the last fact about it, and who did it
        lies: dict[str, int] = {}  # dropped thing → the fact about its holder's location
        rooms: dict[str, str] = {}  # person → room
        facts: list[str] = []
        for number in range(rng.choice(EVENTS)):
            who = rng.choice(PEOPLE[: rng.choice((1, 2, 4))])
            held = [thing for thing, by in holder.items() if by == who]
            free = [t for t in THINGS if t not in holder and t not in lies]
            if held and rng.random() < 0.4:
                thing = rng.choice(held)
                del holder[thing]
                last[thing], lies[thing] = (number, who), at[who]
                facts.append(f"{who} drops the {thing.split()[1]}")
            elif free and who in at and rng.random() < 0.4:
                thing = rng.choice(free)
                holder[thing], last[thing] = who, (number, who)
                facts.append(f"{who} picks up {thing}")
            else:
                rooms[who] = rng.choice([room for room in ROOMS if room != rooms.get(who)])
                at[who] = number
                facts.append(f"{who} walks into the {rooms[who]}")
        if last:
            thing = rng.choice(sorted(last))
            number, who = last[thing]
            place = lies.get(thing, at[who])
            return build_story(facts, f"where is the {thing.split()[1]}", (number, place))


def colour_story(rng: random.Random) -> Story:
    """Sample a story about an animal's colour, which is that of another animal of its kind."""
    kinds, names = rng.sample(ANIMALS, 3), rng.sample(NAMES, len(NAMES))
    colours = dict(zip(kinds, rng.sample(COLOURS, 3), strict=True))
    subject, twin, *others = names
    facts = [
        f"{subject} is a {kinds[0]}",
        f"{twin} is a {kinds[0]}",
        f"{twin} is {colours[kinds[0]]}",
    ]
    for name, kind in zip(others[: rng.choice((1, 2))], kinds[1:], strict=False):
        facts += [f"{name} is a {kind}"] * (rng.random() < 0.7) + [f"{name} is {colours[kind]}"]
    needed = facts[:3]
    rng.shuffle(facts)
    return build_story(facts, f"what color is {subject}", tuple(map(facts.index, needed)))


TASKS = {"stories_dropped": things, "stories_alike": animals}
