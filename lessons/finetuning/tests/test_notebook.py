"""The notebook on fine-tuning: its cells print what its text claims."""

import re

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_the_head_by_hand_is_the_heads(text):
    assert numbers_in(r"^largest difference to the head: (\S+)$", text)[0] < 1e-5


def test_a_cell_of_the_curves_is_trained_again(text):
    (now,) = numbers_in(r"^now, draw 1: ([\d.]+)%$", text)
    five = re.search(r"^shipped: \[([\d., ]+)\], mean", text, re.M)[1].split(", ")
    assert abs(now - 100 * float(five[1])) < 5  # of a hundred texts, on a different CPU
    assert numbers_in(r"95% interval [\d.]+% to ([\d.]+)%", text)[0] > 100


def test_two_argmax_give_answers_that_end_before_they_start(text):
    (backwards, of) = map(int, re.search(r"^(\d+) of (\d+) answers end before", text, re.M).groups())  # fmt: skip
    assert backwards > 5 and of == 100
    (simple,) = numbers_in(r"^([\d.]+)% right$", text)
    (together,) = numbers_in(r"^read together: ([\d.]+)% right", text)
    assert together >= simple


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student solves the exercise and makes every edit of "Modify"."""
    edits = {
        "labels = 12": "labels = 96",
        "steps = 100": "steps = 300",
        'head = "sentence"': 'head = "span"',
    }
    done = notebook.after(edits, tmp_path)
    (frozen,) = numbers_in(r"^frozen, 96 labels: ([\d.]+)%$", done)
    assert frozen < 45
    learned, others = map(float, re.search(r"^learned from: ([\d.]+)%; others: ([\d.]+)%$", done, re.M).groups())  # fmt: skip
    assert learned == 100 and others < 90
    after, before = map(float, re.search(r"^masked words after span: ([\d.]+)%, before ([\d.]+)%$", done, re.M).groups())  # fmt: skip
    assert after < before - 5
    assert numbers_in(r"^your answers: ([\d.]+)% right$", done)[0] > 70
