"""The exercise's checks: what they catch, what they call it, and how they say so."""

import inspect
import json
import threading

import pytest
import torch

from lessons.attention import trial
from lessons.attention.checks import CHECKS, check, reveal
from lessons.attention.mistakes import MISTAKES
from lessons.attention.tests import mutants
from lessons.host.limit import TooSlow, within
from lessons.kit import checking
from lessons.kit.checking import Check, Failed, Result
from tests.kit.finds import finds
from tests.kit.stub import number_of
from tests.kit.threads import all_end
from transformer.attention import MultiHeadAttention

# --- right and wrong layers -------------------------------------------------------------------


# Which check fails on which mistake, each check asked alone: finite, rows sum to 1, no leak, past is
# used, permutation, batch independent, parity 5 × 5, parity 7 × 5.
COLUMNS = (finite, rows, leak, past, shuffle, batch, square, cross) = (3, *range(5, 12))
DROPOUT = 13  # asked where all of those see nothing: what is wrong in training alone
FINDS = {
    "Cosine": {square, cross},
    "ScaledByHeads": {square, cross},
    "ScaledByKeys": {square, cross},
    "SoftmaxTwice": {leak, square, cross},
    "ScaledAfterSoftmax": {rows, square, cross},
    "Sigmoid": {rows, square, cross},
    "NotDivided": {finite, rows, shuffle, square, cross},
    "SoftmaxOverHeads": {finite, rows, leak, past, batch, square, cross},
    "MaskAdded": {leak, square},
    "AddsX": {square, cross},
    "QueriesFromMemory": {cross},
    "NoScaling": {square, cross},
    "ScaledByDk": {square, cross},
    "ScaledByModel": {square, cross},
    "SoftmaxOverQueries": {rows, leak, square, cross},
    "MaskIgnored": {leak, square},
    "MaskInverted": {finite, rows, leak, past, batch, square},
    "MaskTransposed": {leak, past, square},
    "DiagonalMasked": {finite, rows, leak, batch, square},
    "OneFutureWord": {leak, square},
    "MaskMultiplied": {leak, square},
    "MaskAfterSoftmax": {rows, leak, square},
    "SplitWithoutTranspose": {leak, shuffle, square, cross},
    "MergedWithoutTranspose": {leak, shuffle, square, cross},
    "ValuesFromKeys": {square, cross},
    "KeysFromQueries": {cross},
    "NoOutputProjection": {square, cross},
    "DropoutInEvaluation": {leak, shuffle, batch, square, cross},
    "MemoryIgnored": {cross},
    "ValuesFromQueries": {cross},
    "DropoutForgotten": {DROPOUT},
    "DropoutOnValues": {DROPOUT},
}


def test_which_check_finds_which_mistake():
    assert set(FINDS) == set(MISTAKES)
    for name, planted in MISTAKES.items():
        student = trial.Student(*planted.code)
        found = finds(CHECKS, student, COLUMNS) or finds(CHECKS, student, (DROPOUT,))
        assert found == FINDS[name], name


def test_a_shape_check_alone_would_catch_none():
    for planted in MISTAKES.values():
        CHECKS[2].run(trial.Student(*planted.code))


def test_the_weights_of_the_trial_give_every_head_a_preference():
    x, memory, _ = trial.cross()
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
    found: list[Result] = []
    page = threading.Thread(target=lambda: found.append(check(seconds=0.3)))
    page.start()
    page.join()
    assert "still running" in found[0].saw


def test_within_returns_raises_and_stops():
    assert within(5, lambda a: a + 1, 2) == 3
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 / 0)
    with pytest.raises(TooSlow) as late:
        within(0.2, lambda: [None for _ in iter(int, 1)])
    assert any(frame.filename == __file__ for frame in late.value.frames)


def test_a_limit_within_a_limit_leaves_nothing_running():
    before = {*threading.enumerate()}
    with pytest.raises(TooSlow):
        within(0.2, within, 30, lambda: [None for _ in iter(int, 1)])
    assert all_end({*threading.enumerate()} - before)


def test_an_error_is_a_sentence_with_the_line(write):
    text = mutants.solution(('"bhqd,bhkd->bhqk", q, k', '"bhqd,bhkd->bhqk", q, k[:, :2]'))
    write(text)
    result = check()
    line = number_of(text, "k[:, :2]")
    assert result.saw.startswith(f"line {line} raised RuntimeError: ")
    assert result.look_at.startswith(f"exercise.py:{line} · s = self.scores(")
    assert "Traceback" not in str(result)
    assert "\n" not in result.saw


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


@pytest.mark.parametrize(
    ("text", "saw"),
    [
        ("", "there is no class MyAttention"),
        ("MyAttention = 3\n", "MyAttention is not an nn.Module"),
        ("from torch import nn\n\nclass MyAttention(nn.Module): ...\n", "raised TypeError"),
        (mutants.solution().replace("self.W_V", "self.W_W"), "no W_V.weight"),
        (
            mutants.solution().replace(
                "W_O = nn.Linear(d_model, d_model)", "W_O = nn.Linear(9, 9)"
            ),
            "W_O",
        ),
    ],
)
def test_a_file_without_the_layer(write, text, saw):
    write(text)
    result = check()
    assert saw in result.saw
    assert result.done == ()


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
    asked = []
    endless = Check("ends", lambda student: [None for _ in iter(int, 1)], ("a", "b", "c"))
    checking.check(None, [endless], __file__, lambda student: asked.append(1) or "", seconds=0.1)
    assert asked == []


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


def test_reveal_prints_the_real_source(capsys):
    reveal()
    shown = capsys.readouterr().out
    assert inspect.getsource(MultiHeadAttention.forward) in shown
    assert "softmax(masked, mask)" in shown
