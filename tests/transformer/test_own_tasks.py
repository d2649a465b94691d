"""A task of one's own is one file: it is listed by itself, trained by its name, and says so where that is taken."""

import math
import subprocess
import sys

import pytest

from lessons.models import catalogue, plan
from lessons.training import TASKS as SHOWN
from tests.app.test_app import mistakes
from tests.kit import visit
from tests.kit.project import copied
from transformer import families, tasks
from transformer.runs import Run, RunConfig
from transformer.training import command
from transformer.training.settings import Settings

FILE = """
from transformer.tasks.letters import letter_task

def build(seed=0):
    return letter_task("{name}", "Mine", lambda row: tuple(range(len(row))), seed)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of tasks of one's own, in which a test may write, and which is forgotten afterwards."""
    monkeypatch.setattr(tasks, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "OWN_TASKS", tmp_path)
    monkeypatch.setattr(tasks, "__path__", [*tasks.__path__, str(tmp_path)])
    known = {**tasks.TASKS}
    yield tmp_path
    for name in [name for name in tasks.TASKS if name not in known]:
        del tasks.TASKS[name]
    for name in [name for name in sys.modules if name.startswith("transformer.tasks.my_")]:
        del sys.modules[name]


def write(folder, name: str) -> None:
    (folder / f"my_{name}.py").write_text(FILE.format(name=name))


def test_it_is_listed_found_and_trained_by_its_name(folder, tmp_path_factory):
    write(folder, "swap")
    assert tasks.own_names() == ["swap"] and "swap" in command.trainable()
    assert catalogue.own_tasks(SHOWN) == ["swap"]
    assert tasks.find("swap")() is tasks.find("swap")(), "drawn once in a process"
    made = plan.run_config("swap", {"steps": 2}, {"d_model": 16, "d_ff": 16, "self_heads": 2})
    run = Run.create(made, tmp_path_factory.mktemp("runs"))
    assert [event["step"] for event in run.train()] == [1, 2] and run.state() == "done"


@pytest.mark.parametrize("prefix", ["", "my_"])
def test_a_file_is_a_task_and_a_file_is_a_family(prefix, tmp_path):
    """In a copy of the project: a shipped or a private task with its own family needs two files and no other edit."""
    project = copied(tmp_path / "project")
    (project / f"transformer/tasks/{prefix}swap.py").write_text(FILE.format(name="swap"))
    gru = (project / "tests/contract/families/gru.py").read_text()
    gru = gru.replace("families.add(Family(", "(Family(")  # the folder adds what a file defines
    (project / f"transformer/families/{prefix}gru.py").write_text(gru)
    words = ["swap", "--family", "gru", "--steps", "3", "--set", "hidden=8", "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "transformer.training", *words],
        cwd=project,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "my_swap: " in done.stdout and (tmp_path / "my_swap.safetensors").exists()


def test_a_task_with_sources_can_be_learned_as_a_text():
    """A model that only goes on with a text has the yardstick of counting for any task."""
    task = tasks.find("copy")()
    small = {"d_model": 8, "d_ff": 8, "self_heads": 2, "decoder_layers": 1}
    model = families.build(task, family="decoder_only", **small)
    objective = families.family_of(model).objective
    measured = objective.measure(model, task, families.vocabularies(task))
    letters = len({letter for example in task.train for letter in example.target})
    assert 3 < measured["bits_by_counting"]["frequencies"] < math.log2(letters + 2)
    assert any(
        "baselines: unigrams" in line
        for line in objective.score_lines(measured, len(task.held_out))
    )


@pytest.mark.parametrize("name", ["pairs", "text", "copy"])
def test_a_taken_name_says_so(folder, name, capsys):
    write(folder, name)
    assert tasks.own_names() == catalogue.own_tasks(SHOWN) == [f"my_{name}"], (
        "listed with all of its name"
    )
    sentence = f"“{name}” is taken.*rename transformer/tasks/my_{name}.py"
    for said in (
        lambda: tasks.find(f"my_{name}"),
        lambda: plan.run_config(f"my_{name}", {}, {}),
        lambda: tasks.add(name, lambda seed=0: None),
    ):
        with pytest.raises(ValueError, match=sentence):
            said()
    asked = [f"my_{name}"] if name == "copy" else [f"my_{name}", name]
    for word in asked:
        with pytest.raises(SystemExit, match=sentence):
            command.main([word])


def test_the_name_of_a_model_that_ships_is_taken_too(folder):
    write(folder, "reverse_rotary")
    with pytest.raises(
        SystemExit, match="“reverse_rotary” is already the name of a built-in model"
    ):
        command.main(["reverse_rotary"])


def test_a_name_that_nothing_has_is_answered_with_those_that_there_are(folder):
    with pytest.raises(
        SystemExit, match="no model or task is called “swop”; choose one of addition, coll"
    ):
        command.main(["swop"])
    with pytest.raises(
        ValueError, match="no task is called “swop”; the known tasks are addition, collection"
    ):
        Run.create(RunConfig("swop", Settings(steps=1)), folder)


def test_what_is_broken_costs_nothing_until_it_is_asked_for(folder):
    (folder / "my_broken.py").write_text("def build(seed=0:\n")
    assert tasks.own_names() == ["broken"] and tasks.find("copy")().title == "Copy"
    with pytest.raises(SystemExit, match=r"my_broken.py:1: invalid syntax"):
        command.main(["broken"])


def test_the_page_of_trainings_lists_it(folder):
    write(folder, "swap")
    at = visit.opened("training", part="train")
    assert not mistakes(at) and "swap" in at.selectbox(key="training-task").options
    at.selectbox(key="training-task").select("swap").run()
    assert not mistakes(at) and at.text_input(key="training-steps").value == "1000"
