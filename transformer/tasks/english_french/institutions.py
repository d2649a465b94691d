"""The language of treaties: two adjectives that follow the French noun in reverse order."""

from random import Random

from transformer.tasks.english_french.choosing import any_noun_phrase, any_polarity, any_subject
from transformer.tasks.english_french.grammar import (
    Phrase,
    Token,
    Word,
    clause,
    noun_phrase,
    phrase,
    sentence,
)
from transformer.tasks.english_french.lexicon import adjective, noun, nouns
from transformer.tasks.english_french.verbs import verb
from transformer.tasks.task import Example

TOPICS = ["economic", "political", "social", "cultural", "military", "financial", "commercial"]
ORIGINS = ["european", "international", "national", "regional", "french", "german", "american"]
MONTHS = """january janvier|february février|march mars|april avril|may mai|june juin|july juillet|
    august août|september septembre|october octobre|november novembre|december décembre"""
months = [entry.split() for entry in MONTHS.split("|")]
YEARS = range(1990, 2000)


def institution(rng: Random, *kinds: str) -> Phrase:
    """the European Economic Area → la zone économique européenne: in English the owner first, then the topic."""
    described = [adjective[rng.choice(ORIGINS)], adjective[rng.choice(TOPICS)]]
    if rng.random() < 0.4:
        described = [rng.choice(described)]
    determiner = rng.choice(("the", "the", "the", "the", "this", "our", "a"))
    return noun_phrase(determiner, rng.choice(nouns(*kinds)), described)


def only_a_name(rng: Random) -> Example:
    """Return only a noun phrase: the European Economic Area, my small black dog."""
    if rng.random() < 0.7:
        return sentence(institution(rng, "institution", "document"))
    return sentence(any_noun_phrase(rng, rng.choice(list(noun.values())), plain=0))


def politics(rng: Random) -> Example:
    """The minister defended the European social reform."""
    doing = verb[rng.choice(("study", "defend", "explain"))]
    subject = any_subject(rng, doing.subjects)
    past, polarity = rng.random() < 0.6, any_polarity(rng)
    object = institution(rng, "institution", "document")
    return sentence(clause(subject, doing, object, "", past, polarity))


def was_signed(rng: Random) -> Example:
    """The agreement on the European Economic Area was signed in August 1992."""
    paper = noun_phrase(rng.choice(("the", "the", "this")), rng.choice(nouns("document")))
    about = phrase(("on", "sur")) + institution(rng, "institution")
    was, signed = Word("was"), Word("signed")
    no = [Word("not")] if rng.random() < 0.2 else []
    passive = [*(Token("ne", w) for w in no), Token("a", was), *(Token("pas", w) for w in no)]
    passive += [Token("été", was), Token("signée" if paper.gender == "f" else "signé", signed)]
    month, year = rng.choice(months), str(rng.choice(YEARS))
    date = phrase(("in", "en"), (month[0], month[1]), (year, year))
    return sentence(paper + about + Phrase([was, *no, signed], passive) + date)


EUROPEAN_ECONOMIC_AREA = sentence(
    noun_phrase("the", noun["area"], [adjective["european"], adjective["economic"]])
)
SENTENCE_KINDS = {only_a_name: 6, politics: 4, was_signed: 4}
