"""Runs on the attention page: what somebody has just trained is looked into like what ships."""

import pytest
import torch
from streamlit.testing.v1 import AppTest

from lessons.attention import SENTENCE, results, words
from lessons.figures.attention_map import recompute
from lessons.host import storage
from lessons.models import catalogue, facts, saved
from lessons.models.shipped import OPENS_WITH
from tests.app.test_app import DRAWN, drawn, markup, mistakes, opened, typed, words_of
from tests.kit import visit
from transformer.runs import Run, RunConfig
from transformer.runs import trained as from_run
from transformer.runs.run import NUMBERS
from transformer.tasks import TASKS
from transformer.training.settings import Settings
from transformer.weights import WeightsError

pytestmark = pytest.mark.slow

SIZES = {"d_model": 16, "d_ff": 16, "self_heads": 2, "encoder_layers": 2, "decoder_layers": 1}
READS = [name for name in TASKS if TASKS[name]().family == "encoder_decoder"]  # a sentence
PAIRS = "".join(f"say {n} <b>now</b>, {n}!\tdis {n} *ici*\n" for n in range(60))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    return tmp_path


def trained(folder, task: str = "copy", steps: int = 1, pieces: str = "words", **changes) -> Run:
    config = RunConfig(task, Settings(steps=steps, batch=8), {**SIZES, **changes}, pieces)
    run = Run.create(config, folder, text=PAIRS if task == "pairs" else "")
    list(run.train())
    return run


def looked_at(name: str) -> AppTest:
    at = visit.begun("attention")
    at.session_state["model"] = name
    return at.run()


def looked(name: str):
    """Return the figure of one sentence."""
    return results.figure(name, results.encode(name, "a b c"))


def same(a, b) -> bool:
    return all(torch.equal(value, b.state_dict()[name]) for name, value in a.state_dict().items())


@pytest.mark.parametrize(
    ("task", "pieces"), [*((t, "words") for t in READS), ("pairs", "words"), ("pairs", "bpe")]
)
def test_every_task_can_be_looked_into(folder, task, pieces):
    run = trained(folder, task, pieces=pieces)
    name = f"run-{run.name}"
    at = looked_at(name)
    assert not mistakes(at), words_of(at)
    assert at.selectbox(key="model").value == name
    figure = at.session_state["to save"]["figure"]
    assert figure.kind == "attention_map" and figure.header["run"]["model"] == run.name
    model = results.trained(name)
    assert same(model.model, run.model_at(1))
    text = saved.first_text(name)
    assert at.text_input(key="text").value == text
    assert tuple(model.task.split(text)) in [e.source for e in run.task().held_out], "never read"
    assert f"after step 1: {model.card['held_out']['exact_match']:.1%} of" in markup(at)
    for step in range(1, 6):
        assert recompute(figure, "cross", 1, 1, step, 1, 1)["same"]
    typed(at, model.task.examples[0])
    assert not mistakes(at)
    assert results.facts(name, results.encode(name, model.task.examples[0])).translation in [
        *words_of(at),
        "(nothing)",
        "",
    ]


def test_the_last_frame_counts_also_when_the_run_goes_on(folder):
    run = Run.create(RunConfig("copy", Settings(steps=3), SIZES), folder)
    training = run.train()
    for _ in range(2):
        next(training)
    name = f"run-{run.name}"
    assert same(results.trained(name).model, run.model_at(run.checkpoints()[-1]))
    before = looked(name)
    assert looked(name) is before, "computed once"
    list(training)
    assert results.trained(name).card["step"] == 3
    assert same(results.trained(name).model, run.model_at(3))
    assert looked(name) is not before


def test_another_run_of_the_same_name_is_another_model(folder):
    import shutil

    run = trained(folder)
    first = results.trained("run-copy-1").model
    shutil.rmtree(run.folder)
    (folder / NUMBERS).unlink()  # as if copied here from another computer
    other = trained(folder, steps=2)
    assert other.name == run.name
    assert results.trained("run-copy-1").card["step"] == 2
    assert results.trained("run-copy-1").model is not first


@pytest.mark.parametrize("name", ["run-copy-9", "run-", "run-../x", "run-<b>x</b>", "run-/etc"])
def test_a_run_that_is_gone_gets_a_sentence_and_the_page_stays(folder, name):
    at = looked_at(name)
    assert not mistakes(at) and drawn(at) == DRAWN
    assert f"There is no run {name.removeprefix('run-')} here" in " ".join(words_of(at))
    assert at.selectbox(key="model").value == OPENS_WITH
    assert at.text_input(key="text").value == SENTENCE
    at.selectbox(key="model").select("reverse").run()
    assert "There is no run" not in " ".join(words_of(at))


def test_a_run_is_deleted_while_somebody_looks(folder):
    import shutil

    run = trained(folder)
    at = looked_at("run-copy-1")
    shutil.rmtree(run.folder)
    at.run()
    assert not mistakes(at) and at.selectbox(key="model").value == OPENS_WITH
    assert "There is no run copy-1" in " ".join(words_of(at))


def test_only_what_has_learned_is_offered(folder):
    Run.create(RunConfig("copy", Settings(steps=3), SIZES), folder)
    assert catalogue.offered_runs() == [], "it waits"
    (folder / "broken-1").mkdir()
    (folder / "broken-1" / "card.json").write_text("{")
    (folder / ".loading-x").mkdir()
    trained(folder, "sort")
    text = trained(folder, "language_model", encoder_layers=0)
    assert catalogue.offered_runs() == ["run-sort-1"]
    assert "language model" in catalogue.explain_missing(f"run-{text.name}")


@pytest.mark.parametrize("pieces", ["words", "bpe"])
def test_the_whole_text_is_not_needed(folder, pieces):
    """It may have 200,000 lines: to cut them anew would keep the whole class waiting."""
    run = trained(folder, "pairs", pieces=pieces)
    (run.folder / "pairs.tsv").unlink()
    assert not mistakes(looked_at(f"run-{run.name}"))


def test_no_folder_of_runs(folder):
    folder.rmdir()
    assert catalogue.offered_runs() == [] and not mistakes(opened())


def test_fifty_runs_are_listed_without_reading_a_frame_or_a_card_twice(folder, monkeypatch):
    import shutil

    run = trained(folder)
    for number in range(2, 51):
        shutil.copytree(run.folder, folder / f"copy-{number}")
    run.checkpoint_file(0).write_bytes(b"")  # nobody reads it
    catalogue.offered_runs()
    monkeypatch.setattr(catalogue.json, "load", lambda file: pytest.fail("read once more"))
    assert len(catalogue.offered_runs()) == 50


def test_a_model_that_writes_nothing_is_asked_nothing(folder):
    trained(folder)
    model = results.trained("run-copy-1").model
    with torch.no_grad():  # END at once, whatever is read
        model.target_embedding.table.weight.zero_()
    reading = results.encode("run-copy-1", saved.first_text("run-copy-1"))
    measured = results.facts("run-copy-1", reading)
    empty = facts.Facts(measured.translation, (), None)
    from lessons.attention.prediction import about_first

    assert about_first(empty, reading) is None


def test_what_was_measured_is_what_the_run_measured(folder):
    run = trained(folder, "english_french", steps=2)
    card = from_run.load(run, 2).card
    events = run.events()
    for score in ("exact_match", "bleu"):
        assert card["held_out"][score] == events[-1][score]
    assert card["seconds"] == pytest.approx(sum(e["seconds"] for e in events))
    assert card["sentences"]["held_out"] == 200 and 0 <= card["held_out"]["alignment"] <= 1
    assert card["parameters"] == sum(p.numel() for p in run.model_at(2).parameters())
    assert "it" in card["held_out"], "the head that comes nearest"
    untrained = from_run.load(run, 0)
    assert untrained.card["held_out"]["exact_match"] is None and untrained.card["seconds"] == 0
    assert "not measured" in words.model_facts(untrained)[0]
    assert "not learned much" in words.notice(untrained)


def test_typed_pieces_come_back():
    from transformer.tasks.custom import pairs

    for pieces in ("words", "bpe"):
        task = pairs.build(PAIRS, pieces)
        for example in task.held_out:
            assert tuple(task.split(from_run.typed(task, example.source))) == example.source
    for name in READS:
        task = TASKS[name]()
        for example in task.held_out[:20]:
            assert tuple(task.split(from_run.typed(task, example.source))) == example.source


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"d_ff": 32}, "(16, 32)"), ({"encoder_layers": 3}, "is not in the weights file"), ({"decoder_layers": 1, "encoder_layers": 1}, "no longer has")],
)  # fmt: skip
def test_code_that_has_changed_since_is_said(folder, changes, message):
    run = trained(folder)
    card = run.card
    run.write_card({**card, "sizes": {**card["sizes"], **changes}})  # as if the layers were others
    with pytest.raises(WeightsError) as caught:
        from_run.load(run, 1)
    assert message in str(caught.value) and "Train the model again on the training page" in str(
        caught.value
    )
    at = looked_at("run-copy-1")
    assert mistakes(at) and message in " ".join(words_of(at))
    assert at.selectbox(key="model").value == "run-copy-1", "another one can be chosen"
    at.selectbox(key="model").select(OPENS_WITH).run()
    assert not mistakes(at)


def test_a_damaged_frame_is_said(folder):
    run = trained(folder)
    run.checkpoint_file(1).write_bytes(b"no")
    at = looked_at("run-copy-1")
    assert "missing or damaged" in " ".join(words_of(at))


def test_nothing_of_your_own_pairs_becomes_markup(folder):
    trained(folder, "pairs")
    at = looked_at("run-pairs-1")
    name = "run-pairs-1"
    question = results.prediction(name)
    if question is not None:
        at.button(key=f"predict-{name}-0").click().run()
        for text in (question.question, *question.replies.values()):
            assert "<b>" not in text.replace("\\<", "")
    assert "<b>now" not in markup(at)
    assert "alignment" not in results.trained(name).card["held_out"], "nobody knows it"
    assert any("This text has no known **[alignment]" in element.value for element in at.markdown)
