"""The scores notebook: what its text claims is what its cells print."""

import re

import pytest

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_the_query_on_its_way_changes_the_gender(text):
    steps = re.findall(r"^animal ([\d.]+)  street ([\d.]+)  (.*)$", text, re.M)
    assert len(steps) == 6
    animal, street = ([float(step[n]) for step in steps] for n in (0, 1))
    assert animal == sorted(animal, reverse=True) and street == sorted(street)
    assert steps[0][2].endswith("il était trop fatigué") and steps[-1][2].endswith(
        "elle était trop fatiguée"
    )
    assert float(re.search(r"difference to the model: (\S+)", text)[1]) < 1e-6


def test_scores_are_what_the_text_says_of_them(text):
    assert float(re.search(r"concat − additive: at most (\S+)", text)[1]) < 1e-5
    assert "dot: mat1 and mat2 shapes cannot be multiplied" in text and "general: (3, 4)" in text
    assert "(64, 64) and has rank 16" in text
    assert float(re.search(r"score − the head's own: at most (\S+)", text)[1]) < 1e-5
    assert "KeyError: 'jacky'" in text
    answers = [float(n) for n in re.findall(r"^temperature +[\d.]+: ([\d.]+)$", text, re.M)]
    assert answers[0] == 4098 and answers[-1] == pytest.approx((4098 + 4139 + 4127) / 3, abs=0.1)
    assert float(re.search(r"soft_lookup at √8 − attention: at most (\S+)", text)[1]) < 1e-5
    cosine = float(re.search(r"cosine, d_k 16: no weight more than ([\d.]+) times", text)[1])
    sharp = re.search(r"row of “it” in the model: ([\d,]+) times", text)[1]
    assert cosine < 2 and int(sharp.replace(",", "")) > 1000


def test_the_root_is_that_of_the_size_of_a_key(text):
    first = [float(re.search(rf"^÷ √{d} *tensor\(\[([\d.]+)", text, re.M)[1]) for d in (64, 512)]
    assert first == pytest.approx([0.881, 0.670], abs=2e-3)


def test_the_undivided_model_starts_with_a_larger_gradient(text):
    norms = [
        [float(norm) for norm in re.findall(r"attention (\d\.\d\d)", re.search(rf"^{name} +.*$", text, re.M)[0])]
        for name in ("reverse", "reverse_without_scaling")
    ]  # fmt: skip
    assert all(len(three) == 3 for three in norms)
    assert all(1.4 < undivided / divided < 4 for divided, undivided in zip(*norms, strict=True))


def test_weights_do_not_say_what_decides(text):
    assert re.search(r"^street 0.0: log p [+-]0.00", text, re.M)
    assert re.search(r"^street 0.9: log p -\d\.\d\d  .*elle était trop fatiguée$", text, re.M)
    line = r"(\d+) rows: .* in +(\d+) \(by chance (\d+)\), in its row in (\d+); of the (\d+) that matter, in (\d+)$"
    rows = re.findall(line, text, re.M)
    assert "(A row matters above 0.05.)" in text
    lines = [tuple(map(int, line)) for line in rows]
    assert len(lines) == 4 and {rows for rows, *_ in lines} == {96, 104}
    # "in three of the four".
    assert sum(whole < 1.5 * chance for _, whole, chance, *_ in lines) == 3
    assert all(0.45 < here / rows < 0.65 for rows, _, _, here, *_ in lines)  # "about half"
    matter, brightest = (sum(line[n] for line in lines) for n in (4, 5))
    assert 0 < matter < 20 and matter - 2 < brightest <= matter  # "few", "nearly all"
    spared = re.findall(r"”: (\d+) rows give one word .*; (\d+) of them do not matter", text)
    assert len(spared) == 4 and all(int(free) > int(sure) / 2 for sure, free in spared)
    head, answer = (
        int(re.search(rf"^measured on the {what}: +(\d+) of 96$", text, re.M)[1])
        for what in ("head's output", "answer")
    )
    assert head > 0.75 * 96 and answer == lines[0][3]  # "nearly always", and half
    weight, largest = re.search(
        r"weight of it: ([\d.]+), the largest of the row is ([\d.]+)", text
    ).groups()
    assert weight == largest
    assert float(re.search(r"output moves by ([\d.]+)", text)[1]) > 0.5
    here = re.search(r"answer changes by (-?[\d.]+) without it in this row", text)[1]
    everywhere = re.search(r"and by (-?[\d.]+) without it everywhere", text)[1]
    assert abs(float(here)) < 0.02 and abs(float(everywhere)) < 0.02


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path, text):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "factor = 1.0": "factor = 0.1",
        "squash = torch.tanh": "squash = lambda x: x",
        'attended = "street"': 'attended = "not"',
        'name = "english_french"': 'name = "english_french_unguided"',
    }
    done = notebook.after(edits, tmp_path)
    assert float(re.search(r"your lookup − the head's output: at most (\S+)", done)[1]) < 1e-4
    word, weight = re.search(r"^(\w+) (0\.\d{3})$", done, re.M).groups()
    assert word == "animal" and float(weight) < 0.3
    assert re.search(r"^the two rows differ by at most 0\.000$", done, re.M)
    assert not re.search(r"^the two rows differ by at most 0\.000$", text, re.M)
    assert re.search(r"^log p -[\d.]+  .*elle était trop fatiguée$", done, re.M)
    unguided = re.search(
        r"^\{'animal': (\S+), 'because': (\S+), 'it': (\S+)\}$", done, re.M
    ).groups()
    animal, because, it = map(float, unguided)
    assert animal < -5 and abs(because) < 0.05 and abs(it) < 0.05
