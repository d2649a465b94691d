"""Drafting: what is shown of each symbol is what the two models said, and what became of it."""

import numpy as np
import pytest
import torch

from lessons.decoding.figures.drafting import AHEAD, Setting, drafting
from lessons.decoding.measure.drafted import ngram_draft
from transformer.decoding import speculative
from transformer.weights import load

TEXT = "the old cat"


@pytest.fixture(scope="module")
def writer():
    return load("language_model")


@pytest.fixture(scope="module")
def draft(writer):
    return ngram_draft(writer)


def given(writer) -> torch.Tensor:
    return torch.tensor([writer.target_vocabulary.encode(writer.task.split(TEXT))])


@pytest.mark.parametrize("ahead", AHEAD)
def test_the_text_is_that_of_speculative_decoding(writer, draft, ahead):
    """And what was written is what each place says: accepted, or drawn by the target."""
    prompt = given(writer)
    figure = drafting(writer, TEXT, Setting(ahead, 1), draft)
    *_, end = speculative(writer.model, draft, prompt[:, :0], ahead, 60, prompt, seed=1)
    tokens = [t for t in end.tokens()[0].tolist() if t]
    places, summary = figure.header["places"], figure.header["summary"]
    assert [place["written"] for place in places if place["written"] is not None] == tokens
    words = writer.target_vocabulary.decode(tokens)
    assert figure.header["text"] == writer.task.join((*writer.task.split(TEXT), *words))
    assert places[-1]["until"] == len(figure.header["text"])
    assert summary["symbols"] == len(tokens) and summary["calls"] == end.number + 1
    assert summary["accepted"] == sum(int(round_.accepted) for round_ in end.rounds)
    for place in places:
        assert (place["written"] == place["drafted"]) == (place["outcome"] == "accepted")


@torch.no_grad()
def test_the_laws_are_those_of_the_two_models(writer, draft):
    """Read again in one pass: p of the target, q of the counts, the chance, the residual."""
    figure = drafting(writer, TEXT, Setting(4, 3), draft)
    arrays = {name: array.values for name, array in figure.arrays.items()}
    read, start = given(writer)[0].tolist(), 0
    seen = set()
    for count in figure.header["rounds"]:
        written = list(read)
        for n in range(start, start + count):
            place = figure.header["places"][n]
            seen.add(place["outcome"])
            logits = writer.model(torch.tensor([[1, *written]]))[0, -1]
            logits[:2] = -torch.inf
            np.testing.assert_allclose(arrays["p"][n], logits.softmax(-1), atol=1e-4)
            if place["outcome"] != "more":
                before = torch.tensor([[1, 1, 1, 1, *written][-4:]])
                q, guess = draft.probabilities(before)[0], place["drafted"]
                np.testing.assert_allclose(arrays["q"][n], q, atol=1e-6)
                p = arrays["p"][n]
                acceptance = min(1, p[guess] / arrays["q"][n][guess])
                assert arrays["acceptance"][n] == pytest.approx(acceptance, rel=1e-4)
                left = np.maximum(0, p - arrays["q"][n])
                np.testing.assert_allclose(arrays["residual"][n], left / left.sum(), atol=1e-4)
                if place["outcome"] != "unread":
                    assert (arrays["u"][n] < arrays["acceptance"][n]) == (
                        place["outcome"] == "accepted"
                    )
                if place["outcome"] == "refused":
                    assert arrays["residual"][n][place["written"]] > 0
                written.append(guess)
        news = [p["written"] for p in figure.header["places"][start : start + count]]
        read += [token for token in news if token is not None]
        start += count
    assert seen == {"accepted", "refused", "unread", "more"}


def test_a_setting_from_a_browser_is_checked():
    assert Setting.of({"ahead": 4, "seed": 2}) == Setting(4, 2)
    wrong = [None, [], {}, {"ahead": 4}, {"ahead": 3, "seed": 0}, {"ahead": 4.0, "seed": 0}]
    wrong += [{"ahead": 4, "seed": n} for n in (-1, True, 10**9, "0")]
    wrong += [{"ahead": 4, "seed": 0, "more": 1}, {"ahead": [4], "seed": 0}]
    assert [value for value in wrong if Setting.of(value) is not None] == []
    with pytest.raises(ValueError, match="translates"):
        drafting(load("english_french"), "the cat")


def test_each_symbol_opens_its_laws(show, writer, draft):
    figure = drafting(writer, TEXT, Setting(8, 1), draft)
    places = figure.header["places"]
    shown = show(figure)
    assert "is rejected" in shown.text(".told") and "residual distribution instead" in shown.text(
        ".told"
    )
    assert len(shown.texts(".distributions .distribution")) == 3
    assert len(shown.texts(".symbol")) == len(places)
    first = figure.header["start"]["place"]
    shown.page.keyboard.press("ArrowLeft")
    assert shown.text(".symbol[aria-pressed=true]") == "␣" and "All 8" in shown.text(".told")
    assert len(shown.texts(".distributions .distribution")) == 1
    shown.at(str(first - 1))
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowRight")  # over what the target has not read
    assert "is accepted" in shown.text(".told")
    shown.page.get_by_role("button", name="▷ play").click()
    shown.later(60_000)
    assert shown.text(".sofar .later") == ""
    assert shown.text(".sofar") == figure.header["text"]
