"""The positions notebook: what its text claims is what its cells print."""

import math
import re

import pytest

from tests.kit import handout
from tests.kit.handout import PRINTED, after, numbers_in

TestAsHandedOut = handout.AsHandedOut


def test_it_draws_its_figures(notebook):
    kinds = handout.kinds(notebook.made)
    assert kinds == ["position_lab", "slide_check", "score_parts", "length_curve", "position_lab"]


def test_the_costs_that_the_list_names(text):
    """The index outgrows a word, the normalised step shrinks, binary neighbours are uneven."""
    word = after(text, "a word's vector is about")[0]
    assert after(text, "index       5, 50, 500: length")[2] > 10 * word
    assert after(text, "sinusoidal  5, 50, 500: length") == pytest.approx(
        [math.sqrt(32)] * 3, abs=1e-3
    )
    assert max(after(text, "binary      5, 50, 500: length")) < word
    steps = after(text, "of 10, 100, 1000 words:")
    assert steps == sorted(steps, reverse=True) and steps[0] > 50 * steps[2]
    assert after(text, "binary      6→7, 7→8, 8→9:") == [1, 2, 1]  # √4: four bits flip
    assert len(set(after(text, "sinusoidal  6→7, 7→8, 8→9:"))) == 1
    assert after(text, "\nlearned: ") == [704, 11]


def test_a_large_index_makes_all_words_alike_once_they_are_normalised(text):
    table = text.split("position    5, 50, 500", 1)[1]
    index, sinusoidal = (after(table, f"\n{name}") for name in ("index", "sinusoidal"))
    assert index[0] < 0.2 < 0.9 < index[1] < index[2] and index[2] > 0.99
    assert max(sinusoidal) < 0.2


def test_without_positions_outputs_are_shuffled_and_nothing_else(text):
    changes = re.findall(r"^(\w[\w ]*?) +with positions (\S+) +without (\S+)$", text, flags=re.M)
    assert [name for name, _, _ in changes] == ["shifted", "backwards", "odd ones first"]
    for _, with_positions, without in changes:
        assert float(without) < 1e-5 and float(with_positions) > 0.1


def test_the_bag_of_words_has_one_translation(text):
    french = re.findall(r"^(?:with|without|      and)[a-z ]+  (\S.*)$", text, flags=re.M)
    with_them, backwards, without, without_backwards = french
    assert with_them.startswith("l’animal") and without.startswith("la animal")  # as the text says
    assert without == without_backwards
    assert with_them != backwards


def test_the_example_of_the_deck_is_recomputed(text):
    assert after(text, "largest difference to the model's:")[0] < 1e-6
    lags = [math.cos(k) + math.cos(k / 100) for k in range(5)]
    assert after(text, "cos k + cos k/100, k = 0 … 4") == pytest.approx(lags, abs=1e-4)
    products = after(text, "PE · PEᵀ     ", lines=5)
    assert products == pytest.approx(
        [lags[abs(i - j)] for i in range(5) for j in range(5)], abs=1e-4
    )
    assert "24 of 25 printed numbers differ, by up to 1.756" in text
    assert "rank printed: 5, computed: 4" in text
    differ = [float(x) for x in re.findall(r"column \d: printed .* at most (\S+)", text)]
    assert differ[:2] == [0, 0] and differ[2] > 0.03 and 0 < differ[3] < 1e-3
    assert after(text, "printed column 2") == after(text, "p / 600")
    fall = re.findall(r"d +(\d+): .* neighbour (\d+)% of it, falls up to distance (\d+)", text)
    assert fall == [("4", "77", "3"), ("64", "97", "5"), ("512", "97", "43")]


def test_moving_on_is_one_matrix_and_a_rotary_score_knows_no_beginning(text):
    off = [float(x) for x in re.findall(r"over 50 positions (\S+)", text)]
    assert len(off) == 4 and max(off) < 1e-5
    assert after(text, "M_2 · M_3 − M_5:")[0] < 1e-5
    scores = [float(x) for x in re.findall(r"query 7 with key 2 = (\S+)", text)]
    assert len(scores) == 3 and max(scores) - min(scores) < 1e-3
    assert abs(after(text, "without rotation:")[0] - scores[0]) > 1


def test_the_four_parts_add_up_and_weigh_what_the_text_says(text):
    within = [float(x) for x in re.findall(r"add up to the real scores within (\S+)", text)]
    assert len(within) == 2 and max(within) < 1e-4
    parts = re.findall(r"^    (\w+–\w+) +([\d. ]+)$", text, flags=re.M)
    words, letters = dict(parts[:4]), dict(parts[4:])
    for of, largest in ((words, "content–content"), (letters, "position–position")):
        by_head = {name: numbers_in(PRINTED, row) for name, row in of.items()}
        for head in range(4):
            assert max(by_head, key=lambda name: by_head[name][head]) == largest


def by_length(text: str) -> dict[str, dict[int, float | None]]:
    table = text.split("\nreversed exactly", 1)[1].splitlines()
    lengths = [int(n) for n in re.findall(r"\d+", table[0])]
    fractions = {}
    for line in table[1:7]:
        name, cells = line.split()[0], line.split("steps")[1].split()
        shares = [None if c == "refuses" else float(c.rstrip("%")) for c in cells]
        fractions[name] = dict(zip(lengths, shares, strict=True))
    return fractions


def test_who_holds_beyond_the_lengths_of_training(text):
    held = by_length(text)
    assert set(held) == {"sinusoidal", "learned", "rotary", "index", "binary", "none"}
    assert max(held["none"].values()) < 60  # not even the short rows
    assert held["learned"][10] == 100 and held["learned"][11] < 10
    assert held["learned"][12] is None  # it says so itself
    for name in ("sinusoidal", "index", "binary"):  # fall within two letters
        assert held[name][10] > 80 and held[name][12] < 10
    rotary = [held["rotary"][n] for n in (10, 11, 12, 14, 16)]
    assert rotary == sorted(rotary, reverse=True)
    assert held["rotary"][12] > 50  # declines slowly
    assert held["rotary"][2] < 100  # and makes mistakes on short rows
    steps = {n: int(s) for n, s in re.findall(r"^(\w+) +(\d+) steps", text, flags=re.M)}
    more = {name for name in steps if steps[name] > steps["sinusoidal"]}
    assert more == {"rotary", "binary"}  # the two that "needed more steps"


def test_the_cards_are_what_the_models_do_now(text):
    live = text.split("computed just now", 1)[1]
    for name in ("sinusoidal", "learned", "rotary"):
        cells = re.search(rf"^{name} +(.*)$", live, flags=re.M)[1].split()
        card = [by_length(text)[name][n] for n in (10, 11, 12)]
        for cell, share in zip(cells, card, strict=True):
            assert (cell == "refuses") == (share is None)
            assert share is None or abs(float(cell.rstrip("%")) - share) <= 2


def test_learned_neighbours_became_alike(text):
    cosines = after(text, "mean cosine, distances 1 … 9")
    assert cosines[0] > 0.5 and cosines[:5] == sorted(cosines[:5], reverse=True)


def test_the_slips_of_the_decks(text):
    assert (
        "base  1000: PE(1) at d = 4 0.0316 in column 2; longest wave at d = 512: 6116 pos" in text
    )
    assert (
        "base 10000: PE(1) at d = 4 0.0100 in column 2; longest wave at d = 512: 60611 pos" in text
    )
    assert "as printed: [2, 3, 4, 5, 6, 7, 8, 9]   in a vector of 4: [0, 1, 2, 3]" in text
    assert after(text, "row 1 with i/d") == [0.8415, 0.9950, 0.0100, 1.0000]
    assert after(text, "row 1 in the paper") == [0.8415, 0.5403, 0.0100, 1.0000]
    assert after(text, "diagonal of PE · PEᵀ, i/d") == [2.0, 2.6982, 2.7877, 1.9335, 2.4227]
    slide, paper = [float(x) for x in re.findall(r"best matrix off by (\S+)", text)]
    assert slide > 0.5 and paper < 1e-5
    assert re.search(r"SinusoidalPositions +0 parameters", text)
    assert re.search(r"LearnedPositions +704 parameters", text)
    assert after(text, "other order: products differ by")[0] < 1e-5
    assert after(text, "tensor2tensor's exponent: products differ by")[0] > 0.1
    falling = after(text.split("frequencies, d ", 1)[1], "= 8")
    assert falling == sorted(falling, reverse=True)


def test_only_the_position_that_knows_the_end_falls_below_the_floor(text):
    floor = math.log(9) / 7
    assert after(text, "floor: ")[0] == pytest.approx(floor, abs=1e-4)
    loss = {n: float(x) for n, x in re.findall(r"(\w+) +loss ([\d.]+) ", text)}
    assert loss["normalised"] < 0.02 < floor < loss["sinusoidal"] < floor + 0.1
    writes = {n: int(x) for n, x in re.findall(r"(\w+) +writes (\d+) letters", text)}
    assert writes["normalised"] < 2 <= writes["sinusoidal"] <= 10
    apart = {n: float(x) for n, x in re.findall(r"(\w+) +position 3 in 5 .*: (\S+) apart", text)}
    assert apart["sinusoidal"] == 0 and apart["normalised"] > 0.1


def test_the_edits_it_asks_for_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "base = 10000.0": "base = 1.0",
        "start = 0": "start = 5",
        "code = sinusoidal": "code = concatenated",
        "loudness = 1.0": "loudness = 10.0",
        "turned_from = 0": "turned_from = 500",
    }
    text = notebook.after(edits, tmp_path)
    with_yours = re.search(r"^your positions: (.*)$", text, flags=re.M)[1]
    assert with_yours == re.search(r"^with positions +(\S.*)$", text, flags=re.M)[1]
    assert after(text, "strings reversed with your positions:")[0] > 95
    modify = re.split(r"All \d+ checks", text, maxsplit=1)[1]
    assert "wavelengths: tensor([6.2832, 6.2832, 6.2832, 6.2832])" in modify  # 1
    far, product = after(modify, "most like position 0: ")[:2]
    assert far == 44 and product > 3.99
    products = [float(x) for x in re.findall(r"^products differ by (\S+)$", modify, flags=re.M)]
    reversed_rows = [
        float(x) for x in re.findall(r"^strings reversed: ([\d.]+)%", modify, flags=re.M)
    ]
    assert len(products) == len(reversed_rows) == 2  # 2 and 3
    assert max(products) < 1e-4 and max(reversed_rows) < 10
    assert after(modify, "what the encoder reads:")[0] > 90  # 4
    assert after(modify, "sentences translated exactly:")[0] < 10
    assert after(modify, "scores differ by")[0] < 1e-3  # 5
