"""Choose words that make sense together: what can be small, or lie in a drawer."""

from functools import cache
from random import Random

from transformer.tasks.english_french.grammar import (
    NEVER,
    NOT,
    OBJECTS,
    SUBJECTS,
    YES,
    Phrase,
    Polarity,
    noun_phrase,
    phrase,
    pronoun,
)
from transformer.tasks.english_french.lexicon import (
    IN_PLURALS,
    POSSESSIVES,
    Adjective,
    Noun,
    adjective,
    noun,
    nouns,
    words,
)
from transformer.tasks.english_french.verbs import Verb

PERSONS = ("person", "family")


def nouns_for(text: str) -> list[Noun]:
    """Return the nouns for some English words: named("cat dog")."""
    return [noun[word] for word in words(text)]


# Locations: English, French and the nouns that make sense.
AROUND = (
    ("in", "dans", [*nouns("building"), *nouns_for("garden park street forest castle")]),
    ("near", "près de", nouns("building", "place", "shelter")),
    ("behind", "derrière", [*nouns("building"), *nouns_for("door wardrobe car barn")]),
)
UNDER = ("under", "sous", nouns_for("table chair bridge umbrella piano"))
ON = ("on", "sur", nouns_for("table chair piano road bridge"))
INSIDE = ("in", "dans", [*nouns("container"), *nouns_for("car kitchen office")])
WATER = (
    ("in", "dans", nouns_for("river lake")),
    ("near", "près de", nouns_for("beach island bridge")),
)
SMALL_ANIMALS = nouns_for("dog cat rabbit bird mouse hen turtle frog spider bee ant hedgehog")
SMALL_THINGS = nouns_for("key book letter hat lamp flower ball bottle umbrella sword coat shirt")


def any_polarity(rng: Random, never: bool = True) -> Polarity:
    return rng.choices((YES, NOT, NEVER), (5, 4, never))[0]


def any_noun_phrase(
    rng: Random, thing: Noun, plain: float = 0.6, determiners: str = "", plurals: bool = True
) -> Phrase:
    """Choose a suitable determiner, sometimes one or two adjectives, sometimes the plural."""
    plural = plurals and bool(thing.french_plural) and rng.random() < 0.5
    possible = words(determiners) or some_determiners(thing)
    if plural:
        possible = [d for d in possible if d not in ("a", "this")]
    described = [] if rng.random() < plain else some_adjectives(rng, thing)
    if plural:
        suitable = _describing_many(thing)
        described = [rng.choice(suitable)] if suitable and rng.random() < 0.6 else []
    return noun_phrase(rng.choice(possible), thing, described, plural)


def some_determiners(thing: Noun) -> list[str]:
    """Return determiners, half of them "the"; words for family members always have a possessive."""
    if thing.kind == "family":
        return list(POSSESSIVES)
    others = ["this"] if thing.kind in ("mass", "drink") else ["this", "a", "a"]
    if thing.kind in ("thing", "clothing", "animal", "container", "vehicle", "text", "food"):
        others += POSSESSIVES
    return ["the"] * len(others) + others


def some_adjectives(rng: Random, thing: Noun) -> list[Adjective]:
    """Return one adjective, or one that goes before the French noun and one that follows it."""
    fitting = _describing(thing)
    before = [a for a in fitting if a.place == "before"]
    after = [a for a in fitting if a.place == "after"]
    if before and after and rng.random() < 0.3:
        return [rng.choice(before), rng.choice(after)]
    return [rng.choice(fitting)] if fitting else []


@cache
def _describing(thing: Noun) -> list[Adjective]:
    """Return all adjectives that fit the noun."""
    return [a for a in adjective.values() if a.place != "predicate" and a.suits(thing)]


@cache
def _describing_many(thing: Noun) -> list[Adjective]:
    """Return those whose plural is in the lexicon."""
    return [adjective[a] for a in IN_PLURALS if adjective[a].suits(thing)]


def any_subject(
    rng: Random, kinds: tuple[str, ...], pronouns: float = 0.6, plurals: bool = True
) -> Phrase:
    """Choose a pronoun, for persons, or a noun phrase of one of the kinds."""
    if "person" in kinds and rng.random() < pronouns:
        return any_pronoun(rng)
    fitting = [*nouns(*kinds), *(noun[k] for k in kinds if k in noun)]
    return any_noun_phrase(rng, rng.choice(fitting), plain=0.75, plurals=plurals)


# The sampling weight of each subject pronoun, chosen by hand: “she” three times as often as “he”.
PRONOUNS = dict(zip(SUBJECTS, (2, 3, 1, 3, 3, 3), strict=True))


def any_pronoun(rng: Random) -> Phrase:
    """Sample a subject pronoun with the weights of `PRONOUNS`."""
    return pronoun(rng.choices(list(PRONOUNS), list(PRONOUNS.values()))[0])


def any_tense(rng: Random, subject: Phrase) -> bool:
    """Choose whether the sentence is in the past: less often where the present has its own form to be
    learned."""
    return rng.random() < (0.5 if subject.person in ("i", "he") else 0.2)


def any_object(rng: Random, doing: Verb) -> Phrase:
    return any_noun_phrase(rng, rng.choice(_objects(doing)))


@cache
def _objects(doing: Verb) -> list[Noun]:
    """Return all possible objects of this verb."""
    return [n for n in noun.values() if doing.takes(n)]


def another_person(rng: Random, subject: Phrase) -> str:
    """Choose an object pronoun for another person than the subject: French uses another construction for
    reflexives."""
    own = {"i": ("me", "us"), "you": ("you",), "we": ("us", "me"), "they": ("them",)}
    return rng.choice([o for o in OBJECTS if o not in own.get(subject.person, ())])


def any_place(rng: Random, where: tuple[str, str, list[Noun]]) -> Phrase:
    """Choose under + the table."""
    english, french, places = where
    thing = rng.choice(places)
    determiner = "the"
    if thing.kind not in ("place", "building", "shelter") and rng.random() < 0.4:
        determiner = rng.choice(("this", *POSSESSIVES))
    return phrase((english, french)) + noun_phrase(determiner, thing)
