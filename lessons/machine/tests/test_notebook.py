"""The machine notebook: its cells print what its text claims."""

import re

from lessons.machine import CHANGED
from tests.kit import handout

TestAsHandedOut = handout.AsHandedOut


def test_its_claims_hold(notebook):
    text = notebook.text
    kinds = handout.kinds(notebook.made)
    assert kinds == ["architecture", "writing", "writing", "architecture"]
    assert text.count("out of the encoder: (1, 12, 64)") == 1
    by_hand, vector = (
        re.search(rf"^{name} +(tensor.*)$", text, re.M)[1]
        for name in ("times 8, plus its position", "the first vector that goes in")
    )
    assert by_hand == vector, "row, factor and position are all that goes in"
    assert 0.88 < float(re.search(r"^l' +(0\.\d+)$", text, re.M)[1]) < 0.91  # "about .90"
    moved = [float(number) for number in re.findall(r"the two vectors differ by +(\d+\.\d+)", text)]
    assert len(moved) == 12 and min(moved) > 0 and CHANGED == "wide"


def test_the_cost_of_mistakes_in_all_sentences(notebook):
    """The text says: nine of ten alike, a third from four runaways, twice as many, one in four spoiled."""

    def counts_in(*patterns: str) -> list[int]:
        matches = [re.search(pattern, notebook.text) for pattern in patterns]
        return [int(number.replace(",", "")) for match in matches for number in match.groups()]

    count, words = counts_in(r"([\d,]+) sentences, ([\d,]+) words\n")
    free, forced, more, fewer, alike, four, lost, rest, rest_forced = counts_in(
        r"correct: (\d+) on its own, (\d+) with",
        *(r"more on its own: +(\d+)\n", r"fewer: +(\d+)\n", r"as many: +(\d+)\n"),
        r"than they have words: (\d+), on their own (\d+) words",
        r"without these: (\d+) on its own, (\d+) with",
    )
    assert count == more + fewer + alike == 1000 and 0.9 < alike / count < 0.95
    assert more > 5 * fewer > 0 and 1.8 < free / forced < 2.2
    assert four == 4 and 0.3 < lost / free < 0.36 and free - lost == rest > rest_forced
    assert 9.5 < words / count < 10.5
    forced_correct, free_correct = counts_in(
        r"the right words given: (\d+)\n", r"\n  on its own: +(\d+)\n"
    )
    assert forced_correct == free_correct and 0.25 < 1 - free_correct / count < 0.3
    share = float(re.search(r"given the right ones: (\d+\.\d)%", notebook.text)[1])
    assert round(share) == 97


def test_the_edits_have_the_expected_results(notebook, tmp_path):
    edits = {
        "read = SENTENCE": 'read = "the cat sleeps"',
        "layers = 2": "layers = 1",
        'name, text = "reverse", "a b c"': 'name, text = "language_model", "the b"',
    }
    changed = notebook.as_a_student(edits, tmp_path)
    text = handout.output(changed)
    assert "after “l'”: ['chat'" in text
    assert "parce qu’elle était trop fatiguée" in text
    assert "l’animal n’a pas traversé la rue parce qu’il était trop fatigué\n" in text  # mine
    assert '"source_embedding' not in handout.figures(changed)[-1]
