"""What every lesson asks first: each wrong choice has a reason of its own, and numbers say why."""

import re
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from lessons import LESSONS, ablations, embeddings, heads, masks, positions, your_layer
from lessons.ablations import results as ablations_results
from lessons.attention import results as attention_results
from lessons.attention.prediction import about_first
from lessons.block import VIEWS
from lessons.block import results as block_results
from lessons.decoding import results as decoding_results
from lessons.embeddings import results as embeddings_results
from lessons.heads import results as heads_results
from lessons.machine import PARTS as MACHINE
from lessons.machine import results as machine_results
from lessons.masks import results as masks_results
from lessons.models import saved
from lessons.positions import results as positions_results
from lessons.scores import results as scores_results
from lessons.tokens import results as tokens_results
from lessons.training import prediction as training
from lessons.training import results as training_results
from lessons.your_layer import results as your_layer_results

pytestmark = pytest.mark.slow  # measures all that any page asks

# An option is named by what it says: its place in the list is nothing to explain it with.
BY_PLACE = r"\b(first|second|third|fourth|last|other) (option|answer|choice)\b"
MODEL = "english_french"


def drawn(header: dict, **arrays) -> SimpleNamespace:
    """A figure of a training, as far as a question looks into it."""
    held = {
        name.replace("_", " "): SimpleNamespace(values=np.array(v)) for name, v in arrays.items()
    }
    return SimpleNamespace(header=header, arrays=held)


def films():
    """A film in which heads come first, one in which they come last, and one of a text."""
    frames, steps = {"frames": [1, 10, 20, 30]}, [1, 10, 20, 30]
    early, late = [0.0, 0.6, 0.7, 0.9], [0.0, 0.0, 0.2, 0.8]
    for looks, score in ((early, late), (late, early), (early, early), (early, [0.0] * 4)):
        yield drawn({**frames, "yardsticks": []}, looks=looks, score=score, measured=steps)
    told = {**frames, "yardsticks": [{"value": 2.0}]}
    yield drawn(told, bits=[4.0, 3.0, 2.5, 2.0], measured=steps)
    yield drawn(told, bits=[4.0, 3.9, 3.8, 3.7], measured=steps)


def pairs():
    """Two runs that part at the second step, late, and never."""
    for apart in (1, 4, 9):
        a = np.linspace(3, 1, 8).astype(np.float32)
        b = np.where(np.arange(8) < apart, a, a + 0.1)
        yield drawn({"parted": 0}, loss_a=a, loss_b=b)


def asked() -> dict[str, list]:
    """The questions of each lesson, in all its parts."""
    reverse = attention_results.reading("reverse", saved.opening("reverse"))
    return {
        "machine": [machine_results.predict(part) for part in MACHINE],
        "tokens": [tokens_results.question()],
        "embeddings": [embeddings_results.predict(part, MODEL) for part in embeddings.PARTS],
        "positions": [positions_results.predict(part) for part in positions.PARTS],
        "attention": [
            *map(attention_results.prediction, (MODEL, f"{MODEL}_unguided")),
            about_first(attention_results.facts("reverse", reverse), reverse),
        ],
        "heads": [heads_results.predict(part) for part in heads.PARTS],
        "block": [
            *map(block_results.predict, ("stream", "units", *VIEWS)),
        ],
        "scores": [
            *(scores_results.predict("head", hand) for hand in ("query", "weight")),
            *(scores_results.predict(part, "query") for part in ("functions", "root")),
        ],
        "training": [
            *map(training_results.predict, ("train", "adam")),
            *map(training.about_order, films()),
            *map(training.about_difference, pairs()),
        ],
        "ablations": [
            question
            for name in ablations.MODELS
            for part in (ablations.ORDER if name == "reverse" else ("norm", "scaling"))
            for question in ablations_results.predict(name, part, 0).values()
        ],
        "decoding": [decoding_results.predict()],
        "your_layer": [your_layer_results.predict(part) for part in your_layer.PARTS],
        "masks": [masks_results.predict(part) for part in masks.PARTS],
    }


@pytest.fixture(scope="module")
def questions():
    found = asked()
    assert set(found) == {lesson.name for lesson in LESSONS}, "every lesson asks before it shows"
    return [question for those in found.values() for question in those if question]


def test_each_wrong_choice_has_a_reason_of_its_own(questions):
    for one in questions:
        assert one.right in one.options and set(one.replies) == set(one.options)
        # What follows the yes or the no, without the right answer that some lessons name first.
        reasons = {o: one.replies[o].partition(" ")[2] for o in one.options}
        for a, b in combinations(one.options, 2):
            assert reasons[a] != reasons[b], f"{one.question}\n{a} and {b}: {reasons[a]}"
        for option in one.options:
            assert one.replies[option].startswith("Yes") == (option == one.right)
            assert re.search(r"\d|\bone\b|two|three|four", reasons[option]), (
                f"no number: {reasons[option]}"
            )


def test_no_reason_names_an_option_by_its_place(questions):
    for one in questions:
        for reply in one.replies.values():
            assert not re.search(BY_PLACE, reply), reply


def test_the_right_answers_stand_in_different_places(questions):
    places = [one.options.index(one.right) for one in questions]
    assert max(map(places.count, places)) < len(places) / 2, places


def test_who_does_not_answer_is_told_why_without_a_yes(questions):
    for one in questions:
        assert one.reason and one.replies[one.right] in (one.reason, f"Yes. {one.reason}")
        assert not one.reason.startswith("Yes")
