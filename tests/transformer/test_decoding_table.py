"""A table that somebody typed decodes like a model; one that cannot be is refused with a sentence."""

import math

import pytest
import torch

from transformer.decoding import Fate, Table, beam, exhaustive, greedy, last, start_decoding
from transformer.vocabulary import END, PAD, START

NOTHING = torch.empty(1, 0, dtype=torch.long)


def test_it_says_what_was_typed():
    table = Table({"<start>": {"a": 0.25, "b": 0.75}, "a": {"<end>": 1}, "b": {"a": 0.5, "b": 0.5}})
    a, b = table.vocabulary.encode(["a", "b"])
    reading = start_decoding(table, torch.empty(2, 0, dtype=torch.long))
    first = reading.log_probabilities(torch.tensor([[START], [START]]))
    for row in first.exp():
        assert row[[a, b]].tolist() == pytest.approx([0.25, 0.75])
    torch.testing.assert_close(first.exp().sum(-1), torch.ones(2))
    second = reading.log_probabilities(torch.tensor([[a], [b]])).exp()
    assert second[0, END] == 1 and second[1, [a, b]].tolist() == pytest.approx([0.5, 0.5])
    reading.select(torch.tensor([1, 1, 0]))
    third = reading.log_probabilities(torch.tensor([[b], [a], [END]])).exp()
    assert third[0, b] == pytest.approx(0.5) and third[1, END] == third[2, END] == 1


def test_of_several_keys_the_longest_ending_holds():
    table = Table(
        {
            "<start>": {"a": 1},
            "<start> a": {"b": 1},
            "a": {"<end>": 1},
            "b": {"a": 1},
            "b a": {"c": 1},
            "a c": {"a": 1},
            "c": {"b": 1},
        }
    )
    written = greedy(table, NOTHING, 6)
    # <start> a → b; b → a; b a → c; a c → a; then only "a" fits.
    assert table.vocabulary.decode(written[0], specials=True) == ["a", "b", "a", "c", "a", "<end>"]


def test_a_tree_of_whole_beginnings():
    tree = {
        "<start>": {"he": 0.6, "she": 0.4},
        "<start> he": {"<end>": 1},
        "<start> she": {"he": 1},
        "<start> she he": {"<end>": 1},
    }
    answers = last(beam(Table(tree), NOTHING, 2)).answers()
    assert answers.total[0].tolist() == pytest.approx([math.log(0.6), math.log(0.4)])


def test_words_in_an_order_of_ones_own():
    rows = {"<start>": {"b": 1}, "b": {"<end>": 1}}
    assert Table(rows, ["a", "b"]).vocabulary.words[-2:] == ["a", "b"]
    with pytest.raises(ValueError, match="'b' is in the table, but not in the list of words"):
        Table(rows, ["a"])


def test_of_equals_the_one_that_was_typed_first():
    table = Table(
        {
            "<start>": dict.fromkeys("cab", 1 / 3),
            "c": {"<end>": 1},
            "a": {"<end>": 1},
            "b": {"<end>": 1},
        }
    )
    for found in (greedy(table, NOTHING), last(beam(table, NOTHING, 1)).answers().best()):
        assert table.vocabulary.decode(found[0]) == ["c"]
    first = next(beam(table, NOTHING, 2)).candidates()
    assert [table.vocabulary.words[c.token] for c in first] == ["c", "a", "b"]
    assert first[2].reason == "rank 3, pruned at 2: −1.1 = −1.1"


def test_padding_and_what_comes_after_the_end():
    table = Table({"<start>": {"a": 1}, "a": {"a": 0.5, "<end>": 0.5}})
    for token in (PAD, END):
        reading = start_decoding(table, NOTHING)
        reading.log_probabilities(torch.tensor([[START]]))
        assert reading.log_probabilities(torch.tensor([[token]])).exp()[0, END] == 1


END_IT = {"<end>": 1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"<start>": {"a": 0.6}, "a": END_IT}, "row “<start>” sums to 0.6, but it must sum to 1"),
        ({"<start>": {"a": 0.6, "b": 0.6}}, "row “<start>” sums to 1.2, but it must sum to 1"),
        ({"<start>": {}}, "row “<start>” sums to 0, but it must sum to 1"),
        (
            {"<start>": {"a": 1.5, "b": -0.5}},
            "a has 1.5, but a probability must be between 0 and 1",
        ),
        ({"<start>": {"a": -0.5, "b": 0.5}}, "a has -0.5, but a probability must be"),
        ({"<start>": {"a": float("nan")}}, "a has nan, but a probability must be"),
        ({"<start>": {"a": float("inf")}}, "a has inf, but a probability must be"),
        ({"<start>": {"a": "1"}}, "a has 1, but a probability must be"),
        ({"<start>": {"a": 1}}, "no row specifies the next word after “<start> a”"),
        ({"a": END_IT}, "no row “<start>” was given"),
        ({"<start>": {"a b": 1}}, "“a b” must be one word"),
        ({"<start>": {"<pad>": 1}}, "“<pad>” must be one word"),
        ({"<start>": END_IT, "": END_IT}, "“” is not a valid key"),
        ({"<start>": END_IT, "a <end>": END_IT}, "“a <end>” is not a valid key"),
        ({"<start>": END_IT, "a <start>": END_IT}, "“a <start>” is not a valid key"),
    ],
)
def test_a_table_that_cannot_be(rows, said):
    with pytest.raises(ValueError) as error:
        Table(rows)
    assert said in str(error.value)


def test_typed_decimals_may_miss_one_by_rounding():
    Table({"<start>": dict.fromkeys("abc", 1 / 3), "a": END_IT, "b": END_IT, "c": END_IT})
    with pytest.raises(ValueError, match="sums to 0.999"):
        Table({"<start>": dict.fromkeys("abc", 0.333), "a": END_IT, "b": END_IT, "c": END_IT})


def test_a_row_that_nothing_leads_to_needs_no_successor():
    Table({"<start>": END_IT, "a": {"b": 1}})


# ---- typed as text ------------------------------------------------------------------------------
def test_rows_are_read_as_they_are_typed():
    text = "<start>: a .5,b 1/4 ,  c 0.25\n\n  a b : <end> 1 \nb:c 1\nc: <end> 1\na: b 1"
    rows = {
        "<start>": {"a": 0.5, "b": 0.25, "c": 0.25},
        "a b": END_IT,
        "b": {"c": 1},
        "c": END_IT,
        "a": {"b": 1},
    }
    read, typed = Table.read(text), Table(rows)
    assert read.vocabulary.words == typed.vocabulary.words
    assert torch.equal(read.log_p, typed.log_p) and torch.equal(read.next_state, typed.next_state)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no row “<start>”"),
        ("a: <end> 1", "no row “<start>”"),
        (
            "<start>: a 1\n\na <end> 1",
            "line 3: “a <end> 1” has no colon. Write a row like this: “he",
        ),
        ("<start>: a 1\na: <end> .6", "line 2: row “a” sums to 0.6, but it must sum to 1"),
        ("<start>: a x", "line 1: “x” is not a number. Write .6, 0.6 or 3/5"),
        ("<start>: a -.5, b 1.5", "line 1: “-.5” is not a number"),
        ("<start>: a nan", "line 1: “nan” is not a number"),
        ("<start>: a 1e999999999", "line 1: “1e999999999” is not a number"),
        ("<start>: a 1/0", "line 1: “1/0” is not a number"),
        (
            "<start>: a 2",
            "line 1: row “<start>”: a has 2.0, but a probability must be between 0 and 1",
        ),
        ("<start>: " + "9" * 400, "is not a word followed by its probability"),
        ("<start>: a " + "9" * 400, "a has inf, but a probability"),
        (
            "<start>: a .5,, b .5",
            "line 1: “” is not a word followed by its probability. Write a row like",
        ),
        ("<start>: .5 , b .5", "line 1: “.5” is not a word followed by its probability"),
        ("<start>: a .5, a .5", "line 1: “a” occurs twice"),
        ("<start>: a b 1", "line 1: row “<start>”: “a b” must be one word"),
        (": a 1", "line 1: “” is not a valid key"),
        (
            "<start>: <end> 1\n <start> : <end> 1",
            "line 2: there is already a row called “<start>” above",
        ),
        ("<start>: a 1", "no row specifies the next word after “<start> a”"),
        ("a b c d e f g h i: <end> 1", "line 1: 9 words precede the colon; at most 8 are allowed"),
        ("a: <end> 1\n" * 41, "the table has 41 rows and 451 characters, but at most 40 rows"),
        ("a" * 2001, "the table has 1 rows and 2,001 characters"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text, said):
    with pytest.raises(ValueError) as error:
        Table.read(text)
    assert said in str(error.value) and len(str(error.value)) < 250


# ---- how much it can write ----------------------------------------------------------------------
LOOP = Table.read("<start>: a .5, b .5\na: a .5, b .4, <end> .1\nb: b 1")


@pytest.mark.parametrize("longest", [1, 2, 7])
def test_it_counts_what_exhaustive_search_visits(longest):
    """`a` … `a` closed by END or cut, and each `a` … `a b` … `b` is cut: no other is possible."""
    for begun in ((), (4,), (5,)):
        prompt = torch.tensor([list(begun)], dtype=torch.long)
        steps = exhaustive(LOOP, NOTHING, longest, prompt, limit=LOOP.sequences(longest, begun))
        visited = sum(int((step.fate == Fate.ASIDE).sum()) for step in steps)
        assert visited == LOOP.sequences(longest, begun)
    assert LOOP.sequences(longest) == 2 * longest
    assert LOOP.sequences(longest, [5]) == 1


def test_only_what_is_possible_counts_against_the_limit():
    """Forty words would make 40^5 sequences; this table has as many as its first row has words."""
    words = [f"w{n}" for n in range(40)]
    rows = {"<start>": dict.fromkeys(words, 1 / 40), **dict.fromkeys(words, END_IT)}
    answers = last(exhaustive(Table(rows), NOTHING, 5, most=50)).answers()
    assert int((answers.score > -torch.inf).sum()) == Table(rows).sequences(5) == 40


def test_what_can_go_on_for_ever_is_refused_with_its_number():
    text = "<start>: a .5, b .5\na: a .5, b .5\nb: a .5, b .5"
    with pytest.raises(ValueError, match="up to 20 steps give 1,048,576 sequences"):
        exhaustive(Table.read(text), NOTHING, 20)
    assert Table.read(text).sequences(10**4) == 10**18, "and does not overflow"
