"""The notebooks: built from the lessons, up to date, and running from top to bottom."""

import inspect
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import mutants
import nbformat
import pytest
from nbclient import NotebookClient

from lessons import LESSONS, build
from lessons.attention.checks import solution
from transformer import attention

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = list(build.built())
ANATOMY = ("Picture", "Predict", "Run", "Read the source", "Write", "Modify", "Break", "Recall")


def test_every_notebook_is_up_to_date():
    build.main(["--check"])


def test_check_fails_on_a_stale_notebook_and_says_what_to_run(tmp_path, monkeypatch):
    copy = tmp_path / "project"
    for lesson in LESSONS:
        folder = copy / "lessons" / lesson.name
        folder.mkdir(parents=True)
        text = (ROOT / "lessons" / lesson.name / "lesson.py").read_text(encoding="utf-8")
        (folder / "lesson.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "ROOT", copy)
    monkeypatch.setattr(build, "NOTEBOOKS", copy / "notebooks")
    with pytest.raises(SystemExit, match="run: python -m lessons.build"):  # missing
        build.main(["--check"])
    build.main([])
    build.main(["--check"])
    lesson = copy / "lessons" / LESSONS[0].name / "lesson.py"
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\n# %%\n1 + 1\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=f"stale: notebooks/01_{LESSONS[0].name}.ipynb"):
        build.main(["--check"])


def test_building_twice_gives_the_same_bytes_in_any_process():
    program = "from lessons import build; print(hash('x')); print(*build.built().values())"
    runs = [
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True)
        for _ in range(2)
    ]
    seeds, texts = zip(*(run.stdout.split(b"\n", 1) for run in runs), strict=True)
    assert seeds[0] != seeds[1]  # the two really hash differently
    assert texts[0] == texts[1]


def test_an_edit_changes_only_the_ids_of_edited_cells():
    source = "# %% [markdown]\n# # One\n\n# %%\n1\n\n# %%\n2\n\n# %%\n1\n"
    ids = [cell["id"] for cell in json.loads(build.notebook(source))["cells"]]
    assert len(set(ids)) == 4  # the repeated cell too
    edited = [c["id"] for c in json.loads(build.notebook(source.replace("2", "3")))["cells"]]
    assert [a == b for a, b in zip(ids, edited, strict=True)] == [True, True, False, True]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_no_outputs_and_nothing_that_changes_by_itself(path):
    made = json.loads(path.read_text(encoding="utf-8"))
    assert made["metadata"] == build.METADATA
    for cell in made["cells"]:
        assert cell["metadata"] == {}
        assert cell["cell_type"] in ("markdown", "code")
        assert not cell.get("outputs") and cell.get("execution_count") is None


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_its_anatomy_and_its_goal(lesson):
    text = (ROOT / "lessons" / lesson.name / "lesson.py").read_text(encoding="utf-8")
    found = re.findall(r"^# ## (.*)$", text, flags=re.M)
    assert tuple(found) == ANATOMY
    for line in lesson.goal:
        assert f"# - {line}\n" in text


def test_printed_source_fits_a_slide():
    layer = attention.MultiHeadAttention
    for part in (attention.attention, layer.forward, layer.split, layer.merge, solution):
        assert len(inspect.getsource(part).splitlines()) <= 60
    assert len(solution().splitlines()) <= 60


@pytest.fixture(scope="module")
def attention_run():
    """The attention notebook, run from its own folder, well below a minute."""
    made = nbformat.read(NOTEBOOKS[0], as_version=4)
    begun = time.monotonic()
    run(made, "notebooks")
    assert time.monotonic() - begun < 60
    return made


def test_it_goes_on_when_the_exercise_is_still_empty(attention_run):
    text = output(attention_run)
    assert "still to be written" in text
    assert "Not yet. This cell waits for your layer." in text


def test_it_draws_the_figures(attention_run):
    assert len(figures(attention_run)) == 2


def test_what_the_text_says_about_pronouns_is_measured(attention_run):
    """Guided: relies on its look. Unguided: looks by chance, and hardly notices the ban."""
    text = output(attention_run)
    right = [float(x) for x in re.findall(r"more than the other: +([\d.]+)%", text)]
    assert right[0] > 95 and 40 < right[1] < 60
    exact = [float(x) for x in re.findall(r"([\d.]+)% translated exactly", text)]
    assert min(exact) > 97
    ban = re.findall(r"exact: ([\d.]+)% free, ([\d.]+)% when", text)
    (guided, guided_after), (unguided, unguided_after) = [tuple(map(float, pair)) for pair in ban]
    assert guided_after < 50 < guided
    assert unguided - unguided_after < 5


def test_only_the_leak_falls_below_the_honest_floor(attention_run):
    text = output(attention_run)
    loss = {n: float(x) for n, x in re.findall(r"(\w+) +held-out loss ([\d.]+)", text)}
    floor = float(re.search(r"floor: ([\d.]+) nats", text)[1])
    assert loss["mask_ignored"] < 0.1 < floor < loss["standard"] < floor + 0.1
    written = {n: float(x) for n, x in re.findall(r"(\w+) +second half .*: ([\d.]+)%", text)}
    assert written["standard"] > 95 and written["mask_ignored"] < 50


def test_by_hand_and_in_the_model_agree(attention_run):
    text = output(attention_run)
    assert float(re.search(r"in the model [\d.]+, difference ([\d.e+-]+)", text)[1]) < 1e-5
    # The worked example, exact: Basili and Croce's three inputs.
    assert "tensor([1.9366, 6.6831, 1.5951])" in text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_it_starts_from_the_projects_folder_too(path):
    made = nbformat.read(path, as_version=4)
    code = [n for n, cell in enumerate(made.cells) if cell.cell_type == "code"]
    made.cells = made.cells[: code[2] + 1]  # imports, and the first figure
    run(made, ".")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_the_edits_it_asks_for_run_and_do_what_it_expects(path, tmp_path):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    made = nbformat.read(path, as_version=4)
    edits = {
        "my_answer = None": 'my_answer = "animal"',
        "stretch = 1.0": "stretch = math.sqrt(d_k)",
        "dim = -1": "dim = -2",
        "mask = torch.ones(len(words), len(words), dtype=torch.bool)": "mask = causal(len(words))",
        "heads = 8": "heads = 2",
    }
    cells, sections = made.cells, [cell.source.split("\n")[0] for cell in made.cells]
    made.cells = cells[: sections.index("## Break")]
    for old, new in edits.items():
        (cell,) = [c for c in made.cells if re.search(f"^{re.escape(old)}( |$)", c.source, re.M)]
        cell.source = cell.source.replace(old, new)
    solved = tmp_path / "exercise.py"
    solved.write_text(mutants.solution(), encoding="utf-8")
    (first,) = [c for c in made.cells if c.source.startswith("from lessons.attention.checks")]
    point = f"from lessons.attention import trial\ntrial.EXERCISE = Path({str(solved)!r})\n"
    first.source = point + first.source
    run(made, "notebooks")
    text = output(made)
    assert "All 14 checks passed." in text
    assert "exercise.py" in figures(made)[-1]  # the third figure names the student's line
    assert "Not this model." in text
    columns = re.search(r"columns tensor\(\[([^\]]*)\]", text)[1]
    assert all(abs(float(x) - 1) < 1e-3 for x in columns.split(","))
    assert "\n1050624\n" in text  # as many parameters as with 8 heads


def run(made, folder: str) -> None:
    NotebookClient(made, timeout=60, resources={"metadata": {"path": str(ROOT / folder)}}).execute()


def figures(made) -> list[str]:
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    return [o["data"]["text/html"] for o in outputs if "text/html" in o.get("data", {})]


def output(made) -> str:
    """Everything that the cells printed or returned, as text."""
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    data = [o.get("data", {}) for o in outputs]
    texts = [d.get("text/markdown") or d.get("text/plain", "") for d in data]
    return "\n".join(o.get("text") or t for o, t in zip(outputs, texts, strict=True))
