"""The tokens exercise: what its checks catch, what they call it, and how they say so."""

import pytest

from lessons.tokens.checks import CORPORA, SENNRICH, check
from lessons.tokens.mistakes import MISTAKES
from lessons.tokens.recount import Recount
from lessons.tokens.tests import mutants
from transformer.tokens import bpe

# --- right and wrong solutions ----------------------------------------------------------------


@pytest.mark.parametrize("encode", mutants.PASSES)
def test_a_solution_in_another_style_passes(write, encode):
    write(mutants.solution(encode=mutants.PASSES[encode]))
    check().raise_if_failed()


@pytest.mark.parametrize(
    ("written", "waits"),
    [
        ({"merge": mutants.MERGE}, "learn"),
        ({"merge": mutants.MERGE, "learn": mutants.LEARN}, "encode"),
    ],
)
def test_one_function_after_the_other(write, written, waits):
    write(mutants.stub_with(**written))
    result = check()
    assert "still to be written" in result.saw
    assert f"{waits} is still" in result.look_at
    assert not any(waits in title for title in result.done[1:])


# The first check that fails says what is wrong; parity comes last and would only say "different".
FOUND_BY = {
    "FirstOnly": "`merge` joins whole tokens",
    "NotSkipped": "`merge` loses no letters",
    "SharedToken": "`merge` loses no letters",
    "FromTheRight": "`merge` joins whole tokens",
    "ReplacedInText": "`merge` joins whole tokens",
    "ComparedJoined": "`merge` joins whole tokens",
    "EndForgotten": "the end of a word is one token",
    "EndFirst": "no pair crosses a word boundary",
    "EndInPieces": "the end of a word is one token",
    "EndGlued": "the end of a word is one token",
    "LowerCase": "`learn` equals the reference",
    "FrequencyIgnored": "frequent words count more",
    "AcrossWords": "no pair crosses a word boundary",
    "OncePerWord": "every pair of neighbours counts",
    "OverlapNotCounted": "every pair of neighbours counts",
    "CountedOnce": "`learn` recounts after each merge",
    "LastSeen": "a tie goes to the first pair seen",
    "LargestPair": "a tie goes to the first pair seen",
    "SmallestPair": "a tie goes to the first pair seen",
    "OneMergeMore": "`learn` returns a list of pairs",
    "OneMergeLess": "`learn` returns a list of pairs",
    "StopsEarly": "`learn` stops at the correct merge",
    "StopsLate": "`learn` stops at the correct merge",
    "NeverStops": "`learn` returns a list of pairs",
    "LongestToken": "`encode` applies merges in learned order",
    "OnePass": "`encode` applies merges in learned order",
    "LeftmostFirst": "`encode` applies merges in learned order",
    "LastLearnedFirst": "`encode` applies merges in learned order",
}


def test_which_check_is_the_first_to_find_which_mistake():
    assert {name: check(*one.code).failed for name, one in MISTAKES.items()} == FOUND_BY


def test_what_no_property_finds_is_left_to_the_real_one(write):
    for name, title in (
        ("no long tokens", "`learn` equals the reference"),
        ("six merges are enough", "`encode` equals the reference"),
    ):
        write(mutants.solution(*mutants.UNKNOWN[name]))
        assert check().failed == title


@pytest.mark.parametrize(("words", "merges"), CORPORA)
def test_the_solution_is_the_real_one(words, merges):
    learned = bpe.learn(words, merges)
    assert Recount().learn(words, merges) == [merge.pair for merge in learned.merges]
    for word in (*words, "".join(sorted("".join(words)))):
        assert Recount().encode(word, [m.pair for m in learned.merges]) == learned.tokens(word)


def test_the_papers_example_comes_out_as_in_the_paper():
    """Sennrich, Haddow and Birch 2016, algorithm 1 with its ten merges, run as printed there."""
    printed = "e s, es t, est </w>, l o, lo w, n e, ne w, new est</w>, low </w>, w i"
    learned = Recount().learn(SENNRICH, 10)
    assert ", ".join(" ".join(pair) for pair in learned) == printed


# --- code that does not get as far as an answer -----------------------------------------------


def test_learning_that_never_ends_is_stopped(write):
    """The usual one: nothing is learned any more, so the list never gets long enough."""
    write(mutants.solution((mutants.LEARN, "\n    while len([]) < merges:\n        pass\n")))
    result = check(seconds=0.4)
    assert result.failed == "`learn` returns a list of pairs"
    assert "still running after 0.4 seconds" in result.saw


@pytest.mark.parametrize(
    ("body", "saw"),
    [
        ({"merge": '    return " ".join(tokens)\n'}, "merge returned a str"),
        ({"merge": "    yield from tokens\n"}, "merge returned a generator"),
        ({"merge": "    return [*tokens, pair]\n"}, "item 7 returned by merge is ('e', 's')"),
        ({"merge": "    return tokens[1:]\n"}, "n e w e s t, merging (e, s) → e w e s t"),
        ({"learn": "    return {}\n"}, "learn returned a dict"),
        ({"learn": '    return ["es"]\n'}, "item 1 returned by learn is 'es'"),
        ({"learn": '    return [["e", "s"]]\n'}, "item 1 returned by learn is ['e', 's']"),
        ({"learn": '    return [("e", 2)]\n'}, "item 1 returned by learn is ('e', 2)"),
        ({"learn": '    return [("e", "s")] * 3\n'}, "learn({}, 3) returned [('e', 's'), "),
        ({"learn": "    return []\n"}, "learn(…, 3) returned 0 pairs"),
        ({"encode": "    return word\n"}, "encode returned a str"),
        ({"encode": "    return [1]\n"}, "item 1 returned by encode is 1"),
        ({"encode": "    return [END]\n"}, "low → </w>"),
    ],
)
def test_what_comes_out_instead_of_an_answer(write, body, saw):
    before = {"learn": ("merge",), "encode": ("merge", "learn")}
    right = {"merge": mutants.MERGE, "learn": mutants.LEARN}
    (name,) = body
    write(mutants.stub_with(**{n: right[n] for n in before.get(name, ())}, **body))
    result = check()
    assert saw in result.saw
    assert "\n" not in result.saw
    assert result.expected


@pytest.mark.parametrize(
    ("text", "saw"),
    [
        ("def merge(): ...\ndef learn(): ...\n", "there is no encode"),
        (
            "def merge(): ...\ndef learn(): ...\ndef encode(): ...\n",
            "raised TypeError: merge() takes 0",
        ),
    ],
)
def test_a_file_without_the_functions(write, text, saw):
    write(text)
    assert saw in check().saw


@pytest.mark.parametrize(
    ("edit", "saw"),
    [
        (
            ("out = list(tokens)", "out = tokens"),
            "merge changes tokens in place: n e w e s t became n e w es t",
        ),
        (
            ("learned = []", "learned = words.setdefault('', 0) or []"),
            "learn changes words in place",
        ),
        (
            ("for best in merges:", "merges.reverse()\n    for best in merges[::-1]:"),
            "encode changes",
        ),
    ],
)
def test_what_a_function_is_given_is_not_its_own(write, edit, saw):
    write(mutants.solution(edit))
    result = check()
    assert result.failed == "the inputs stay unchanged"
    assert result.saw.startswith(saw)


# --- how a result reads -----------------------------------------------------------------------


def test_a_failure_shows_the_case_and_where_to_look(write):
    text = mutants.solution(("+= words[word]", "+= 1"))
    write(text)
    result = check()
    assert result.saw == "for {'ab': 1, 'abc': 1, 'xy': 9}, the first pair is ('a', 'b')"
    assert result.expected == "('x', 'y'), which occurs 9 times"
    line = next(n for n, t in enumerate(text.splitlines(), 1) if t.startswith("def learn"))
    assert result.look_at == f"exercise.py:{line} · def learn(…)"
