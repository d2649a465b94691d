"""A table that somebody typed decodes like a model; one that cannot be is refused with a sentence."""

import math

import pytest
import torch

from transformer.decoding import Table, beam, begin, greedy, last
from transformer.vocabulary import END, PAD, START

NOTHING = torch.empty(1, 0, dtype=torch.long)


def test_it_says_what_was_typed():
    table = Table({"<start>": {"a": 0.25, "b": 0.75}, "a": {"<end>": 1}, "b": {"a": 0.5, "b": 0.5}})
    a, b = table.vocabulary.encode(["a", "b"])
    reading = begin(table, torch.empty(2, 0, dtype=torch.long))
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
    with pytest.raises(ValueError, match="'b' stands in the table, but not among the words given"):
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
    assert first[2].reason == "rank 3, cut at 2: −1.1 = −1.1"


def test_padding_and_what_comes_after_the_end():
    table = Table({"<start>": {"a": 1}, "a": {"a": 0.5, "<end>": 0.5}})
    for token in (PAD, END):
        reading = begin(table, NOTHING)
        reading.log_probabilities(torch.tensor([[START]]))
        assert reading.log_probabilities(torch.tensor([[token]])).exp()[0, END] == 1


END_IT = {"<end>": 1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"<start>": {"a": 0.6}, "a": END_IT}, 'row "<start>" adds to 0.6, not to 1'),
        ({"<start>": {"a": 0.6, "b": 0.6}}, 'row "<start>" adds to 1.2, not to 1'),
        ({"<start>": {}}, 'row "<start>" adds to 0, not to 1'),
        ({"<start>": {"a": 1.5, "b": -0.5}}, "a has 1.5; a probability is a number from 0 to 1"),
        ({"<start>": {"a": -0.5, "b": 0.5}}, "a has -0.5; a probability is a number"),
        ({"<start>": {"a": float("nan")}}, "a has nan; a probability is a number"),
        ({"<start>": {"a": float("inf")}}, "a has inf; a probability is a number"),
        ({"<start>": {"a": "1"}}, "a has 1; a probability is a number"),
        ({"<start>": {"a": 1}}, 'after "<start> a" no row says what comes next'),
        ({"a": END_IT}, 'no row "<start>": the table has to say how a sentence begins'),
        ({"<start>": {"a b": 1}}, '"a b" is not one word'),
        ({"<start>": {"<pad>": 1}}, '"<pad>" is not one word'),
        ({"<start>": END_IT, "": END_IT}, '"" is no key'),
        ({"<start>": END_IT, "a <end>": END_IT}, '"a <end>" is no key'),
        ({"<start>": END_IT, "a <start>": END_IT}, '"a <start>" is no key'),
    ],
)
def test_a_table_that_cannot_be(rows, said):
    with pytest.raises(ValueError) as error:
        Table(rows)
    assert said in str(error.value)


def test_typed_decimals_may_miss_one_by_rounding():
    Table({"<start>": dict.fromkeys("abc", 1 / 3), "a": END_IT, "b": END_IT, "c": END_IT})
    with pytest.raises(ValueError, match="adds to 0.999"):
        Table({"<start>": dict.fromkeys("abc", 0.333), "a": END_IT, "b": END_IT, "c": END_IT})


def test_a_row_that_nothing_leads_to_needs_no_successor():
    Table({"<start>": END_IT, "a": {"b": 1}})
