"""Sentences with *it*, where only the meaning of the last word determines the noun to which it refers.

the animal did not cross the street because it was too tired   it = the animal
the animal did not cross the street because it was too wide    it = the street
"""

from dataclasses import dataclass
from random import Random

from transformer.tasks.english_french.choosing import nouns_for
from transformer.tasks.english_french.grammar import (
    NOT,
    SUBJECTS,
    YES,
    Phrase,
    because,
    clause,
    copula,
    it,
    noun_phrase,
    phrase,
    pronoun,
    sentence,
)
from transformer.tasks.english_french.lexicon import (
    POSSESSIVES,
    Adjective,
    Noun,
    adjective,
    noun,
    nouns,
    words,
)
from transformer.tasks.english_french.sentences import TOO, VERY, Degree, degree_of
from transformer.tasks.english_french.verbs import verb
from transformer.tasks.task import Example

# Reason → the nouns it can describe here. No reason fits both a place and an animal.
OF_PLACES = {
    "wide": "street road river avenue valley path bridge square",
    "deep": "river lake valley cave",
    "dangerous": "street road river bridge forest tunnel path avenue lake valley",
    "dark": "street forest tunnel path cave barn park garden castle",
    "muddy": "field path road park garden",
    "crowded": "street square park avenue bridge beach castle",
    "flooded": "field road path street tunnel barn cave garden park square",
    "noisy": "street road avenue square park beach",
    "long": "tunnel bridge street avenue path road",
    "steep": "street road path",
}
GOOD_PLACES = {
    "narrow": "street bridge path river tunnel",
    "quiet": "street road park garden square forest valley beach",
    "frozen": "lake river",
    "sunny": "garden park field square beach valley island",
    "empty": "street road bridge tunnel square avenue barn beach park",
}
BAD_FOR_VEHICLES = {
    "narrow": "street bridge path tunnel road",
    "flooded": "field road street tunnel square avenue path",
    "steep": "street road path",
    "dangerous": "street road bridge tunnel path avenue valley",
    "crowded": "street square avenue bridge",
}
TIRED = ("tired", "sick", "frightened", "lazy", "nervous", "injured")
CURIOUS = ("curious", "hungry", "brave")
HEAVY = {
    "heavy": "stone branch barrel ladder box bag basket chair table suitcase",
    "fragile": "vase lamp mirror bottle clock ladder chair",
    "slippery": "stone branch barrel bottle ball",
}
LIGHT = {
    "light": "stone branch box bag basket chair ball ladder",
    "empty": "box bag basket barrel bottle suitcase",
    "round": "stone ball barrel",
}
BAD_FOOD = {
    "salty": "soup salad sandwich cheese meat ham bread",
    "rotten": "apple carrot pear tomato orange egg meat",
    "bitter": "salad orange tomato cheese",
    "burnt": "bread meat cake pie soup croissant",
}
GOOD_FOOD = {
    "fresh": "apple carrot pear tomato orange bread cheese salad croissant",
    "delicious": "soup salad cake bread cheese meat ham sandwich apple pear croissant",
    "sweet": "cake pie pear orange apple carrot",
}
SMALL = {
    "small": "box bag basket suitcase drawer cupboard wardrobe",
    "narrow": "box suitcase drawer cupboard wardrobe",
    "full": "box bag basket suitcase drawer cupboard wardrobe",
}
BIG = {
    "big": "book lamp guitar clock mirror umbrella vase trophy violin sword bottle computer ball",
    "wide": "lamp guitar clock mirror vase trophy",
    "long": "umbrella sword guitar violin",
}
UNWANTED = {
    "expensive": "car truck boat van motorbike tractor book guitar piano clock mirror violin",
    "heavy": "piano table clock mirror suitcase ladder",
    "broken": "chair lamp clock umbrella guitar vase bottle",
    "slow": "car truck boat van motorbike tractor bus",
    "fragile": "vase lamp mirror bottle clock",
}


@dataclass(frozen=True)
class Scene:
    """A subject, a verb, an object, and reasons that fit only the subject or only the object."""

    subjects: tuple[Noun, ...]
    verbs: tuple[str, ...]
    negated: bool
    of_subject: dict[str, str] | tuple[str, ...]  # reasons, for all subjects or for some
    of_object: dict[str, str]
    weight: int
    present_only: bool = False


ANIMALS = tuple(nouns("animal"))
STRONG = tuple(nouns_for("dog horse bear elephant monkey donkey cow goat giraffe ant"))
VEHICLES = tuple(nouns("vehicle"))
SCENES = (
    Scene(ANIMALS, ("cross", "explore", "enter"), True, TIRED, OF_PLACES, 9),
    Scene(ANIMALS, ("cross", "explore", "enter"), False, CURIOUS, GOOD_PLACES, 5),
    Scene(ANIMALS, ("avoid", "leave"), False, TIRED, OF_PLACES, 4),
    Scene(ANIMALS, ("carry", "pull", "push", "lift", "move"), True, TIRED, HEAVY, 6),
    Scene(
        STRONG, ("carry", "pull", "push", "lift", "move"), False, ("strong", "curious"), LIGHT, 3
    ),
    Scene(ANIMALS, ("eat", "taste"), True, TIRED[:2] + ("nervous",), BAD_FOOD, 4),
    Scene(ANIMALS, ("eat", "taste", "steal"), False, ("hungry", "curious"), GOOD_FOOD, 4),
    Scene(VEHICLES, ("cross",), True, ("heavy", "slow"), BAD_FOR_VEHICLES, 3),
    Scene((), ("fit",), True, BIG, SMALL, 4, present_only=True),
)


def two_nouns(rng: Random) -> Example:
    """Build a sentence with two possible nouns; the reason decides."""
    scene = rng.choices(SCENES, [s.weight for s in SCENES])[0]
    object, about_object = _with_reason(rng, scene.of_object)
    if isinstance(scene.of_subject, dict):
        subject, about_subject = _with_reason(rng, scene.of_subject)
    else:
        subject, about_subject = rng.choice(scene.subjects), rng.choice(scene.of_subject)
    if subject.gender == object.gender and rng.random() < 0.4:
        return two_nouns(rng)  # in most sentences, gender should distinguish the nouns
    past = not scene.present_only and rng.random() < 0.75
    doer, thing = _described(rng, subject), _described(rng, object)
    possible = [v for v in scene.verbs if v == "fit" or verb[v].takes(object)]
    main = _act(doer, rng.choice(possible), thing, past, scene.negated)
    if rng.random() < 0.5:
        return _because(main, doer, thing, *_reason(rng, about_subject, scene.negated), past)
    return _because(main, thing, doer, *_reason(rng, about_object, scene.negated), past)


def one_noun(rng: Random) -> Example:
    """Build a sentence with only one possible noun: a person did not buy it, or an animal did not run."""
    if rng.random() < 0.4:
        only = _described(rng, rng.choice(ANIMALS))
        main = clause(only, verb[rng.choice(("run", "swim"))], past=True, polarity=NOT)
        reason = rng.choice(TIRED)
    else:
        buyer = pronoun(rng.choice(list(SUBJECTS)))
        bought, reason = _with_reason(rng, UNWANTED)
        only = _described(rng, bought)
        main = _act(buyer, "buy", only, past=True, negated=True)
    return _because(main, only, None, *_reason(rng, reason, negated=True), past=True)


def _act(subject: Phrase, doing: str, object: Phrase, past: bool, negated: bool) -> Phrase:
    polarity = NOT if negated else YES
    if doing == "fit":
        return clause(
            subject, verb[doing], None, "", past, polarity, then=phrase(("in", "dans")) + object
        )
    return clause(subject, verb[doing], object, "", past, polarity)


def _because(
    main: Phrase,
    meant: Phrase,
    other: Phrase | None,
    quality: Adjective,
    degree: Degree | None,
    past: bool,
) -> Example:
    """main + because it is, or was, so: *it* refers to the one noun and could have referred to the other."""
    stands_for = it(meant.gender)
    why = copula(stands_for, None, quality, past, degree=degree)
    whole = main + because() + why
    return sentence(whole, stands_for.english[0], meant.noun, other.noun if other else None)


def _reason(rng: Random, reason: str, negated: bool) -> tuple[Adjective, tuple[str, str] | None]:
    """Return the adjective, and sometimes "very" or, in a negated sentence, "too"."""
    quality = adjective[reason]
    return quality, degree_of(rng, quality, (None, VERY, TOO, TOO) if negated else (None, VERY))


def _with_reason(rng: Random, reasons: dict[str, str]) -> tuple[Noun, str]:
    reason = rng.choice(list(reasons))
    return noun[rng.choice(words(reasons[reason]))], reason


def _described(rng: Random, thing: Noun) -> Phrase:
    """Choose mostly "the"; sometimes a possessive, sometimes an adjective that gives no hint."""
    owned = thing.kind in ("animal", "vehicle", "thing", "container", "food")
    determiner = rng.choice(POSSESSIVES) if owned and rng.random() < 0.2 else "the"
    neutral = [adjective[a] for a in words("black white small old beautiful young")]
    fitting = [a for a in neutral if a.suits(thing)]
    described = [rng.choice(fitting)] if fitting and rng.random() < 0.25 else []
    return noun_phrase(determiner, thing, described)


def _tired_or_wide(reason: str) -> Example:
    animal, street = noun_phrase("the", noun["animal"]), noun_phrase("the", noun["street"])
    meant, other = (animal, street) if reason == "tired" else (street, animal)
    main = _act(animal, "cross", street, past=True, negated=True)
    return _because(main, meant, other, adjective[reason], TOO, past=True)


TIRED_OR_WIDE = (_tired_or_wide("tired"), _tired_or_wide("wide"))
SENTENCE_KINDS = {two_nouns: 42, one_noun: 4}
