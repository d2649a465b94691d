"""The question and the texts of the lesson on decoding follow what was measured."""

import pytest

from lessons.decoding.measure.drafted import Tally
from lessons.decoding.measure.judged import Judged
from lessons.decoding.prediction import OPTIONS, about_beam
from lessons.decoding.words import (
    NOTICE,
    about_brevity,
    about_counts,
    about_tallies,
    example_label,
    notice,
)
from transformer.vocabulary import END

A, B, C = ((token, END) for token in (5, 6, 7))
MENDED = ("mended", Judged(A, C, C, (-3, -2, -2)))
BETTER = ("model error", Judged(A, B, C, (-3, -2, -2.5)))
MISSED = ("search error", Judged(A, B, C, (-3, -4, -2)))
SAME = ("same", Judged(A, A, C, (-3, -3, -4)))
RIGHT = ("right", Judged(C, C, C, (-1, -1, -1)))


@pytest.mark.parametrize(
    ("judged", "sentence", "right", "why"),
    [
        ([RIGHT, SAME, MENDED, BETTER], "model error", OPTIONS[1], "**model error**"),
        ([RIGHT, MISSED, BETTER], "search error", OPTIONS[2], "**search error**"),
        ([RIGHT, MENDED, SAME], "mended", OPTIONS[0], "one word at a time"),
        ([SAME, MENDED], "same", OPTIONS[3], "**model error**"),
    ],
)
def test_the_right_answer_is_what_the_beam_did(judged, sentence, right, why):
    question = about_beam(judged)
    assert (question.sentence, question.right) == (sentence, right)
    assert {o for o in OPTIONS if question.replies[o].startswith("Yes.")} == {right}
    assert why in question.replies[right]


def test_the_page_says_how_many_sentences_were_found():
    judged = [RIGHT, RIGHT, MENDED, BETTER, MISSED, SAME]
    text = about_counts(judged)
    assert (
        "6 held-out sentences" in text
        and "Of these translations, 2 (greedy) and 3 (beam) are correct; the beam fixed 1 and spoiled 0."
        in text
    )
    assert "1 are search errors and 2 are model errors" in text
    assert notice("tree", judged) == f"{text}\n\n{NOTICE['tree']}\n\n{about_brevity(judged)}"
    lengths = [
        sum(len(getattr(pair, side)) for _, pair in judged) / 6 for side in ("beam", "right")
    ]
    assert all(f"{length:.2f}" in about_brevity(judged) for length in lengths)
    assert notice("sampling", judged) == NOTICE["sampling"]


def test_the_page_says_what_drafting_saves_in_many_texts():
    text = about_tallies([Tally(0, 2, 2, 2), Tally(8, 10, 12, 3), Tally(8, 8, 10, 1)])
    assert (
        "In 3 runs" in text
        and "80% of the checked" in text
        and "4.0 tokens per forward pass" in text
    )
    assert (
        "In four of five texts, the share is between 16% and 96%, and the rate is between 1.6 and 8.8."
        in text
    )


def test_an_example_says_what_it_shows_where_that_is_known():
    assert example_label("search", "you cry") == "you cry  (search error)"
    assert example_label("", "you cry") == "you cry"
