"""Runs of this app on the pages that look into heads and layers: what was just trained is offered there."""

import shutil
from functools import cache

import pytest

from lessons.host import storage
from lessons.models import plan
from lessons.pictures import results
from lessons.pictures.measure import films as measured
from tests.app.test_app import mistakes, words_of
from tests.kit import visit
from transformer.runs import Run, RunConfig
from transformer.runs.run import NUMBERS
from transformer.tasks import TASKS, films
from transformer.training.settings import Settings

pytestmark = pytest.mark.slow

SIZES = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 2}
TEXT = "\n".join(f"{word} sees the cat and the dog" for word in dir(str))
PARTS = [("heads", "roles"), ("block", "stream"), ("block", "units")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    return tmp_path


def trained(folder, task: str, steps: int = 1, text: str = "", **sizes) -> str:
    """A run, called as the pages call its model."""
    run = Run.create(
        RunConfig(task, Settings(steps=steps, batch=8), {**SIZES, **sizes}), folder, text=text
    )
    list(run.train())
    return f"run-{run.name}"


def figures(at) -> list:
    names = [e.proto.component_name for e in at.get("bidi_component") if "panel" not in e.key]
    return [name for name in names if name == "glassbox_figure"]


@pytest.fixture(scope="module")
def different(tmp_path_factory):
    """A folder with runs whose models have little in common, and their names."""
    folder = tmp_path_factory.mktemp("runs")
    return folder, [
        trained(folder, "copy", self_heads=8),
        trained(folder, "reverse", self_heads=1, norm="rms", norm_order="post"),
        trained(folder, "walk"),  # a decoder alone
        trained(folder, "text", text=TEXT),
    ]


@pytest.mark.parametrize(("lesson", "part"), PARTS)
def test_a_run_with_heads_and_norms_of_its_own_is_looked_into(different, monkeypatch, lesson, part):
    folder, names = different
    monkeypatch.setattr(storage, "RUNS", folder)
    at = visit.opened(lesson, part=part)
    for name in names:
        assert name in at.selectbox(key=f"{lesson}-model").options
        at.selectbox(key=f"{lesson}-model").set_value(name).run()
        assert not mistakes(at) and figures(at), words_of(at)
        typed = at.text_input(key=f"{lesson}-text").value
        assert len(typed) > 2, "one of its held-out rows"


@pytest.mark.parametrize(("lesson", "part"), PARTS)
def test_one_that_is_gone_is_said_and_what_it_learns_is_followed(folder, lesson, part):
    at = visit.opened(lesson, {f"{lesson}-model": "run-copy-7"}, part=part)
    assert not mistakes(at) and figures(at)
    assert "There is no run copy-7 here" in " ".join(words_of(at))
    name = trained(folder, "copy", self_heads=2)
    at = visit.opened(lesson, part=part, model=name)
    before = at.session_state["to save"]["figure"]
    shutil.rmtree(folder / name.removeprefix("run-"))
    (folder / NUMBERS).unlink()
    # Another one of that name, from another computer, say.
    trained(folder, "copy", steps=2, self_heads=2)
    at.run()
    after = at.session_state["to save"]["figure"]
    assert not mistakes(at) and set(before.arrays) == set(after.arrays)
    assert any((before.arrays[n].values != after.arrays[n].values).any() for n in before.arrays)


@pytest.mark.parametrize("lesson", ["heads", "block"])
def test_one_that_cannot_be_read_costs_its_picture_and_not_the_page(folder, lesson):
    name = trained(folder, "copy", self_heads=2)
    for frame in (folder / name.removeprefix("run-") / "frames").iterdir():
        frame.write_bytes(b"half a file")
    at = visit.opened(lesson, part=dict(PARTS)[lesson])
    at.selectbox(key=f"{lesson}-model").set_value(name).run()
    assert not at.exception and "missing or damaged" in " ".join(words_of(at))
    at.selectbox(key=f"{lesson}-model").set_value("copy").run()
    assert not mistakes(at) and figures(at)


@pytest.fixture
def few_films(monkeypatch):
    """Films, but few of them."""
    monkeypatch.setattr(films, "TRAINED", 16)
    monkeypatch.setattr(films, "HELD_OUT", 8)
    monkeypatch.setitem(TASKS, "films", cache(films.build))
    monkeypatch.setattr(results, "fresh_films", cache(lambda: measured.fresh(4)))


@pytest.mark.usefixtures("few_films")
@pytest.mark.parametrize(
    ("task", "lesson", "part", "menu"),
    [
        ("desk", "sequences", "desk", "sequences-reader"),
        ("entailment", "memory", "follows", "memory-judge"),
        ("films", "pictures", "films", "pictures-film-model"),
    ],
)
def test_it_stands_beside_those_that_ship_where_its_task_is_looked_into(
    folder, task, lesson, part, menu
):
    run = Run.create(plan.run_config(task, {"steps": 1, "batch": 8}, {}), folder)
    list(run.train())
    at = visit.opened(lesson, {menu: f"run-{run.name}"}, part=part)
    assert not mistakes(at), words_of(at)
    assert at.session_state[menu] == f"run-{run.name}"
    assert run.name in str(at.session_state["to save"]["figure"].header)


@pytest.mark.usefixtures("foreign_families")
@pytest.mark.parametrize(
    ("task", "lesson", "says"),
    [
        ("two_rows", "heads", ""),
        # What joins heads; the grid is drawn.
        ("whereabouts", "heads", "no hook is called “hop.query”"),
        ("two_rows", "block", ""),
        ("whereabouts", "block", "has neither an encoder nor a decoder with layers"),
    ],
)
def test_a_family_that_the_project_knows_nothing_of(folder, task, lesson, says):
    name = trained(folder, task)
    at = visit.opened(lesson, part=dict(PARTS[:2])[lesson], model=name)
    assert not at.exception and at.text_input(key=f"{lesson}-text").value
    assert bool(mistakes(at)) == bool(says) and says in " ".join(words_of(at))
    if lesson == "heads" or not says:
        assert at.session_state["to save"]["figure"].arrays, "the first figure is drawn"
