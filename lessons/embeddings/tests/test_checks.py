"""The embedding exercise's checks: what they catch, what they call it, and how they say so."""

import pytest
import torch

from lessons.embeddings import trial
from lessons.embeddings.checks import CHECKS, check
from lessons.embeddings.mistakes import MISTAKES
from lessons.embeddings.tests import mutants
from tests.kit.finds import finds
from transformer.embeddings import Embedding


def title(words: str) -> int:
    """The number of the check whose title holds these words."""
    (place,) = [n for n, one in enumerate(CHECKS) if words in one.title]
    return place


# --- right and wrong layers -------------------------------------------------------------------


def test_forward_may_be_finished_before_scores_is_begun(write):
    write(mutants.stub_with(mutants.FORWARD))
    result = check()
    assert result.failed == "logits of shape (2, 5, 11)"
    assert "still to be written" in result.saw
    assert len(result.done) == title("logits of shape")
    assert result.likely == ""


def test_a_mistake_in_forward_is_named_while_scores_is_still_empty(write):
    forward = mutants.FORWARD.replace("self.d_model**0.5 * rows", "rows")
    write(mutants.stub_with(forward))
    result = check()
    assert result.failed == "word vectors are √24 times their rows"
    assert "the rows were not scaled" in result.likely


def test_an_unknown_mistake_is_caught_where_it_shows(write):
    for edits, failed in mutants.CAUGHT_BY.values():
        write(mutants.solution(*edits))
        assert check().failed == failed


# Which of the checks after "every component is a number" fail on which mistake, each asked alone.
NAMES = {
    "twice": "two calls",
    "batch": "do not mix",
    "lookup": "one-hot",
    "scale": "word vectors",
    "places": "positions change",
    "unscaled": "not scaled",
    "start": "` shifts",
    "dropout": "dropout on the sum",
    "tied": "change with",
    "rows": "squared norm",
    "vectors": "vectors equal",
    "scores": "logits equal",
    "learns": "learns from both",
}
FINDS = {
    "NoScaling": {"scale", "vectors", "learns"},
    "Divided": {"scale", "vectors", "learns"},
    "ScaledByModel": {"scale", "vectors", "learns"},
    "PositionsScaledToo": {"unscaled", "vectors"},
    "PositionsForgotten": {"places", "unscaled", "vectors"},
    "PositionOfTheSentence": {"batch", "lookup", "scale", "places", "unscaled", "start", "vectors"},
    "StartIgnored": {"start", "vectors"},
    "PositionsFromOne": {"places", "vectors"},
    "TokenAsNumber": {"lookup", "scale", "vectors", "learns"},
    "DropoutForgotten": {"dropout"},
    "DropoutOnAPart": {"dropout"},
    "GradientCut": {"learns"},
    "ScoresScaled": {"rows", "scores", "learns"},
    "ScoresUntied": {"tied", "rows", "scores", "learns"},
    "ScoresNormalised": {"tied", "rows", "scores", "learns"},
    "ScoresCut": {"learns"},
}


def test_which_check_finds_which_mistake():
    names = {title(words): name for name, words in NAMES.items()}
    for mistake, right in FINDS.items():
        found = finds(CHECKS, trial.Student(*MISTAKES[mistake].code), names)
        assert {names[place] for place in found} == right, mistake


def test_a_shape_check_alone_would_catch_one():
    shapes = title("shape (2, 5, 24)"), title("logits of shape")
    students = {name: trial.Student(*planted.code) for name, planted in MISTAKES.items()}
    caught = {name for name, student in students.items() if finds(CHECKS, student, shapes)}
    assert caught == {"PositionsConcatenated", "ScoresTransposed"}


# --- code that does not get as far as a number ------------------------------------------------


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("return tokens, start", "forward returned a tuple"),
        ("return self.table(tokens[:, :3])", "shape (2, 3, 24)"),
        ("return self.table(tokens) / 0", "word 1 of sentence 1 is "),
    ],
)
def test_what_comes_out_instead_of_vectors(write, line, saw):
    write(mutants.stub_with(f"        {line}\n"))
    assert saw in check().saw


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("pass", "scores returned nothing; it needs a return"),
        ("return vectors", "shape (2, 5, 24)"),
        ("return vectors @ nothing", "raised NameError"),
        ("while True: pass", "still running"),
    ],
)
def test_what_comes_out_instead_of_scores(write, line, saw):
    write(mutants.stub_with(mutants.FORWARD, f"        {line}\n"))
    result = check(seconds=0.5)
    assert saw in result.saw
    assert result.failed == "logits of shape (2, 5, 11)"
    assert result.likely == ""


@pytest.mark.parametrize(
    ("text", "saw"),
    [
        (
            "from torch import nn\n\nclass MyEmbedding(nn.Module): ...\n",
            "MyEmbedding has no scores",
        ),
        (mutants.solution().replace("self.table", "self.rows"), "no table.weight"),
        (
            mutants.solution().replace("Embedding(vocabulary, d", "Embedding(d_model, d"),
            "table.weight of shape (24, 24)",
        ),
    ],
)
def test_a_file_without_the_layer(write, text, saw):
    write(text)
    result = check()
    assert saw in result.saw
    assert result.done == ()


def test_the_line_to_look_at_is_that_of_the_file_as_it_is_now(write):
    """Also when the line with this number was another one a moment ago."""
    for extra in ("", "        batch = len(tokens)\n"):
        forward = mutants.FORWARD.replace("self.d_model**0.5 * rows", "rows")
        write(mutants.stub_with(forward.replace("        length", f"{extra}        length")))
        assert check().look_at.endswith("· words = self.tokens(rows)")


def test_a_missing_probe_comes_last(write):
    write(mutants.solution(("self.positions(self.position", "(self.position")))
    result = check()
    assert result.failed == "every step can be seen"
    assert result.saw == "nothing passed through self.positions"
    assert result.not_run == 3


# --- how a result reads -----------------------------------------------------------------------


def test_what_is_seen_is_a_number_beside_the_one_expected(write):
    write(mutants.solution(("self.d_model**0.5 * rows", "rows")))
    result = check()
    assert result.saw == "1.00 times as long"
    assert result.expected == "√24 = 4.90 times"
    assert result.look_at.endswith("words = self.tokens(rows)")


def test_checking_does_not_seed_the_random_numbers_of_the_notebook():
    drawn = []
    for seed in (5, 6):
        torch.manual_seed(seed)
        check(Embedding).raise_if_failed()
        drawn.append(torch.rand(3))
    assert not torch.equal(*drawn)
