"""Drawings and the captioner: what is drawn is what is said, and attention over places is attention over words."""

import pytest
import torch
from torch.nn.functional import conv2d, scaled_dot_product_attention

from transformer.decoding import greedy
from transformer.measure import pictures as measure
from transformer.objectives.batch import Batch
from transformer.objectives.captioning import reinforce
from transformer.pictures import on_map, place_weights, places, summary
from transformer.pictures.attention import Hard, best_place
from transformer.probe import record
from transformer.recurrent.writing import AttentionModule
from transformer.tasks import TASKS
from transformer.tasks import drawings as task
from transformer.training import build, vocabularies
from transformer.training.settings import Settings
from transformer.vocabulary import PAD
from transformer.weights import load


def test_a_filled_shape_covers_its_area_and_an_outline_its_length():
    circle = task.Thing("red", "circle", 14, 14, 5)
    assert task.ink(circle).sum() == pytest.approx(3.1416 * 25, rel=0.01)
    line = task.ink(task.Thing("red", "circle", 14, 14, 5, line=1.0)).sum()
    assert line == pytest.approx(2 * 3.1416 * 4.5, rel=0.02)
    gap = task.ink(task.Thing("red", "circle", 14, 14, 5, line=1.0, gap=3.1416)).sum()
    assert gap == pytest.approx(line / 2, rel=0.05)
    square = task.ink(task.Thing("red", "square", 14, 14, 5)).sum()
    assert square == pytest.approx((2 * 0.85 * 5) ** 2, rel=0.02)


def test_captions_say_what_is_drawn_and_where():
    for example in measure.kind("all of these", 100):
        between = "above" if "above" in example.target else "left"
        for second, colour in ((False, example.target[1]), (True, example.target[-2])):
            box = torch.from_numpy(task.where(example.source, second, between, 28)).flatten()
            inside = {
                pixel.upper() for pixel, mine in zip(example.source, box, strict=True) if mine
            } - {"."}
            assert inside == {task.COLOURS[colour]}
    drawings = TASKS["drawings"]()
    assert not {e.source for e in drawings.train} & {e.source for e in drawings.held_out}
    example = drawings.held_out[0]
    assert tuple(drawings.split(task.as_text(example.source))) == example.source


@pytest.mark.parametrize(
    "pixels, said",
    [("." * 784, "none of its pixels"), ("R" * 5 + "." * 779, "only 5"), ("R" * 9, "28 rows")],
)
def test_what_shows_nothing_is_refused_with_a_sentence(pixels, said):
    with pytest.raises(ValueError, match=said):
        measure.described(load("drawings"), pixels)


def test_attention_over_places_is_the_one_over_words_and_torchs():
    torch.manual_seed(0)
    features, state = torch.randn(2, 5, 3, 4), torch.randn(2, 6)
    look, spots = AttentionModule("additive", 6, 5), places(features)
    with record(look) as trace:
        context = look(state, spots, torch.ones(2, 12, dtype=torch.bool))
    weights = place_weights(state, spots, look.W_a, look.U_a, look.v_a)
    torch.testing.assert_close(weights, trace.one("weights"))
    torch.testing.assert_close(summary(weights, spots), context)
    even = scaled_dot_product_attention(torch.zeros(2, 1, 5), spots, spots)[:, 0]
    torch.testing.assert_close(summary(torch.full((2, 12), 1 / 12), spots), even)
    torch.testing.assert_close(on_map(spots[..., 0], 3), features[:, 0])


def test_a_place_sees_17_pixels_and_no_more():
    model = build(TASKS["drawings"](), 0).eval()
    picture = torch.randn(1, 4, 28, 28, requires_grad=True)
    model.seeing(picture)[0, :, 7, 7].sum().backward()
    seen = picture.grad.abs().sum((0, 1)).nonzero()
    assert (seen.amax(0) - seen.amin(0) + 1).tolist() == [17, 17]
    conv, norm, _ = model.seeing.layers[0]
    by_hand = (conv2d(picture, conv.weight, padding=1) / (1 + norm.eps) ** 0.5).relu()
    torch.testing.assert_close(model.seeing.layers[0](picture), by_hand)


def test_stepped_and_unrolled_are_the_same_and_begin_with_the_mean_of_the_map():
    """h and c of the first step are computed from the mean over all positions (Xu et al. 2015, section 3.1.2)."""
    model, drawings = load("drawings").model, TASKS["drawings"]()
    batch = Batch.from_examples(drawings.held_out[:8], *vocabularies(drawings))
    with torch.no_grad():
        past = model.encode(batch.source)
        mean = past.memory.sum(1) / past.memory.shape[1]  # (batch, width)
        right = torch.tanh(mean @ model.beginning.weight.T + model.beginning.bias)
    torch.testing.assert_close(torch.cat(past.layers[0], dim=-1), right)
    at_once = model(batch.source, batch.target[:, :-1]).argmax(-1)
    ended = batch.target[:, 1:] == PAD
    assert torch.equal(greedy(model, batch.source), at_once.masked_fill(ended, PAD))


def test_one_place_has_no_gradient_and_straight_through_the_soft_one():
    clean, hand = load("drawings"), measure.kind("all of these", 16)
    found = {way: measure.gradients(clean, hand, f) for way, f in measure.WAYS.items()}
    assert (
        found["argmax"]["looking"]
        == found["sampled"]["looking"]
        == 0
        < 0.05
        < found["soft"]["looking"]
    )
    assert min(one["others"] for one in found.values()) > 0.1
    assert measure.gradients(load("drawings_hard"), hand)["looking"] > 0
    torch.manual_seed(0)
    hard, memory, state = Hard("additive", 6, 5), torch.randn(2, 12, 5), torch.randn(2, 6)
    with record(hard, "weights") as trace:
        hard(state, memory, torch.ones(2, 12, dtype=torch.bool))
    torch.testing.assert_close(trace.one("weights"), best_place(trace.one("weights")))


def test_the_captioners_are_worth_what_the_lesson_says():
    names = ("drawings", "drawings_by_hand", "drawings_even", "drawings_hard")
    clean, hand, even, hard = (load(name).card["held_out"] for name in names)
    assert clean["exact_match"] > 0.99 and hard["exact_match"] > 0.99
    assert hand["exact_match"] > 0.95 and even["exact_match"] < 0.3
    assert (
        min(clean["inside"]["colour"], clean["inside"]["shape"]) > 0.9
        and clean["inside"]["size"] < 0.15
    )
    outlines = measure.kind("all of these", 60)
    assert (
        measure.scores(load("drawings"), outlines)["exact"]
        < 0.4
        < 0.9
        < measure.scores(load("drawings_by_hand"), outlines)["exact"]
    )


def test_places_are_sampled_as_often_as_the_weights_say():
    weights = torch.tensor([0.1, 0.6, 0.3]).expand(4000, 3)
    torch.testing.assert_close(
        measure.sampled_place(weights).mean(0), weights[0], atol=0.03, rtol=0
    )


def test_reinforce_has_the_gradient_of_the_expected_loss():
    """Two words, three places each: the loss of the second hangs on both lots, so it counts for the first one, too."""
    torch.manual_seed(0)
    scores = torch.randn(2, 3, requires_grad=True)  # (target, place)
    # Log p of each word, for each place or pair of places.
    first, second = -torch.rand(3), -torch.rand(3, 3)
    one, two = scores.softmax(-1)
    expected = -(one @ first + one @ second @ two) / 2
    (right,) = torch.autograd.grad(expected, scores)
    lots = torch.stack(
        [torch.multinomial(p, 40_000, replacement=True) for p in (one, two)], dim=1
    )  # (batch, target)
    told = torch.stack([first[lots[:, 0]], second[lots[:, 0], lots[:, 1]]], dim=1)
    drawn = torch.stack([scores.log_softmax(-1)[n, lots[:, n]] for n in (0, 1)], dim=1)
    (found,) = torch.autograd.grad(
        reinforce(told, drawn, torch.ones_like(told)), scores, retain_graph=True
    )
    torch.testing.assert_close(found, right, atol=0.005, rtol=0)
    assert right.abs().max() > 0.02
    # The baseline: if every word is less probable by the same factor, no sample is better or worse for it.
    (shifted,) = torch.autograd.grad(reinforce(told - 5, drawn, torch.ones_like(told)), scores)
    torch.testing.assert_close(shifted, found, atol=1e-4, rtol=0)


def test_who_draws_lots_learns_where_to_look_and_later_takes_the_best_place():
    trained = load("drawings_lot")
    model, batch = (
        trained.model,
        Batch.from_examples(measure.kind("all of these", 16), *vocabularies(trained.task)),
    )
    found = {}
    for training in (True, False):
        with (
            record(model.train(training), "decoder.attention.weights") as trace,
            torch.enable_grad(),
        ):
            loss, _ = trained.family.objective.loss(model, batch, Settings(smoothing=0.0))
        weights = torch.stack(trace["decoder.attention.weights"])
        torch.testing.assert_close(weights, best_place(weights))  # one place
        found[training] = weights
        (gradient,) = torch.autograd.grad(loss, [model.decoder.attention.v_a])
        assert gradient.abs().max() > 0
    assert (found[True] != found[False]).any()
    assert trained.card["held_out"]["exact_match"] > 0.98
