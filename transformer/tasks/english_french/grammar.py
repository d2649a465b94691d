"""From nouns, adjectives and verbs to a sentence in both languages, with word alignment.

Every French word keeps a reference to the English word that it translates. The references become indexes only
when the sentence is complete, so phrases can be combined in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from transformer.tasks.english_french.lexicon import (
    BEFORE_VOWEL,
    DETERMINERS,
    Adjective,
    Noun,
    starts_with_vowel,
)
from transformer.tasks.english_french.verbs import (
    BE_PAST,
    BE_PRESENT,
    ETRE_PAST,
    Verb,
    conjugate,
)
from transformer.tasks.task import Example


@dataclass(eq=False)  # two words of the same spelling are still two words
class Word:
    """One English word of one sentence."""

    text: str


class Token(NamedTuple):
    """One French word and the English word that it translates."""

    text: str
    renders: Word


@dataclass
class Phrase:
    """A piece of a sentence; a subject or object also has its agreement features."""

    english: list[Word]
    french: list[Token]
    person: str = "he"  # the key of a verb's forms
    gender: str = "m"
    plural: bool = False
    noun: Word | None = None

    def __add__(self, other: "Phrase") -> "Phrase":
        return Phrase(self.english + other.english, self.french + other.french)


class Polarity(NamedTuple):
    """yes, not or never: the English word and the French one that goes with ne."""

    english: str
    french: str


YES, NOT, NEVER = Polarity("", ""), Polarity("not", "pas"), Polarity("never", "jamais")

# English subject → French subject, gender, plural. "you" is always tu, "they" always ils.
SUBJECTS = {
    "i": ("je", "m", False),
    "you": ("tu", "m", False),
    "he": ("il", "m", False),
    "she": ("elle", "f", False),
    "we": ("nous", "m", True),
    "they": ("ils", "m", True),
}
# English object → French object before the verb, gender, plural.
OBJECTS = {
    "me": ("me", "m", False),
    "you": ("te", "m", False),
    "him": ("le", "m", False),
    "her": ("la", "f", False),
    "us": ("nous", "m", True),
    "them": ("les", "m", True),
}


def phrase(*pairs: tuple[str, str]) -> Phrase:
    """Build a phrase of fixed words: phrase(("under", "sous")). Each French side may have several words, or
    none."""
    words = [Word(english) for english, _ in pairs]
    french = [Token(f, w) for w, (_, text) in zip(words, pairs, strict=True) for f in text.split()]
    return Phrase(words, french)


def because() -> Phrase:
    """Build the conjunction as one token: whether it ends in "que" or "qu'" depends on the next word."""
    word = Word("because")
    return Phrase([word], [Token("parce que", word)])


def pronoun(english: str) -> Phrase:
    """Build a subject pronoun."""
    word, (french, gender, plural) = Word(english), SUBJECTS[english]
    person = "he" if english == "she" else english
    return Phrase([word], [Token(french, word)], person, gender, plural)


def it(gender: str) -> Phrase:
    """Build *it*, whose French form depends on the noun that it refers to."""
    word = Word("it")
    return Phrase([word], [Token("elle" if gender == "f" else "il", word)], "he", gender)


def noun_phrase(
    determiner: str, noun: Noun, adjectives: Sequence[Adjective] = (), plural: bool = False
) -> Phrase:
    """the + small, black + dog → le petit chien noir; the + European, economic + area → la zone économique
    européenne: adjectives after the noun come in reverse order."""
    article = Word(determiner)
    described = [(Word(a.english), a) for a in adjectives]
    name = Word(noun.english_plural if plural else noun.english)
    masculine, feminine, several = DETERMINERS[determiner]
    chosen = several if plural else feminine if noun.gender == "f" else masculine
    french_noun = noun.french_plural if plural else noun.french

    before = [Token(a.agree(noun.gender, plural), w) for w, a in described if a.place == "before"]
    after = [Token(a.agree(noun.gender, plural), w) for w, a in described if a.place != "before"]
    if before and noun.gender == "m" and not plural and starts_with_vowel(french_noun):
        last = before[-1]
        before[-1] = Token(BEFORE_VOWEL.get(last.text, last.text), last.renders)

    french = [Token(chosen, article), *before, Token(french_noun, name), *reversed(after)]
    english = [article, *(w for w, _ in described), name]
    return Phrase(english, french, "they" if plural else "he", noun.gender, plural, name)


def copula(
    subject: Phrase,
    what: Phrase | None = None,
    adjective: Adjective | None = None,
    past: bool = False,
    polarity: Polarity = YES,
    degree: tuple[str, str] | None = None,
) -> Phrase:
    """subject + be + adjective, profession or place; the French past is the imperfect (était)."""
    be = Word((BE_PAST if past else BE_PRESENT)[subject.person])
    form = (ETRE_PAST if past else conjugate("être")[0])[subject.person]
    rest = what or Phrase([], [])
    if adjective:
        word = Word(adjective.english)
        agreed = Token(adjective.agree(subject.gender, subject.plural), word)
        rest = (phrase(degree) if degree else Phrase([], [])) + Phrase([word], [agreed]) + rest
    no = [Word(polarity.english)] if polarity.english else []
    ne, pas = _negation(polarity, no)
    english = [*subject.english, be, *no, *rest.english]
    french = [*subject.french, *ne, Token(form, be), *pas, *rest.french]
    return Phrase(english, french)


def clause(
    subject: Phrase,
    verb: Verb,
    object: Phrase | None = None,
    pronoun_object: str = "",
    past: bool = False,
    polarity: Polarity = YES,
    often: bool = False,
    then: Phrase | None = None,
) -> Phrase:
    """subject + verb + object + then. The English past becomes the French passé composé."""
    no = [Word(polarity.english)] if polarity.english else []
    adverb = [Word("often")] if often else []
    helper, main = _english_verb(subject, verb, past, polarity)
    particle = [Word(verb.particle)] if verb.particle else []
    ne, pas = _negation(polarity, no)
    adverb_french = [Token("souvent", w) for w in adverb]
    then = then or Phrase([], [])

    before, gender, plural, object_words = [], "m", False, []
    if pronoun_object:
        word, (text, gender, plural) = Word(pronoun_object), OBJECTS[pronoun_object]
        before, object_words = [Token(text, word)], [word]
    direct = _object(object, verb, main, bool(no)) if object else Phrase([], [])

    if past:
        if verb.auxiliary == "être":  # the participle agrees with the subject
            gender, plural = subject.gender, subject.plural
        auxiliary = conjugate(verb.auxiliary)[0][subject.person]
        participle = Token(verb.participle(gender, plural), main)
        group = [*ne, *before, Token(auxiliary, helper or main), *pas, *adverb_french, participle]
    else:
        finite = Token(conjugate(verb.french)[0][subject.person], main)
        group = [*ne, *before, finite, *pas, *adverb_french]

    do = [helper] if helper else []
    english = [*subject.english, *do, *no, *adverb, main, *particle, *object_words]
    return Phrase(
        english + direct.english + then.english,
        subject.french + group + direct.french + then.french,
    )


def sentence(
    whole: Phrase, it: Word | None = None, noun: Word | None = None, other: Word | None = None
) -> Example:
    """Return the finished example: a/an, elision and contraction, and the alignment as indexes."""
    index = {id(word): i for i, word in enumerate(whole.english)}
    source = [word.text for word in whole.english]
    for i, text in enumerate(source[:-1]):
        if text == "a" and _sounds_like_vowel(source[i + 1]):
            source[i] = "an"
    tokens = elide(contract(whole.french))
    return Example(
        source=tuple(source),
        target=tuple(t.text for t in tokens),
        alignment=tuple(index[id(t.renders)] for t in tokens),
        referent=(index[id(it)], index[id(noun)]) if it else None,
        distractor=index[id(other)] if other else None,
    )


# de + le → du. The contracted word is aligned with the preposition. Not before a vowel: de l' animal.
CONTRACTIONS = {("à", "le"): "au", ("à", "les"): "aux", ("de", "le"): "du", ("de", "les"): "des"}
ELISIONS = {
    **{"le": "l'", "la": "l'", "je": "j'", "ne": "n'", "me": "m'", "te": "t'"},
    **{"parce que": "parce qu'", "de": "d'", "ma": "mon", "ta": "ton", "sa": "son", "ce": "cet"},
}


def contract(tokens: Sequence[Token]) -> list[Token]:
    done: list[Token] = []
    for i, token in enumerate(tokens):
        pair = (done[-1].text, token.text) if done else None
        elided = token.text == "le" and starts_with_vowel(tokens[i + 1].text)
        if pair in CONTRACTIONS and not elided:
            done[-1] = Token(CONTRACTIONS[pair], done[-1].renders)
        else:
            done.append(token)
    return done


def elide(tokens: Sequence[Token]) -> list[Token]:
    """le animal → l' animal, ma école → mon école. Right to left: ne + y → n' y, la + a → l' a."""
    done = list(tokens)
    for i in range(len(done) - 2, -1, -1):
        if done[i].text in ELISIONS and starts_with_vowel(done[i + 1].text):
            done[i] = Token(ELISIONS[done[i].text], done[i].renders)
    return done


def _negation(polarity: Polarity, no: list[Word]) -> tuple[list[Token], list[Token]]:
    """ne before the verb, pas or jamais after it; both translate the one English word."""
    return [Token("ne", w) for w in no], [Token(polarity.french, w) for w in no]


def _english_verb(
    subject: Phrase, verb: Verb, past: bool, polarity: Polarity
) -> tuple[Word | None, Word]:
    """Return the auxiliary (do, does, did), if there is one, and the verb."""
    third = subject.person == "he"
    if polarity == NOT:
        return Word("did" if past else "does" if third else "do"), Word(verb.english)
    return None, Word(verb.past if past else verb.third if third else verb.english)


def _object(object: Phrase, verb: Verb, main: Word, negated: bool) -> Phrase:
    """Add the preposition if the French verb needs one; otherwise un and une become de after a negation: I
    did not buy a car → je n' ai pas acheté de voiture."""
    first, *others = object.french
    if verb.preposition:
        return Phrase(object.english, [Token(verb.preposition, main), *object.french])
    if negated and first.text in ("un", "une"):
        first = Token("de", first.renders)
    return Phrase(object.english, [first, *others])


def _sounds_like_vowel(english: str) -> bool:
    return english[0] in "aeiou" and not english.startswith(("eu", "uni"))
