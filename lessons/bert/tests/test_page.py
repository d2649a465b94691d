"""The page on BERT: its recording ends with the shipped weights, and every bad input gets an error message."""

import numpy as np
import pytest
import torch

from lessons.bert import BACK, MODEL, OPENING, prediction, results
from lessons.bert.measure import discourses, hiding
from transformer.objectives.masking import hide
from transformer.tasks.discourses import MASK, NEXT, SEP, every
from transformer.weights import load
from transformer.weights.film import untrained


def test_the_film_begins_untrained_and_ends_with_the_weights_that_ship():
    one = load(MODEL)
    batch = one.family.objective.batch(one.task.held_out, one.vocabularies)
    for model, said in zip((untrained(one), one.model), (results.moments()[0], results.moments()[-1]), strict=True):  # fmt: skip
        now = discourses.look(model, one.task, one.vocabularies, batch)
        for name in ("words_right", "pairs_right", "agree"):
            assert now[name] == pytest.approx(said[name], abs=0.005)
    when = [prediction.learned(results.moments(), kind)["step"] for kind in discourses.AGREE]
    assert when == sorted(when) and when[1] <= 300 < 500 < when[2]


def test_the_best_possible_guess_by_going_through_all_pairs():
    """Compute three examples by hand: the grammar gives the probability of each pair."""
    one = load(MODEL)
    words, seconds = one.source_vocabulary, {end for ends in every().values() for end in ends}
    chance = {end: sum(end in ends for ends in every().values()) / 300 / 96 for end in seconds}
    for example in one.task.held_out[:3]:
        tokens = torch.tensor([words.encode(("[CLS]", *example.source, SEP))])
        lot = torch.full(tokens.shape, 0.9).index_fill(1, torch.tensor([3, tokens.shape[1] - 2]), 0)
        read, asked = hide(tokens, lot, tokens, words.encode([MASK])[0])
        cut, seen = example.source.index(SEP), words.decode(read[0, 1:-1])
        votes = [{}, {}]  # for the masked word in each sentence: word → probability
        for begin, ends in every().items():
            for end in seconds:
                pair = (*begin, SEP, *end)
                if len(begin) == cut and len(pair) == len(seen) and all(a in (b, MASK) for a, b in zip(seen, pair, strict=True)):  # fmt: skip
                    sure = (end in ends) / 300 / 96 + chance[end] / 300
                    for vote, place in zip(votes, (2, len(seen) - 1), strict=True):
                        vote[pair[place]] = vote.get(pair[place], 0) + sure
        right = np.mean([max(vote.values()) / sum(vote.values()) for vote in votes])
        found = discourses.best_words(read, asked, one.vocabularies)
        assert found == pytest.approx(right, abs=1e-9)


def test_who_looks_only_back_sees_nothing_that_comes_later():
    one, back = load(MODEL), load(BACK)
    figure = results.hidden(MODEL, results.encode(MODEL, OPENING))
    for name in ("both", "back"):
        looks = figure.arrays[f"{name}.looks"].values
        later = looks[..., ~np.tri(looks.shape[-1], dtype=bool)]
        assert np.isnan(later).all() if name == "back" else (later > 0.1).any()
        np.testing.assert_allclose(np.nansum(looks, -1), 1, atol=1e-5)
    batch = one.family.objective.batch([e for e in one.task.held_out if e.target == (NEXT,)][:1], one.vocabularies)  # fmt: skip
    raw = hiding.hidden_one_by_one(back, back.model, batch, [2]).looks
    assert not raw.triu(1).any()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "a king. a queen. a boy",
            "You entered 3 sentences; the model reads at most two. Remove 1.",
        ),
        (" . ", "There is no word in this text"),
        ("the " * 15, "The text has 15 words, but the figure shows at most 14."),
        ("the <b>cat is here", "“<b>cat” is not among"),
    ],
)
def test_whatever_is_typed_gets_a_sentence(visitor, text, said):
    shown = visitor.go(part="hide", text=text)
    assert said in shown.text and "<b>cat" not in shown.markup and shown.drawn == ["bert-hide"]
