"""What must hold of byte-pair encoding, in the order in which it is checked.

    from lessons.tokens.checks import check, hint, reveal
    check()             # merge, learn and encode in lessons/tokens/exercise.py
    check(SomeClass)    # or anything that has the three as attributes

Each function is checked before the next one that needs it; properties come before parity, because a
property names the cause.
"""

from typing import Any

from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise, returned
from lessons.tokens import hints
from lessons.tokens.mistakes import MISTAKES
from lessons.tokens.recognise import recognise
from lessons.tokens.recount import END, Pair, Recount
from lessons.tokens.trial import CORPORA, DECK, JOINS, SENNRICH, WORDS, Student
from transformer.tokens import bpe

# --- merge ------------------------------------------------------------------------------------


def merge_runs(student: Student) -> None:
    _tokens(student.merge(*JOINS[0]), "merge", student)


def merge_loses_nothing(student: Student) -> None:
    for tokens, pair in JOINS:
        got = _tokens(student.merge(tokens, pair), "merge", student)
        if "".join(got) != "".join(tokens):
            raise student.failed(
                "merge", f"{_case(tokens, pair)} → {_row(got)}", "the same letters"
            )


def merge_examples(student: Student) -> None:
    for tokens, pair in JOINS:
        got, right = student.merge(tokens, pair), Recount().merge(tokens, pair)
        if got != right:
            raise student.failed("merge", f"{_case(tokens, pair)} → {_row(got)}", _row(right))


# --- learn ------------------------------------------------------------------------------------


def learn_runs(student: Student) -> None:
    count = len(_pairs(student.learn(SENNRICH, 3), student))
    if count != 3:
        raise student.failed("learn", f"learn(…, 3) gave {count} pairs", "3")
    for words, merges in (({}, 3), (DECK, 0)):
        got = _pairs(student.learn(words, merges), student)
        if got:
            what = f"learn({{}}, {merges})" if not words else f"learn(…, {merges})"
            raise student.failed("learn", f"{what} gave {got}", "[]")


def borders_hold(student: Student) -> None:
    for pair in _pairs(student.learn({"ab": 3, "cd": 2}, 6), student):
        if END in pair[0]:
            expected = f"{END} only at the end of a token"
            placed = student.learn({"a": 9}, 1) == [("a", END)] and not pair[1].startswith(END)
            likely = MISTAKES["AcrossWords"].sentence if placed else ""
            raise student.failed("learn", f"it learned {pair}", expected, likely)


def end_is_a_token(student: Student) -> None:
    got = _pairs(student.learn({"to": 1, "do": 1, "so": 1}, 1), student)
    if got != [("o", END)]:
        saw = f"the first pair of “to do so” is {_nth(got, 0)}"
        raise student.failed("learn", saw, str(("o", END)))


def words_count_often(student: Student) -> None:
    _first_is_in(student, {"ab": 1, "abc": 1, "xy": 9}, "xy", "9 times")


def every_pair_counts(student: Student) -> None:
    _first_is_in(student, {"nana": 2, "xy": 3}, "nana", "4 times")
    _first_is_in(student, {"aaa": 2, "xy": 3}, "aaa", "4 times")


def counts_are_fresh(student: Student) -> None:
    words = {"abcd": 3}
    corpus = [Recount().cut(word) for word in words]
    for number, pair in enumerate(_pairs(student.learn(words, 4), student), start=1):
        if not any(pair in zip(tokens, tokens[1:], strict=False) for tokens in corpus):
            saw = f"merge {number} of “abcd” is {pair}, and no such pair was left"
            raise student.failed("learn", saw, f"a pair of {_row(corpus[0])}")
        corpus = [Recount().merge(tokens, pair) for tokens in corpus]


def stops(student: Student) -> None:
    for words, asked, right, why in (
        (SENNRICH, 3, 3, "as many as asked for"),
        ({"ab": 2, "cd": 1}, 9, 2, "then no pair occurs twice"),
    ):
        got = _pairs(student.learn(words, asked), student)
        if len(got) != right:
            saw = f"{len(got)} merges of {asked} that were asked for"
            raise student.failed("learn", saw, f"{right}: {why}")


def first_seen_wins(student: Student) -> None:
    got = _pairs(student.learn(DECK, 1), student)
    if got != [("l", "o")]:
        saw = f"the first pair of “{' '.join(DECK)}” is {_nth(got, 0)}"
        raise student.failed("learn", saw, "('l', 'o')")


def learn_parity(student: Student) -> None:
    for words, merges in CORPORA:
        right = [merge.pair for merge in bpe.learn(words, merges).merges]
        got = _pairs(student.learn(words, merges), student)
        for number in range(max(len(got), len(right))):
            mine, real = _nth(got, number), _nth(right, number)
            if mine != real:
                saw = f"merge {number + 1} of “{' '.join(words)}” is {mine}"
                raise student.failed("learn", saw, str(real))


# --- encode -----------------------------------------------------------------------------------


def encode_runs(student: Student) -> None:
    for word, merges in (("low", [("l", "o")]), ("low", []), ("", [("l", "o")])):
        _tokens(student.encode(word, merges), "encode", student)


def encode_loses_nothing(student: Student) -> None:
    for words, merges in WORDS:
        for word in words:
            got = _tokens(student.encode(word, merges), "encode", student)
            if "".join(got) != word + END:
                expected = f"tokens that join to {word + END}"
                raise student.failed("encode", f"{word} → {_row(got)}", expected)


def learned_first_comes_first(student: Student) -> None:
    merges = [("b", "c"), ("a", "b")]
    got = _tokens(student.encode("abc", merges), "encode", student)
    if got != ["a", "bc", END]:
        saw = f"abc, first (b, c), then (a, b) → {_row(got)}"
        raise student.failed("encode", saw, f"a bc {END}")


def encode_parity(student: Student) -> None:
    learned = bpe.learn(SENNRICH, 10)
    for word in ("low", "lowest", "slower", "wide", "we", "edited"):
        _same_tokens(student, word, [merge.pair for merge in learned.merges], learned.tokens(word))
    for words, merges in WORDS:
        for word in words:
            _same_tokens(student, word, merges, Recount().encode(word, merges))


# --- what the checks share --------------------------------------------------------------------


def _tokens(got: Any, name: str, student: Student) -> list[str]:
    """`got`, if it is a list of strings."""
    return _list(got, name, lambda item: isinstance(item, str), "tokens, each a string", student)


def _pairs(got: Any, student: Student) -> list[Pair]:
    """`got`, if it is a list of pairs of strings."""

    def is_pair(item: Any) -> bool:
        two = isinstance(item, tuple) and len(item) == 2
        return two and all(isinstance(part, str) for part in item)

    return _list(got, "learn", is_pair, "pairs: tuples of two strings", student)


def _list(got: Any, name: str, fits, needed: str, student: Student) -> list:
    if not isinstance(got, list):
        raise student.failed(name, f"{name} {returned(got)}", f"a list of {needed}")
    for number, item in enumerate(got, start=1):
        if not fits(item):
            saw = f"item {number} of what {name} returned is {_short(repr(item))}"
            raise student.failed(name, saw, f"a list of {needed}")
    return got


def _first_is_in(student: Student, words: dict[str, int], word: str, often: str) -> None:
    got = _pairs(student.learn(words, 1), student)
    inside = list(zip(word, [*word[1:], END], strict=True))
    if not got or got[0] not in inside:
        saw = f"of {words} the first pair is {_nth(got, 0)}"
        raise student.failed("learn", saw, f"{inside[0]}, which occurs {often}")


def _same_tokens(student: Student, word: str, merges: list[Pair], right: list[str]) -> None:
    got = _tokens(student.encode(word, merges), "encode", student)
    if got != right:
        raise student.failed("encode", f"{word} → {_row(got)}", _row(right))


def _case(tokens: list[str], pair: Pair) -> str:
    return f"{_row(tokens)}, merging ({', '.join(pair)})"


def _row(tokens: list[str]) -> str:
    return _short(" ".join(tokens)) or "nothing"


def _nth(pairs: list[Pair], number: int) -> Pair | str:
    return pairs[number] if number < len(pairs) else "missing"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


CHECKS: tuple[Check, ...] = (
    Check("merge, learn and encode are there", Student.find, hints.BEGIN),
    Check("merge gives a list of tokens", merge_runs, hints.BEGIN),
    Check("merge loses no letter", merge_loses_nothing, hints.MERGE),
    Check("merge joins whole tokens", merge_examples, hints.MERGE),
    Check("learn gives a list of pairs", learn_runs, hints.LEARN),
    Check("no pair leaves its word", borders_hold, hints.BORDERS),
    Check("the end of a word is one token", end_is_a_token, hints.BORDERS),
    Check("frequent words count more", words_count_often, hints.COUNTS),
    Check("every pair of neighbours counts", every_pair_counts, hints.COUNTS),
    Check("counted again after each merge", counts_are_fresh, hints.COUNTS),
    Check("stops where it should", stops, hints.STOP),
    Check("among equals, the first seen", first_seen_wins, hints.TIES),
    Check("learns what the real one learns", learn_parity, hints.LEARN),
    Check("encode gives a list of tokens", encode_runs, hints.ENCODE),
    Check("encode loses nothing", encode_loses_nothing, hints.ENCODE),
    Check("what was learned first, first", learned_first_comes_first, hints.ENCODE),
    Check("cuts words like the real one", encode_parity, hints.ENCODE),
)

EXERCISE = Exercise(Student, CHECKS, recognise, (Recount,), "a solution")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.tokens.checks
    print(check())
