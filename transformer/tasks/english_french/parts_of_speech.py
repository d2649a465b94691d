"""What the grammar knows about a single word: its part of speech, its gender, its feminine form.

The model never sees this information. It is used to colour figures and to ask questions.
"""

from collections.abc import Iterator
from typing import NamedTuple

from transformer.tasks.english_french.grammar import ELISIONS, OBJECTS, SUBJECTS
from transformer.tasks.english_french.lexicon import (
    BEFORE_VOWEL,
    DETERMINERS,
    adjective,
    noun,
)
from transformer.tasks.english_french.sentences import professions
from transformer.tasks.english_french.verbs import (
    BE_PAST,
    BE_PRESENT,
    ETRE_PAST,
    conjugate,
    verb,
)

NOUN, ADJECTIVE, VERB, DETERMINER = "noun", "adjective", "verb", "determiner or pronoun"
OTHER, SEVERAL = "other", "several of these"
PARTS = (NOUN, ADJECTIVE, VERB, DETERMINER, OTHER, SEVERAL)
AUXILIARIES = ("avoir", "être")


class Sort(NamedTuple):
    """A part of speech, and "m" or "f"; "" for a word without gender, or with the same form for both.

    An English noun has the gender of its French translation.
    """

    part: str
    gender: str = ""


def sorts(side: str) -> dict[str, Sort]:
    """Return the sort of each "source" (English) or "target" (French) word in the grammar's tables.

    Words that are not in the tables, such as prepositions, months and years, are `OTHER`.
    """
    by_word: dict[str, set[Sort]] = {}
    for word, sort in _english() if side == "source" else _french():
        by_word.setdefault(word, set()).add(sort)
    return {word: _one(several) for word, several in by_word.items()}


def agreement_pairs() -> list[tuple[str, str]]:
    """Return French masculine and feminine forms of the same word, where they differ; each pair once."""
    pairs = [(a.masculine, a.feminine) for a in adjective.values()]
    pairs += [(masculine, feminine) for masculine, feminine, _ in DETERMINERS.values()]
    pairs += [(SUBJECTS["he"][0], SUBJECTS["she"][0])]
    pairs += [(masculine, feminine) for masculine, feminine in professions.values()]
    pairs += [(v.participle("m"), v.participle("f")) for v in verb.values()]
    return list(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))


def _one(sorts: set[Sort]) -> Sort:
    parts, genders = {s.part for s in sorts}, {s.gender for s in sorts}
    return Sort(
        parts.pop() if len(parts) == 1 else SEVERAL, genders.pop() if len(genders) == 1 else ""
    )


def _english() -> Iterator[tuple[str, Sort]]:
    for thing in noun.values():
        for word in filter(None, (thing.english, thing.english_plural)):
            yield word, Sort(NOUN, thing.gender)
    for word, (masculine, feminine) in professions.items():
        for gender in "mf":
            yield word, Sort(NOUN, gender if masculine != feminine else "")
    for word in adjective:
        yield word, Sort(ADJECTIVE)
    for doing in verb.values():
        for word in (doing.english, doing.third, doing.past):
            yield word, Sort(VERB)
    for word in ("do", "does", "did", "signed", *BE_PRESENT.values(), *BE_PAST.values()):
        yield word, Sort(VERB)
    for word in (*DETERMINERS, "an", *SUBJECTS, *OBJECTS, "it"):
        yield word, Sort(DETERMINER)


def _french() -> Iterator[tuple[str, Sort]]:
    for thing in noun.values():
        for word in filter(None, (thing.french, thing.french_plural)):
            yield word, Sort(NOUN, thing.gender)
    for pair in professions.values():
        for gender, word in zip("mf", pair, strict=True):
            yield word, Sort(NOUN, gender)
    for quality in adjective.values():
        for gender in "mf":
            for plural in (False, True):
                yield quality.agree(gender, plural), Sort(ADJECTIVE, gender)
    for word in BEFORE_VOWEL.values():
        yield word, Sort(ADJECTIVE, "m")
    for infinitive in (*(v.french for v in verb.values()), *AUXILIARIES):
        present, _ = conjugate(infinitive)
        for word in present.values():
            yield word, Sort(VERB)
    for doing in verb.values():
        for gender in "mf":
            for plural in (False, True):
                yield doing.participle(gender, plural), Sort(VERB, gender)
    for word in ("avait", "été", *ETRE_PAST.values()):
        yield word, Sort(VERB)
    for gender, word in (("m", "signé"), ("f", "signée")):
        yield word, Sort(VERB, gender)
    for masculine, feminine, plurals in DETERMINERS.values():
        yield from ((masculine, Sort(DETERMINER, "m")), (feminine, Sort(DETERMINER, "f")))
        yield plurals, Sort(DETERMINER)
    for word, gender, _ in (*SUBJECTS.values(), *OBJECTS.values()):
        third = word in ("il", "elle", "ils", "le", "la")  # the others have no gender
        yield word, Sort(DETERMINER, gender if third else "")
    for word in ("l'", "j'", "m'", "t'"):
        yield word, Sort(DETERMINER)
    yield ELISIONS["ce"], Sort(DETERMINER, "m")
