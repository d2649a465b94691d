"""The attention notebook: what its text claims is what its cells print."""

import inspect
import re

import pytest

from lessons.attention.checks import solution
from tests.kit import handout
from tests.lessons.attention import mutants
from transformer import attention


def test_printed_source_fits_a_slide():
    layer = attention.MultiHeadAttention
    for part in (attention.attention, layer.forward, layer.split, layer.merge, solution):
        assert len(inspect.getsource(part).splitlines()) <= 60
    assert len(solution().splitlines()) <= 60


@pytest.fixture(scope="module")
def notebook():
    """Run from top to bottom by somebody who has not begun the exercise."""
    with handout.opened("attention") as notebook:
        yield notebook


@pytest.fixture(scope="module")
def text(notebook):
    return notebook.text


def test_it_goes_on_when_the_exercise_is_still_empty(text):
    assert "still to be written" in text
    assert "Not yet. This cell waits for your layer." in text


def test_it_draws_the_figures(notebook):
    assert len(handout.figures(notebook.made)) == 3


def test_what_the_text_says_about_pronouns_is_measured(text):
    """Guided: relies on its look. Unguided: looks by chance, and hardly notices the ban."""
    right = [float(x) for x in re.findall(r"more than the other: +([\d.]+)%", text)]
    assert right[0] > 95 and 40 < right[1] < 60
    exact = [float(x) for x in re.findall(r"([\d.]+)% translated exactly", text)]
    assert min(exact) > 97
    ban = re.findall(r"exact: ([\d.]+)% free, ([\d.]+)% when", text)
    (guided, guided_after), (unguided, unguided_after) = [tuple(map(float, pair)) for pair in ban]
    assert guided_after < 50 < guided
    assert unguided - unguided_after < 5


def test_only_the_leak_falls_below_the_honest_floor(text):
    loss = {n: float(x) for n, x in re.findall(r"(\w+) +held-out loss ([\d.]+)", text)}
    floor = float(re.search(r"floor: ([\d.]+) nats", text)[1])
    assert loss["mask_ignored"] < 0.1 < floor < loss["standard"] < floor + 0.1
    written = {n: float(x) for n, x in re.findall(r"(\w+) +second half .*: ([\d.]+)%", text)}
    assert written["standard"] > 95 and written["mask_ignored"] < 50


def test_by_hand_and_in_the_model_agree(text):
    assert float(re.search(r"in the model [\d.]+, difference ([\d.e+-]+)", text)[1]) < 1e-5
    assert re.search(r"^with it: tensor\(\[0\., 0\., 0\.\]\)$", text, re.M)
    hidden = re.search(r"without the mask: tensor\(\[(.*)\]\)", text)[1]
    assert min(map(float, hidden.split(","))) > 0
    assert float(re.search(r"the sentence alone: ([\d.e+-]+)", text)[1]) < 1e-5
    # The worked example, exact: Basili and Croce's three inputs.
    assert "tensor([1.9366, 6.6831, 1.5951])" in text


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        "stretch = 1.0": "stretch = math.sqrt(d_k)",
        "dim = -1": "dim = -2",
        "mask = torch.ones(len(words), len(words), dtype=torch.bool)": "mask = causal(len(words))",
        "heads = 8": "heads = 2",
    }
    made = notebook.as_a_student(edits, mutants.solution(), tmp_path)
    text = handout.output(made)
    assert re.search(r"All \d+ checks passed\.", text)
    assert "exercise.py" in handout.figures(made)[-1]  # the last figure names the student's line
    columns = re.search(r"columns tensor\(\[([^\]]*)\]", text)[1]
    assert all(abs(float(x) - 1) < 1e-3 for x in columns.split(","))
    assert "\n1050624\n" in text  # as many parameters as with 8 heads
