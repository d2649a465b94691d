"""The attention notebook: what its text claims is what its cells print."""

import re

from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_it_draws_the_figures(notebook):
    assert len(handout.figures(notebook.made)) == 3


def test_one_unguided_model_has_built_the_head_and_needs_it(text):
    """Each row: exact, weight on the noun, noun is strongest, exact with either noun forbidden."""
    pattern = r"^(shipped|control), (\w+) +([\d,]+) +(\d) +([\d.]+)% +([\d.]+) +([\d.]+)% +([\d.]+)% +([\d.]+)%$"
    rows = [
        (where, how, int(seed), *map(float, numbers))
        for where, how, _, seed, *numbers in re.findall(pattern, text, re.M)
    ]
    guided, seed_0, seed_2 = (row[3:] for row in rows if row[0] == "shipped")
    assert min(row[3] for row in rows) > 98, "all translate about equally well"
    for exact, weight, strongest, noun, other in (guided, seed_2):
        assert weight > 0.9 and strongest > 95 and noun < 0.6 * exact and other > 98
    assert seed_0[1] < 0.1 and seed_0[3] > 98 < seed_0[4], "the ban changes nothing"
    control = [row for row in rows if row[0] == "control"]
    assert len({row[2] for row in control if row[1] == "unguided"}) == 5
    assert all(row[6] < 50 < 98 < row[7] for row in control if row[1] == "guided")
    looks = re.findall(r"it attends to animal ([\d.]+), street ([\d.]+)", text)
    assert [float(street) > 0.9 for _, street in looks] == [False, True, False, False, False, True]


def test_the_lower_loss_is_that_of_the_layer_that_is_wrong(text):
    """And a property that must hold finds it, without any training."""

    def of_both(pattern: str) -> tuple[float, float]:
        values = dict(re.findall(rf"^(standard|merged_wrong) +{pattern}", text, re.M))
        return float(values["standard"]), float(values["merged_wrong"])

    right, wrong = of_both(r"held-out loss ([\d.]+)$")
    assert wrong < right / 2
    right, wrong = of_both(r"strings copied without a mistake: ([\d.]+)%$")
    assert wrong < 5 and right > 40
    right, wrong = of_both(r"shuffled: (\S+) apart")
    assert right < 1e-5 and wrong > 0.1
    assert of_both(r"shuffled: .* last one changed: (\d) of the 5 before it change$")[0] == 0
    assert of_both(r"shuffled: .* last one changed: (\d) of the 5 before it change$")[1] > 0


def test_who_asks_in_cross_attention_and_how_large_a_vocabulary_is(text):
    assert "W_K reads the output of encoder\nW_V reads the output of encoder\n" in text
    assert "W_Q reads the output of decoder.layers.0.cross_residual.norm\n" in text
    count = {n: float(m) for n, m in re.findall(r"^([\d,]+) words: ([\d.]+) million", text, re.M)}
    assert abs(count["37,000"] - 65) < 2 < 5 < 65 - count["25,000"]


def test_by_hand_and_in_the_model_agree(text):
    assert float(re.search(r"in the model [\d.]+, difference ([\d.e+-]+)", text)[1]) < 1e-5
    # The worked example, exact: Basili and Croce's three inputs.
    assert "tensor([1.9366, 6.6831, 1.5951])" in text


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "stretch = 1.0": "stretch = math.sqrt(d_k)",
        "dim = -1": "dim = -2",
        "mask = torch.ones(len(words), len(words), dtype=torch.bool)": "mask = masks.causal(len(words))",
    }
    made = notebook.as_a_student(edits, tmp_path)
    text = handout.output(made)
    assert re.search(r"All \d+ checks passed\.", text)
    assert "exercise.py" in handout.figures(made)[-1]  # the last figure names the student's line
    columns = re.search(r"columns tensor\(\[([^\]]*)\]", text)[1]
    assert all(abs(float(x) - 1) < 1e-3 for x in columns.split(","))
