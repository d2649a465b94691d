"""The exercise on decoding: its solution agrees with `transformer`, and every wrong answer gets a message."""

import pytest
import torch

from lessons.decoding import checks
from lessons.decoding.checks import TABLE, check
from lessons.decoding.solution import accept, score, top_p
from lessons.decoding.tests import mutants
from lessons.kit.fixed_tensor import fixed_tensor
from tests.kit.finds import never_first
from tests.kit.stub import stub
from transformer.decoding import beam, last
from transformer.decoding.sample import Settings


def test_score_is_the_machines():
    """One of the checks of beam_step compares it with `transformer`."""
    answers = last(beam(TABLE, torch.zeros(1, 1, dtype=torch.long), 3, alpha=0.7)).answers()
    for n, tokens in enumerate(answers.tokens[0].tolist()):
        got = score(answers.total[0, n].item(), tokens[: answers.length[0, n]], 0.7)
        assert got == pytest.approx(answers.score[0, n].item())


@pytest.mark.parametrize("p", [0.01, 0.3, 0.9, 0.999, 1.0])
def test_top_p_is_the_machines(p):
    logits = fixed_tensor(20, 9).double()
    right = Settings(top_p=p).distribution(logits).by_token()
    got = [top_p(row, p) for row in logits.softmax(-1).tolist()]
    torch.testing.assert_close(torch.tensor(got, dtype=torch.float64), right)


def test_what_is_accepted_and_what_is_drawn_instead_follow_the_models_law():
    """For every draft, the distribution is p, averaged over the drafted tokens and over u."""
    p, q, grid = [0.5, 0.25, 0.125, 0.125], [0.125, 0.25, 0.125, 0.5], 64
    distribution = [0.0] * 4
    for drafted in range(4):
        for n in range(grid):
            accepted, residual = accept(drafted, p, q, (n + 0.5) / grid)
            for token in range(4):
                share = float(token == drafted) if accepted else residual[token]
                distribution[token] += q[drafted] * share / grid
    assert distribution == pytest.approx(p)


def test_every_check_is_the_first_to_fail(write):
    assert never_first(checks, mutants, write, stub("decoding")) == []


def test_the_draft_may_wait(write):
    """`accept` is optional: without it the exercise passes and says what is left."""
    stub = "    raise NotImplementedError('accept is still to be written')\n"
    write(mutants.solution("accept", [(mutants.BODIES["accept"], stub)]))
    result = check()
    assert result.passed and result.later == ("accept",) and "a token is" not in str(result)
    assert str(result).endswith("\nOptional, still to be written: accept.")
    write(mutants.solution("top_p", [(mutants.BODIES["top_p"], stub)]))
    assert not check().passed


IN_A_DICT = """\
    found = {totals[h] + p: (h, w) for h in range(len(totals)) for w, p in enumerate(log_p[h])}
    ranked = sorted(found.items(), reverse=True)
    return [one for one in ranked if one[1][1] != END][:k], []
"""


@pytest.mark.parametrize(
    ("function", "body", "saw"),
    [
        ("beam_step", "    return [], [(float('nan'), 0, 2)]\n", "ended contains (nan, 0, 2)"),
        ("beam_step", IN_A_DICT, "kept contains (-0.6931471805599453, (0, 3))"),
        ("beam_step", "    return [1, 2, 3]\n", "beam_step returned [1, 2, 3]"),
        ("beam_step", "    return [], []\n", "ended: none"),
        ("score", "    return float('inf')\n", "score returned inf"),
        ("top_p", "    return [1.0]\n", "top_p returned [1.0]"),
        ("top_p", "    return [None] * len(probabilities)\n", "top_p returned [None, None"),
        ("accept", "    return True\n", "accept returned True"),
        ("accept", "    return None, p\n", "accept returned (None, "),
        ("accept", "    return True, p[1:]\n", "accept returned (True, "),
    ],
)
def test_anything_else_gets_a_sentence(write, function, body, saw):
    write(mutants.solution(function, [(mutants.BODIES[function], body)]))
    result = check()
    assert not result.passed and saw in result.saw and result.likely == ""
    assert result.look_at.startswith("exercise.py")
