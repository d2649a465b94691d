"""The training of a text, filmed: heads of the decoder only, a line that is continued, and yardsticks;
in a real browser what is given, and what is written on."""

import math
from itertools import takewhile

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.figures.kit.labels import short
from lessons.figures.live_curve import live_curve
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from tests.figures.test_training_browser import drag
from tests.kit.saved_running import show, text_of  # noqa: F401  show is a fixture
from tests.kit.small import TINY
from transformer import weights
from transformer.families import encoder_decoder
from transformer.measure.training.checkpoints import given_and_rest, load_checkpoint, moment
from transformer.measure.words.projection import aligned
from transformer.objectives.batch import Batch
from transformer.objectives.continuing import Continuing
from transformer.probe import probes, record
from transformer.runs import MEASURED, Run, RunConfig
from transformer.tasks.custom import stored
from transformer.training import build, command, vocabularies
from transformer.training.recipes import RECIPES
from transformer.training.settings import Settings
from transformer.vocabulary import END, PAD, START

PROBES = {m.name: f"{m.path}.weights".replace("{}", "{layer}") for m in encoder_decoder.MAPS}
SIZES = TINY | {"encoder_layers": 2, "decoder_layers": 2}
SETTINGS = Settings(steps=10, learning_rate=1e-2, smoothing=0.0)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    run = Run.create(RunConfig("language_model", SETTINGS, SIZES), tmp_path_factory.mktemp("runs"))
    list(run.train())
    return run


@pytest.fixture(scope="module")
def other(tmp_path_factory) -> Run:
    """One that translates nothing and answers: the ordinary kind."""
    run = Run.create(RunConfig("copy", Settings(steps=3), SIZES), tmp_path_factory.mktemp("others"))
    list(run.train())
    return run


@pytest.fixture(scope="module")
def task(run):
    return run.task()


@pytest.fixture(scope="module")
def film(run, task):
    model, words = build(task, SETTINGS.seed, **SIZES), vocabularies(task)
    example = task.held_out[0]
    moments = [
        moment(load_checkpoint(run, model, s), task, words, s, example) for s in run.checkpoints()
    ]
    return training_film(run, task, moments, example)


def go_on(model, given: list[int], most: int) -> list[int]:
    """The most probable next piece again and again, each from a whole pass, without any memory."""
    line = [START, *given]
    while len(line) - 1 - len(given) < most and END not in line:
        scores = model(torch.tensor([line]))[0, -1]  # (vocabulary,)
        scores[[PAD, START]] = -torch.inf  # no line has these inside
        line.append(int(scores.argmax()))
    return line[1 + len(given) :]


@pytest.mark.slow
@torch.no_grad()
def test_frame_k_is_a_fresh_forward_pass_of_checkpoint_k(run, task, film):
    example, words = task.held_out[0], vocabularies(task)
    batch, tables = Batch.from_examples([example], *words), []
    given = [w["full"] for w in film.header["given"]]
    assert (*given, *(w["full"] for w in film.header["right"])) == example.target
    assert film.header["frames"] == run.checkpoints() and len(run.checkpoints()) > 9
    for k, step in enumerate(run.checkpoints()):
        model = run.model_at(step)
        with record(model) as trace:
            model(batch.target[:, :-1])
        for layer in range(2):
            fresh = trace.one(PROBES["decoder"].format(layer=layer))[0].numpy()
            assert np.array_equal(film.arrays["decoder"].values[k, layer], fresh), (layer, step)
        written = go_on(model, words[1].encode(given), 2 * len(example.target) + 2)
        assert film.header["written"][k] == [short(word) for word in words[1].decode(written)]
        tables.append(model.target_embedding.table.weight.detach()[4:])
    points = aligned(torch.stack(tables)).float().numpy()
    assert np.array_equal(film.arrays["points"].values, points)


def test_there_are_no_heads_of_an_encoder_or_between_the_two(film):
    assert "encoder" not in film.arrays and "cross" not in film.arrays
    assert [h["kind"] for h in film.header["heads"]] == ["decoder"] * 4
    maps = film.arrays["decoder"].values
    assert np.allclose(maps.sum(-1), 1, atol=1e-5)
    assert not maps[..., np.triu(np.ones(maps.shape[-2:], bool), 1)].any(), "nobody sees what comes"


@torch.no_grad()
def test_what_is_measured_on_the_way_is_that_of_the_frame(run, task):
    held_out = Continuing().batch(task.held_out[:MEASURED], vocabularies(task))
    measured = [event for event in run.events() if "next_right" in event]
    assert [event["step"] for event in measured] == run.checkpoints()[1:]
    for event in measured[::7]:
        fresh = Continuing().scores(run.model_at(event["step"]), held_out)
        assert {name: event[name] for name in fresh} == pytest.approx(fresh)
    assert not any("exact_match" in event for event in run.events())


def test_curves_are_the_events_and_yardsticks_are_counted(run, task, film):
    figure = live_curve(run, task, "done")
    measured = [event for event in run.events() if "bits" in event]
    for one in (figure, film):
        for array, field in (("measured", "step"), ("score", "next_right"), ("bits", "bits")):
            expected = np.array([event[field] for event in measured], np.float32)
            assert np.array_equal(one.arrays[array].values, expected)
    counted = task.ngram_counts.losses([e.target for e in task.held_out[:MEASURED]])
    assert [y["value"] for y in figure.header["yardsticks"]] == list(counted.values())
    label = figure.header["yardsticks"][0]["label"]
    assert f"{counted['frequencies'] / math.log(2):.2f} bits" in label
    assert figure.header["score"] == "next_right" and figure.header["floor"] == 0
    assert "{unit}" not in str(figure.header) + str(film.header["words"])
    assert "next character" in figure.header["chart"]["panels"][1]["title"]


def test_every_array_says_where_it_comes_from(run, task, film):
    known = {*probes(run.model_at(0)), *dict(run.model_at(0).named_parameters())}
    fields = set().union(*run.events())
    pair = training_pair(run, run, (task, task), [[], []], None)
    for figure in (film, live_curve(run, task, "done"), pair):
        for name, array in figure.arrays.items():
            path = array.probe.format(layer=0)
            assert path in known or path.split(": ")[-1] in fields, (figure.kind, name)


def test_a_text_beside_a_task_with_answers(run, task, other):
    answers = other.task()
    pair = training_pair(run, other, (task, answers), [[], []], None)
    assert "bits a" in pair.arrays and "bits b" not in pair.arrays
    assert pair.arrays["score b"].probe.endswith("exact_match")
    assert "next piece" in pair.header["words"]["exact"]
    usual = training_pair(other, other, (answers, answers), [[], []], None).header["words"]
    assert usual["exact"].startswith("**Held-out exact match**")
    assert live_curve(other, answers, "done").header["yardsticks"] == []


def test_what_is_given_of_a_line(task):
    line = task.held_out[0]
    given, rest = given_and_rest(line)
    assert given + rest == line.target and len(given) == min(10, len(line.target) // 2)


def test_all_can_be_saved(run, task, film, tmp_path):
    pair = training_pair(run, run, (task, task), [[], []], task.held_out[0])
    for figure in (film.at(frame=3), live_curve(run, task, "done"), pair):
        assert figure.save(tmp_path / f"{figure.kind}.svg").stat().st_size > 3000


def test_a_model_of_a_text_is_written_and_read(tmp_path, capsys, task):
    command.main(["language_model", "--steps", "2", "--set", "d_model=16", "--out", str(tmp_path)])
    said = capsys.readouterr().out
    assert "next-token accuracy on 1000 held-out lines" in said and "bigrams" in said
    trained = weights.load("my_language_model", tmp_path)
    assert trained.card["family"] == "decoder_only"
    assert len(trained.source_vocabulary) == 4
    assert trained.target_vocabulary.words[4:] == list(task.target_words)
    assert set(trained.card["held_out"]) == {"next_right", "bits", "bits_by_counting"}
    assert RECIPES["language_model"].settings.smoothing == 0


# --- in a browser ------------------------------------------------------------------------------------


def marked(page, place: int) -> list[tuple[str, bool, bool]]:
    """The words of a line: (text, marked as right, marked as wrong)."""
    words = page.locator(".film-lines dd").nth(place).locator(".film-word")
    return words.evaluate_all(
        "(all) => all.map((w) => [w.textContent, ...['right', 'wrong'].map((c) => w.classList.contains(c))])"
    )


def test_what_is_given_and_what_is_written_are_told_apart(show, film):  # noqa: F811
    page = show(film)
    right = [word["label"] for word in film.header["right"]]
    assert page.locator(".film-lines dt").all_text_contents() == [
        "given", "the line continues", "output",
    ]  # fmt: skip
    for k in (0, len(film.header["frames"]) - 1):
        drag(page, k + 1)
        assert [text for text, *_ in marked(page, 0)] == [w["label"] for w in film.header["given"]]
        written = film.header["written"][k]
        agreed = len(list(takewhile(lambda both: both[0] == both[1], zip(written, right))))  # noqa: B905
        assert marked(page, 2) == [[text, n < agreed, False] for n, text in enumerate(written)]
    expect(page.locator(".film-heads button")).to_have_count(4)
    assert "decoder self-attention, layer 1, head 1" in text_of(page, ".film-parts .label")


def test_yardsticks_are_drawn_where_they_are(show, run, task):  # noqa: F811
    figure = live_curve(run, task, "done")
    page = show(figure)
    page.locator(".js-plotly-plot .main-svg").first.wait_for(state="attached")
    layout = page.evaluate("document.querySelector('.js-plotly-plot').layout")
    yardsticks = figure.header["yardsticks"]
    assert [note["text"] for note in layout["annotations"]] == [one["label"] for one in yardsticks]
    assert [line["y0"] for line in layout["shapes"]] == [one["value"] for one in yardsticks]
    last = run.events()[-1]
    said = text_of(page, ".output")
    assert f"{100 * last['next_right']:.1f}%" in said and f"{last['bits']:.2f} bits" in said


@pytest.mark.parametrize("name", stored.FILES)
def test_of_a_text_that_is_being_prepared_the_charts_have_their_axes(tmp_path, name):
    run = Run.create(RunConfig("language_model", SETTINGS, SIZES), tmp_path)
    figure = live_curve(run, stored.empty(name), "running")
    assert len(figure.header["chart"]["panels"]) == 4
    assert figure.header["panels"][0]["text"].startswith("**Preparing the text**")
