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
def results(early, examples):
    return judged.judge(early, examples)


def test_each_sentence_is_judged_as_it_would_be_alone(early, examples, results, monkeypatch):
    monkeypatch.setattr(judged, "AT_ONCE", 7)  # other neighbours, other padding
    again = judged.judge(early, examples)
    assert [result.beam for result in again] == [result.beam for result in results]
    for example, result in list(zip(examples, results, strict=True))[:5]:
        source = torch.tensor([early.source_vocabulary.encode(example.source)])
        assert tuple(greedy(early.model, source)[0].tolist()) == result.greedy
        answers = last(beam(early.model, source, 5)).answers()
        assert tuple(answers.best()[0].tolist()) == result.beam
        assert answers.total[0, 0].item() == pytest.approx(result.totals[1], abs=1e-4)
        assert result.right == (*early.target_vocabulary.encode(example.target), END)


@torch.no_grad()
def test_totals_are_those_of_one_pass_over_the_whole_answer(early, examples, results):
    batch = Batch.from_examples(examples, early.source_vocabulary, early.target_vocabulary)
    log_p = early.model(batch.source, batch.target[:, :-1]).log_softmax(-1)
    assert (batch.target[:, 0] == START).all()
    for row, result in enumerate(results):
        by_hand = sum(log_p[row, place, token] for place, token in enumerate(result.right)).item()
        assert result.totals[2] == pytest.approx(by_hand, abs=1e-4)
    of_none = log_probability(early.model, batch.source, batch.target[:, :0])
    assert of_none.tolist() == [0] * len(examples)


def judged_sentence(greedy="r", beam="r", *, totals=(-3, -2, -1)) -> Judged:
    word = {"r": (5, END), "a": (6, END), "b": (7, END)}
    return Judged(word[greedy], word[beam], word["r"], totals)


def test_what_counts_as_what():
    cases = [
        judged_sentence("a", "r", totals=(-3, -1, -1)),  # rescued
        # Lost: to the model, what is wrong is more probable.
        judged_sentence("r", "a", totals=(-3, -2, -3)),
        # Both wrong, and the right one would have been better.
        judged_sentence("a", "b", totals=(-3, -2, -1)),
        judged_sentence("a", "a", totals=(-2, -2, -9)),
        judged_sentence("r", "r", totals=(-1, -1.0001, -1)),  # rounding is no error
    ]
    assert [case.error for case in cases] == ["", "model", "search", "model", ""]
    assert judged.fixed_by_beam(cases) == [0] and judged.spoiled_by_beam(cases) == [1]
    assert list(judged.error_counts(cases).values()) == [5, 2, 2, 1, 1, 3, 1, 2]


def test_the_command_counts_every_held_out_sentence(capsys, monkeypatch, early, results):
    monkeypatch.setattr(judged.weights, "load", lambda name: early)
    calls = []

    def judge(trained, examples, beams):
        calls.append((trained.name, len(examples), beams))
        return results

    monkeypatch.setattr(judged, "judge", judge)
    judged.main(["--beams", "3"])
    assert calls == [(judged.MODEL, 1000, 3)]
    counts = [int(n) for n in re.findall(r" (\d+)$", capsys.readouterr().out, flags=re.M)]
    assert counts == list(judged.error_counts(results).values())
