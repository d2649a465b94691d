"""The notebooks: built from the lessons, up to date, and running from top to bottom."""

import json
import os
import re
import subprocess
import sys

import nbformat
import pytest

from lessons import LESSONS, build
from tests.kit.paths import ROOT

ANATOMY = ("Picture", "Predict", "Run", "Read the source", "Write", "Modify", "Break", "Recall")


@pytest.fixture(scope="module")
def notebooks() -> dict:
    """File → text, as this process builds them."""
    return build.built()


def test_every_notebook_is_up_to_date(notebooks, monkeypatch):
    monkeypatch.setattr(build, "built", lambda: notebooks)  # which two more tests look at
    build.main(["--check"])


def test_a_title_that_no_lesson_has_is_named():
    with pytest.raises(SystemExit, match="with the title of the entry in LESSONS"):
        build.notebook("# %% [markdown]\n# # Nothing: Why?\n#\n# {opening}\n")


def test_check_fails_on_a_stale_notebook_and_says_what_to_run(tmp_path, monkeypatch):
    copy = tmp_path / "project"
    monkeypatch.setattr(build, "LESSONS", LESSONS[:2])
    for lesson in LESSONS[:2]:
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


@pytest.mark.slow
def test_building_twice_gives_the_same_bytes_in_any_process(notebooks):
    program = "from lessons import build; print(hash('x')); print(*build.built().values())"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8"},
    )
    seed, text = run.stdout.split(b"\n", 1)
    assert int(seed) != hash("x")  # the two really hash differently
    assert text.decode() == " ".join(notebooks.values()) + "\n"


def test_an_edit_changes_only_the_ids_of_edited_cells():
    source = "# %% [markdown]\n# # One\n\n# %%\n1\n\n# %%\n2\n\n# %%\n1\n"
    ids = [cell["id"] for cell in json.loads(build.notebook(source))["cells"]]
    assert len(set(ids)) == 4  # the repeated cell too
    edited = [c["id"] for c in json.loads(build.notebook(source.replace("2", "3")))["cells"]]
    assert [a == b for a, b in zip(ids, edited, strict=True)] == [True, True, False, True]


def test_no_outputs_and_nothing_that_changes_by_itself(notebooks):
    for path in notebooks:
        made = json.loads(path.read_text(encoding="utf-8"))
        assert made["metadata"] == build.METADATA, path.name
        for cell in made["cells"]:
            assert cell["metadata"] == {}, path.name
            assert cell["cell_type"] in ("markdown", "code"), path.name
            assert not cell.get("outputs") and cell.get("execution_count") is None, path.name


def test_a_lesson_has_its_anatomy():
    for lesson in LESSONS:
        text = (ROOT / "lessons" / lesson.name / "lesson.py").read_text(encoding="utf-8")
        found = re.findall(r"^# ## (.*?)(?: · .*)?$", text, flags=re.M)
        assert tuple(found) == ANATOMY, (
            f"the headings `## …` of lessons/{lesson.name}/lesson.py must be {', '.join(ANATOMY)}"
        )


def test_it_starts_from_the_projects_folder_too(notebooks):
    """All find the project in the same way; that way is tried from there (the rest: from notebooks/)."""
    read = [nbformat.read(path, as_version=4).cells for path in notebooks]
    starts = [next(cell.source for cell in cells if cell.cell_type == "code") for cells in read]
    assert len(set(starts)) == 1
    for folder in (ROOT, ROOT / "notebooks", ROOT / "lessons" / "attention"):
        run = subprocess.run(
            [sys.executable, "-I", "-c", starts[0] + "\nimport lessons"], cwd=folder
        )
        assert run.returncode == 0, folder
