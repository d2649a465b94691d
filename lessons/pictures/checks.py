"""The exercise: soft attention over the feature map of an image, and the checks for each step."""

import torch

from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from lessons.pictures import hints
from lessons.pictures.mistakes import MISTAKES
from transformer.pictures.places import on_map, place_weights, places, summary

# All sizes differ, so that no axis can be mistaken for another.
BATCH, ROWS, COLUMNS, WIDTH, HIDDEN, MIX = 2, 3, 5, 4, 6, 7
PLACES = ROWS * COLUMNS
FEATURES = 2 * fixed_tensor(BATCH, WIDTH, ROWS, COLUMNS, start=10)
STATE, LIST = (
    2 * fixed_tensor(BATCH, HIDDEN, start=200),
    2 * fixed_tensor(BATCH, PLACES, WIDTH, start=300),
)
W, U, V = (
    fixed_tensor(MIX, HIDDEN, start=500),
    fixed_tensor(MIX, WIDTH, start=600),
    3 * fixed_tensor(MIX, start=700),
)
GIVEN = STATE, LIST, W, U, V
WEIGHTS = (3 * fixed_tensor(BATCH, PLACES, start=800)).softmax(-1)
ONE = torch.eye(PLACES)[:BATCH]  # all the weight at one position


def second_of_first_row(places: Attempt) -> None:
    near(
        places(FEATURES)[:, 1], FEATURES[:, :, 0, 1], "at position 1, the second in the first row, "
    )


def sums(place_weights: Attempt) -> None:
    total = place_weights(*GIVEN).sum(-1)
    near(total, torch.ones(BATCH), "in the sum of the weights, ")


def alone(place_weights: Attempt) -> None:
    both, first = place_weights(*GIVEN)[:1], place_weights(STATE[:1], LIST[:1], W, U, V)
    near(first, both, "for the first image on its own, ")


def moves_with_state(place_weights: Attempt) -> None:
    moved = (place_weights(*GIVEN) - place_weights(-STATE, LIST, W, U, V)).abs().max().item()
    if not moved > spec.CLOSE:
        raise Failed(
            "the weights stay the same when the state changes",
            "different weights for a different state",
        )


def moves_a_little(place_weights: Attempt) -> None:
    moved = (place_weights(*GIVEN) - place_weights(STATE, LIST, W, U, 1.001 * V)).abs().max().item()
    if not 0 < moved < 0.1:
        raise Failed(
            f"multiplying v by 1.001 changes the weights by {moved:.2g}",
            "a change above 0 and below 0.1",
        )


def one_place(summary: Attempt) -> None:
    right = torch.stack([LIST[n, n] for n in range(BATCH)])
    near(summary(ONE, LIST), right, "with all the weight at one position, ")


def mixture(summary: Attempt) -> None:
    even = torch.full((BATCH, PLACES), 1 / PLACES)
    near(summary(even, LIST), LIST.mean(1), "with the same weight everywhere, ")


def back_again(on_map: Attempt) -> None:
    got = on_map(places(FEATURES)[..., 0], ROWS)
    near(got, FEATURES[:, 0], "after turning a map into a list and back, ")


EXERCISE = exercise(
    __file__,
    "the four functions are defined",
    hints.BEGIN,
    Spec(
        places,
        [(FEATURES,)],
        Check(f"`places` returns a {(BATCH, PLACES, WIDTH)} tensor", spec.all_run, hints.BEGIN),
        Check("`places` lists the map row by row", second_of_first_row, hints.ORDER),
        Check(
            "equals the real list", spec.equals_real((FEATURES[:1].mT.contiguous(),)), hints.ORDER
        ),
        answer=spec.tensor_of(lambda x: (len(x), x.shape[2] * x.shape[3], x.shape[1])),
        trained=True,
    ),
    Spec(
        place_weights,
        [GIVEN],
        Check(f"`place_weights` returns a {(BATCH, PLACES)} tensor", spec.all_run, hints.WEIGHTS),
        Check("the weights of an image add up to 1", sums, hints.SUM),
        Check("each image’s weights are independent of the batch", alone, hints.ALONE),
        Check("a different state yields different weights", moves_with_state, hints.STATE),
        Check("the weights change slightly with the scores", moves_a_little, hints.GRADIENT),
        Check(
            "equals the real weights", spec.equals_real((2 * STATE, -LIST, W, U, V)), hints.WEIGHTS
        ),
        answer=spec.tensor_of(lambda state, places, *_: places.shape[:2]),
        trained=True,
    ),
    Spec(
        summary,
        [(WEIGHTS, LIST)],
        Check(f"`summary` returns a {(BATCH, WIDTH)} tensor", spec.all_run, hints.SUMMARY),
        Check("a weight of 1 selects that position’s vector", one_place, hints.SUMMARY),
        Check("equal weights yield the mean", mixture, hints.SUMMARY),
        Check(
            "equals the real context", spec.equals_real((WEIGHTS.flip(-1), 3 * LIST)), hints.SUMMARY
        ),
        answer=spec.tensor_of(lambda weights, places: (len(places), places.shape[2])),
        trained=True,
    ),
    Spec(
        on_map,
        [(WEIGHTS, ROWS)],
        Check(f"`on_map` returns a {(BATCH, ROWS, COLUMNS)} tensor", spec.all_run, hints.MAP),
        Check("`on_map` turns the list back into the map", back_again, hints.MAP),
        Check("equals the real map", spec.equals_real((WEIGHTS, COLUMNS)), hints.MAP),
        answer=spec.tensor_of(lambda weights, rows: (len(weights), rows, weights.shape[1] // rows)),
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
