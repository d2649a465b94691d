"""The finished training that comes with the lesson: what it says is what its events and the shipped model say."""

import numpy as np
import pytest
import torch

from lessons.models import CHANGES, finished, listing
from transformer.measure.training.checkpoints import moment
from transformer.measure.training.cliff import LEVEL, LONG, plateau_of
from transformer.runs import Run, RunConfig
from transformer.training import vocabularies
from transformer.weights import load


@pytest.fixture(scope="module")
def film():
    return finished.recording()


@pytest.fixture(scope="module")
def losses():
    return np.array([event["loss"] for event in finished.run().events()])


def test_the_plateau_and_the_cliff_are_in_the_events(film, losses):
    """Counted again, step by step, from the losses alone."""
    said = film.header["jumps"]["plateau"]
    width, first, last = said["width"], said["first"], said["last"]

    def mean(step):
        """The mean loss of `width` steps, of which this is the last."""
        return losses[step - width : step].mean()

    level = [mean(step) for step in range(first + width - 1, last + 1)]
    assert (min(level), max(level)) == pytest.approx((said["low"], said["high"]), abs=1e-9)
    assert max(level) <= (1 + LEVEL) * min(level), "it rests …"
    assert last - first + 1 == said["long"] >= LONG * len(losses), "… for a long time"
    after = [s for s in range(last + 1, len(losses) + 1) if mean(s) <= np.mean(level) / 2]
    assert after[0] == said["halved"], "and then falls to half"
    longer = [mean(step) for step in range(first + width - 1, last + 2)]
    assert max(longer) > (1 + LEVEL) * min(longer), "one step more is no longer level"
    cliff = film.header["jumps"]["cliff"]["step"]
    assert last < cliff < said["halved"]
    assert max(losses[:10]) > 3 * said["high"] and losses[-1] < said["low"] / 2


def test_right_answers_come_with_the_cliff(film):
    steps, score = (film.arrays[name].values for name in ("measured", "score"))
    plateau = film.header["jumps"]["plateau"]
    assert score[steps <= plateau["last"]].max() < 0.05
    assert score[steps >= plateau["halved"]].min() > 0.7 and score[-1] > 0.95


def test_no_plateau_is_found_where_there_is_none():
    assert plateau_of(np.linspace(3, 0.6, 300)) is None, "it falls steadily"
    assert plateau_of(np.full(300, 0.6)) is None, "it rests for ever"
    assert plateau_of(np.array([3.0, 2.0])) is None
    steps = np.concatenate((np.linspace(4, 2, 60), np.full(100, 2.0), np.linspace(2, 0.5, 40)))
    found = plateau_of(steps)
    assert found["low"] == pytest.approx(2, abs=0.05) and abs(found["first"] - 60) < 12
    assert abs(found["last"] - 160) < 12


def test_it_is_the_training_of_the_model_that_ships(losses):
    shipped = load(finished.NAME)
    card = shipped.card
    assert list(losses[: len(card["first_losses"])]) == card["first_losses"]
    assert losses[-1] == card["last_loss"] and len(losses) == card["settings"]["steps"]
    mine = finished.run().card
    assert mine["settings"] == card["settings"] and mine["sizes"] == card["sizes"]
    assert mine["command"] == finished.COMMAND
    for number, example in enumerate(finished.pinned()):
        last = finished.moments(number)[-1]
        words = vocabularies(shipped.task)
        now = moment(shipped.model, shipped.task, words, last.step, example)
        assert now.written == last.written and set(now.maps) == set(last.maps)
        for name, maps in now.maps.items():
            assert np.allclose(maps, last.maps[name], atol=1e-5), (number, name)
        assert np.allclose(now.looks, last.looks, atol=0.01)
        assert torch.equal(now.table, last.table)


def test_every_frame_is_there_for_every_sentence():
    frames = finished.recording().header["frames"]
    assert frames[0] == 0 and frames[-1] == 800 and len(frames) == 24
    for number, example in enumerate(finished.pinned()):
        found = finished.recording(number)
        assert found.header["frames"] == frames
        assert [w["full"] for w in found.header["right"]] == list(example.target)
        for name in ("cross", "encoder", "decoder"):
            rows = found.arrays[name].values.sum(-1)
            assert np.allclose(rows, 1, atol=1e-5), "attention weights of a row add up to 1"


@pytest.mark.parametrize("name", finished.SENTENCES)
def test_its_first_steps_are_those_of_its_card(name, tmp_path):
    """Trained anew; later steps differ in rounding from one processor to the next."""
    told = finished.run(name)
    assert told.card["command"] == finished.COMMAND and len(told.events()) == 800
    run = Run.create(RunConfig.read(told.card), tmp_path, name)
    mine = [event["loss"] for _, event in zip(range(4), run.train(), strict=False)]
    assert mine == pytest.approx([event["loss"] for event in told.events()[:4]], abs=1e-4)


def test_a_tenth_of_the_rate_rests_on_the_plateau():
    """All that differs is the rate; the other one has left the plateau by then."""
    one, other = (finished.run(name) for name in finished.SENTENCES)
    assert listing.differences(one, other) == [f"{CHANGES['learning_rate']}: 0.005 and 0.0005"]
    assert listing.score(one) > 0.95 and listing.score(other) < 0.1
    written = [moment.written for moment in finished.moments(name=finished.SLOW)]
    assert len(written) == len(finished.moments(name=finished.NAME)) > 20
