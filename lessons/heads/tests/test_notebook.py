"""The heads notebook: what its text claims is what its cells print."""

import re

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_few_heads_have_a_name_with_help_and_without(text):
    for name in ("english_french", "english_french_unguided", "english_french_unguided_seed_2"):
        match = re.search(rf"{name}: (\d+) of (\d+) heads have a name", text)
        assert 0 < int(match[1]) < int(match[2]) / 3
    guided, unguided = text.split("english_french_unguided: ", 1)
    unguided, other_seed = unguided.split("english_french_unguided_seed_2: ", 1)
    assert "pronoun → noun" in guided and "pronoun → noun" not in unguided
    assert "pronoun → noun" in other_seed.split("heads concatenated")[0]


def test_a_high_score_without_a_name_has_a_high_control(text):
    listed = text.split("heads have a name", 1)[1].split("heads concatenated")[0]
    refuted = re.findall(r"no name: after an earlier copy +(0\.\d+)  control (0\.\d+)", listed)
    assert len(refuted) >= 2, "in the guided model and in an unguided one"
    assert all(float(score) - float(control) < 0.1 for score, control in refuted)


def test_heads_add_up_and_their_number_adds_no_weights(text):
    assert float(re.search(r"attention's output: ([\d.e-]+)", text)[1]) < 1e-5
    assert re.findall(r"heads of +\d+ dimensions: ([\d,]+) parameters", text) == ["1,048,576"] * 5


def test_other_heads_bring_the_same_french_about(text):
    guided, unguided = re.split(r"english_french_unguided: 4", text)[-2:]
    assert "encoder.layers.0.self_attention, head 3" in guided
    unguided = unguided.split("equal in every bit")[0]
    assert "encoder.layers.0.self_attention, head 4" in unguided

    def turning(printed: str) -> list[str]:
        """Return the encoder's layers that have a head which carries more than half of the way."""
        moved = re.findall(r"^ +([+-][\d.]+)   encoder\.layers\.(\d)", printed, re.M)
        return sorted(layer for change, layer in moved if float(change) < -5)

    assert turning(guided.split("english_french: 7")[-1]) == ["0", "1"]
    assert turning(unguided) == ["0"]
    assert "equal in every bit: True" in text


def test_what_copies_and_the_trap(text):
    shares = dict(re.findall(r"^(induction\w*): ([\d.]+)% right", text, re.M))
    assert float(shares["induction"]) > 98 > 40 > float(shares["induction_one_layer"])
    fixed = text.split("induction_fixed: ")[1].split("def score")[0]
    assert float(shares["induction_fixed"]) > 98 and "after an earlier copy" in fixed


def test_one_place_back_is_enough_when_it_is_trained_so(text):
    rows = re.findall(r"^first layer sees one position back +([\d,]+) +(.*?%) ", text, re.M)
    short, long = ([float(x) for x in re.findall(r"([\d.]+)%", scores)] for _, scores in rows)
    assert min(short) > 60 and min(long) > 85


def test_the_first_layer_does_more_than_the_textbook_says(text):
    """Without the look one place back it is lost; with that look alone, too."""
    share = {
        rule: int(share) for rule, share in re.findall(r"^(.+? back) +(\d+)% right$", text, re.M)
    }
    assert share["not one back"] < 10 and share["only one back"] < 15
    assert 30 < share["not two back"] < 60 and 80 < share["at most two back"] < 95
    assert int(re.search(r"^as trained +(\d+)% right$", text, re.M)[1]) > 98
    first = re.findall(
        r"^    layer 1, head \d: (.+?) +best", text.split("induction_one_layer: ")[0], re.M
    )
    assert first == ["no clear pattern"] * 4


def test_the_best_sentence_flatters(text):
    rows = re.findall(r"best sentence “.*?” ([\d.]+)   all sentences “.*?” ([\d.]+)", text)
    assert len(rows) == 8
    picked, fair = (sum(float(row[n]) >= 0.5 for row in rows) for n in (0, 1))
    assert picked > fair


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path, text):
    edits = {
        "count = 300": "count = 3",
        'word = "it"': 'word = "tired"',
        "heads = [0]": "heads = range(4)",
        "period = 12": "period = 13",
    }
    done = notebook.after(edits, tmp_path)
    first, second = re.findall(r"induction by your score: tensor\(\[(.*)\]\)", done)
    assert max(map(float, first.split(", "))) < 0.5 < min(map(float, second.split(", ")))
    off, largest = re.search(r"the bias: ([\d.e-]+) away .* up to ([\d.]+)", done).groups()
    assert float(off) < 1e-5 * float(largest)
    before, after = map(
        float, re.search(r"“tired” after the first layer: from ([\d.]+) to ([\d.]+)", done).groups()
    )
    assert abs(before - after) < 0.1
    few = re.search(r"^3 sentences: \d+ names: (.*)$", done, re.M)[1]
    assert few != re.search(r"^300 sentences: \d+ names: (.*)$", text, re.M)[1]
    assert "4 of 4 heads: 0% of the output is missing" in done
    assert float(re.search(r"period 13: ([\d.]+)% right", done)[1]) < 15
