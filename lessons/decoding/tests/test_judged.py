"""Who is to blame for a wrong translation: the search or the model?"""

import re

import pytest
import torch

from lessons.decoding.measure import judged
from lessons.decoding.measure.judged import Judged
from transformer.decoding import beam, greedy, last
from transformer.decoding.next_token import log_probability
from transformer.objectives.batch import Batch
from transformer.vocabulary import END, START
from transformer.weights import load


@pytest.fixture(scope="module")
def early():
    return load(judged.MODEL)


@pytest.fixture(scope="module")
def examples(early):
    return early.task.held_out[:60]


@pytest.fixture(scope="module")
def found(early, examples):
    return judged.judge(early, examples)


def test_each_sentence_is_judged_as_it_would_be_alone(early, examples, found, monkeypatch):
    monkeypatch.setattr(judged, "AT_ONCE", 7)  # other neighbours, other padding
    again = judged.judge(early, examples)
    assert [one.beam for one in again] == [one.beam for one in found]
    for example, one in list(zip(examples, found, strict=True))[:5]:
        source = torch.tensor([early.source_vocabulary.encode(example.source)])
        assert tuple(greedy(early.model, source)[0].tolist()) == one.greedy
        answers = last(beam(early.model, source, 5)).answers()
        assert tuple(answers.best()[0].tolist()) == one.beam
        assert answers.total[0, 0].item() == pytest.approx(one.totals[1], abs=1e-4)
        assert one.right == (*early.target_vocabulary.encode(example.target), END)


@torch.no_grad()
def test_totals_are_those_of_one_pass_over_the_whole_answer(early, examples, found):
    batch = Batch.from_examples(examples, early.source_vocabulary, early.target_vocabulary)
    log_p = early.model(batch.source, batch.target[:, :-1]).log_softmax(-1)
    assert (batch.target[:, 0] == START).all()
    for row, one in enumerate(found):
        by_hand = sum(log_p[row, place, token] for place, token in enumerate(one.right)).item()
        assert one.totals[2] == pytest.approx(by_hand, abs=1e-4)
    of_none = log_probability(early.model, batch.source, batch.target[:, :0])
    assert of_none.tolist() == [0] * len(examples)


def one(greedy="r", found="r", *, totals=(-3, -2, -1)) -> Judged:
    word = {"r": (5, END), "a": (6, END), "b": (7, END)}
    return Judged(word[greedy], word[found], word["r"], totals)


def test_what_counts_as_what():
    cases = [
        one("a", "r", totals=(-3, -1, -1)),  # rescued
        one("r", "a", totals=(-3, -2, -3)),  # lost: to the model, what is wrong is more probable
        one("a", "b", totals=(-3, -2, -1)),  # both wrong, and the right one would have been better
        one("a", "a", totals=(-2, -2, -9)),
        one("r", "r", totals=(-1, -1.0001, -1)),  # rounding is no error
    ]
    assert [case.error for case in cases] == ["", "model", "search", "model", ""]
    assert judged.rescued(cases) == [0] and judged.lost(cases) == [1]
    assert list(judged.table(cases).values()) == [5, 2, 2, 1, 1, 3, 1, 2]


def test_the_command_counts_every_held_out_sentence(capsys, monkeypatch, early, found):
    monkeypatch.setattr(judged.weights, "load", lambda name: early)
    seen = []

    def judge(trained, examples, beams):
        seen.append((trained.name, len(examples), beams))
        return found

    monkeypatch.setattr(judged, "judge", judge)
    judged.main(["--beams", "3"])
    assert seen == [(judged.MODEL, 1000, 3)]
    counts = [int(n) for n in re.findall(r" (\d+)$", capsys.readouterr().out, flags=re.M)]
    assert counts == list(judged.table(found).values())
