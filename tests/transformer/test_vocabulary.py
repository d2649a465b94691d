"""Words ↔ numbers, and what happens to a word that is not known."""

import pytest

from transformer.vocabulary import END, PAD, START, UNKNOWN, Vocabulary

COLOURS = Vocabulary(["black", "blue", "green"])


def test_every_word_has_its_own_number_behind_the_specials():
    assert COLOURS.encode(["black", "blue", "green"]) == [4, 5, 6]
    assert COLOURS.words == ["<pad>", "<start>", "<end>", "<unknown>", "black", "blue", "green"]
    assert len(COLOURS) == 7
    assert (PAD, START, END, UNKNOWN) == (0, 1, 2, 3)


def test_an_unknown_word_becomes_unknown_and_stays_visible():
    assert COLOURS.encode(["blue", "mauve"]) == [5, UNKNOWN]
    assert COLOURS.decode([5, UNKNOWN]) == ["blue", "<unknown>"]
    assert "blue" in COLOURS and "mauve" not in COLOURS


def test_specials_are_left_out_unless_asked_for():
    ids = [START, 5, 4, END, PAD]
    assert COLOURS.decode(ids) == ["blue", "black"]
    assert COLOURS.decode(ids, specials=True) == ["<start>", "blue", "black", "<end>", "<pad>"]


def test_nobody_can_type_a_special():
    assert COLOURS.encode(["<end>", "<pad>"]) == [UNKNOWN, UNKNOWN]
    assert "<end>" not in COLOURS


@pytest.mark.parametrize(
    ("mistake", "error", "says"),
    [
        (lambda: Vocabulary(["a", "b", "a"]), ValueError, "'a' is listed twice"),
        (lambda: Vocabulary(["<end>"]), ValueError, "special token"),
        (lambda: COLOURS.encode("black"), TypeError, r"task.split"),
        (lambda: COLOURS.decode([7]), ValueError, "token 7 .* IDs range from 0 to 6"),
        (lambda: COLOURS.decode([-1]), ValueError, "token -1"),
    ],
)
def test_errors_say_what_was_given_and_what_is_needed(mistake, error, says):
    with pytest.raises(error, match=says):
        mistake()
