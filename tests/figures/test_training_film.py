"""The film of a training, number by number: each frame is a forward pass of its checkpoint."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from lessons.figures.live_curve import live_curve
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from tests.kit.small import TINY
from transformer.decoding import greedy
from transformer.families import encoder_decoder
from transformer.measure.training.checkpoints import load_checkpoint, moment
from transformer.measure.training.cliff import cliff_of
from transformer.measure.words.projection import aligned
from transformer.objectives.batch import Batch
from transformer.objectives.loss import smoothing_floor
from transformer.probe import probes, record
from transformer.runs import Run, RunConfig
from transformer.training import build, vocabularies
from transformer.training.settings import Settings

PROBES = {m.name: f"{m.path}.weights".replace("{}", "{layer}") for m in encoder_decoder.MAPS}
SIZES = TINY | {"encoder_layers": 2}
SETTINGS = Settings(steps=16, learning_rate=1e-2)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    run = Run.create(RunConfig("reverse", SETTINGS, SIZES), tmp_path_factory.mktemp("runs"))
    list(run.train())
    return run


@pytest.fixture(scope="module")
def task(run):
    return run.task()


def film_of(run, task, charts=True):
    """As the page makes it: one model, into which each checkpoint is put."""
    model, words = build(task, SETTINGS.seed, **SIZES), vocabularies(task)
    example = task.held_out[0]
    moments = [
        moment(load_checkpoint(run, model, s), task, words, s, example) for s in run.checkpoints()
    ]
    return training_film(run, task, moments, example, charts)


@pytest.fixture(scope="module")
def film(run, task):
    return film_of(run, task)


@torch.no_grad()
def test_frame_k_is_a_fresh_forward_pass_of_checkpoint_k(run, task, film):
    """Every array, every frame, bit for bit; the model is built anew by `model_at`."""
    example, (_, target) = task.held_out[0], vocabularies(task)
    batch = Batch.from_examples([example], *vocabularies(task))
    asked = Batch.from_examples(task.held_out[:64], *vocabularies(task))
    tables, real = [], asked.alignment >= 0
    assert film.header["frames"] == run.checkpoints() and len(run.checkpoints()) > 9
    for k, step in enumerate(run.checkpoints()):
        model = run.model_at(step)
        with record(model) as trace:
            model(batch.source, batch.target[:, :-1])
        for kind, path in PROBES.items():
            shown = film.arrays[kind].values[k]
            for layer in range(len(shown)):
                fresh = trace.one(path.format(layer=layer))[0].numpy()
                assert np.array_equal(shown[layer], fresh), (kind, layer, step)
        tokens = greedy(model, batch.source, 2 * len(example.target) + 2)[0]
        assert film.header["written"][k] == target.decode(tokens)
        with record(model, PROBES["cross"].format(layer=0)) as trace:
            model(asked.source, asked.target[:, :-1])
        looked = trace.one(PROBES["cross"].format(layer=0))[:, 0].argmax(-1)
        share = (looked == asked.alignment[:, : looked.shape[1]])[real[:, : looked.shape[1]]]
        assert film.arrays["looks"].values[k, 0, 0] == pytest.approx(share.float().mean().item())
        tables.append(model.source_embedding.table.weight.detach()[4:])
    points = aligned(torch.stack(tables)).float().numpy()
    assert np.array_equal(film.arrays["points"].values, points)
    assert film.header["asked"] == int(real.sum())


def test_curves_are_the_events(run, task, film):
    events = run.events()
    figure = live_curve(run, task, "done")
    loss = np.array([e["loss"] for e in events], np.float32)
    assert np.array_equal(film.arrays["loss"].values, loss)
    assert np.array_equal(figure.arrays["loss"].values, loss)
    measured = [e for e in events if "exact_match" in e]
    norms = [[e["gradient_norms"][part] for part in figure.header["parts"]] for e in measured]
    assert np.array_equal(figure.arrays["norms"].values, np.array(norms, np.float32))
    rates = [SETTINGS.rate(n) for n in range(SETTINGS.steps)]
    assert figure.arrays["rate"].values == pytest.approx(rates)
    floor = smoothing_floor(len(vocabularies(task)[1]), SETTINGS.smoothing)
    assert figure.header["floor"] == film.header["floor"] == floor > 0


def test_every_array_says_where_it_comes_from(run, task, film):
    model, fields = run.model_at(0), set().union(*run.events())
    known = {*probes(model), *dict(model.named_parameters())}
    pair = training_pair(run, run, (task, task), [[], []], None)
    for figure in (film, live_curve(run, task, "done"), pair):
        for name, array in figure.arrays.items():
            path = array.probe.format(layer=0)
            assert path in known or path.split(": ")[-1] in fields, (figure.kind, name)


def test_jumps(film):
    looks, jump = film.arrays["looks"].values.max((1, 2)), film.header["jumps"].get("looks")
    assert (jump is None) == (looks <= 0.5).all()
    if jump:
        assert looks[jump["frame"]] > 0.5 and (looks[: jump["frame"]] <= 0.5).all()
    cliff = film.header["jumps"]["cliff"]
    assert film.header["frames"][cliff["frame"]] >= cliff["step"] > 2


def test_the_cliff_is_the_largest_fall_after_the_first_tenth():
    loss = np.full(100, 3.0)
    loss[:4] = (9, 8, 7, 5)  # what every fresh model does
    loss[60:] = 1.0
    found = cliff_of(loss)
    assert found == {"step": 60, "width": 5, "before": 3.0, "after": 1.0}
    assert cliff_of(np.linspace(1, 2, 100)) is None, "it only rises"
    assert cliff_of(np.array([3.0, 2.0])) is None


def test_places_are_checked(film):
    assert film.at(frame=2, head=3).header["start"] == {"frame": 2, "head": 3}
    for wrong in ({"frame": 0}, {"frame": 99}, {"head": 0}, {"head": True}, {"frame": "1"}):
        with pytest.raises(ValueError, match="whole number"):
            film.at(**wrong)


def test_two_runs_and_where_they_part(run, task):
    step = run.checkpoints()[6]
    other = run.branch(step, replace(SETTINGS, learning_rate=1e-3))
    list(other.train())
    figure = training_pair(run, other, (task, task), [[], []], task.held_out[0])
    a, b = (figure.arrays[f"loss {name}"].values for name in "ab")
    assert figure.header["parted"] == step
    assert np.array_equal(a[: step + 1], b[: step + 1]) and not np.array_equal(a, b)
    assert figure.at(step=3).header["start"]["step"] == 3
    with pytest.raises(ValueError, match="from 0 to 16"):
        figure.at(step=17)


def test_own_pairs_have_no_known_alignment(tmp_path):
    lines = [f"say {n} now\tdis {n} ici" for n in "abcdefghijklmnopqrstuvwxyz"]
    config = RunConfig("pairs", Settings(steps=4), SIZES)
    run = Run.create(config, tmp_path, text="\n".join(lines + lines[:1]))
    list(run.train())
    film = film_of(run, run.task())
    assert "looks" not in film.arrays and "looks" not in film.header["jumps"]
    assert film.header["known"] == [-1, -1, -1] and film.header["asked"] == 0
