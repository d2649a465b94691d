"""The checks of `tag_loss`, `span_loss` and `best_span`, in the order in which they run."""

import torch
from torch import Tensor

from lessons.finetuning import hints
from lessons.finetuning.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.finetuning.heads import NOT_ASKED, best_span, span_loss, tag_loss

NO = NOT_ASKED
RIGHT = torch.tensor([[NO, 0, 2, 1, NO, NO], [NO, 1, 0, 2, 2, NO], [NO, 2, NO, NO, NO, NO]])
# For each example, the positions of the text after the question.
INSIDE = torch.tensor(
    [[0, 0, 0, 1, 1, 1, 0], [0, 0, 1, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 0]], dtype=torch.bool
)
ENDS = torch.tensor([[3, 4], [2, 6], [5, 5]])


def tag_inputs(start: int = 0) -> tuple[Tensor, Tensor]:
    """Return logits of 3 labels at 6 positions in three texts."""
    return 2 * fixed_tensor(3, 6, 3, start=start), RIGHT


def span_inputs(start: int = 0, size: float = 2) -> tuple[Tensor, Tensor, Tensor]:
    return size * fixed_tensor(3, 7, 2, start=start), ENDS, INSIDE


def span_logits(*ends: tuple[int, int, float, float]) -> Tensor:
    """Return logits that are 0 except at a start and an end in each text: (start, end, start logit, end logit)."""
    scores = torch.zeros(len(ends), 7, 2)
    for row, (start, end, begins, stops) in enumerate(ends):
        scores[row, start, 0], scores[row, end, 1] = begins, stops
    return scores


# The best start is after the best end; an answer of one word; the best positions are outside.
HARD = span_logits((5, 3, 4, 3), (4, 4, 3, 3), (1, 2, 9, 9)) + 0.1 * fixed_tensor(3, 7, 2, start=30)
CASES = [(span_inputs(at)[0], INSIDE) for at in (0, 60)] + [(HARD, INSIDE)]


# --- tag_loss -------------------------------------------------------------------------------------
def correct_tags_add_nothing(loss: Attempt) -> None:
    sure = 50 * torch.nn.functional.one_hot(RIGHT.clamp(0), 3).float()
    got = loss(sure, RIGHT)
    near(got, torch.zeros_like(got), "every word gets its correct tag with high confidence: ")


def unlabelled_do_not_count(loss: Attempt) -> None:
    scores, right = tag_inputs()
    other = torch.where((right == NO)[..., None], 7 * scores.flip(-1) + 1, scores)
    near(loss(other, right), loss(scores, right), "different logits at positions without a label: ")


def label_0_counts(loss: Attempt) -> None:
    right = RIGHT.where(RIGHT < 1, NO)[:2]  # only label 0
    scores = torch.zeros(2, 6, 3)
    got = loss(scores, right)
    near(got, torch.full_like(got, 1.0986), "two words with label 0, all tags equally likely: ")


# --- span_loss ------------------------------------------------------------------------------------
def correct_ends_add_nothing(loss: Attempt) -> None:
    scores = span_logits((3, 4, 50, 50), (2, 6, 50, 50), (5, 5, 50, 50))
    got = loss(scores, ENDS, INSIDE)
    near(got, torch.zeros_like(got), "every start and end is correct with high confidence: ")


def outside_does_not_count(loss: Attempt) -> None:
    scores, right, inside = span_inputs()
    other = torch.where(~inside[..., None], scores + 5, scores)
    near(
        loss(other, right, inside), loss(scores, right, inside), "higher logits outside the text: "
    )


def both_ends_count(loss: Attempt) -> None:
    wrong_end = span_logits((3, 5, 50, 5), (2, 5, 50, 5), (5, 4, 50, 5))
    if not loss(wrong_end, ENDS, INSIDE) > 1:
        raise Failed("all starts are correct and all ends are wrong, but the loss is near 0", "a loss above 1")  # fmt: skip


# --- best_span ------------------------------------------------------------------------------------
def end_follows_start(best: Attempt) -> None:
    for scores, inside in CASES:
        for start, end in best(scores, inside).tolist():
            if end < start:
                raise Failed(f"an answer from {start} to {end}", "an end that is not before the start")  # fmt: skip


def stays_inside(best: Attempt) -> None:
    for scores, inside in CASES:
        for row, ends in enumerate(best(scores, inside).tolist()):
            if not all(0 <= place < 7 and inside[row, place] for place in ends):
                raise Failed(f"an answer from {ends[0]} to {ends[1]}", f"positions among {torch.nonzero(inside[row]).flatten().tolist()}")  # fmt: skip


def allows_one_word(best: Attempt) -> None:
    got = best(span_logits((4, 4, 9, 9), (4, 4, 9, 9), (4, 4, 9, 9)), INSIDE)
    if got.tolist() != [[4, 4]] * 3:
        raise Failed(f"position 4 is by far the best start and end, but the answer is {got[0].tolist()}", "[4, 4]")  # fmt: skip


EXERCISE = exercise(
    __file__,
    "the three functions exist",
    hints.BEGIN,
    Spec(
        tag_loss,
        [tag_inputs(), tag_inputs(50), (tag_inputs(90)[0], RIGHT.flip(0))],
        Check("`tag_loss` returns one number", spec.all_run, hints.BEGIN),
        Check("correct, confident tags add no loss", correct_tags_add_nothing, hints.MEAN),
        Check("positions without a label do not count", unlabelled_do_not_count, hints.ASKED),
        Check("label 0 counts too", label_0_counts, hints.ZERO),
        Check("`tag_loss` equals the reference", spec.equals_real(tag_inputs(), tag_inputs(50)), hints.MEAN),
        answer=spec.tensor_of(lambda *arguments: ()),
        trained=True,
    ),
    Spec(
        span_loss,
        [span_inputs(), span_inputs(50), span_inputs(90, 3)],
        Check("`span_loss` returns one number", spec.all_run, hints.BOTH),
        Check("correct, confident ends add no loss", correct_ends_add_nothing, hints.INSIDE),
        Check("positions outside the text do not count", outside_does_not_count, hints.INSIDE),
        Check("a wrong end adds to the loss", both_ends_count, hints.BOTH),
        Check("`span_loss` equals the reference", spec.equals_real(span_inputs(), span_inputs(50)), hints.BOTH),
        answer=spec.tensor_of(lambda *arguments: ()),
        trained=True,
    ),
    Spec(
        best_span,
        CASES,
        Check("`best_span` returns two positions per text", spec.all_run, hints.PAIRS),
        Check("no answer ends before it starts", end_follows_start, hints.ORDER),
        Check("answers are inside the text", stays_inside, hints.INSIDE),
        Check("an answer can be one word", allows_one_word, hints.ONE_WORD),
        Check("`best_span` equals the reference", spec.equals_real(*CASES), hints.READ),
        answer=spec.tensor_of(lambda scores, inside: (len(scores), 2)),
    ),
    mistakes=MISTAKES,
    reveals="the reference functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
