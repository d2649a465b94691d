"""The notebook on a layer of one's own: what its text claims is what its cells print."""

import re

import pytest

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_a_good_layer_has_no_red_light_and_a_bad_one_has(text):
    assert "no failed check" in text
    red = re.findall(r"^✗ (.+?): ", text, re.M)
    assert "rows sum to one" in red and "no future leak" in red
    assert "order-blind without positions" not in red  # no word knows its place


def test_what_a_layer_costs_is_printed_with_its_time(text):
    costs = re.findall(
        r"^(\w+) +[\d,]+ parameters +([\d.]+) ms per step +([\d.]+) MB stored$", text, re.M
    )
    assert [name for name, *_ in costs] == ["standard", "sharper", "additive"]
    assert all(float(ms) > 0 and float(kept) > 0 for _, ms, kept in costs)


def test_intervals_are_what_the_text_says(text):
    rows = re.findall(
        r"^ *(\d+) of +(\d+)   Wilson +(\S+)% … +(\S+)%   school +(\S+)% … +(\S+)%$", text, re.M
    )
    intervals = {f"{right} of {count}": list(map(float, ends)) for right, count, *ends in rows}
    assert intervals["20 of 20"] == [pytest.approx(83.9), 100, 100, 100]  # answer 8: 84%
    assert intervals["1 of 20"][2] < 0 < intervals["1 of 20"][0]
    held = re.findall(r"Wilson contains it in (\d+)%, school in (\d+)%", text)
    wilson, simple = zip(*((int(w), int(s)) for w, s in held), strict=True)
    assert len(held) == 5 and min(wilson) >= 90 and min(simple) < 40


def test_the_paired_test_by_hand_and_with_fewer_rows(text):
    by_hand, machine = re.search(r"by hand .* = (\S+); compare\(\): (\S+)", text).groups()
    assert by_hand == machine
    rows = re.findall(
        r"^ *(\d+) strings: (\d+) against (\d+), \S+ apart, p (\S+); difference (\S+) to (\S+) points$",
        text,
        re.M,
    )
    seen = {int(count): (int(first), int(second), float(p)) for count, first, second, p, *_ in rows}
    assert seen[1000][:2] == (13, 0) and seen[200] == (4, 0, 0.125)  # one of eight tries
    ends = {int(row[0]): tuple(map(float, row[4:])) for row in rows}
    assert ends[1000][1] < 0 and all(low < 0 < high for n, (low, high) in ends.items() if n < 500)
    assert seen[100] == seen[50] == (0, 0, 1) and seen[1000][2] < 0.05


def test_rotary_parts_at_the_query_and_its_line_is_named(text):
    rows = re.findall(r"^(\w+) +(\d+\.\d{4})   (\S+)$", text, re.M)
    apart = {name: float(difference) for name, difference, _ in rows}
    assert apart["value"] == 0 < apart["query"]
    assert rows[0][2].startswith("transformer/variants/rotary.py:")


def test_the_friend_has_chosen_the_hundred(text):
    chosen = {name: int(n) for name, n in re.findall(r"^(binary|rotary): (\d+) of 100", text, re.M)}
    assert chosen["rotary"] > chosen["binary"]
    rows = re.findall(r"^sentences +\d+ to \d+ binary +(\d+) rotary +(\d+)$", text, re.M)
    binary, rotary = (sum(int(row[k]) for row in rows) for k in (0, 1))
    assert len(rows) == 10 and binary > rotary
    assert f"all 1000: binary {binary} rotary {rotary} rotary is no difference seen" in text


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "factor = 3.0": "factor = 1.0",
        'place = "decoder.layers.0.self_attention"': 'place = "decoder.layers.1.self_attention"',
        "        return self.scaled(2 * scores)": "        return 2 * scores",
        "sentences = 500": "sentences = 50",
    }
    done = notebook.after(edits, tmp_path)
    assert "'cached equals full': 'green'" in done and "'red'" not in done
    assert "first difference: no step" in done
    assert "in decoder.layers.1.self_attention first difference: query" in done
    seen = re.search(r"^seen: (.*)$", done, re.M)[1]
    assert "'scaled'" not in seen and "'masked'" in seen
    wide = [float(w) for w in re.findall(r"% to \S+%, (\S+)% wide", notebook.text + done)]
    assert wide[-1] > 2.5 * wide[0]
