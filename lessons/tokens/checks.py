"""Checks of `merge`, `learn` and `encode`, in the order in which they run."""

from collections.abc import Callable
from typing import Any

from lessons.kit.checking import Check, Failed
from lessons.kit.spec import Attempt, Spec, exercise, runs
from lessons.tokens import hints
from lessons.tokens.cases import CORPORA, DECK, JOINS, SENNRICH, WORDS
from lessons.tokens.mistakes import MISTAKES
from lessons.tokens.recount import END, Pair, Recount
from transformer.diagnosis.returned import returned
from transformer.tokens import bpe

REAL = Recount()


# --- merge ------------------------------------------------------------------------------------
def merge_loses_nothing(merge: Attempt) -> None:
    for tokens, pair in JOINS:
        got = merge(tokens, pair)
        if "".join(got) != "".join(tokens):
            raise Failed(joining(tokens, pair, got), "the same letters")


def merge_examples(merge: Attempt) -> None:
    for tokens, pair in JOINS:
        got, right = merge.both_answers(tokens, pair)
        if got != right:
            raise Failed(joining(tokens, pair, got), row(right))


def joining(tokens: list[str], pair: Pair, got: list[str]) -> str:
    return f"{row(tokens)}, merging ({', '.join(pair)}) → {row(got)}"


# --- learn ------------------------------------------------------------------------------------
def learn_runs(learn: Attempt) -> None:
    count = len(learn(SENNRICH, 3))
    if count != 3:
        raise Failed(f"learn(…, 3) returned {count} pairs", "3")
    for words, merges in (({}, 3), (DECK, 0)):
        got = learn(words, merges)
        if got:
            what = f"learn({{}}, {merges})" if not words else f"learn(…, {merges})"
            raise Failed(f"{what} returned {got}", "[]")


def borders_hold(learn: Attempt) -> None:
    for pair in learn({"ab": 3, "cd": 2}, 6):
        if END in pair[0]:
            expected = f"{END} only at the end of a token"
            placed = learn({"a": 9}, 1) == [("a", END)] and not pair[1].startswith(END)
            likely = MISTAKES["AcrossWords"].sentence if placed else ""
            raise Failed(f"`learn` returned {pair}", expected, likely)


def end_is_a_token(learn: Attempt) -> None:
    got = learn({"to": 1, "do": 1, "so": 1}, 1)
    if got != [("o", END)]:
        raise Failed(f"the first pair of “to do so” is {nth(got, 0)}", str(("o", END)))


def words_count_often(learn: Attempt) -> None:
    first_is_in(learn, {"ab": 1, "abc": 1, "xy": 9}, "xy", "9 times")


def every_pair_counts(learn: Attempt) -> None:
    first_is_in(learn, {"nana": 2, "xy": 3}, "nana", "4 times")
    first_is_in(learn, {"aaa": 2, "xy": 3}, "aaa", "4 times")


def first_is_in(learn: Attempt, words: dict[str, int], word: str, often: str) -> None:
    got = learn(words, 1)
    inside = list(zip(word, [*word[1:], END], strict=True))
    if not got or got[0] not in inside:
        saw = f"for {words}, the first pair is {nth(got, 0)}"
        raise Failed(saw, f"{inside[0]}, which occurs {often}")


def counts_are_fresh(learn: Attempt) -> None:
    words = {"abcd": 3}
    corpus = [REAL.split_word(word) for word in words]
    for number, pair in enumerate(learn(words, 4), start=1):
        if not any(pair in zip(tokens, tokens[1:], strict=False) for tokens in corpus):
            saw = f"merge {number} of “abcd” is {pair}, a pair that no longer existed"
            raise Failed(saw, f"a pair in {row(corpus[0])}")
        corpus = [REAL.merge(tokens, pair) for tokens in corpus]


def stops(learn: Attempt) -> None:
    for words, merges, right, why in (
        (SENNRICH, 3, 3, "the requested number"),
        ({"ab": 2, "cd": 1}, 9, 2, "then no pair occurs twice"),
    ):
        got = learn(words, merges)
        if len(got) != right:
            raise Failed(f"learn(…, {merges}) returned {len(got)} merges", f"{right}: {why}")


def first_seen_wins(learn: Attempt) -> None:
    got = learn(DECK, 1)
    if got != [("l", "o")]:
        raise Failed(f"the first pair of “{' '.join(DECK)}” is {nth(got, 0)}", "('l', 'o')")


def learn_parity(learn: Attempt) -> None:
    for words, merges in CORPORA:
        right = [merge.pair for merge in bpe.learn(words, merges).merges]
        got = learn(words, merges)
        for number in range(max(len(got), len(right))):
            mine, real = nth(got, number), nth(right, number)
            if mine != real:
                raise Failed(f"merge {number + 1} of “{' '.join(words)}” is {mine}", str(real))


# --- encode -----------------------------------------------------------------------------------
def encode_runs(encode: Attempt) -> None:
    for word, merges in (("low", [("l", "o")]), ("low", []), ("", [("l", "o")])):
        encode(word, merges)


def encode_loses_nothing(encode: Attempt) -> None:
    for word, merges in WORDS:
        got = encode(word, merges)
        if "".join(got) != word + END:
            raise Failed(f"{word} → {row(got)}", f"tokens that join to form {word + END}")


def learned_first_comes_first(encode: Attempt) -> None:
    merges = [("b", "c"), ("a", "b")]
    got = encode("abc", merges)
    if got != ["a", "bc", END]:
        raise Failed(f"abc with the merges (b, c), (a, b) → {row(got)}", f"a bc {END}")


def encode_parity(encode: Attempt) -> None:
    learned = bpe.learn(SENNRICH, 10)
    pairs = [merge.pair for merge in learned.merges]
    cases = [(word, pairs) for word in ("low", "lowest", "slower", "wide", "we", "edited")]
    for word, merges in (*cases, *WORDS):
        got = encode(word, merges)
        right = learned.tokens(word) if merges is pairs else REAL.encode(word, merges)
        if got != right:
            raise Failed(f"{word} → {row(got)}", row(right))


# --- shared by the checks --------------------------------------------------------------------
def check_tokens(name: str, got: Any, *inputs) -> list[str]:
    """Return the answer if it is a list of strings; otherwise raise `Failed`."""
    return listed(name, got, lambda item: isinstance(item, str), "tokens, each a string")


def check_pairs(name: str, got: Any, *inputs) -> list[Pair]:
    """Return the answer if it is a list of pairs of strings; otherwise raise `Failed`."""

    def is_pair(item: Any) -> bool:
        two = isinstance(item, tuple) and len(item) == 2
        return two and all(isinstance(part, str) for part in item)

    return listed(name, got, is_pair, "pairs: tuples of two strings")


def listed(name: str, got: Any, fits: Callable[[Any], bool], needed: str) -> list:
    if not isinstance(got, list):
        raise Failed(f"{name} {returned(got)}", f"a list of {needed}")
    for number, item in enumerate(got, start=1):
        if not fits(item):
            saw = f"item {number} returned by {name} is {short(repr(item))}"
            raise Failed(saw, f"a list of {needed}")
    return got


def row(tokens: list[str]) -> str:
    return short(" ".join(tokens)) or "nothing"


def nth(pairs: list[Pair], number: int) -> Pair | str:
    return pairs[number] if number < len(pairs) else "missing"


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


EXERCISE = exercise(
    __file__,
    "`merge`, `learn` and `encode` are defined",
    hints.BEGIN,
    Spec(
        REAL.merge,
        JOINS,
        Check("`merge` returns a list of tokens", runs, hints.BEGIN),
        Check("`merge` loses no letters", merge_loses_nothing, hints.MERGE),
        Check("`merge` joins whole tokens", merge_examples, hints.MERGE),
        answer=check_tokens,
    ),
    Spec(
        REAL.learn,
        CORPORA,
        Check("`learn` returns a list of pairs", learn_runs, hints.LEARN),
        Check("no pair crosses a word boundary", borders_hold, hints.BORDERS),
        Check("the end of a word is one token", end_is_a_token, hints.BORDERS),
        Check("frequent words count more", words_count_often, hints.COUNTS),
        Check("every pair of neighbours counts", every_pair_counts, hints.COUNTS),
        Check("`learn` recounts after each merge", counts_are_fresh, hints.COUNTS),
        Check("`learn` stops at the correct merge", stops, hints.STOP),
        Check("a tie goes to the first pair seen", first_seen_wins, hints.TIES),
        Check("`learn` equals the reference", learn_parity, hints.LEARN),
        answer=check_pairs,
    ),
    Spec(
        REAL.encode,
        WORDS,
        Check("`encode` returns a list of tokens", encode_runs, hints.ENCODE),
        Check("`encode` loses no letters", encode_loses_nothing, hints.ENCODE),
        Check("`encode` applies merges in learned order", learned_first_comes_first, hints.ENCODE),
        Check("`encode` equals the reference", encode_parity, hints.ENCODE),
        answer=check_tokens,
    ),
    mistakes=MISTAKES,
    reveals="a solution",
    sources=(Recount,),
    missing="there is no {}",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
