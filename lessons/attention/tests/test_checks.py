"""The exercise's checks: what they catch, what they call it, and how they say so."""

import json
import threading

import pytest
import torch

from lessons.attention import trial
from lessons.attention.checks import CHECKS, check
from lessons.attention.mistakes import MISTAKES
from lessons.attention.tests import mutants
from lessons.kit import checking
from lessons.kit.checking import Check, Failed, Result
from tests.kit.finds import finds
from tests.kit.threads import all_end
from transformer.attention import MultiHeadAttention

# --- right and wrong layers -------------------------------------------------------------------


# Finite, rows that sum to 1, no leak, the past, the order, the batch, parity with and without padding; dropout in training.
PROPERTIES = (3, *range(5, 12))
DROPOUT = 13


def test_every_property_fails_for_a_mistake():
    failing = set()
    for planted in MISTAKES.values():
        student = trial.Student(*planted.code)
        failed = finds(CHECKS, student, PROPERTIES) or finds(CHECKS, student, (DROPOUT,))
        assert failed
        failing |= failed
    assert failing == {*PROPERTIES, DROPOUT}


def test_a_shape_check_alone_would_catch_none():
    for planted in MISTAKES.values():
        CHECKS[2].run(trial.Student(*planted.code))


def test_the_weights_of_the_trial_give_every_head_a_preference():
    x, memory, _ = trial.cross_inputs()
    with torch.no_grad():
        weights = trial.Student(MultiHeadAttention).traced(x, memory).one("weights")
    assert (
        weights.amax(-1).mean((0, 2)).min() > 0.4
    )  # (head,); 0.2 would be an even look at 5 words


# --- code that does not get as far as a number ------------------------------------------------


def test_a_loop_that_swallows_errors_is_stopped_too(write):
    write(
        mutants.stub_with(
            "        while True:\n            try:\n                x = x + 1\n"
            "            except Exception:\n                pass\n"
        )
    )
    before = {*threading.enumerate()}
    assert "still running" in check(seconds=0.3).saw
    assert all_end({*threading.enumerate()} - before)


def test_an_endless_file_is_stopped(write):
    write("while True:\n    pass\n")
    result = check(seconds=0.3)
    assert "line 1 was still running" in result.saw or "line 2 was still running" in result.saw


def test_the_limit_works_outside_the_main_thread(write):
    write(mutants.stub_with("        while True:\n            pass\n"))
    results: list[Result] = []
    page = threading.Thread(target=lambda: results.append(check(seconds=0.3)))
    page.start()
    page.join()
    assert "still running" in results[0].saw


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})", "its __str__ raises"),
        ("return x, memory", "forward returned a tuple"),
        ("return x[:, :3]", "shape (2, 3, 24)"),
        ("return x / 0", "word 1 of sentence 1 is nan"),
    ],
)
def test_what_comes_out_instead_of_an_answer(write, line, saw):
    write(mutants.stub_with(f"        {line}\n"))
    assert saw in check().saw


def test_a_missing_probe_has_its_own_sentence(write):
    write(
        mutants.solution(
            ("self.weights(w / w.sum(-1, keepdim=True))", "w / w.sum(-1, keepdim=True)")
        )
    )
    result = check()
    assert result.failed == "rows of the weights sum to 1"
    assert result.saw == "nothing passed through `self.weights`"
    assert "self.weights(...)" in result.likely


def test_a_probe_that_only_the_pictures_miss_comes_last(write):
    write(mutants.solution(("self.head_output(torch", "(torch")))
    result = check()
    assert result.failed == "every step can be seen"
    assert result.saw == "nothing passed through self.head_output"
    assert result.not_run == 3, "what holds for every exercise"


def test_a_layer_that_needs_a_mask_does_not_run(write):
    write(mutants.solution(("if mask is not None:", "if True:")))
    result = check()
    assert result.failed == "runs on 2 sentences of 5 words"
    assert "raised TypeError" in result.saw


def test_a_layer_that_expects_a_square_mask_fails_with_padding(write):
    write(mutants.solution(("torch.where(mask,", "torch.where(mask[None, None],")))
    assert check().failed == "equals the real layer with padding"


def test_code_that_never_ends_is_not_run_again_for_its_name():
    calls = []
    endless = Check("ends", lambda student: [None for _ in iter(int, 1)], ("a", "b", "c"))
    checking.check(None, [endless], __file__, lambda student: calls.append(1) or "", seconds=0.1)
    assert calls == []


def test_an_edit_within_the_same_second_counts(write):
    write(mutants.solution())
    assert check().passed
    write(mutants.solution(("self.W_O(o)", "self.W_Q(o)")))  # as long as before
    assert not check().passed
    write(mutants.solution())
    assert check().passed


# --- how a result reads -----------------------------------------------------------------------


def test_a_result_reads_as_designed():
    def row(student):
        raise Failed("row 3 sums to 0.42", "1.00", look_at="exercise.py:7 · w")

    checks = [
        Check("runs on 2 sentences of 5 words", lambda s: None, ("a", "b", "c")),
        Check("shape (2, 5, 24)", lambda s: None, ("a", "b", "c")),
        Check("rows of the weights sum to 1", row, ("a", "b", "c")),
        Check("never reached", row, ("a", "b", "c")),
        Check("nor this", row, ("a", "b", "c")),
    ]
    result = checking.check(None, checks, __file__, lambda s: "softmax ran over the query axis")
    assert str(result) == "\n".join(
        [
            "✓ runs on 2 sentences of 5 words     ✓ shape (2, 5, 24)",
            "✗ rows of the weights sum to 1",
            "    saw      row 3 sums to 0.42           expected 1.00",
            "    likely   softmax ran over the query axis",
            "    look at  exercise.py:7 · w",
            "    next     hint(1)                      checks not run yet: 2",
        ]
    )


def test_one_result_has_three_homes():
    result = check(*MISTAKES["NoScaling"].code)
    assert repr(result) == str(result)  # a notebook
    fields = json.loads(json.dumps(result.as_dict()))  # a box in the app
    assert fields["failed"] == result.failed
    assert len(fields["hints"]) == 3
    with pytest.raises(AssertionError, match="the scores were not scaled"):  # pytest
        result.raise_if_failed()
    Result(passed=True).raise_if_failed()
