"""The masks notebook: what its text claims is what its cells print."""

import re

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_the_two_meanings_of_true(text):
    right, wrong = re.findall(r"MultiheadAttention\(attn_mask=.*?off by (\S+);", text)
    assert float(right) < 1e-4 and wrong == "nan"
    assert "they sum to: tensor([0.09, 0.32, 0.36, 1.00])" in text


def test_each_planted_mistake_is_named(text):
    lines = re.findall(r"planted: (.*?) +(\d+) leaks   named: (.*)", text)
    assert len(lines) == 7
    for planted, leaks, diagnosis in lines:
        assert diagnosis == ("right" if planted == "none of them" else planted)
        quiet = planted in ("none of them", "padding_on_queries")  # as the text says
        assert (leaks == "0") == quiet


def test_the_friend_has_seen_the_answer(text):
    you, friend = map(float, re.findall(r"([\d.]+) bits per letter, held-out sequences", text))
    floor = float(re.search(r"over a sequence: ([\d.]+) bits", text)[1])
    assert friend < floor < you < 1.01 * floor
    assert re.findall(r"later letter moves: (\d+) of 25", text) == ["0", "24"]


def test_a_student_who_does_what_is_asked_sees_what_is_expected(notebook, tmp_path):
    edits = {
        "hide_padding = True": "hide_padding = False",
        "hidden = -math.inf": "hidden = -1.0",
        'preset = "causal"': 'preset = "prefix"',
        'name = "english_french"': 'name = "english_french_without_mask"',
    }
    text = notebook.after(edits, tmp_path)
    moved = re.search(r"none: its weights change by ([\d.]+)", text)
    assert float(moved[1]) > 0.05
    leaked = re.findall(r"^weights: tensor\(\[.*, ([\d.]+)\]\)", text, re.M)
    assert [float(weight) > 0 for weight in leaked] == [True]
    may, do, others = map(
        int, re.search(r"prefix: (\d+) pairs may move, (\d+) do, (\d+)", text).groups()
    )
    assert may == do > 40 and others == 0
    leaks = re.search(r"english_french_without_mask: (\d+) leaks", text)
    assert int(leaks[1]) > 50
    assert "diagnosis of your mask: right" in text
