"""BLEU's parts: the numbers of `transformer.objectives.bleu`, and every n-gram where it stands."""

import pytest
from sacrebleu.metrics import BLEU

from lessons.decoding.figures.bleu_parts import bleu_parts

CAT = [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]]
CASES = [
    (["the"] * 7, CAT),  # the paper's example 2: 2/7
    (["the", "cat", "is", "on", "the", "mat"], CAT),
    (["the", "cat", "on", "the"], CAT),  # short
    (["dog"], CAT),
    (["a", "cat", "is", "on", "the", "mat", "of", "the", "dog"], CAT[:1]),
]


@pytest.mark.parametrize(("written", "references"), CASES)
def test_numbers_are_sacrebleus(written, references):
    arrays = bleu_parts(written, references).arrays
    theirs = BLEU(tokenize="none", effective_order=False)
    right = theirs.corpus_score(
        [" ".join(written)], [[" ".join(reference)] for reference in references]
    )
    assert float(arrays["score"].values) == pytest.approx(right.score)
    assert float(arrays["brevity"].values) == pytest.approx(right.bp)
    assert (100 * arrays["precisions"].values).tolist() == pytest.approx(right.precisions)


def test_what_cannot_be_shown_is_refused():
    for written, references in (([], CAT), (["x"] * 61, CAT), (["x"], []), (["x"], [[]])):
        with pytest.raises(ValueError, match="words|reference"):
            bleu_parts(written, references)
    with pytest.raises(ValueError, match="gram must be"):
        bleu_parts(*CASES[0]).at(length=2, gram=1)


def test_an_n_gram_is_shown_where_it_counts(show):
    shown = show(bleu_parts(*CASES[0]))
    key = ["counts", "clipped", "in a reference"]
    marked = [shown.texts(f".mark-{mark}")[:-1] for mark in "cxr"]
    assert [shown.texts(f".mark-{mark}")[-1] for mark in "cxr"] == key
    assert marked == [["the"] * 2, ["the"] * 5, ["the"] * 3]
    assert shown.texts(".tile") == ["the2/7"]
    sentence = "written 7 × and occurs at most 2 × in one reference, so it is counted 2 ×"
    assert sentence in shown.text(".card")
    shown.page.keyboard.press("ArrowDown")
    shown.at("2/0")
    assert "“the the” is written 6 ×" in shown.text(".card") and len(shown.texts(".mark-c")) == 1
    show(bleu_parts(*CASES[3]), "#figure=4/9")
    assert "shorter than 4 words" in shown.text(".card") and shown.texts(".tile") == []
