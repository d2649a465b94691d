"""The memory notebook: its cells print what its text claims."""

import re

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_by_hand_it_is_what_the_model_does(text):
    rows = re.findall(r"^   (\w.*?) +match +(-?[\d.]+)   weight ([\d.]+)$", text, re.M)
    first, second = rows[:5], rows[5:]
    assert max(first, key=lambda row: float(row[2]))[0] == "john takes the ball"
    assert max(second, key=lambda row: float(row[2]))[0] == "john goes to the office"
    assert numbers_in(r"^largest difference from the model: (\S+)$", text)[0] < 1e-6


def test_the_order_matters_only_with_temporal_encoding(text):
    timed, blind = re.findall(
        r"^stories_hops_2\S* +(\w+) → (\w+) +the logits move by (\S+)", text, re.M
    )
    assert timed[:2] == ("office", "garden") and float(timed[2]) > 1
    assert blind[:2] == ("office", "office") and float(blind[2]) < 1e-4
    changed = re.findall(r"^stories_hops_2\S* +facts shuffled: (\d+) of 1000", text, re.M)
    assert int(changed[0]) > 100 and int(changed[1]) == 0


def test_one_hop_is_as_accurate_as_a_baseline(text):
    (score,) = numbers_in(r"^accuracy of the model with one hop +(\S+)$", text)
    ((guess, same),) = re.findall(
        r"^accuracy of the baseline often +(\S+)   same answer as the model: (\S+)$", text, re.M
    )
    assert abs(score - float(guess)) < 0.01 and float(same) > 0.85


def test_a_person_who_moves_twice_is_lost_without_time(text):
    counted = re.findall(r"moved (\d) times: accuracy ([\d.]+) in (\d+) stories", text)
    half = len(counted) // 2
    assert {right for _, right, _ in counted[:half]} == {"1.00"} and counted[half][1] == "1.00"
    assert all(float(right) < 0.7 for _, right, _ in counted[half + 1 :])
    assert re.search(r"^moved once +\d+ stories, accuracy without time: 1.00$", text, re.M)


def test_word_by_word_attention_by_hand_agrees_with_the_model(text):
    looks = re.findall(r"^attends most to word +(\d+) of the premise", text, re.M)
    assert len(looks) == 3 and looks[-1] == "3", "roses"
    assert max(numbers_in(r"^largest difference from the model: (\S+)$", text)) < 1e-5


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "my_question = QUESTION": 'my_question = "where is the apple"',
        "hops = 2": "hops = 3",
        "seeds = ()": "seeds = (0,)",
    }
    done = notebook.after(edits, tmp_path)
    assert re.search(r"^office 1\.000$", done, re.M), "the student's functions answer"
    looks = re.findall(r"^hop (\d): (.*?) +([\d.]+)$", done, re.M)
    assert [fact for _, fact, _ in looks[:2]] == [
        "mary takes the apple",
        "mary goes to the kitchen",
    ]
    assert len(looks[2:]) == 3 and len({fact for _, fact, _ in looks[2:]}) == 2
    assert float(re.search(r"^seed 0: accuracy ([\d.]+)", done, re.M)[1]) < 0.8
