"""The masks page: each letter is another mistake, painted masks are what the model reads under."""

import pytest

from lessons.masks import OPENING, RULES, TRANSLATOR, results, words
from lessons.masks.measure.leaks import RIGHT
from lessons.models import saved
from tests.kit.small import HOSTILE

TYPED = f"{HOSTILE} / $x$"


@pytest.fixture
def opened(visitor):
    """Go to a part with these choices; as the page opens where nothing else is asked for."""
    usual = {"part": "paint", "letter": "A", "text": OPENING, "attention": "encoder"}
    usual |= {"painted": None, "rule": "decoder"}
    return lambda **choices: visitor.go(**usual | choices)


@pytest.mark.slow
def test_the_mistake_is_named_after_the_answer(opened):
    at = opened(part="leak").at
    assert not [e for e in at.expander if "What is wrong" in e.label], "not before an answer"
    at.session_state["predicted-masks-leak"] = None
    for rule, letter in zip(RULES, "BD", strict=True):
        text = opened(part="leak", rule=rule, letter=letter).text
        assert words.about_diagnosis(results.diagnosis(rule, letter)) in text


def test_each_letter_is_another_mistake_and_one_is_right():
    for rule in RULES:
        names = [results.diagnosis(rule, letter) for letter in results.lab(rule).masks]
        assert len(set(names)) == len(names) and names.count((RIGHT,)) == 1
        assert all(len(found) == 1 and found[0] in words.NAMES for found in names)


def test_what_somebody_painted_is_what_the_model_reads_under(opened):
    rows = [["10000"] * 5] * 3
    arrays = opened(painted={"attention": "encoder", "masks": rows}).figure.arrays
    assert arrays["mask"].values.sum() == 2 * 3 * 5
    assert (arrays["weights 0"].values[..., 0] == 1).all()
    texts = results.encode(TRANSLATOR, OPENING).texts
    figure = results.painter(TRANSLATOR, texts, "encoder")
    for wrong in ({"attention": "decoder", "masks": rows}, {"attention": "encoder"}, "nonsense", 3,
                  {"attention": "encoder", "masks": [["1"]]}):  # fmt: skip
        assert results.chosen_rows(figure, wrong) is None
    assert opened(painted="nonsense").figure.header["preset"] == "padding"


def test_sentences_are_read_side_by_side_and_bad_ones_explained(opened):
    shown = opened(text="we sing / the cat sleeps")
    assert [len(row) for row in shown.figure.header["rows"]] == [3, 3]
    before = shown.figure.header["title"]
    for text, sentence in (
        ("  / ", "No sentence was entered"),
        (
            " / ".join(["the cat"] * 5),
            "You typed 5 sentences; this page accepts at most 4. Leave out 1.",
        ),
        ("the cat / " + "very " * 65, "A sentence has 65 words; this page accepts at most 64."),
    ):
        shown = opened(text=text)
        assert sentence in shown.text
        assert shown.figure.header["title"] == before, "the last one that could be read"
    shown = opened(text=TYPED)
    assert "is not among the" in shown.text
    first, *_ = shown.figure.header["columns"]
    unknown = [label["full"] for label in first if label["unknown"]]
    assert unknown == list(saved.encode(TRANSLATOR, TYPED.split("/")[0]).words)
