"""Choosing words that make sense together: what may be small, or lie in a drawer."""

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


def named(text: str) -> list[Noun]:
    """The nouns for some English words: named("cat dog")."""
    return [noun[word] for word in words(text)]


# Where somebody or something is: English, French and the nouns that make sense.
AROUND = (
    ("in", "dans", [*nouns("building"), *named("garden park street forest castle")]),
    ("near", "près de", nouns("building", "place", "shelter")),
    ("behind", "derrière", [*nouns("building"), *named("door wardrobe car barn")]),
)
UNDER = ("under", "sous", named("table chair bridge umbrella piano"))
ON = ("on", "sur", named("table chair piano road bridge"))
INSIDE = ("in", "dans", [*nouns("container"), *named("car kitchen office")])
WATER = (("in", "dans", named("river lake")), ("near", "près de", named("beach island bridge")))
SMALL_ANIMALS = named("dog cat rabbit bird mouse hen turtle frog spider bee ant hedgehog")
SMALL_THINGS = named("key book letter hat lamp flower ball bottle umbrella sword coat shirt")


def any_polarity(rng: Random, never: bool = True) -> Polarity:
    return rng.choices((YES, NOT, NEVER), (5, 4, never))[0]


def any_noun_phrase(
    rng: Random, thing: Noun, plain: float = 0.6, determiners: str = "", plurals: bool = True
) -> Phrase:
    """A determiner that makes sense, sometimes one or two adjectives, sometimes the plural."""
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
    """Half of them "the", except for one's family, which is always somebody's."""
    if thing.kind == "family":
        return list(POSSESSIVES)
    others = ["this"] if thing.kind in ("mass", "drink") else ["this", "a", "a"]
    if thing.kind in ("thing", "clothing", "animal", "container", "vehicle", "text", "food"):
        others += POSSESSIVES
    return ["the"] * len(others) + others


def some_adjectives(rng: Random, thing: Noun) -> list[Adjective]:
    """One adjective; or one that goes before the French noun and one that follows it."""
    fitting = _describing(thing)
    before = [a for a in fitting if a.place == "before"]
    after = [a for a in fitting if a.place == "after"]
    if before and after and rng.random() < 0.3:
        return [rng.choice(before), rng.choice(after)]
    return [rng.choice(fitting)] if fitting else []


@cache
def _describing(thing: Noun) -> list[Adjective]:
    """All adjectives that can stand beside it."""
    return [a for a in adjective.values() if a.place != "predicate" and a.suits(thing)]


@cache
def _describing_many(thing: Noun) -> list[Adjective]:
    """Those whose plural is taught."""
    return [adjective[a] for a in IN_PLURALS if adjective[a].suits(thing)]


def any_subject(
    rng: Random, kinds: tuple[str, ...], pronouns: float = 0.6, plurals: bool = True
) -> Phrase:
    """A pronoun, where persons are meant, or a noun phrase of one of the kinds."""
    if "person" in kinds and rng.random() < pronouns:
        return any_pronoun(rng)
    fitting = [*nouns(*kinds), *(noun[k] for k in kinds if k in noun)]
    return any_noun_phrase(rng, rng.choice(fitting), plain=0.75, plurals=plurals)


def any_pronoun(rng: Random) -> Phrase:
    """Those with verb forms of their own more often: he and she share theirs with every noun."""
    return pronoun(rng.choices(list(SUBJECTS), (2, 3, 1, 3, 3, 3))[0])


def any_tense(rng: Random, subject: Phrase) -> bool:
    """Whether it is past: less often where the present has a form of its own, to be learned."""
    return rng.random() < (0.5 if subject.person in ("i", "he") else 0.2)


def any_object(rng: Random, doing: Verb) -> Phrase:
    return any_noun_phrase(rng, rng.choice(_objects(doing)))


@cache
def _objects(doing: Verb) -> list[Noun]:
    """All things to which it makes sense to do this."""
    return [n for n in noun.values() if doing.takes(n)]


def another_person(rng: Random, subject: Phrase) -> str:
    """An object pronoun for anybody but the subject: oneself is another construction in French."""
    own = {"i": ("me", "us"), "you": ("you",), "we": ("us", "me"), "they": ("them",)}
    return rng.choice([o for o in OBJECTS if o not in own.get(subject.person, ())])


def any_place(rng: Random, where: tuple[str, str, list[Noun]]) -> Phrase:
    """under + the table"""
    english, french, places = where
    thing = rng.choice(places)
    determiner = "the"
    if thing.kind not in ("place", "building", "shelter") and rng.random() < 0.4:
        determiner = rng.choice(("this", *POSSESSIVES))
    return phrase((english, french)) + noun_phrase(determiner, thing)
