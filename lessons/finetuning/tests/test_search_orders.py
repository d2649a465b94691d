"""The picture of a search: its numbers, what stands above a list, and a click that explains a document."""

import numpy as np
import pytest

from lessons.finetuning.figures.search_orders import LISTED, search_orders
from lessons.finetuning.measure.searching import search
from transformer.weights import load

TRAINED = load("collection")
TASK = TRAINED.task


def drawn(question: str, documents=None, right=None, **more):
    result = search(TRAINED, question.split(), documents or TASK.documents)
    return result, search_orders(result, TRAINED.name, right, **more)


def test_parts_add_up_and_the_best_stand_first():
    result, figure = drawn(" ".join(TASK.questions("two")[12]), right=12)
    arrays = {name: array.values for name, array in figure.arrays.items()}
    np.testing.assert_allclose(arrays["parts"][0].sum(-1), arrays["bm25"][0], rtol=1e-5)
    for n, order in enumerate(result.scores):
        listed = arrays[order][n]
        assert len(listed) == LISTED and (np.diff(listed) <= 0).all()
        assert listed[0] == result.scores[order].max()
    by_hand = (arrays["bm25"] / arrays["best"] + 0.1) * (1 + arrays["vectors"]) / 2
    np.testing.assert_allclose(arrays["product"], by_hand, rtol=1e-5)


@pytest.mark.parametrize("question", ["", "a " * 17])
def test_a_question_of_no_words_or_of_too_many_is_refused(question):
    with pytest.raises(ValueError, match=r"the question has \d+ words; this figure takes 1 to 16"):
        drawn(question)


def test_a_silent_order_says_so_and_a_click_explains(show):
    shown = show(drawn(" ".join(TASK.questions("italian")[12]), right=12)[1])
    assert "No shared word: all scores are 0." in shown.text(".card")
    assert shown.text(".card").count("Rank of the correct document: 1 of 250") == 2
    assert len(shown.texts(".hits li")) == 3 * LISTED and len(shown.texts(".hits .right")) == 2
    assert shown.texts(".hits [aria-pressed=true]")[0].startswith("the big hound conceals")
    show(drawn("k746 zebra")[1])
    text = shown.text(".card")
    assert "No known word: all scores are 0." in text and "skips them: k746, zebra" in text
    shown.page.locator(".hits li button").nth(1).click()
    shown.at("1/2")
    assert "Why this document ranks here (BM25, 2nd)" in shown.text(".card")
