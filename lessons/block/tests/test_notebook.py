"""The notebook on a layer: what its text claims is what its cells print."""

import re

import pytest

from tests.kit import handout
from tests.kit.handout import numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_the_decoder_stays_folded_until_the_question_is_answered(notebook):
    open_, folded, *_ = handout.figures(notebook.made)
    assert "1 self-attention" in open_ and "cross-attention" not in open_
    assert "2 cross-attention" in folded and folded.startswith("<details")


def test_feed_forward_moves_nothing_elsewhere(text):
    changes = re.findall(
        r"^(\w+)\.layers\S+ {'feed-forward': (\S+), 'self-attention': (\S+)}$", text, re.M
    )
    assert [stack for stack, *_ in changes] == ["encoder", "encoder", "decoder", "decoder"]
    assert all(float(forward) == 0 and float(attention) > 0.5 for _, forward, attention in changes)


def test_a_shorter_model_writes_the_row_of_the_picture(text):
    assert numbers_in(r"^largest difference from the row of the figure: (\S+)$", text)[0] < 1e-4
    rows = re.findall(r"^(\d [\w-]+) +(\d+)% +(\d+)%$", text, re.M)
    share = {name: [int(read), int(end)] for name, read, end in rows}
    assert share["0 embedding"] == [100, 0] and share["2 feed-forward"] == [0, 100]
    assert share["2 self-attention"][1] < 25 < 75 < share["2 cross-attention"][1]


def test_english_is_read_in_the_encoder_and_french_is_not(text):
    english = re.findall(r"^English +(\S+) +(\d+)%  (.*)$", text, re.M)
    assert english[0][2].startswith("the animal did not") and " it " in english[0][2]
    assert " he " in english[1][2] and int(english[1][1]) > 40
    french = re.findall(r"^French +(\S+) +(\d+)%  (.*)$", text, re.M)
    assert all(int(share) < 10 for _, share, _ in french)


def test_the_parts_add_up_and_the_two_longest_are_named_rightly(text):
    split = text[text.index("the word   ") : text.index("the logit in the model")]
    parts = {n: float(x) for n, x in re.findall(r"^(.+?) +(-?\d+\.\d+) *█*$", split, re.M)}
    total = parts.pop("in all")
    assert sum(parts.values()) == pytest.approx(total, abs=6e-3)
    longest = sorted(parts, key=lambda name: -abs(parts[name]))[:2]
    assert set(longest) == {"2 cross-attention", "2 feed-forward"}
    assert numbers_in(r"difference (\S+)$", text)[0] < 1e-4


def test_the_friends_split_does_not_add_up(text):
    score, one_sigma, own_sigma = (
        numbers_in(rf"^{name} +(\S+)$", text)[-1]
        for name in ("the logit in the model", "all with one σ", "each with its own")
    )
    assert one_sigma == pytest.approx(score, abs=2e-3) and abs(own_sigma - score) > 0.5


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "place = 1": "place = 7",
        "silenced = 0": "silenced = 64",
        'way = "pre"': 'way = "without residual"',
        "x = (1.0, 2.0, 3.0, 4.0)": "x = (3.0, 3.0, 3.0, 3.0)",
    }
    done = notebook.after(edits, tmp_path)
    assert "l’animal n’a pas traversé la rue parce qu’il était trop fatigué" in done
    assert "l’animal n’a pas traversé la rue parce qu’elle était trop fatiguée" in done
    leading = [name for name, _ in re.findall(r"^rue +(\d [\w-]+) +(\d+\.\d+)$", done, re.M)]
    assert set(leading[:2]) == {"2 cross-attention", "2 feed-forward"}
    deep = re.search(
        r"^without residual, 24 layers: first (\S+), last (\S+), .* (\S+)$", done, re.M
    )
    size, last, alike = (float(number) for number in deep.groups())
    assert 0.05 < size < 20 and 0.05 < last < 20 and alike > 0.99
    assert re.search(r"^σ +\[0. 0. 0. 0.\]$", done, re.M)
    assert len(re.findall(r"^no root.*\[nan nan nan nan\]$", done, re.M)) == 2
