"""The embedding exercise: every check catches a mistake, and wrong code gets the right message."""

import pytest
import torch

from lessons.embeddings import trial
from lessons.embeddings.checks import CHECKS, check
from lessons.embeddings.mistakes import MISTAKES
from lessons.embeddings.tests import mutants
from tests.kit.finds import never_fail
from transformer.embeddings import Embedding

UNSCALED = mutants.FORWARD.replace("self.d_model**0.5 * rows", "rows")


def test_forward_may_be_finished_before_scores_is_begun(write):
    write(mutants.stub_with(mutants.FORWARD))
    result = check()
    assert result.failed == "logits of shape (2, 5, 11)"
    assert "still to be written" in result.saw and result.likely == ""
    write(mutants.stub_with(UNSCALED))
    assert "the rows were not scaled" in check().likely


def test_an_unknown_mistake_is_caught_where_it_shows(write):
    for edits, failed in mutants.CAUGHT_BY.values():
        write(mutants.solution(*edits))
        assert check().failed == failed


def test_every_property_fails_for_a_mistake():
    """The others are about code without a result."""
    students = (trial.Student(*mistake.code) for mistake in MISTAKES.values())
    assert never_fail(CHECKS, students) == [CHECKS[n].title for n in (0, 1, 3)]


@pytest.mark.parametrize(
    ("forward", "scores", "saw"),
    [
        ("return tokens, start", "pass", "forward returned a tuple"),
        ("return self.table(tokens[:, :3])", "pass", "shape (2, 3, 24)"),
        ("return self.table(tokens) / 0", "pass", "word 1 of sentence 1 is "),
        ("", "pass", "scores returned nothing; it needs a return"),
        ("", "return vectors", "shape (2, 5, 24)"),
    ],
)
def test_a_wrong_result_is_described(write, forward, scores, saw):
    body = f"        {forward}\n" if forward else mutants.FORWARD
    write(mutants.stub_with(body, f"        {scores}\n"))
    assert saw in check().saw


@pytest.mark.parametrize(
    ("old", "new", "saw"),
    [
        ("self.table", "self.rows", "no table.weight"),
        ("Embedding(vocabulary, d", "Embedding(d_model, d", "table.weight of shape (24, 24)"),
    ],
)
def test_a_layer_without_its_table_is_described(write, old, new, saw):
    write(mutants.solution().replace(old, new))
    result = check()
    assert saw in result.saw and result.done == ()


def test_the_line_to_look_at_is_that_of_the_file_as_it_is_now(write):
    """Also when the line with this number was another one a moment ago."""
    for extra in ("", "        batch = len(tokens)\n"):
        write(mutants.stub_with(UNSCALED.replace("        length", f"{extra}        length")))
        assert check().look_at.endswith("· words = self.tokens(rows)")


def test_a_missing_probe_comes_last(write):
    write(mutants.solution(("self.positions(self.position", "(self.position")))
    result = check()
    assert result.failed == "every step can be seen"
    assert result.saw == "nothing passed through self.positions"
    assert result.not_run == 3


def test_checking_does_not_seed_the_random_numbers_of_the_notebook():
    drawn = []
    for seed in (5, 6):
        torch.manual_seed(seed)
        check(Embedding).raise_if_failed()
        drawn.append(torch.rand(3))
    assert not torch.equal(*drawn)
