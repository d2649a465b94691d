"""The page on fine-tuning: its picture is a real pass, and whatever is typed gets a sentence."""

import numpy as np
import pytest
import torch

from lessons.finetuning import BODY, HEADS, results
from tests.kit.chosen import few
from transformer.weights import load


@pytest.mark.parametrize("head", few({"span"}, ["span", "pair", "tags"]))
def test_the_picture_is_what_the_head_says(head):
    """Each number again, from the model's own layers; and what it opens with is answered rightly."""
    reading = results.reading(head, HEADS[head][1])
    figure, model = results.read(head, reading), results.model(head)
    assert not reading.problem and not reading.unknown
    trained = load(BODY)
    tokens = torch.tensor([trained.source_vocabulary.encode(("[CLS]", *reading.words, "[SEP]"))])
    seen = results.seen(head, reading)
    segments = torch.tensor([seen.segments])
    with torch.no_grad():
        x = model.body.encode(tokens, segments)
        read = model.body.pooled(x)[0] if head in ("pair", "sentence") else x[0]
        scores = model.head.linear(read)
    if head == "span":
        scores[~torch.tensor(seen.read)] = -torch.inf
    right = scores.softmax(0 if head == "span" else -1)
    if head != "pair":
        right[~torch.tensor(seen.read)] = torch.nan  # nothing is asked there
    np.testing.assert_allclose(figure.arrays["chances"].values, right, atol=1e-5)
    after = figure.arrays["after"].values.reshape(len(x[0]), -1)
    np.testing.assert_allclose(after, x[0], atol=1e-5)
    said = {"span": "new letter", "pair": "wrong person", "tags": "when who does what what what"}
    assert said[head] in figure.header["panels"][0]["text"]


@pytest.mark.parametrize(
    ("head", "text", "said"),
    [
        ("tags", "the king reads. he reads", "These are 2 sentences; this head reads one. Take 1 away."),
        ("sentence", " . ", "There is no word to look at"),
        ("sentence", "the " * 60, "These are 60 words; a picture holds at most 14."),
        ("pair", "the king is in the hall", "two sentences with a full stop between them, and here is 1"),
        ("pair", "a king. a queen. a boy", "and here are 3"),
        ("span", "she reads the ___", "there is no text"),
        ("span", "she reads the letter. today she reads the letter", "there is no gap"),
        ("span", "she eats the ___. today she reads the new letter", "speaks of “eats”, and the text does not"),
    ],
)  # fmt: skip
def test_what_a_head_cannot_take_is_told_in_a_sentence(head, text, said):
    assert said in results.reading(head, text).problem


def test_what_is_wrong_stands_on_the_page_and_the_picture_stays(visitor):
    shown = visitor.go(part="heads", text="she eats the ___. she reads the <b>letter")
    assert "speaks of “eats”" in shown.said and "The picture still shows" in shown.said
    shown.go(text="she reads the ___. <b>cat she reads the letter")
    assert "“<b>cat” is not among" in shown.said and "<b>cat" not in shown.markup
    assert shown.drawn == ["finetuning-heads"]


def test_a_head_is_trained_on_the_page(visitor):
    shown = visitor.go(part="labels")
    shown.at.button(key="finetuning-train").click().run()
    assert "a span, fine-tuned, 24 labels:" in shown.said and "% right on 100 texts" in shown.said
