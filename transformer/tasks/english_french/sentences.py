"""Everyday sentences without *it*. Each kind is a function of a random generator."""

from collections.abc import Sequence
from random import Random

from transformer.tasks.english_french.choosing import (
    AROUND,
    INSIDE,
    ON,
    PERSONS,
    SMALL_ANIMALS,
    SMALL_THINGS,
    UNDER,
    WATER,
    another_person,
    any_noun_phrase,
    any_object,
    any_place,
    any_polarity,
    any_pronoun,
    any_subject,
    any_tense,
    nouns_for,
    some_adjectives,
    some_determiners,
)
from transformer.tasks.english_french.grammar import (
    NEVER,
    NOT,
    YES,
    Phrase,
    Polarity,
    Token,
    Word,
    because,
    clause,
    copula,
    noun_phrase,
    phrase,
    pronoun,
    sentence,
)
from transformer.tasks.english_french.lexicon import (
    ABSOLUTE,
    IN_PLURALS,
    Adjective,
    adjective,
    noun,
    nouns,
    words,
)
from transformer.tasks.english_french.verbs import verb
from transformer.tasks.task import Example

# English, French masculine and feminine: after "to be" French uses no article.
PROFESSIONS = """
    student étudiant étudiante | teacher enseignant enseignante | doctor médecin médecin
    baker boulanger boulangère | lawyer avocat avocate | nurse infirmier infirmière
    singer chanteur chanteuse | artist artiste artiste"""
professions = {
    english: forms
    for line in PROFESSIONS.strip().splitlines()
    for english, *forms in map(str.split, line.split("|"))
}

REACHED = [*nouns("building"), *nouns_for("park garden castle beach island lake barn")]
DIRECTIONS = {
    "go": ("to", "à", REACHED),
    "return": ("from", "de", REACHED),
    "arrive": (
        "at",
        "à",
        nouns_for("station school hotel castle beach hospital museum church lake house"),
    ),
    "stay": AROUND[0],
    "fall": ("into", "dans", nouns_for("river lake cave tunnel garden")),
}
# The subject, and the reason why it did or did not do it.
WHY = {
    ("sleep", YES): "tired sick lazy injured",
    ("cry", YES): "sad frightened injured nervous tired",
    ("laugh", YES): "happy nervous",
    ("sing", YES): "happy brave",
    ("sleep", NOT): "sick sad frightened busy nervous injured",
    ("work", NOT): "tired sick lazy injured",
    ("sing", NOT): "tired sick sad frightened nervous busy",
    ("play", NOT): "tired sick sad busy injured",
    ("dance", NOT): "tired sick sad busy injured nervous",
    ("run", NOT): "tired sick lazy injured",
}
Degree = tuple[str, str]
VERY, TOO = ("very", "très"), ("too", "trop")


def degree_of(
    rng: Random, quality: Adjective, choices: Sequence[Degree | None] = (None, None, VERY, TOO)
) -> Degree | None:
    """Choose "very" or "too" at times, where that makes sense."""
    return None if quality.english in words(ABSOLUTE) else rng.choice(choices)


def does_something(rng: Random) -> Example:
    """I did not buy the red car."""
    doing = rng.choice([v for v in verb.values() if v.objects])
    subject = any_subject(rng, doing.subjects, 0.75)
    object = any_object(rng, doing)
    past, polarity = any_tense(rng, subject), any_polarity(rng)
    often = not past and polarity == YES and rng.random() < 0.3
    lasting = polarity == NEVER or doing.english == "love"
    when = phrase(("yesterday", "hier")) if past and not lasting and rng.random() < 0.3 else None
    return sentence(clause(subject, doing, object, "", past, polarity, often, when))


def to_somebody(rng: Random) -> Example:
    """She did not see us."""
    doing = verb[rng.choice(("help", "invite", "see", "follow", "wait_for"))]
    subject = any_subject(rng, PERSONS)
    object = another_person(rng, subject)
    past, polarity = rng.random() < 0.5, any_polarity(rng)
    return sentence(clause(subject, doing, None, object, past, polarity))


def with_a_pie(rng: Random) -> Example:
    """He hit me with a pie. Always past, because "they hit" is ambiguous."""
    subject = any_subject(rng, PERSONS)
    polarity = any_polarity(rng)
    when = phrase(("yesterday", "hier")) if polarity != NEVER and rng.random() < 0.3 else None
    return hit_with_a_pie(subject, another_person(rng, subject), polarity, when)


def hit_with_a_pie(
    subject: Phrase, object: str, polarity: Polarity = YES, when: Phrase | None = None
) -> Example:
    """Four English words, one French verb, entarter, which comes from tarte, pie: so its participle is
    aligned with "pie"."""
    then = phrase(("with", ""), ("a", ""), ("pie", ""))
    whole = clause(
        subject, verb["hit"], None, object, True, polarity, then=then + when if when else then
    )
    pie = then.english[-1]
    french = [Token(t.text, pie) if t.text.startswith("entart") else t for t in whole.french]
    return sentence(Phrase(whole.english, french))


def is_a(rng: Random) -> Example:
    """My sister is not a lawyer → ma sœur n' est pas avocate."""
    if rng.random() < 0.6:
        subject = pronoun(rng.choice(("i", "you", "he", "she", "she")))
    else:
        subject = any_subject(rng, PERSONS, pronouns=0, plurals=False)
    what = rng.choice(list(professions))
    return has_profession(subject, what, rng.random() < 0.4, any_polarity(rng, never=False))


def has_profession(
    subject: Phrase, what: str, past: bool = False, polarity: Polarity = YES
) -> Example:
    """I am a student → je suis étudiant: no article."""
    french = professions[what][subject.gender == "f"]
    return sentence(copula(subject, phrase(("a", ""), (what, french)), None, past, polarity))


def is_so(rng: Random) -> Example:
    """The house is too small; they are never happy."""
    mood = rng.random() < 0.5
    sayable = [a for a in adjective.values() if a.english != "new"]
    quality = rng.choice([a for a in sayable if ("person" in a.goes_with) == mood])
    if mood and rng.random() < 0.75:
        subject = any_pronoun(rng)
    else:
        thing = rng.choice([n for n in noun.values() if quality.suits(n)])
        allowed = " ".join(d for d in some_determiners(thing) if d != "a")
        plurals = quality.english in IN_PLURALS
        subject = any_noun_phrase(rng, thing, plain=1, determiners=allowed, plurals=plurals)
    past, degree = rng.random() < 0.5, degree_of(rng, quality)
    polarity = YES if degree else any_polarity(rng, never=mood and not past)
    return sentence(copula(subject, None, quality, past, polarity, degree))


def is_somewhere(rng: Random) -> Example:
    """The cat is under the table."""
    if rng.random() < 0.5:
        subject, where = any_subject(rng, PERSONS), rng.choice(AROUND)
    else:
        thing = rng.choice(SMALL_ANIMALS + SMALL_THINGS)
        subject = any_noun_phrase(rng, thing, 0.75, "the my your his")
        where = rng.choice((UNDER, ON, INSIDE, AROUND[1]))
    past = rng.random() < 0.5
    return sentence(
        copula(subject, any_place(rng, where), None, past, any_polarity(rng, never=not past))
    )


def there_is(rng: Random) -> Example:
    """There is not a cat under the table → il n' y a pas de chat sous la table."""
    where = rng.choice((*AROUND, UNDER, ON))
    thing = rng.choice(
        nouns("animal", "vehicle") if where in AROUND else SMALL_ANIMALS + SMALL_THINGS
    )
    past, negated = rng.random() < 0.4, rng.random() < 0.3
    there, be = Word("there"), Word("was" if past else "is")
    no = [Word("not")] if negated else []
    what = noun_phrase("a", thing, some_adjectives(rng, thing) if rng.random() < 0.4 else [])
    article, *others = what.french
    french = [Token("il", there), *(Token("ne", w) for w in no), Token("y", there)]
    french += [Token("avait" if past else "a", be), *(Token("pas", w) for w in no)]
    french += [Token("de", article.renders) if negated else article, *others]
    start = Phrase([there, be, *no, *what.english], french)
    return sentence(start + any_place(rng, where))


def goes_somewhere(rng: Random) -> Example:
    """The girl went to the station → la fille est allée à la gare."""
    doing = verb[rng.choice([*DIRECTIONS, "go"])]
    subject, past = any_subject(rng, (*PERSONS, "animal"), plurals=False), rng.random() < 0.4
    where = any_place(rng, DIRECTIONS[doing.english])
    return sentence(clause(subject, doing, None, "", past, any_polarity(rng), then=where))


def just_does(rng: Random) -> Example:
    """My sister often sings in the garden."""
    doing = verb[rng.choice(words("sleep work sing dance run swim play cry laugh"))]
    subject, polarity = any_subject(rng, doing.subjects, 0.8), any_polarity(rng)
    past = any_tense(rng, subject)
    often = not past and polarity == YES and rng.random() < 0.4
    where = None
    if rng.random() < 0.6:
        where = any_place(rng, rng.choice(WATER if doing.english == "swim" else AROUND[:2]))
    return sentence(clause(subject, doing, None, "", past, polarity, often, where))


def because_of_oneself(rng: Random) -> Example:
    """My mother did not work because she was sick: "she" and "sick" agree with the mother."""
    subject = any_subject(rng, PERSONS, 0.4, plurals=False)
    same = "she" if subject.gender == "f" else subject.person
    action, polarity = rng.choice(list(WHY))
    mood = adjective[rng.choice(words(WHY[action, polarity]))]
    main = clause(subject, verb[action], past=True, polarity=polarity)
    degree = degree_of(rng, mood, (None, VERY, TOO) if polarity == NOT else (None, VERY))
    why = copula(pronoun(same), None, mood, past=True, degree=degree)
    return sentence(main + because() + why)


# Kind of sentence → its sampling weight.
SENTENCE_KINDS = {
    does_something: 60,
    to_somebody: 9,
    with_a_pie: 3,
    is_a: 5,
    is_so: 16,
    is_somewhere: 4,
    there_is: 3,
    goes_somewhere: 20,
    just_does: 16,
    because_of_oneself: 6,
}
