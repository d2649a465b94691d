"""The notebook on sequences: its cells print what its text claims."""

import re

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_a_number_of_the_state_by_hand(text):
    rows = re.findall(r"^\w+ +[\d.]+ .* (-?[\d.]+)   \((-?[\d.]+) by hand\)$", text, re.M)
    assert len(rows) == 12 and all(new == by_hand for new, by_hand in rows)


def test_flawless_french_about_an_elephant(text):
    assert re.search(r"^fatigué +0\.7\d+ ", text, re.M)
    assert re.search(r"^boat +in +26 training sentences → l' éléphant$", text, re.M)
    assert "32 of the 33 subjects remain, 31 translations are right" in text
    assert re.search(r"^éléphant .*\n(.*\n){7}elle .*\nétait .*\ntrès .*\nraide ", text, re.M)


def test_dates_have_no_bottleneck_and_copying_has(text):
    lines = re.findall(
        r"^(\S.*?) {2,}(one state|attention|forwards|backwards) +([\d.]+)%$", text, re.M
    )
    share = {(task, reads): float(x) for task, reads, x in lines}
    assert share["dates", "one state"] == share["dates", "attention"] == 100
    assert share["copy", "one state"] < 60 < 99 < share["copy", "attention"]
    french = "English → French"
    assert share[french, "backwards"] < share[french, "forwards"] - 10


def test_what_the_friend_measured_holds_on_copying(text):
    right, all_rows, other = map(
        int, re.search(r"copied: (\d+) of (\d+) forwards, (\d+)", text).groups()
    )
    assert all_rows == 1000 and other > right + 30
    assert float(re.search(r"p = ([\d.]+)", text)[1]) < 0.01
    assert re.search(r"^read backwards +3,600 +8", text, re.M)


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path, text):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "open_gate = 0.0": "open_gate = 3.0",
        "hidden = 64": "hidden = 128",
        'name = "copy_recurrent"': 'name = "copy_recurrent_backwards"',
    }
    done = notebook.after(edits, tmp_path)
    assert "bias 3: 4.1e-01 of" in done
    small, large = (
        int(re.search(r"dimensions: ([\d,]+) parameters", t)[1].replace(",", ""))
        for t in (text, done)
    )
    assert large > 3 * small
    before, after = (
        [int(x) for x in re.search(r"by position: (.*)$", t, re.M)[1].replace("%", "").split()]
        for t in (text, done)
    )
    assert all(a < b for a, b in zip(after[2:5], before[2:5], strict=True))
    assert all(a > b for a, b in zip(after[5:], before[5:], strict=True))
    off = float(re.search(r"difference from the model’s: (\S+)", done)[1])
    assert off < 1e-5
