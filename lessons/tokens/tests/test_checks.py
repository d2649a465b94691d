"""The tokens exercise: every check catches a mistake, and wrong code gets the right message."""

import pytest

from lessons.tokens import checks
from lessons.tokens.checks import CORPORA, SENNRICH, check
from lessons.tokens.recount import Recount
from lessons.tokens.tests import mutants
from tests.kit.finds import never_first
from tests.kit.stub import stub
from transformer.tokens import bpe


@pytest.mark.parametrize("encode", mutants.PASSES)
def test_a_solution_in_another_style_passes(write, encode):
    write(mutants.solution(encode=mutants.PASSES[encode]))
    check().raise_if_failed()


def test_every_check_is_the_first_to_fail(write):
    """The comparison with the reference comes last: alone it would only say "different"."""
    never = never_first(checks, mutants, write, stub("tokens"))
    assert never == ["`encode` returns a list of tokens"]  # see the last test


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


@pytest.mark.parametrize(
    ("name", "body", "saw"),
    [
        ("merge", 'return " ".join(tokens)', "merge returned a str"),
        ("merge", "return [*tokens, pair]", "item 7 returned by merge is ('e', 's')"),
        ("merge", "return tokens[1:]", "n e w e s t, merging (e, s) → e w e s t"),
        ("learn", "return {}", "learn returned a dict"),
        ("learn", 'return [["e", "s"]]', "item 1 returned by learn is ['e', 's']"),
        ("learn", 'return [("e", 2)]', "item 1 returned by learn is ('e', 2)"),
        ("learn", 'return [("e", "s")] * 3', "learn({}, 3) returned [('e', 's'), "),
        ("learn", "return []", "learn(…, 3) returned 0 pairs"),
        ("encode", "return [1]", "item 1 returned by encode is 1"),
        ("encode", "return [END]", "low → </w>"),
    ],
)
def test_a_wrong_result_is_described(write, name, body, saw):
    written = {"merge": mutants.MERGE, "learn": mutants.LEARN} | {name: f"    {body}\n"}
    write(mutants.stub_with(**written))
    assert saw in check().saw
