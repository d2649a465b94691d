"""The training page as Streamlit runs it: bad choices, a run from press to film, rewinding, deleting."""

import json
import shutil
import tempfile
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lessons.host import server
from lessons.models import catalogue, plan
from lessons.training import PARTS, SUGGESTED, TASKS, actions, controls, prediction
from lessons.training.measured import Course, course
from tests.app.test_app import mistakes, words_of
from tests.kit import visit
from tests.kit.small import TINY
from tests.kit.upload import uploaded
from tests.kit.visit import paragraphs
from tests.kit.workers import AtOnce, hired
from transformer import tasks
from transformer.families import config_of
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Run, RunConfig, runs
from transformer.tasks.custom.stored import FILES
from transformer.training import vocabularies
from transformer.training.command import started
from transformer.training.recipes import RECIPES
from transformer.training.settings import Settings


@pytest.fixture
def workers(monkeypatch, tmp_path):
    """A folder of runs, and workers of this test."""
    return hired(AtOnce(), monkeypatch, tmp_path)


def opened(part: str = "train", **choices) -> AppTest:
    at = visit.begun("training")
    at.session_state["training-part"] = part
    small = {"steps": "3", "d_model": "16", "d_ff": "16", "self_heads": "2"}
    for name, value in {**small, **choices}.items():
        at.session_state[controls.key(name)] = value
    return at.run()


def press(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    return at.run()


def drawn(at: AppTest) -> list[str]:
    """The figures on the page."""
    names = [e.proto.component_name for e in at.get("bidi_component")]
    return [name for name in names if name == "glassbox_figure"]


_trained = tempfile.TemporaryDirectory()


@cache
def trained() -> Run:
    """The run that every test gets a copy of."""
    run = Run.create(RunConfig("copy", Settings(steps=12), TINY), Path(_trained.name))
    list(run.train())
    return run


@pytest.fixture
def done(workers, tmp_path) -> Run:
    run = Run(shutil.copytree(trained().folder, tmp_path / trained().name))
    run.write_card({**run.card, "created": time.time()})  # what is kept of a run knows it by this
    return run


# --- opening -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_every_part_opens_before_there_is_a_run(workers, part):
    at = opened(part)
    assert not mistakes(at), [c.value for c in at.code]
    assert workers.trained == []
    assert PARTS[part][1] in paragraphs(at)


def test_a_damaged_run_is_named_and_the_others_can_be_used(done):
    torn = done.folder.parent / "torn"
    torn.mkdir()
    (torn / "card.json").write_text("{")
    at = opened("film")
    assert not mistakes(at)
    assert any("torn/card.json cannot be read" in text for text in words_of(at))
    assert done.name in at.selectbox(key="training-run").options


def test_every_task_is_offered():
    # Only in a terminal: tasks that start from the weights of another model, need no attention, or take minutes.
    terminal = {
        "drawings_by_hand",
        "entailment_two",
        "prompts",
        "prompts_everything",
        "desk_prompt",
    }
    all_tasks = {*tasks.TASKS, *FILES} - terminal
    assert {*TASKS, *catalogue.own_tasks(TASKS)} >= all_tasks and set(SUGGESTED) <= all_tasks
    for task, suggested in SUGGESTED.items():
        sizes = dict.fromkeys(("encoder_layers", "decoder_layers"), suggested.layers)
        settings = {"steps": suggested.steps, "learning_rate": suggested.learning_rate}
        assert plan.run_config(task, settings, sizes).task == task


SHIPPED = {"collection": "collection", "entailment": "entailment_dot", "desk": "desk_luong", "drawings": "drawings", "films": "films"}  # fmt: skip


@pytest.mark.parametrize("task", SHIPPED)
def test_what_is_suggested_is_how_the_model_was_trained_that_ships(monkeypatch, task):
    recipe, learned = RECIPES[SHIPPED[task]], tasks.TASKS[task]()
    state = {controls.key(name): value for name, value in controls.DEFAULTS.items()}
    monkeypatch.setattr(controls.st, "session_state", state)
    state[controls.key("task")] = task
    controls.suggest()
    made = controls.chosen()
    assert made.settings == recipe.settings and made.task == recipe.task
    ours, theirs = (config_of(model) for model in (made.build(learned), started(recipe, learned)))
    assert ours == theirs
    state[controls.key("task")] = "copy"
    controls.suggest()
    assert state == {controls.key(name): value for name, value in controls.DEFAULTS.items()}


# --- bad input: a sentence before the run starts -----------------------------------------------------

BAD = [
    ("learning_rate", "0", "learning_rate is 0"),
    ("learning_rate", "-0.1", "greater than 0"),
    ("learning_rate", "fast", "it must be a number"),
    ("learning_rate", "inf", "finite"),
    ("learning_rate", "nan", "finite"),
    ("steps", "0", "greater than 0"),
    ("steps", "1e9", "at most 20,000"),
    ("steps", "2.5", "whole number"),
    ("layers", "0", "it must be at least 1"),
    ("layers", "99", "at most 6"),
    ("d_model", "15", "d_model is 15 and self_heads is 2, but"),
    ("self_heads", "0", "self_heads is 0, but"),
    ("dropout", "1", "dropout is 1"),
    ("warmup", "2", "0 ≤ warmup < 1"),
    ("seed", "-1", "0 or more"),
    ("batch", "<b>", "“<b>”"),
]


@pytest.mark.slow
def test_bad_choices_get_a_sentence_and_no_run(workers, tmp_path):
    at = opened()
    assert not [problem for *_, problem in BAD if problem in " ".join(words_of(at))]
    for name, value, problem in BAD:
        box = at.text_input(key=controls.key(name))
        good = box.value
        at = box.set_value(value).run()
        assert problem in " ".join(words_of(at)), "told before anything is pressed"
        at = at.button(key="training-start").click().run()
        assert not mistakes(at)
        assert problem in " ".join(words_of(at))
        assert workers.trained == [] and list(tmp_path.iterdir()) == []
        at.session_state[actions.BOX.problem] = ""
        at.text_input(key=controls.key(name)).set_value(good)  # together with the next bad one


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"one\tune", "different source sentences: 1"),
        (b"one\tune\n" * 50, "different source sentences: 1"),
        (b"no tab at all\n" * 30, "o columns were recognized"),
        (b"only one side\t\n" * 40, "1 (labels), 2 (empty)"),
        (b"\xff\xfeA", "UTF-8"),
        (b"a\x81b\tc", "UTF-8"),
        (None, "no file"),
    ],
)
def test_bad_files_get_a_sentence(workers, tmp_path, monkeypatch, data, problem):
    state = {controls.key(n): v for n, v in {**controls.DEFAULTS, "task": "pairs"}.items()}
    monkeypatch.setattr(actions.st, "session_state", state)
    actions.train(data and uploaded(data))
    assert problem in state[actions.BOX.problem] and state[actions.BOX.problem].endswith(".")
    assert workers.trained == [] and runs(tmp_path) == []


def test_own_pairs_are_trained(workers, tmp_path, monkeypatch):
    chosen = {**controls.DEFAULTS, "task": "pairs", "steps": "3", "d_model": "16"}
    state = {controls.key(n): v for n, v in chosen.items()}
    monkeypatch.setattr(actions.st, "session_state", state)
    text = "\ufeff" + "".join(f"say {n} now\tdis {n} ici\tCC-BY\n" for n in range(40))
    actions.train(uploaded(text.encode()))
    assert state[actions.BOX.problem] == "" and workers.trained == ["pairs-1"]
    assert runs(tmp_path)[0].state() == "done"
    assert "3 (credits). Used: 1 and 2." in runs(tmp_path)[0].card["remarks"][0]


# --- from press to film ------------------------------------------------------------------------------


def test_press_train(workers, tmp_path):
    at = press(opened(), "training-start")
    assert not mistakes(at) and workers.trained == ["copy-1"]
    run = runs(tmp_path)[0]
    assert RunConfig.read(run.card).settings.steps == 3
    assert RunConfig.read(run.card).sizes["d_model"] == 16
    assert at.session_state["to save"]["figure"].header["run"] == "copy-1"
    assert at.session_state["to save"]["figure"].header["state"] == "done"
    assert len(drawn(at)) == 2, "what is said of the curves, and the pinned sentence under them"
    assert len(at.get("plotly_chart")) == 4


def test_a_rate_of_1e9_ends_with_the_step_and_the_layer(workers):
    at = press(opened(learning_rate="1e9"), "training-start")
    assert not mistakes(at)
    text = " ".join(words_of(at))
    assert "The loss is nan at step" in text and "coder.layers.0." in text and ".py:" in text


def test_nobody_fills_the_line_alone(workers, monkeypatch):
    monkeypatch.setattr(server, "progress", lambda name: {"state": "running", "queue_position": 0})
    monkeypatch.setattr(workers, "submit", lambda run, visitor: workers.trained.append(run.name))
    state = {controls.key(n): v for n, v in controls.DEFAULTS.items()}
    monkeypatch.setattr(actions.st, "session_state", state)
    for _ in range(3):
        actions.train(None)
    assert workers.trained == ["copy-1", "copy-2"]
    assert "copy-1 and copy-2 have not finished yet" in state[actions.BOX.problem]


def test_the_page_opens_on_a_finished_training(workers):
    """Its film stands there, and nothing that is to be chosen for a new one."""
    assert next(iter(PARTS)) == "film"
    at = opened("film")
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "training_film" and figure.header["run"] == "addition"
    assert {"plateau", "cliff"} <= set(figure.header["jumps"])
    assert not at.text_input and workers.trained == []
    assert "addition, included in the project" in at.selectbox(key="training-run").options


def test_the_film_and_its_files(done):
    at = opened("film", run=done.name)
    assert not mistakes(at)
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "training_film" and figure.header["frames"] == done.checkpoints()
    from safetensors.torch import load

    from lessons.training import results

    state = load(results.model_file(done))
    real = done.model_at(12).state_dict()
    assert all((state[name] == value).all() for name, value in real.items())
    assert json.loads(results.card_file(done)) == done.card
    page = results.film_file(done, 0).decode()
    assert page.startswith("<!doctype html>") and "copy-1" in page


def test_a_pinned_run_cannot_be_deleted(done, tmp_path):
    actions.pin(done.name)
    assert done.card["pinned"]
    actions.remove(done.name)
    actions.remove("../" + tmp_path.name), actions.remove("nothing")
    assert done.folder.exists()
    actions.pin(done.name)
    actions.remove(done.name)
    assert not done.folder.exists() and tmp_path.exists()


# --- rewind and change one thing ---------------------------------------------------------------------


def test_rewind(done, workers, tmp_path, monkeypatch):
    state, step = {}, done.checkpoints()[-3]
    with monkeypatch.context() as here:
        here.setattr(actions.st, "session_state", state)
        rewind(done, step, state, Run(tmp_path / "copy-2"))
    assert workers.trained == ["copy-2"]
    at = opened("compare")
    assert not mistakes(at)
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "training_pair" and figure.header["parted"] == step


def rewind(done, step, state, new):
    actions.branch(done.name, step, "learning_rate", "1e-3")
    assert state[actions.BOX.problem] == "" and new.card["parent"] == {
        "run": "copy-1",
        "step": step,
    }
    a, b = ([e["loss"] for e in run.events()] for run in (done, new))
    assert a[: step + 1] == b[: step + 1] and a != b
    for value, problem in (
        ("0.01", "already"),
        ("0", "greater than 0"),
        ("x", "it must be a number"),
    ):
        actions.branch(done.name, step, "learning_rate", value)
        assert problem in state[actions.BOX.problem]
    actions.branch(done.name, step, "steps", "2")
    assert "this run has only" in state[actions.BOX.problem]


def test_from_the_same_initial_weights(done, tmp_path, monkeypatch):
    monkeypatch.setattr(actions.st, "session_state", {})
    actions.branch(done.name, 0, "optimizer", "SGD")
    new = Run(tmp_path / "copy-2")
    a, b = (run.model_at(0).state_dict() for run in (done, new))
    assert all((a[name] == b[name]).all() for name in a)
    assert new.events()[0]["loss"] == done.events()[0]["loss"] and len(new.events()) == 12


def test_a_stopped_run_goes_on(done, workers, monkeypatch):
    done.write_card({**done.card, "state": "running"})
    for step in done.checkpoints()[-3:]:
        done.checkpoint_file(step).unlink()
    losses = [e["loss"] for e in done.events()]
    monkeypatch.setattr(actions.st, "session_state", {})
    actions.go_on(done.name)
    assert workers.trained == [done.name] and done.state() == "done"
    assert [e["loss"] for e in done.events()] == losses


# --- predict first -----------------------------------------------------------------------------------


def test_what_comes_first_is_asked_of_a_recording(done):
    from lessons.models import recordings
    from lessons.training import results

    question = results.predict("train")
    words = len(vocabularies(tasks.TASKS["copy"]())[1])
    assert (
        question.right == f"{smoothing_floor(words, 0.1):.3f}"
        and question.right in question.options
    )
    assert results.predict("adam").right == "the same distance"
    seen = course(done, done.task(), recordings.moments(done))
    looks, score = [0.0] * len(seen.frames), [0.0] * len(seen.steps)
    assert len(looks) == len(seen.looks) and len(score) == len(seen.score)

    def order_question():
        return prediction.about_order(replace(seen, looks=looks, score=score))

    assert order_question() is None, "neither happens: nothing to ask"
    looks[5:] = [0.6] * len(looks[5:])
    assert order_question().right == "an unguided head"
    score[1:] = [0.6] * len(score[1:])
    assert order_question().right == "right answers"
    looks[5:-1], score[-1] = [0.4] * len(looks[5:-1]), 0.5
    assert order_question().right == "an unguided head", "what does not stay does not count"


def test_the_question_about_a_text_is_when_it_beats_counting_pairs():
    finished_course = Course([0, 4, 8], None, [4, 8], [0.1, 0.2], bits=[4.0, 2.0], pairs=3.0)
    question = prediction.about_order(finished_course)
    assert question.right == "step 8" and question.right in question.options
    assert finished_course.frames[int(question.sentence.split(":")[1]) - 1] == 8, (
        "the frame that shows it"
    )
    never = prediction.about_order(replace(finished_course, bits=[9.0, 9.0]))
    assert never.right == "never" and "9.00" in never.replies["never"]


def test_the_finished_training_is_right_before_an_unguided_head_stays_right():
    """Of the heads that no loss guides, one passes half of the digits for a while, and none stays there."""
    from lessons.models import finished
    from lessons.training import results

    question = results.about_film(finished.run(), 0)
    assert question.right == "right answers"
    seen = course(finished.run(), finished.task(), finished.moments(), results._either())
    assert max(seen.looks) > 0.5 > seen.looks[-1] and seen.guided[-1] > 0.95
    assert max(seen.either) > 0.5 > seen.either[-1]


def test_when_two_runs_part(done, monkeypatch, tmp_path):
    from lessons.training import results

    monkeypatch.setattr(actions.st, "session_state", {})
    # Warm-up takes the first step; its loss is measured before the weights move.
    actions.branch(done.name, 0, "learning_rate", "0.05")
    other = Run(tmp_path / "copy-2")
    assert results.about_pair(done, other).right == "step 2"
    assert results.about_pair(done, done).right == "never"
    actions.branch(done.name, 0, "smoothing", "0")
    third = Run(tmp_path / "copy-3")
    assert results.about_pair(done, third).right == "step 1"


def test_the_answer_about_the_floor_is_shown_by_the_shortest_training(workers, monkeypatch):
    monkeypatch.setitem(controls.DEFAULTS, "steps", "4")
    monkeypatch.setattr(actions.st, "session_state", {})
    actions.show_answer("train")
    assert workers.trained == ["copy-1"]
