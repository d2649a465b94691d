"""The page on fine-tuning: its figure is a real forward pass, and every bad input gets an error message."""

import numpy as np
import pytest
import torch

from lessons.finetuning import BODY, HEADS, results
from tests.kit.chosen import few
from transformer.weights import load


@pytest.mark.parametrize("head", few({"span"}, ["span", "pair", "tags"]))
def test_the_picture_is_what_the_head_says(head):
    """Recompute each number from the model's own layers; the opening text gets the right answer."""
    reading = results.encode(head, HEADS[head][1])
    figure, model = results.head_figure(head, reading), results.model(head)
    assert not reading.problem and not reading.unknown
    trained = load(BODY)
    tokens = torch.tensor([trained.source_vocabulary.encode(("[CLS]", *reading.words, "[SEP]"))])
    seen = results.head_pass(head, reading)
    segments = torch.tensor([seen.segments])
    with torch.no_grad():
        x = model.body.encode(tokens, segments)
        read = model.body.pooled(x)[0] if head in ("pair", "sentence") else x[0]
        scores = model.head.linear(read)
    if head == "span":
        scores[~torch.tensor(seen.read)] = -torch.inf
    right = scores.softmax(0 if head == "span" else -1)
    if head != "pair":
        right[~torch.tensor(seen.read)] = torch.nan  # no label there
    np.testing.assert_allclose(figure.arrays["chances"].values, right, atol=1e-5)
    after = figure.arrays["after"].values.reshape(len(x[0]), -1)
    np.testing.assert_allclose(after, x[0], atol=1e-5)
    answers = {"span": "new letter", "pair": "wrong person", "tags": "when who does what what what"}
    assert answers[head] in figure.header["panels"][0]["text"]


@pytest.mark.parametrize(
    ("head", "text", "problem"),
    [
        ("tags", "the king reads. he reads", "You entered 2 sentences; this head reads one. Remove 1."),
        ("sentence", " . ", "There is no word in this text"),
        ("sentence", "the " * 60, "The text has 60 words, but the figure shows at most 14."),
        ("pair", "the king is in the hall", "This text has 1 sentence; this head reads two"),
        ("pair", "a king. a queen. a boy", "This text has 3 sentences; this head reads two"),
        ("span", "she reads the ___", "The text is missing."),
        ("span", "she reads the letter. today she reads the letter", "The gap (___) is missing."),
        ("span", "she eats the ___. today she reads the new letter", "contains “eats”, but the text does not"),
    ],
)  # fmt: skip
def test_what_a_head_cannot_take_is_told_in_a_sentence(head, text, problem):
    assert problem in results.encode(head, text).problem


def test_what_is_wrong_stands_on_the_page_and_the_picture_stays(visitor):
    shown = visitor.go(part="heads", text="she eats the ___. she reads the <b>letter")
    assert "contains “eats”" in shown.text and "The figure still shows" in shown.text
    shown.go(text="she reads the ___. <b>cat she reads the letter")
    assert "“<b>cat” is not among" in shown.text and "<b>cat" not in shown.markup
    assert shown.drawn == ["finetuning-heads"]


def test_a_head_is_trained_on_the_page(visitor):
    shown = visitor.go(part="labels")
    shown.at.button(key="finetuning-train").click().run()
    assert "a span, fine-tuned, 24 labels:" in shown.text and "% right on 100 texts" in shown.text
