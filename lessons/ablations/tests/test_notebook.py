"""The ablations notebook: what its text claims is what its cells print."""

import re

import pytest

from lessons.ablations.mistakes import LAYERS
from tests.kit import handout


class TestAsHandedOut(handout.AsHandedOut):
    mistakes = "STATISTICS"  # those in a layer show in what it computes


def percent(text: str, label: str) -> list[float]:
    """Return the percentages behind a label, in the same line."""
    line = text.split(label, 1)[1].splitlines()[0]
    return [float(number) for number in re.findall(r"(-?\d+\.?\d*)%", line)]


def test_one_head_by_hand_and_whole_again(text):
    assert percent(text, "\nencoder head 3 silent")[0] < 50 < percent(text, "\nwhole   ")[0]
    assert "the model is unchanged afterwards: True" in text


def table(text: str, number: int) -> dict[str, list[str]]:
    """Return the rows of one of the two tables of removals, word by word."""
    part = re.split(r"switched off +trained without\n", text)[number]
    rows = re.findall(r"^([a-z_]+) +((?:\S+%|–) .*%  \w+)$", part, flags=re.M)
    return {name: words.split() for name, words in rows}


def test_the_table_says_what_the_list_explains(text):
    rows = table(text, 1)
    verdicts = {name: [w for w in words if w.isalpha()] for name, words in rows.items()}
    assert verdicts == {
        "norm": ["broken", "same"], "head": ["broken", "same"], "mask": ["same", "broken"],
        "scaling": ["broken", "broken"], "positions": ["broken", "broken"],
        "residual": ["broken", "worse"], "feed_forward": ["broken", "worse"],
        "smoothing": ["same"], "warmup": ["same"], "nothing": ["same"],
    }  # fmt: skip


def test_the_other_model_answers_differently(text):
    rows = table(text, 2)
    assert {name: (switched_off, without) for name, (_, switched_off, _, without) in rows.items()} == {
        "norm": ("broken", "worse"), "scaling": ("same", "same"), "residual": ("broken", "broken"),
        "feed_forward": ("broken", "same"), "positions": ("broken", "worse"),
    }  # fmt: skip
    share = {name: float(words[2].rstrip("%")) for name, words in rows.items()}
    assert share["residual"] < 1 and 95 < share["norm"] < 98 and share["positions"] > 75


def test_the_cheat_has_the_better_score_and_writes_nothing(text):
    whole, off, without = (
        percent(text.split("strings written right\n", 1)[1], label)
        for label in ("whole  ", "mask switched off  ", "trained without  ")
    )
    assert without[0] > whole[0] > 99 and without[1] == 0
    assert off[0] < 50 and off[1] == whole[1]
    losses = re.search(r"last training loss: whole (\S+), without the mask (\S+)", text)
    assert float(losses[2]) < float(losses[1])


def test_the_difference_is_seen_in_all_rows_and_not_in_a_few(text):
    assert percent(text, "20 of 20                ")[2] == pytest.approx(83.9)
    tests = re.findall(
        r"^of +(\d+) strings, right only .*: (\d+) to (\d+), p (\S+); difference (\S+) to (\S+) points$",
        text,
        re.M,
    )
    assert [row[0] for row in tests] == ["1000", "200", "50"]
    assert float(tests[0][3]) < 0.05 < float(tests[1][3])
    ends = [tuple(map(float, row[4:])) for row in tests]
    assert ends[0][1] < 0 and all(low < 0 < high for low, high in ends[1:])
    assert ends[2][1] - ends[2][0] > 3 * (ends[0][1] - ends[0][0]), "fewer rows, a wider interval"


def test_where_a_silent_head_looked_is_unchanged(text):
    head = percent(text, "head, switched off")
    assert head[:2] == [0, 0] and head[2] > 5
    assert min(percent(text, "nothing, trained without")) > 1


def test_an_ablation_that_helps_by_chance(text):
    """Claims that hold for every machine: seeds lie far apart, the same seed with and without does not."""
    assert float(re.search(r"the best against the whole model: .* p (\S+)", text)[1]) < 0.001
    moved = re.findall(r"weight that moved: (\d\S*)", text)
    assert len(moved) == 3 and all(float(share) < 1e-5 for share in moved)
    assert "strings written differently: 0" in text
    table = re.findall(r"^ +(\d) +(\d+) +(\d+) +(\S+)$", text, flags=re.M)
    assert [int(seed) for seed, *_ in table] == [2, 3, 4]
    whole, without = ([int(row[k]) for row in table] for k in (1, 2))
    within = max(abs(a - b) for a, b in zip(whole, without, strict=True))
    assert max(whole) - min(whole) > 3 * within


def test_layer_norm_number_by_number(text):
    right = "tensor([-1.3416, -0.4472,  0.4472,  1.3416])"
    assert f"LayerNorm of z          {right}" in text
    assert f"LayerNorm of 10 z + 7   {right}" in text
    lengths = {name: float(re.search(rf"^{re.escape(name)} .* length +(\S+)$", text, re.M)[1])
               for name in ("x: letter + position", "x + attention", "sum + feed-forward")}  # fmt: skip
    assert sorted(lengths.values()) == list(lengths.values()), "the sums grow"
    σ = [float(number) for number in re.findall(r"^LayerNorm.* σ +(\S+)", text, re.M)]
    assert len(σ) == 2 and all(0.2 < deviation < 0.95 for deviation in σ), (
        "γ comes last, and turns down"
    )


def test_what_the_decks_print(text):
    assert "shapes cannot be multiplied (5x7 and 8x2)" in text
    assert "X (5 × 8) @ W_Q (8 × 2): (5, 2)" in text


def test_what_mistakes_do_to_the_model(text):
    results = re.findall(r"^(\w+) +(\d+)% of the strings right   ✗ .", text, flags=re.M)
    assert [name for name, _ in results] == list(LAYERS)
    rows = {name: int(right) for name, right in results}
    for name in ("OverBatch", "OverWords", "VarianceForSigma", "NoX"):
        assert rows[name] < 5, "they break everything"
    unseen = ("Unbiased", "EpsOutside", "FixedEps", "NoEps", "Frozen", "NoDropout", "DropoutOnSum")
    for name in unseen:
        assert rows[name] == rows["StdPlusEps"] > 98, "nobody sees them"


EDITS = {
    "head = 2": "head = 0",
    "strength = 0.0": "strength = 0.5",
    'name = "reverse"': 'name = "english_french"',
    "count = 1000": "count = 50",
    "confidence = 0.95": "confidence = 0.99",
}


@pytest.fixture(scope="module")
def as_edited(notebook, tmp_path_factory):
    """Return the output for somebody who made every edit and solved the exercise."""
    folder = tmp_path_factory.mktemp("student")
    return notebook.after(EDITS, folder)


def test_a_solved_exercise_translates_as_the_real_layers_do(as_edited):
    real, yours = re.search(r"^real     (.+)\nyours    (.+)$", as_edited, re.M).groups()
    assert real == yours and len(real.split()) > 3
    assert "of 200 sentences 0 are translated differently" in as_edited


def test_a_solved_exercise_judges_the_models(as_edited):
    assert "against the whole model: p_value 0.000" in as_edited


@pytest.mark.parametrize(
    ("expected", "holds"),
    [
        ("another head matters too", lambda t: percent(t, "head 1 silent")[0] < 90),
        ("between", lambda t: 20 < percent(t, "encoder head 3 at 50%")[0] < 99),
        ("scaling matters less", lambda t: percent(t, "scaling switched off")[0] > 98),
        ("four times as wide", lambda t: percent(t, "25 of 50: from")[2] > 4 * 6.2),
        ("wider", lambda t: percent(t, "985 of 1000, 99% interval:")[0] < 97.54),
    ],
)
def test_every_edit_does_what_the_text_expects(as_edited, expected, holds):
    assert holds(as_edited), expected
