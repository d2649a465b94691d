"""Four heads on one body: their truth is the grammar's, their losses are sums by hand, and the scores that ship are measured again."""

import json
import math
from statistics import fmean

import pytest
import torch

from lessons.finetuning.measure import finetuning
from tests.kit.paths import ROOT
from transformer.finetuning.heads import NOT_ASKED, best_span, span_loss, tag_loss
from transformer.finetuning.labelled import LABELS, Labelled, every, split
from transformer.finetuning.tuning import (
    FROZEN,
    HEAD_FIRST,
    SCRATCH,
    TUNED,
    batch_of,
    initial_model,
    train,
    tuned,
)
from transformer.measure.statistics import interval_of_mean
from transformer.tasks.discourses import MASK, PEOPLE, SEP
from transformer.tasks.discourses import every as grammar
from transformer.weights import load

FOUND = json.loads((ROOT / "lessons/finetuning/measured.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def trained():
    return load(finetuning.BODY)


@pytest.mark.parametrize(
    ("task", "way"), [("sentence", TUNED), ("pair", FROZEN), ("tags", SCRATCH)]
)
def test_a_score_that_ships_is_measured_again(trained, task, way):
    """Another processor rounds otherwise, and a hundred steps later a few of the hundred texts may be read otherwise."""
    now, shipped = tuned(trained, task, way, 6, 1)[1], FOUND["tasks"][task]["scores"][way][0][1]
    assert now == pytest.approx(shipped, abs=0.05)


def test_the_control_refutes_that_changing_the_body_does_harm(trained):
    """No rate and no length makes fine-tuning from the start as good as a frozen body; with the head first it is, though the body moves."""
    frozen = fmean(FOUND["tasks"]["pair"]["scores"][FROZEN][FOUND["labels"].index(12)])
    means = {TUNED: [], HEAD_FIRST: []}
    for row in FOUND["control"]:
        means[row["way"]].append(fmean(row["scores"]))
        assert len(row["scores"]) == 5
    assert {row["steps"] for row in FOUND["control"]} == {100, 300}
    assert max(means[TUNED]) < frozen - 0.08 and min(means[HEAD_FIRST]) > frozen - 0.04
    model, now = tuned(trained, "pair", HEAD_FIRST, 12, 0, 1e-4)
    shipped = next(
        row for row in FOUND["control"] if (row["way"], row["rate"]) == (HEAD_FIRST, 1e-4)
    )
    assert now == pytest.approx(shipped["scores"][0], abs=0.05)
    assert finetuning.relative_change(trained.model, model.body)["encoder 2"] > 0.01


def test_what_needs_no_training_is_measured_again(trained):
    assert finetuning.masked_accuracy(trained, trained.model) == pytest.approx(
        FOUND["remembers"], abs=2e-3
    )
    assert FOUND["word_alone"] == round(finetuning.word_only_accuracy(), 4)
    for task in LABELS:
        assert FOUND["tasks"][task]["constant"] == round(finetuning.constant_accuracy(task), 4)


def test_labels_are_what_the_grammar_says():
    pairs = grammar()
    for example in every("pair"):
        cut = example.source.index(SEP)
        fits = example.source[cut + 1 :] in pairs[example.source[:cut]]
        assert fits == (LABELS["pair"][example.right[0]] == "fits")
    for example in every("sentence"):
        assert example.right == (int(bool({*example.source} & {*PEOPLE["she"]})),)
    for example in every("span"):
        line = ("[CLS]", *example.source, SEP)
        cut, (first, last) = line.index(SEP), example.right
        filled = [
            w for word in line[1:cut] for w in (line[first : last + 1] if word == MASK else [word])
        ]
        rest = [w for w in line[cut + 1 : -1] if w in filled]
        assert rest == filled, "the answer fits into the gap"
    for example in every("tags"):
        assert len(example.right) == len(example.source)


@pytest.mark.parametrize("task", LABELS)
def test_no_text_is_learned_from_and_tested_on(task):
    learn, tests = split(task, 3)
    assert (
        not {example.source for example in learn} & {example.source for example in tests}
        and len(learn) >= 96
    )


def test_the_best_span_is_the_best_of_all():
    lots = torch.Generator().manual_seed(0)
    scores = torch.randn(40, 7, 2, generator=lots)
    inside = torch.rand(40, 7, generator=lots) < 0.7
    inside[:, 3] = True
    for row, span in enumerate(best_span(scores, inside).tolist()):
        spans = [(i, j) for i in range(7) for j in range(i, 7) if inside[row, i] and inside[row, j]]
        assert tuple(span) == max(spans, key=lambda s: scores[row, s[0], 0] + scores[row, s[1], 1])


def test_losses_by_hand():
    scores = torch.tensor([[[1.0, 0.0], [3.0, 2.0], [9.0, 9.0]]])  # the last position is not inside
    inside = torch.tensor([[True, True, False]])
    by_hand = (math.log(math.e + math.e**3) - 1 + math.log(1 + math.e**2) - 2) / 2
    assert span_loss(scores, torch.tensor([[0, 1]]), inside).item() == pytest.approx(by_hand)
    right = torch.tensor([[0, 1, NOT_ASKED]])
    each = [math.log(math.e + 1) - 1, math.log(math.e**3 + math.e**2) - 2]
    assert tag_loss(scores, right).item() == pytest.approx(sum(each) / 2)


def test_padding_and_the_question_are_not_inside(trained):
    texts = (
        "she reads the ___. today she reads the new letter",
        "the young queen is in the library",
    )
    typed = [Labelled(tuple(trained.task.split(text)), ()) for text in texts]
    batch = batch_of(trained, "span", typed)
    assert batch.inside[0].nonzero().flatten().tolist() == [6, 7, 8, 9, 10, 11]
    assert not batch.inside[1].any(), "one sentence alone has no text behind a question"
    assert best_span(torch.zeros(1, 13, 2), batch.inside[:1]).tolist() == [[6, 6]]


def test_only_what_may_move_moves(trained):
    before = {name: weights.clone() for name, weights in trained.model.state_dict().items()}
    learn, _ = split("tags", 0)
    for way, moves in ((FROZEN, False), (TUNED, True)):
        model = train(
            initial_model(trained, "tags", way, 0), batch_of(trained, "tags", learn[:4]), way, 0, 2
        )
        far = finetuning.relative_change(trained.model, model.body)
        assert (far["encoder 2"] > 0) == moves and far["pooler"] == 0
    after = trained.model.state_dict()
    assert all(torch.equal(weights, after[name]) for name, weights in before.items())


def test_the_interval_of_a_mean():
    low, high = interval_of_mean([0.4, 0.5, 0.6])
    assert (low + high) / 2 == pytest.approx(0.5) and high - 0.5 == pytest.approx(
        4.303 * 0.1 / math.sqrt(3)
    )
    with pytest.raises(ValueError, match="1 values were given: an interval needs between 2 and 10"):
        interval_of_mean([0.5])
