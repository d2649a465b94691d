"""The notebook on alignment: its cells print what its text claims."""

import re

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_the_formulas_give_what_passed_the_probes(text):
    assert numbers_in(r"^difference from the recorded values: (\S+)$", text)[0] < 1e-4
    assert re.findall(r"^ ?(\d+) words: +(\d+) weights, a context of (\d+)$", text, re.M) == [
        ("4", "4", "192"), ("12", "12", "192"), ("25", "25", "192"),
    ]  # fmt: skip
    assert re.search(r"^il +largest weight on tired +0\.99$", text, re.M)


def test_every_date_is_right_and_its_year_is_looked_at_one_further(text):
    assert re.search(r"^Dates, Bahdanau +100\.0% +59\.4%$", text, re.M)
    rows = {name: list(map(float, row.split())) for name, row in re.findall(r"^(before it|on it|after it) +(.+)$", text, re.M)}  # fmt: skip
    assert rows["on it"][:4] == [0, 1, 1, 1] and rows["after it"][0] > 0.95
    assert max(rows["on it"][5:7]) < 0.3, "the month is decided by a later letter"


def test_the_friends_decoder_scores_the_same_and_is_one_step_early(notebook):
    text = notebook.text
    folded = "\n".join(handout.figures(notebook.made))
    right = re.findall(r"(ours|the friend’s) +exact match (\S+)%", text + folded)
    assert len(right) >= 2 and right[0][1] == right[1][1]
    peaks = re.findall(r"(ours|the friend’s) +largest .* on it (\S+), after (\S+)", text + folded)
    (_, on, _), (_, early, after) = peaks
    assert float(on) > 0.8 > 0.2 > float(early) and float(after) > 0.6


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student solves the exercise and makes the edits of "Modify"."""
    edits = {
        'text = "the animal did not cross the street because it was too wide"': 'text = "my old cat never sleeps in the kitchen"',
        'score, both_ways = "additive", False': 'score, both_ways = "general", True',
    }
    done = notebook.after(edits, tmp_path)
    assert "l’animal n’a pas traversé la rue parce qu’il était trop fatigué" in done
    assert re.search(r"^ne +never", done, re.M) and re.search(r"^jamais +never", done, re.M)
    assert numbers_in(r"^general: (\d+)% copied correctly", done)[0] > 50
