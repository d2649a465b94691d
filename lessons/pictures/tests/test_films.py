"""Films and their captioner: what the generator says is on the frames, and attention over them is the formula."""

from functools import cache

import numpy as np
import pytest
import torch

from lessons.pictures.measure import films as measure
from transformer.measure.pictures import described
from transformer.pictures.video_encoder import VideoEncoder
from transformer.probe import record
from transformer.tasks import films as task
from transformer.tasks.drawings import Thing
from transformer.weights import load

FEW = measure.fresh(60)
load = cache(load)
RED, BLUE = Thing("red", "circle"), Thing("blue", "square")


def seen(film):
    """From the pixels alone: of each frame the letters of its colours, the middle of its ink, and how much it is."""
    for frame in np.array(film.source).reshape(task.FRAMES, 28, 28):
        rows, columns = (frame != ".").nonzero()
        letters = {letter.upper() for letter in frame[rows, columns]}
        yield letters, (columns.mean(), rows.mean(), len(rows)) if len(rows) else (0, 0, 0)


def test_the_pixels_show_the_events_on_the_frames_that_the_generator_names():
    for film in FEW:
        letters, shown = zip(*seen(film), strict=True)
        then = film.target.index("then")
        for event, words in zip(
            film.events, (film.target[:then], film.target[then + 1 :]), strict=True
        ):
            assert {*map(tuple, (letters[n] for n in event.frames))} == {(words[1][0].upper(),)}
            across, down, more = np.subtract(shown[event.frames[-1]], shown[event.frames[0]])
            moved = {"left": -across, "right": across, "up": -down, "down": down}
            far = max(moved, key=moved.get)
            if moved[far] > 4:
                assert words[3:] == ("moves", far)
            else:
                assert words[3:] == (("grows",) if more > 0 else ("shrinks",))
        inked = [n for n, colours in enumerate(letters) if colours]
        assert inked == [n for event in film.events for n in event.frames]


@pytest.mark.parametrize(
    "events, problem",
    [
        ([], "two events, one after the other, but there are none here"),
        ([task.Event(RED, "grows", 2)], "there is 1 here"),
        (
            [task.Event(RED, "grows", 2), task.Event(BLUE, "grows", 4)],
            "overlap: the first lasts until frame 6, and the second begins on frame 5. Start the second event on frame 7",
        ),
        ([task.Event(RED, "grows", 6), task.Event(BLUE, "grows", 1)], "frame 2, before the first"),
        ([task.Event(RED, "grows", 1), task.Event(BLUE, "grows", 9)], "frame 9 or before"),
    ],
)
def test_events_that_make_no_film_get_a_sentence(events, problem):
    with pytest.raises(ValueError, match=problem):
        task.film(events)


def test_what_is_no_film_is_refused():
    for pixels, problem in (("." * 9408, "this video is empty"), ("R" * 784, "9,408 in all")):
        with pytest.raises(ValueError, match=problem):
            described(load("films"), pixels)


def test_temporal_attention_is_the_formula_frame_by_frame():
    model, film = load("films").model, FEW[0]
    ids = torch.tensor([load("films").source_vocabulary.encode(film.source)])
    with torch.no_grad(), record(model) as trace:
        past = model.encode(ids)
        model.decoder(torch.zeros(1, model.config.embedding), past)
    (frames,), (state,) = trace.one("seeing.frames"), past.layers[0][0]
    look = model.decoder.attention
    scores = [look.v_a @ torch.tanh(look.W_a @ state + look.U_a @ frame) for frame in frames]
    whole = sum(score.exp() for score in scores)
    weights = [score.exp() / whole for score in scores]
    context = sum(weight * frame for weight, frame in zip(weights, frames, strict=True))
    torch.testing.assert_close(trace.one("decoder.attention.weights")[0], torch.stack(weights))
    torch.testing.assert_close(trace.one("decoder.attention.context")[0], context)
    assert len(frames) == task.FRAMES


def test_a_frame_is_seen_with_its_neighbours_and_knows_when_it_is():
    torch.manual_seed(0)
    watching, film = (
        VideoEncoder(4, 8, 12).eval(),
        torch.randn(1, 4, 12, 28, 28, requires_grad=True),
    )
    watching(film)[0, 5].sum().backward()
    assert film.grad.abs().sum((0, 1, 3, 4)).nonzero()[:, 0].tolist() == [4, 5, 6]
    still = watching(torch.zeros(1, 4, 12, 28, 28))[0]
    torch.testing.assert_close(still[5] - still[6], watching.when[5] - watching.when[6])


def test_the_weight_lies_on_the_frames_of_what_is_told():
    soft, even = load("films"), load("films_even")
    from_card, measured = soft.card["held_out"]["inside"], measure.on_frames(soft, FEW)
    assert measured == pytest.approx(from_card, abs=0.05)
    on_event = min(measured["colour"], measured["shape"], measured["event"])
    assert on_event > 0.75 > 0.4 > measured["size"]
    for name, share in measure.on_frames(even, FEW).items():
        assert share == pytest.approx(measured["size"], abs=0.03), name
    second = measure.second_verb(soft, FEW)
    assert second["second"] > 0.75 and sum(second.values()) == pytest.approx(1)
    assert soft.card["held_out"]["exact_match"] > 0.9
    assert measure.scores(soft, FEW)["exact"] == pytest.approx(
        soft.card["held_out"]["exact_match"], abs=0.06
    )
