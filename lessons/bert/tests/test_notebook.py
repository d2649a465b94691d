"""The notebook on BERT: what its text claims is what its cells print."""

import re

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_the_sum_by_hand_is_the_models(text):
    assert numbers_in(r"^largest difference to the model: (\S+)$", text)[0] < 1e-6


def test_only_who_looks_both_ways_knows_the_verb(text):
    both, back = (
        dict(re.findall(r"([\w, ]+): ([\d.]+)%", line))
        for line in re.findall(r"^discourses\w* +(is, are: .*)$", text, re.M)
    )
    assert all(float(share) > 99 for share in both.values())
    assert float(back["is, are"]) > 99 > 60 > float(back["  the verb"])


def test_of_the_words_fifteen_in_a_hundred_and_of_these_eight_in_ten(text):
    (chosen,) = numbers_in(r"words, ([\d.]+)% of them chosen", text)
    masked, other, same = (float(x) for x in re.findall(r"^(?:\[MASK\]|other|same) +[\d,]+  ([\d.]+)%$", text, re.M))  # fmt: skip
    assert abs(chosen - 15) < 1 and abs(masked - 80) < 2 and abs(other - 10) < 2 and same < 12


def test_the_friends_loss_is_zero_and_worth_nothing(text):
    last = re.findall(r"^step +\d+  words ([\d.]+)  pairs ([\d.]+)$", text, re.M)[-1]
    assert float(last[1]) < 0.01 and float(last[0]) < 2
    (right,) = numbers_in(r"'pairs_right': '([\d.]+)%'", text)
    assert 45 < right < 55
    assert numbers_in(r"answers “other” for ([\d.]+)% of the pairs", text)[0] > 99


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student solves the exercise and makes every edit of "Modify"."""
    edits = {
        'person = "queen"': 'person = "king"',
        'text = SHOWN["the verb"]': 'text = SHOWN["the verb"].replace("letter", "___")',
        'second = "she reads the new letter"': 'second = "they read the new letter"',
    }
    done = notebook.after(edits, tmp_path)
    he, she = (float(x) for x in re.search(r"'he': '([\d.]+)', 'she': '([\d.]+)'", done).groups())
    assert he > she
    verbs = re.findall(r"^(?:clean|drink|eat|play|read)s? +(\d\.\d\d)$", done, re.M)
    assert max(map(float, verbs)) < 0.9, "the thing told the verb"
    assert numbers_in(r"^comes next: ([\d.]+)%", done)[0] < 10
    assert re.search(r"^your loss on three pairs: \d", done, re.M)
