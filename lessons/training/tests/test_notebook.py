"""The training notebook: what its text claims is what its cells print."""

import math
import re
from itertools import pairwise

import pytest

from tests.kit import handout
from tests.kit.handout import PRINTED, after, numbers_in
from transformer.objectives.loss import smoothing_floor

TestAsHandedOut = handout.AsHandedOut


FLOOR = smoothing_floor(20, 0.1)


def test_the_plateau_and_the_cliff_of_addition(text):
    """The text says 168 steps, less than 5%, not one sum in twenty, 225 steps, most sums."""
    rows = re.findall(r"^steps … +(\d+)  ([\d.]+) █+ +sums right +(\d+)%$", text, re.M)
    parts = {int(step): (float(loss), int(right)) for step, loss, right in rows}
    assert list(parts) == list(range(40, 801, 40))
    first, last, low, high = after(text, "the longest plateau: steps ")[:4]
    halved = after(text, "half of that at step ")[0]
    assert (last - first + 1, halved - last) == (168, 225) and high <= 1.051 * low
    level = [loss for step, (loss, _) in parts.items() if first + 40 <= step <= last]
    assert all(low - 0.01 <= loss <= high + 0.01 for loss in level) and len(level) > 2
    assert max(right for step, (_, right) in parts.items() if step <= last) < 5
    assert all(right > 50 for step, (_, right) in parts.items() if step >= halved)


def test_cliff_and_floor_of_copy(text):
    parts = {int(n): float(x) for n, x in re.findall(r"steps +(\d+) … +\d+  loss ([\d.]+)", text)}
    assert len(parts) == 15
    assert abs(parts[21] - math.log(16)) < 0.15  # it passes blind guessing …
    assert parts[1] - parts[21] > 0.1 and parts[21] - parts[41] > 0.1  # … and hardly rests there
    falls = {n: parts[n] - parts[n + 20] for n in list(parts)[:-1]}
    assert max(falls, key=lambda n: falls[n] if n > 1 else 0) in (41, 61, 81)  # the cliff
    assert abs(falls[261]) < 0.02  # and then it is flat
    assert FLOOR < parts[281] < FLOOR + 0.05
    assert (
        after(text, "floor of label smoothing 0.1 over 20 tokens: ")[0] == round(FLOOR, 3) == 0.594
    )
    assert after(text, "lowest loss of a step: ")[0] > FLOOR
    wrong = 0.1 / 20
    assert (round(0.9 + wrong, 3), wrong) == (0.905, 0.005)  # as the text says


def test_first_the_head_finds_its_letter_then_rows_are_right(text):
    rows = re.findall(
        r"step +(\d+)  loss ([\d.]+)  attends to the right letter +(\d+)%  next letter +(\d+)%  strings .*? +(\d+)%",
        text,
    )
    losses, looks, letters, shares = (
        {int(row[0]): float(row[k]) for row in rows} for k in (1, 2, 3, 4)
    )
    assert looks[28] < 30 and abs(losses[28] - math.log(16)) < 0.2  # on the plateau: chance
    assert 30 < looks[57] < 80 and shares[57] < 20 and losses[57] < 2.4  # at the edge of the cliff
    assert looks[96] > 75 > shares[96]
    assert looks[300] > 95 and shares[300] >= 98
    assert all(b > a - 10 for a, b in pairwise(shares.values()))

    def took(scores):  # how many steps from a fifth to three quarters
        return next(n for n, x in scores.items() if x >= 75) - next(
            n for n, x in scores.items() if x >= 20
        )

    assert took(letters) < took(shares), "the letters rise faster than the rows"
    assert math.isclose(0.9**10, 1 / 3, abs_tol=0.02)


def test_too_small_and_too_large_a_rate(text):
    lines = re.findall(
        r"learning rate (\S+) +loss after 20 steps ([\d.]+), 50 ([\d.]+), 150 ([\d.]+) +strings right +(\d+)%",
        text,
    )
    rates = {float(rate): [float(x) for x in rest] for rate, *rest in lines}
    plateau = math.log(16)
    assert rates[1e-4][2] > plateau + 0.2  # has not even reached it
    assert abs(rates[1e-1][0] - rates[1e-2][0]) < 0.1  # after 20 steps like the good one
    assert abs(rates[1e-1][2] - plateau) < 0.2 and rates[1e-2][2] < plateau - 1
    assert rates[1e-2][3] > 40 and rates[1e-1][3] == rates[1e-4][3] == 0
    assert re.search(r"the loss is (nan|inf) at step \d, first in encoder\.layers\.0\.", text)
    assert "learning_rate is 0; it must be greater than 0" in text


def test_schedules(text):
    rows = {name: after(text, f"\n{name:9}") for name in ("linear", "cosine", "paper", "constant")}
    for name in ("linear", "cosine", "paper"):
        assert rows[name][2] == 1.0 and rows[name][0] < 0.1 and rows[name][4] < rows[name][3] < 1
    assert rows["paper"][4] == pytest.approx(math.sqrt(15 / 150), abs=0.01)  # 1/√step
    assert set(rows["constant"]) == {1.0}


def test_the_gradient_is_quiet_before_the_loss_falls(text):
    table = text.split("gradient, by part", 1)[1].splitlines()[1:8]
    rows = {line.split()[0]: numbers_in(PRINTED, line[18:]) for line in table}
    begin, plateau, cliff = rows["all"]
    assert plateau < begin / 3 and plateau < cliff / 3
    assert begin > 1  # this one is cut
    for part in ("encoder.layers.0", "decoder.layers.0", "source_embedding"):
        assert rows[part][1] < rows[part][2] / 3, part
    for step in range(3):  # the parts make up the whole
        whole = math.sqrt(sum(of[step] ** 2 for part, of in rows.items() if part != "all"))
        assert whole == pytest.approx(rows["all"][step], abs=0.01)


def test_same_seed_same_losses_and_a_stopped_run_goes_on(text):
    assert "same seed: equal in every bit, 20 losses: True" in text
    assert "another seed: equal losses 0 of 20" in text
    frames = after(text, "stopped after step 18; it is stopped and has frames of steps ")
    assert frames[-1] < 18
    assert after(text, "it resumed at step ")[0] == frames[-1] + 1
    assert "never stopped, bit for bit: True" in text


def test_free_running(text):
    untrained = after(text, "untrained model: 30% of the letters it reads are its own; ")[0]
    trained = after(text, "trained   model: 30% of the letters it reads are its own; ")[0]
    assert untrained > 25 and trained < 1  # nearly all of the 30%, hardly any
    assert after(text, "150 steps with scheduled sampling 0.3: ")[0] < 1.5


def test_the_next_character(text):
    """It begins worse than counting, and ends better than counting pairs; a longer training goes on."""
    frequencies, pairs = (after(text, f"counting {n}")[0] for n in ("frequencies", "pairs"))
    bits = [after(text, f"step {step:3} {' ' * 9}")[0] for step in (1, 10, 40, 180)]
    assert bits[-1] < pairs < bits[2] < frequencies < bits[0] and bits == sorted(bits, reverse=True)
    assert "a GPT with" in text
    written = re.findall(r"^(the old |my sister does not |because it )\|(.+)$", text, re.MULTILINE)
    assert len(written) == 3 and all(len(continuation.split()) > 1 for _, continuation in written)


def test_adam_by_hand(text):
    first, second = (after(text, f"step {t}: ") for t in (1, 2))
    assert first == [-0.4, 0.016, -4, 16, 0.1, 0.3162]  # 3.16 learning rates
    m, v = 0.9 * -0.4 - 0.2, 0.999 * 0.016 + 0.004
    right = [m, v, m / 0.19, v / (1 - 0.999**2)]
    right += [-0.1 * right[2] / math.sqrt(right[3]), -0.1 * m / math.sqrt(v)]
    assert second == pytest.approx(right, abs=6e-5)
    by_hand, machine = after(text, "\nby hand ")
    assert by_hand == machine


def test_what_the_deck_says_of_the_corrections(text):
    assert (
        "β₂ 0.999: m is 0.1, v is 0.001 of a gradient of 1; the first step is 3.16 learning" in text
    )
    assert (
        "β₂ 0.98: m is 0.1, v is 0.02 of a gradient of 1; the first step is 0.71 learning" in text
    )
    assert text.count("corrected 1.00") == 2
    assert after(text, "its square       ") == [25, 3600]
    assert after(text, "second derivative") == [1, 20]


def test_what_the_deck_says_of_l2(text):
    both = after(text, "2dθ into m and v: ")[0]
    alone = after(text, "2dθ into only m: ")[0]
    adamw = after(text, "m and v of only ∇J: ")[0]
    assert both < 1e-12 and adamw < 1e-12 and alone > 0.01


def test_the_two_decays(text):
    l2 = after(text, "\nAdam + L2 ")
    adamw, none = after(text, "\nAdamW "), after(text, "\nno decay ")
    assert len(set(adamw)) == len(set(none)) == 1
    assert l2 == sorted(l2, reverse=True) and l2[0] > 0.95 and l2[2] < 0.2
    assert adamw[0] == pytest.approx(none[0] * (1 - 0.01 * 0.1) ** 200, abs=0.01)


def test_the_papers_recipe(text):
    """The schedule is the formula; dropout keeps the mean, and helps where rows are few."""
    rows = re.findall(r"^step +(\d+)  formula ([\d.]+)  schedule ([\d.]+)$", text, re.M)
    assert len(rows) == 5 and all(formula == ours for _, formula, ours in rows)
    by_hand = 512**-0.5 * min(16_000**-0.5, 16_000 * 4000**-1.5)
    assert float(rows[3][1]) == pytest.approx(by_hand, abs=1e-7)
    share, rest, average = after(text, "in training: ")[:1] + after(text, "are 0, the others ")[:2]
    assert abs(share - 10) < 0.5 and rest == 1.1111 and abs(average - 1) < 0.01
    assert "in use: unchanged True" in text
    none, some, longer = (
        after(text, f"\ndropout {share}, {steps:4} steps: its 60 strings right ")
        for share, steps in ((0.0, 200), (0.1, 200), (0.1, 600))
    )
    assert none[0] > 80 > 60 > some[0] and none[1] < 0.3 < some[1]  # memorized; not yet
    assert none[2] > math.log(16) + 1 > some[2] + 0.8  # confident and wrong; no worse than a guess
    assert longer[0] >= 80 and math.log(16) < longer[2] < none[2]  # memorized as well, less harm


def test_the_leak_looks_better_and_is_worth_nothing(text):
    loss = {
        n: float(x) for n, x in re.findall(r"^([AB]): training loss ([\d.]+)", text, flags=re.M)
    }
    test = {
        n: int(x) for n, x in re.findall(r"^([AB]): .*test strings right (\d+)%", text, flags=re.M)
    }
    never = {
        n: int(x)
        for n, x in re.findall(r"^([AB]): strings never seen, right (\d+)%", text, flags=re.M)
    }
    assert test["A"] <= 5 and test["B"] >= 90
    assert max(never.values()) <= 5
    assert loss["B"] > loss["A"]  # B's is the slower one
    assert max(loss.values()) < 0.2  # both know their own rows
    assert "A: 0 of the 30 test strings" in text and "B: 30 of the 30 test strings" in text
    assert after(text, "shipped: strings never seen, right ")[0] >= 95


def test_the_edits_it_asks_for_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "learning_rate = 0.01": "learning_rate = 0.1",
        "smoothing = 0.1": "smoothing = 0.0",
        'optimizer = "AdamW"': 'optimizer = "SGD"',
        "size = 1.0": "size = 0.01",
        "beta2 = 0.999": "beta2 = 0.9999",
    }
    text = notebook.after(edits, tmp_path)
    assert after(text, "losses differ by ")[0] < 1e-3
    first, last = after(text, "steps with your Adam: loss ")[:2]
    assert last < first - 1
    plateau = math.log(16)
    assert abs(after(text, "\n1. loss of the last steps: ")[0] - plateau) < 0.25
    loss, floor, right = after(text, "\n2. loss ")
    assert loss < 0.594 and floor == 0 and right > 50
    blind, learned = (
        after(text, f"\n3. SGD, rate {rate}: loss of the last steps ")[0] for rate in (0.01, 0.3)
    )
    assert abs(blind - plateau) < 0.2 and learned < plateau - 1
    l2, adamw = after(text, "\n4. Adam + L2 ")
    assert l2 < 0.05 and adamw == pytest.approx(0.804, abs=1e-3)
    assert after(text, "\n5. first step without correction: ")[0] == 10
