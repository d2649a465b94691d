"""The training page beyond one's own training: the first run of an app, what to do with a finished one,
its twin, and runs that come from elsewhere."""

import io
import threading

import pytest

from lessons.host import storage
from lessons.host.host import current
from lessons.models import finished, listing, start
from lessons.models.shipped import MODELS
from lessons.training import actions, automatic, results, run_list
from lessons.training.tests import test_page as test_training_page
from lessons.training.tests.test_page import opened, press
from tests.app.test_app import markup, mistakes, words_of
from tests.kit.workers import Waiting, hired
from transformer.runs import Run, RunConfig, runs
from transformer.runs import archive as run_archive
from transformer.training.settings import Settings

pytestmark = pytest.mark.slow

workers, done = test_training_page.workers, test_training_page.done  # fixtures


@pytest.fixture
def serving(monkeypatch, tmp_path):
    """An app that serves, in which nobody has trained."""
    monkeypatch.setattr(current(), "serving", True)
    monkeypatch.setattr(automatic, "_begun", [])
    return hired(Waiting(), monkeypatch, tmp_path)


# --- the first training --------------------------------------------------------------------------


def test_one_training_starts_however_many_open_the_page(serving, tmp_path):
    visitors = [threading.Thread(target=automatic.start) for _ in range(20)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert serving.taken == ["copy-1"] and [run.name for run in runs(tmp_path)] == ["copy-1"]
    config = RunConfig.read(runs(tmp_path)[0].card)
    assert config.task == "copy" and config.settings.steps == 300
    assert automatic.is_automatic("copy-1") and not automatic.is_automatic("copy-2")


def test_none_starts_where_there_is_a_run_or_was_one(serving, tmp_path):
    Run.create(RunConfig("reverse", Settings(steps=3)), tmp_path)
    assert automatic.start() == "" and serving.taken == []
    listing.run_of("reverse-1").folder.rename(tmp_path.parent / "away")
    assert automatic.start() == "" and serving.taken == ["copy-1"]
    actions.remove("copy-1")
    for run in runs(tmp_path):
        run.folder.rename(tmp_path.parent / "gone")
    assert automatic.start() == "" and serving.taken == ["copy-1"], (
        "somebody deleted it: that is that"
    )


def test_none_starts_outside_the_app(serving, monkeypatch, tmp_path):
    monkeypatch.setattr(current(), "serving", False)
    assert automatic.start() == "" and list(tmp_path.iterdir()) == []


def test_where_no_process_can_be_started_a_sentence_stands(serving, tmp_path):
    serving.error = OSError(12, "Cannot allocate memory")
    at = opened("train")
    assert not mistakes(at)
    assert any("o training process can be started" in text for text in words_of(at))
    assert list(tmp_path.glob("[!.]*")) == [], "no run that never trains"


def test_train_says_so_too(serving, tmp_path):
    (tmp_path / "there").mkdir()
    serving.error = OSError(12, "Cannot allocate memory")
    at = press(opened(), "training-start")
    assert not mistakes(at)
    assert any("o training process can be started" in text for text in words_of(at))
    assert [run.card["state"] for run in runs(tmp_path)] == ["failed"]


def test_the_film_needs_no_run_of_this_app_and_starts_none(serving, tmp_path):
    at = opened("film")
    assert not mistakes(at) and serving.taken == [] and list(tmp_path.iterdir()) == []
    assert at.session_state["to save"]["figure"].header["run"] == finished.NAME


def test_the_first_training_is_watched(serving):
    at = opened("train")
    assert not mistakes(at) and serving.taken == ["copy-1"]
    assert any("automatically" in caption.value for caption in at.caption)


def test_train_shows_what_somebody_trained_and_hides_the_floor(done, workers):
    """The question is how low the loss can go: no curve before it is answered."""
    at = opened("train")
    assert not mistakes(at) and workers.trained == []
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "training_film" and figure.header["charts"] is False
    frames = figure.header["frames"]
    assert (
        8 <= len(frames) < len(done.checkpoints()) + (len(done.checkpoints()) < 16)
        and frames[-1] == 12
    )
    assert set(frames) <= set(done.checkpoints()), "a few of the film's"
    assert any("copy-1" in element.value for element in at.header)


def test_a_run_that_no_longer_fits_the_code_does_not_disturb_training(done, workers):
    """A layer was changed since: the film says what is wrong, the first part goes on."""
    card = done.card
    sizes = {**card["sizes"], "d_ff": 32}
    done.write_card({**card, "created": card["created"] + 1, "sizes": sizes})  # not the cached one
    at = opened("train")
    assert not mistakes(at) and not at.header[0].value.startswith("Meanwhile")
    assert mistakes(opened("film", run=done.name))
    at = press(opened("train"), "training-start")
    assert not mistakes(at) and workers.trained == ["copy-2"]


# --- a finished run ------------------------------------------------------------------------------


def test_a_finished_run_says_its_score_and_its_seconds(workers, tmp_path):
    at = press(opened(), "training-start")
    run = runs(tmp_path)[0]
    seconds = sum(event["seconds"] for event in run.events())
    assert f"{listing.score(run):.1%} of held-out answers correct" in markup(at)
    assert f"{seconds:.1f} s for 3 steps" in markup(at)
    at.button(key="training-to-film").click().run()
    at.run()
    assert at.session_state["training-part"] == "film" and not mistakes(at)
    assert at.session_state["to save"]["figure"].header["run"] == run.name


@pytest.mark.parametrize("part", ["train", "film"])
def test_look_inside_opens_the_attention_page(workers, tmp_path, part):
    at = press(opened(), "training-start")
    if part == "film":
        at.session_state["training-part"] = "film"
        at.run()
    at.button(key="training-look").click().run()
    assert [title.value for title in at.title] == ["Which words does “it” attend to?"]
    assert at.query_params["model"] == "run-copy-1"
    assert at.query_params["text"] == results.typed_sentence(runs(tmp_path)[0], 0)


def test_the_model_of_the_finished_training_is_the_one_that_ships(workers):
    at = opened("film")
    at.button(key="training-look").click().run()
    assert [title.value for title in at.title] == ["Which words does “it” attend to?"]
    assert at.query_params["model"] == MODELS["addition"][0] and not mistakes(at)
    assert at.query_params["text"] == "".join(finished.pinned()[0].source)


def test_a_language_model_is_not_looked_into(workers, tmp_path):
    config = RunConfig(
        "language_model", Settings(steps=2, batch=4), {"d_model": 8, "self_heads": 1}
    )
    run = Run.create(config, tmp_path)
    list(run.train())
    at = opened("film", run=run.name)
    assert at.session_state["to save"]["figure"].header["run"] == run.name
    assert not mistakes(at) and "training-look" not in [button.key for button in at.button]


# --- two runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("own", [0, 1, 2])
def test_compare_opens_on_two_that_ship_until_there_are_two_of_ones_own(own, workers, tmp_path):
    for _ in range(own):
        run = Run.create(RunConfig("copy", Settings(steps=2, batch=4)), tmp_path)
        list(run.train())
    at = opened("compare")
    figure = at.session_state["to save"]["figure"]
    assert not mistakes(at) and figure.kind == "training_pair" and workers.trained == []
    names = [run["run"] for run in figure.header["runs"]]
    assert names == (["copy-2", "copy-1"] if own == 2 else list(finished.SENTENCES))
    assert ("training-again" in [button.key for button in at.button]) == (own > 0)


# --- runs from elsewhere -------------------------------------------------------------------------


def loaded(monkeypatch, data: bytes) -> dict:
    state = {run_list.LOAD: 0, f"{run_list.LOAD}-0": io.BytesIO(data)}
    monkeypatch.setattr(run_list.st, "session_state", state)
    run_list.load_file()
    return state


def test_what_save_gives_can_be_loaded(done, monkeypatch, tmp_path):
    state = loaded(monkeypatch, results.run_file(done))
    assert state[run_list.LOADED] == ("copy-2", "") and state[start.RUN] == "copy-2"
    assert state[run_list.LOAD] == 1, "the box is empty again"
    new = Run(tmp_path / "copy-2")
    assert new.events() == done.events() and new.card["from"] == "copy-1"
    monkeypatch.undo()


def test_a_loaded_run_says_where_it_comes_from(done, workers):
    run_archive.unpack(io.BytesIO(results.run_file(done)), storage.RUNS)
    at = opened("film", run="copy-2")
    assert not mistakes(at)
    assert at.selectbox(key=start.RUN).value == "copy-2"
    labels = at.selectbox(key=start.RUN).options
    assert any("uploaded, originally copy-1" in label for label in labels)
    at.session_state["training-runs"] = True
    at.run()
    assert at.get("file_uploader")


@pytest.mark.parametrize("data", [b"", b"{}", b"PK\x03\x04 no", b"\x93NUMPY"])
def test_a_wrong_file_gets_a_sentence(workers, monkeypatch, tmp_path, data):
    state = loaded(monkeypatch, data)
    name, problem = state[run_list.LOADED]
    assert name == "" and "Run, to load elsewhere" in problem and problem.endswith(".")
    assert state[run_list.LOAD] == 0 and list(tmp_path.iterdir()) == []


def test_a_file_that_was_taken_away_is_nothing(workers, monkeypatch):
    state = {run_list.LOAD: 0, f"{run_list.LOAD}-0": None}
    monkeypatch.setattr(run_list.st, "session_state", state)
    run_list.load_file()
    assert run_list.LOADED not in state


def test_a_page_takes_as_much_as_the_server_does():
    from streamlit import config

    assert config.get_option("server.maxUploadSize") == run_list.MOST_MB
