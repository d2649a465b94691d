"""Removals do what they say and are undone; what is measured is right; what the lesson rests on is so."""

import copy
import itertools
import math
from dataclasses import replace
from functools import cache, partial
from itertools import product

import numpy as np
import pytest
import torch

from lessons.ablations import MODELS, ORDER, TRAINING_ONLY
from lessons.ablations.figures.ablation import ablation
from lessons.ablations.figures.ablation.words import COVERED, PARTS, VERDICTS, part_name
from lessons.ablations.figures.ablation.words import column_title as title
from lessons.ablations.measure import ablations
from lessons.ablations.measure.ablations import (
    MAPS,
    REMOVALS,
    Measured,
    decode_without_cache,
    measure,
    moved_weight,
    switched_off,
)
from lessons.ablations.measure.comparison import batch_of, changed_outputs, verdict
from lessons.ablations.tests.test_page import columns
from transformer.contracts.other_device import OTHER, OtherDevice
from transformer.decoding import greedy
from transformer.measure.statistics import interval
from transformer.model import Transformer
from transformer.objectives.scores import exact_match
from transformer.tasks.english_french.lexicon import adjective
from transformer.training import build
from transformer.training.recipes import RECIPES
from transformer.vocabulary import PAD
from transformer.weights import load

SWITCHES = [name for name, removal in REMOVALS.items() if removal.off]
# What a part that is switched off must come to: the same weights in a model that is built without it.
BUILT = {
    "head": {"attention": "one_head_less"},
    "scaling": {"attention": "unscaled"},
    "positions": {"position": "none"},
    "mask": {"attention": "unmasked"},
    "residual": {"residual": "none"},
    "norm": {"norm": "none"},
    "feed_forward": {"feed_forward": "none"},
}


@pytest.fixture(scope="module")
def models():
    return {name: load(name) for name in ("reverse", "english_french")}


@pytest.fixture(scope="module")
def column(models):
    """Return the whole model, a part off, or a training without it: on all 1,000 rows."""
    reverse, rows = models["reverse"], batch_of(models["reverse"])
    whole = cache(partial(measure, reverse.model, rows))

    @cache
    def found(which: str, name: str):
        removal = REMOVALS[name]
        if which == "whole":
            return whole(removal.recomputes)
        if which == "without":
            return measure(load(removal.without("reverse")).model, rows, removal.recomputes)
        with switched_off(reverse.model, name):
            return measure(reverse.model, rows, removal.recomputes)

    return found


@pytest.fixture(scope="module")
def every_column(column):
    return {
        (which, name): column(which, name)
        for name, removal in REMOVALS.items()
        for which in ("whole", "without", *(("off",) if removal.off else ()))
    }


# --- switched off ------------------------------------------------------------------------------


@torch.no_grad()
@pytest.mark.parametrize("name", ["reverse", "english_french"])
@pytest.mark.parametrize("removal", SWITCHES)
def test_switched_off_is_the_same_weights_without_the_part(models, name, removal):
    model, batch = models[name].model, batch_of(models[name], 20)
    inputs = batch.source, batch.target[:, :-1]
    built = Transformer(replace(model.config, **BUILT[removal])).eval()
    missing, _ = built.load_state_dict(model.state_dict(), strict=False)
    assert not missing
    whole = model(*inputs)
    with switched_off(model, removal):
        off = model(*inputs)
    real = batch.target[:, 1:] != PAD
    assert torch.allclose(off[real], built(*inputs)[real], atol=1e-4)
    assert (off - whole)[real].abs().max() > 0.1, "it must make a difference to something"
    assert torch.equal(model(*inputs), whole), "undone on exit"


def test_undone_also_after_an_error(models):
    model, batch = models["reverse"].model, batch_of(models["reverse"], 5)
    before = model(batch.source, batch.target)
    with pytest.raises(RuntimeError, match="on purpose"), switched_off(model, "norm"):
        raise RuntimeError("on purpose")
    assert torch.equal(model(batch.source, batch.target), before)


@torch.no_grad()
def test_each_head_is_the_one_that_falls_silent(models):
    from transformer.probe import record

    model, batch = models["english_french"].model, batch_of(models["english_french"], 3)
    for head in range(4):
        with switched_off(model, "head", head=head), record(model) as trace:
            model(batch.source, batch.target)
        for name in trace.names():
            if name.endswith("self_attention.head_output"):
                silent = trace.one(name).abs().amax((0, 2, 3)) == 0  # (head,)
                assert silent.tolist() == [k == head for k in range(4)], name


@pytest.mark.parametrize(
    ("removal", "choice", "reason"),
    [
        ("warmup", {}, "affects only training"),
        ("nothing", {}, "affects only training"),
        ("head", {"head": 4}, "heads of this model are numbered 0 to 3"),
        ("head", {"head": -1}, "heads of this model are numbered 0 to 3"),
    ],
)
def test_what_cannot_be_switched_off_is_explained(models, removal, choice, reason):
    with pytest.raises(ValueError, match=reason):
        switched_off(models["reverse"].model, removal, **choice)


def test_a_norm_after_the_sum_cannot_be_switched_off(models):
    model = build(models["reverse"].task, norm_order="post", d_model=16)
    with pytest.raises(ValueError, match="norm_order is 'post'"):
        switched_off(model, "norm")


# --- trained without ---------------------------------------------------------------------------


def test_a_recipe_without_differs_in_one_thing():
    """All else is as for the whole model: the only fair comparison."""
    for name, removal in product(MODELS, REMOVALS):
        differs_in_one_thing(name, removal)


def differs_in_one_thing(name, removal):
    whole, without = RECIPES[name], RECIPES[REMOVALS[removal].without(name)]
    assert without.task == whole.task
    sizes = {k: v for k, v in without.sizes.items() if whole.sizes.get(k) != v}
    settings = {k for k, v in vars(without.settings).items() if vars(whole.settings)[k] != v}
    expected = {"smoothing": {"smoothing"}, "warmup": {"warmup"}, "nothing": {"seed"}}
    if (name, removal) == ("english_french", "head"):  # the head that was guided is gone
        expected["head"] = {"guide"}
        assert without.settings.guide == replace(whole.settings.guide, head=1)
    assert settings == expected.get(removal, set())
    assert sizes == BUILT.get(removal, {})


def test_the_page_offers_every_removal():
    assert set(ORDER) == set(REMOVALS)
    assert {name for name in REMOVALS if not REMOVALS[name].off} == set(TRAINING_ONLY)


# --- what is measured --------------------------------------------------------------------------


@pytest.mark.slow
def test_measured_as_the_metrics_do(models, every_column):
    rows = batch_of(models["reverse"])
    whole = every_column["whole", "norm"]
    assert sum(whole.right) / 1000 == pytest.approx(exact_match(models["reverse"].model, rows))
    for (column, removal), measured in every_column.items():
        if column == "without":
            card = load(REMOVALS[removal].without("reverse")).card["held_out"]["exact_match"]
            assert sum(measured.right) / 1000 == pytest.approx(card, abs=0.002)


@torch.no_grad()
@pytest.mark.parametrize("name", ["reverse", "english_french"])
def test_writing_anew_writes_the_same_where_the_mask_is_on(models, name):
    model, batch = models[name].model, batch_of(models[name], 100)
    most = batch.target.shape[1]
    assert torch.equal(
        decode_without_cache(model, batch.source, most), greedy(model, batch.source, most)
    )


@torch.no_grad()
def test_writing_anew_stays_on_its_device(models):
    model, batch = copy.deepcopy(models["reverse"].model), batch_of(models["reverse"], 20)
    here = decode_without_cache(model, batch.source, 9)
    with OtherDevice():
        assert torch.equal(
            decode_without_cache(model.to(OTHER), batch.source.to(OTHER), 9).cpu(), here
        )


@torch.no_grad()
def test_memory_would_hide_that_the_mask_is_off(models):
    """With two layers it matters that earlier words are computed anew; few sentences show it."""
    model = models["english_french"].model
    batch = batch_of(models["english_french"])[slice(800, None)]
    whole = measure(model, batch)
    with switched_off(model, "mask"):
        remembered, recomputed = measure(model, batch), measure(model, batch, recomputes=True)
    assert not changed_outputs(whole, remembered)
    assert changed_outputs(whole, recomputed)


@pytest.mark.parametrize("anew", [False, True])
def test_part_by_part_is_the_same_as_all_at_once(models, monkeypatch, anew):
    """Parts of different lengths, one of them shorter: nobody waits for all sentences at once."""
    model, batch = models["english_french"].model, batch_of(models["english_french"], 30)
    at_once = measure(model, batch, anew)
    monkeypatch.setattr(ablations, "AT_ONCE", 7)
    by_parts = measure(model, batch, anew)
    assert torch.equal(by_parts.tokens, at_once.tokens)
    assert by_parts.right == at_once.right and len(by_parts.right) == 30
    assert by_parts.next_words == at_once.next_words
    for kind in MAPS:
        assert torch.allclose(by_parts.maps[kind], at_once.maps[kind], atol=1e-5, equal_nan=True)


@torch.no_grad()
def test_next_right_counts_words_and_no_padding(models):
    model, batch = models["reverse"].model, batch_of(models["reverse"], 30)
    with switched_off(model, "scaling"):
        measured = measure(model, batch)
        right = total = 0
        for k in range(30):
            words = batch.target[k][batch.target[k] != PAD]
            guess = model(batch.source[k : k + 1], words[None, :-1])[0].argmax(-1)
            right, total = right + int((guess == words[1:]).sum()), total + len(words) - 1
    assert 0.3 < measured.next_right < 0.95
    assert measured.next_right == pytest.approx(right / total)


@pytest.mark.parametrize("name", ["reverse", "english_french"])
def test_maps_are_rows_of_weights_and_hide_what_is_masked(models, name):
    batch = batch_of(models[name], 50)
    maps = measure(models[name].model, batch).maps
    inputs = batch.target[:, :-1] != PAD
    for kind in MAPS:
        rows = ~maps[kind].isnan().all(-1)  # (sentence, query)
        assert torch.equal(rows, batch.source != PAD if kind == MAPS[0] else inputs)
        assert torch.allclose(maps[kind].nan_to_num(0).sum(-1)[rows], torch.ones(1), atol=1e-5)
    future = torch.ones(inputs.shape[1], inputs.shape[1]).triu(1).bool()
    assert maps[MAPS[1]][:, future].isnan().all()
    assert not maps[MAPS[1]][0].diagonal()[inputs[0]].isnan().any()


def test_moved_is_a_share():
    nan = math.nan
    first = torch.tensor([[[1.0, 0.0, nan], [0.5, 0.5, nan], [nan, nan, nan]]])
    second = torch.tensor([[[0.0, 1.0, nan], [0.5, 0.5, nan], [nan, nan, nan]]])
    assert moved_weight(first, first) == 0
    assert moved_weight(first, second) == pytest.approx(0.5), "one of two rows looks elsewhere"
    assert moved_weight(first[:, :1], second[:, :1]) == 1


# --- verdicts -----------------------------------------------------------------------------------


def test_verdicts():
    def of(right):
        return Measured(torch.zeros(0), tuple(k < right for k in range(100)), (0, 1), {})

    whole = of(80)
    assert [verdict(whole, of(right)) for right in (80, 76, 74, 40, 39, 84, 86)] == [
        "same", "same", "worse", "worse", "broken", "same", "better",
    ]  # fmt: skip


# --- what the lesson and the page say of these models ------------------------------------------


@pytest.mark.slow
def test_what_the_lesson_rests_on(every_column):
    columns = every_column
    verdicts = {
        key: verdict(columns["whole", key[1]], measured)
        for key, measured in columns.items()
        if key[0] != "whole"
    }
    off = {removal: verdicts["off", removal] for removal in SWITCHES}
    assert off == {"mask": "same"} | {r: "broken" for r in SWITCHES if r != "mask"}
    without = {removal: verdicts["without", removal] for removal in REMOVALS}
    assert without == {
        "norm": "same", "head": "same", "smoothing": "same", "warmup": "same", "nothing": "same",
        "residual": "worse", "feed_forward": "worse",
        "mask": "broken", "scaling": "broken", "positions": "broken",
    }  # fmt: skip
    assert not changed_outputs(columns["whole", "mask"], columns["off", "mask"])
    assert columns["without", "mask"].next_right > columns["whole", "mask"].next_right > 0.99
    assert sum(columns["without", "mask"].right) == 0
    losses = [load(name).card["last_loss"] for name in ("reverse_without_mask", "reverse")]
    assert losses[0] < losses[1]
    silent = columns["off", "head"]
    own = [moved_weight(columns["whole", "head"].maps[kind], silent.maps[kind]) for kind in MAPS]
    assert own[0] == own[1] == 0 < own[2], "what it found is gone, where it looked is not"


def test_without_positions_adjectives_lose_their_noun(models):
    """English → French without positions: what goes wrong is often a sentence with such an adjective."""
    batch, task = batch_of(models["english_french"]), models["english_french"].task
    right = measure(load("english_french_none").model, batch).right
    assert 0.75 < sum(right) / len(right) < 0.95

    def beside_a_noun(words):
        pairs = itertools.pairwise(words)
        return any(
            w in adjective and before not in ("is", "was", "too", "very") for before, w in pairs
        )

    wrong = {True: [], False: []}
    for example, is_right in zip(task.held_out, right, strict=True):
        wrong[beside_a_noun(example.source)].append(not is_right)
    assert np.mean(wrong[True]) > 3 * np.mean(wrong[False])


# --- the figure --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def figure(models):
    return ablation(models["reverse"], "feed_forward", load("reverse_without_feed_forward"))


def test_every_array_is_recomputed_from_the_machine(models, column, figure):
    for name in ("whole", "off", "without"):
        measured = column(name, "feed_forward")
        right = sum(measured.right)
        shares = figure.arrays["percent"].values[("whole", "off", "without").index(name)]
        assert np.allclose(shares, [right / 10, 100 * measured.next_right])
        low, high = interval(right, 1000)
        assert any(f"interval {low:.1%} to {high:.1%}" in text for text in columns(figure))
        for kind, path in enumerate(MAPS):
            for place, k in enumerate(first_changed(column)):
                values = figure.arrays[f"{name}.{kind}.{place}"].values
                letters = len(models["reverse"].task.held_out[k].source)
                rows, keys = [(letters, letters), (letters + 1,) * 2, (letters + 1, letters)][kind]
                expected = measured.maps[path][k, :rows, :keys].nan_to_num(-torch.inf).numpy()
                assert np.array_equal(values, expected), "hatched where the mask hides"
    assert len(figure.arrays) == 1 + 3 * 3 * 6


def first_changed(column) -> list[int]:
    """Return the sentences that the figure shows."""
    whole, *others = (column(which, "feed_forward") for which in ("whole", "off", "without"))
    return sorted({k for other in others for k in changed_outputs(whole, other)})[:6]


def test_it_shows_the_first_outputs_that_changed(models, column, figure):
    examples = [models["reverse"].task.held_out[k] for k in first_changed(column)]
    assert figure.header["choices"][0]["labels"] == [" ".join(e.source) for e in examples]
    _, answer, row = (
        panel for panel in figure.header["panels"] if panel["kind"] in ("sentence", "row")
    )
    assert answer["words"]["of"] == [list(e.target) for e in examples]
    output = row["columns"][1][1]  # of the model that is switched off
    for words, marks, example in zip(
        output["words"]["of"], output["marks"]["of"], examples, strict=True
    ):
        right = [word == wanted for word, wanted in zip(words, example.target, strict=False)]
        assert [mark == "o" for mark in marks][: len(right)] == right and "w" in marks


def test_covered_it_holds_no_answer(models):
    covered = ablation(models["reverse"], "norm", load("reverse_without_norm"), covered=True)
    assert [name for name in covered.arrays if not name.startswith("whole.")] == ["percent"]
    texts = columns(covered)
    assert "998 of 1,000" in texts[0] and all(
        COVERED in text and "%" not in text for text in texts[1:]
    )
    assert np.isnan(covered.arrays["percent"].values[1:]).all()


def test_columns_name_the_part(figure):
    titles = ("Whole", "Feed-forward switched off", "Trained without feed-forward")
    assert all(text.startswith(title) for text, title in zip(columns(figure), titles, strict=True))
    for part in PARTS:
        label = part_name(part) if part != "nothing" else "a different seed"
        assert label in title("without", part)


def test_what_changes_nothing_says_so(models):
    _, off, without = columns(ablation(models["reverse"], "mask"))
    assert "Not one of the 1,000 outputs changed." in off and VERDICTS["same"] in off
    assert "has not been trained" in without
    seed = columns(ablation(models["reverse"], "nothing", load("reverse_again")))
    assert "exists only in training" in seed[1] and VERDICTS["same"] in seed[2]
