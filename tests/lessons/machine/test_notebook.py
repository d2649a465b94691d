"""The machine notebook: what its text claims is what its cells print."""

import re

import pytest

from lessons.machine import CHANGED
from lessons.machine.mistakes import MISTAKES
from tests.kit import handout
from tests.lessons.machine import mutants


@pytest.fixture(scope="module")
def notebook():
    """Run from top to bottom by somebody who has not begun the exercise."""
    with handout.opened("machine") as notebook:
        yield notebook


def test_what_it_claims(notebook):
    text = notebook.text
    assert "Not yet. This cell waits for your functions." in text
    kinds = [re.search(r'"kind": ?"(\w+)"', html)[1] for html in handout.figures(notebook.made)]
    assert kinds == ["architecture", "writing", "writing", "architecture"]
    assert text.count("out of the encoder: (1, 12, 64)") == 1
    assert "W_K reads what has left encoder\nW_V reads what has left encoder\n" in text
    assert "W_Q reads what has left decoder.layers.0.cross_residual.norm\n" in text
    moved = [float(one) for one in re.findall(r"the two vectors differ by +(\d+\.\d+)", text)]
    assert len(moved) == 12 and min(moved) > 0 and CHANGED == "wide"
    free, forced = map(int, re.search(r"mend: (\d+) on its own, (\d+) with", text).groups())
    assert free > forced and re.search(r"fewer: +0\n", text)
    assert (
        int(re.search(r"one sentence, on its own: (\d+)\n", text)[1]) > 50
    )  # one that does not end
    given, own = (float(one) for one in re.findall(r"right words.*: +(\d+\.\d)%", text))
    assert given > 95 > own
    for words in (
        25_000,
        37_000,
    ):  # the decks' number and the paper's; counted from the shapes alone
        attention, norm = 4 * (512 * 512 + 512), 2 * 512
        network = 512 * 2048 + 2048 + 2048 * 512 + 512
        layers = 6 * (attention + network + 2 * norm) + 6 * (2 * attention + network + 3 * norm)
        counted = (layers + 2 * norm + words * 512) / 1e6
        assert f"{words:,} words: {counted:.1f} million parameters" in text
    for name in MISTAKES:
        assert re.search(f"^{name} +✗ ", text, re.M), name


def test_the_edits_do_what_they_are_said_to_do(notebook, tmp_path):
    edits = {
        "read = SENTENCE": 'read = "the cat sleeps"',
        "layers = 2": "layers = 1",
        'name, text = "reverse", "a b c"': 'name, text = "language_model", "the b"',
    }
    changed = notebook.as_a_student(edits, mutants.solution(), tmp_path)
    text = handout.output(changed)
    assert "after “l'”: ['chat'" in text
    assert "parce qu’elle était trop fatiguée" in text
    assert "l’animal n’a pas traversé la rue parce qu’il était trop fatigué\n" in text  # mine
    assert '"source_embedding' not in handout.figures(changed)[-1]
