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
    trained = load(MODEL)
    batch = trained.family.objective.batch(trained.task.held_out, trained.vocabularies)
    for model, moment in zip((untrained(trained), trained.model), (results.moments()[0], results.moments()[-1]), strict=True):  # fmt: skip
        now = discourses.measure_moment(model, trained.task, trained.vocabularies, batch)
        for name in ("words_right", "pairs_right", "agree"):
            assert now[name] == pytest.approx(moment[name], abs=0.005)
    when = [prediction.first_learned(results.moments(), kind)["step"] for kind in discourses.AGREE]
    assert when == sorted(when) and when[1] <= 300 < 500 < when[2]


def test_the_best_possible_guess_by_going_through_all_pairs():
    """Compute three examples by hand: the grammar gives the probability of each pair."""
    trained = load(MODEL)
    words, seconds = trained.source_vocabulary, {end for ends in every().values() for end in ends}
    chance = {end: sum(end in ends for ends in every().values()) / 300 / 96 for end in seconds}
    for example in trained.task.held_out[:3]:
        tokens = torch.tensor([words.encode(("[CLS]", *example.source, SEP))])
        lot = torch.full(tokens.shape, 0.9).index_fill(1, torch.tensor([3, tokens.shape[1] - 2]), 0)
        read, asked = hide(tokens, lot, tokens, words.encode([MASK])[0])
        cut, words_read = example.source.index(SEP), words.decode(read[0, 1:-1])
        votes = [{}, {}]  # for the masked word in each sentence: word → probability
        for begin, ends in every().items():
            for end in seconds:
                pair = (*begin, SEP, *end)
                if len(begin) == cut and len(pair) == len(words_read) and all(a in (b, MASK) for a, b in zip(words_read, pair, strict=True)):  # fmt: skip
                    sure = (end in ends) / 300 / 96 + chance[end] / 300
                    for vote, place in zip(votes, (2, len(words_read) - 1), strict=True):
                        vote[pair[place]] = vote.get(pair[place], 0) + sure
        right = np.mean([max(vote.values()) / sum(vote.values()) for vote in votes])
        accuracy = discourses.best_words(read, asked, trained.vocabularies)
        assert accuracy == pytest.approx(right, abs=1e-9)


def test_who_looks_only_back_sees_nothing_that_comes_later():
    trained, back = load(MODEL), load(BACK)
    figure = results.hidden_figure(MODEL, results.encode(MODEL, OPENING))
    for name in ("both", "back"):
        looks = figure.arrays[f"{name}.looks"].values
        later = looks[..., ~np.tri(looks.shape[-1], dtype=bool)]
        assert np.isnan(later).all() if name == "back" else (later > 0.1).any()
        np.testing.assert_allclose(np.nansum(looks, -1), 1, atol=1e-5)
    batch = trained.family.objective.batch([e for e in trained.task.held_out if e.target == (NEXT,)][:1], trained.vocabularies)  # fmt: skip
    raw = hiding.hidden_one_by_one(back, back.model, batch, [2]).looks
    assert not raw.triu(1).any()


@pytest.mark.parametrize(
    ("text", "message"),
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
def test_whatever_is_typed_gets_a_sentence(visitor, text, message):
    shown = visitor.go(part="hide", text=text)
    assert message in shown.text and "<b>cat" not in shown.markup and shown.drawn == ["bert-hide"]
