"""BLEU's parts: the numbers of `transformer.objectives.bleu`, and every n-gram where it stands."""

import pytest
from sacrebleu.metrics import BLEU

from lessons.figures.bleu_parts import bleu_parts
from transformer.objectives.bleu import bleu

CAT = [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]]
CASES = [
    (["the"] * 7, CAT),  # the paper's example 2: 2/7
    (["the", "cat", "is", "on", "the", "mat"], CAT),
    (["the", "cat", "on", "the"], CAT),  # short
    (["dog"], CAT),
    (["a", "cat", "is", "on", "the", "mat", "of", "the", "dog"], CAT[:1]),
]


@pytest.mark.parametrize(("written", "references"), CASES)
def test_numbers_are_the_machines_and_sacrebleus(written, references):
    figure = bleu_parts(written, references)
    header, found = figure.header, bleu([written], [references])
    assert figure.arrays["precisions"].values.tolist() == pytest.approx(found.precisions)
    assert (header["brevity"], header["score"]) == (found.brevity, found.score)
    theirs = BLEU(tokenize="none", effective_order=False)
    right = theirs.corpus_score([" ".join(written)], [[" ".join(one)] for one in references])
    assert header["score"] == pytest.approx(right.score)
    for order in header["orders"]:
        assert sum(gram["counted"] for gram in order["grams"]) == order["matched"]
        for gram in order["grams"]:
            assert len(gram["at"]) == gram["written"]
            assert max(map(len, gram["references"])) == gram["allowed"]
            assert gram["counted"] == min(gram["written"], gram["allowed"])


def test_what_cannot_be_shown_is_refused():
    for written, references in (([], CAT), (["x"] * 61, CAT), (["x"], []), (["x"], [[]])):
        with pytest.raises(ValueError, match="words|reference"):
            bleu_parts(written, references)
    with pytest.raises(ValueError, match="gram must be"):
        bleu_parts(*CASES[0]).at(length=2, gram=1)


def test_an_n_gram_is_shown_where_it_counts(show):
    shown = show(bleu_parts(*CASES[0]))
    assert len(shown.texts(".is-counted.word")) == 2 and len(shown.texts(".is-clipped.word")) == 5
    assert len(shown.texts(".is-right.word")) == 3
    assert "written 7 ×" in shown.text(".told") and "counts 2 ×" in shown.text(".told")
    shown.page.keyboard.press("ArrowDown")
    shown.at("2/0")
    assert shown.texts(".is-counted.word") == [] and "“the the”" in shown.text(".told")
    shown.page.get_by_role("button", name="1", exact=True).click()
    shown.at("1/0")
    show(bleu_parts(*CASES[3]), "#figure=4/9")
    assert "no 4 words" in shown.text(".label.below") and shown.texts(".gram") == []
