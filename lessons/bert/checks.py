"""The checks of `segments_of`, `hide` and `pretraining_loss`, in the order in which they run."""

import torch
from torch import Tensor

from lessons.bert import hints
from lessons.bert.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.objectives.masking import hide, pretraining_loss, segments_of
from transformer.vocabulary import PAD

CLS, SEP, MASK = 4, 5, 6
TOKENS = torch.tensor(
    [[CLS, 8, 9, SEP, 10, 11, 12, SEP], [CLS, MASK, SEP, 8, 9, SEP, PAD, PAD], [CLS, 7, 8, 9, 10, SEP, PAD, PAD]]
)  # fmt: skip
# A different number for [SEP], and words after the second [SEP], which no text of the lesson has.
THREE = torch.tensor([[CLS, 5, 7, 9, 7, 8, 7, PAD]])
PLACES = TOKENS.shape[1]
# Lots in each region and close to every limit, in a different order per row; none on a limit, where float32 decides.
LOTS = torch.tensor(
    [[0.01, 0.05, 0.125, 0.13, 0.14, 0.16, 0.119, 0.1201], [0.9, 0.137, 0.02, 0.121, 0.3, 0.149, 0.01, 0.13],
     [0.13, 0.134, 0.136, 0.999, 0.0, 0.151, 0.1, 0.5]]
)  # fmt: skip
OTHERS = torch.tensor([[13, 14, 15] * 3])[:, :PLACES].repeat(3, 1)
ASKED = torch.tensor([[PAD, 8, PAD, PAD, PAD, 11], [PAD, PAD, 12, PAD, PAD, PAD]])


def loss_inputs(start: int = 0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return logits of 14 words at 6 positions in two sequences, and of two pairs."""
    return (
        fixed_tensor(2, 6, 14, start=start),
        ASKED,
        fixed_tensor(2, 2, start=start + 400),
        torch.tensor([0, 1]),
    )


# In the last case, both pairs come next.
LOSSES = [
    loss_inputs(),
    (3 * loss_inputs(50)[0], ASKED.flip(0), 2 * loss_inputs(50)[2], torch.tensor([1, 0])),
    (*loss_inputs(90)[:3], torch.tensor([0, 0])),
]


# --- segments_of --------------------------------------------------------------------------------
def first_sentence(segments_of: Attempt) -> None:
    got = segments_of(TOKENS, SEP)
    if got[0, :4].any():
        raise Failed(f"[CLS] a b [SEP] got {got[0, :4].tolist()}", "0 for all four")


def second_sentence(segments_of: Attempt) -> None:
    got = segments_of(TOKENS, SEP)
    if (got[0, 4:] != 1).any():
        raise Failed(
            f"the second sentence and its [SEP] got {got[0, 4:].tolist()}", "1 for all four"
        )


def padding_is_zero(segments_of: Attempt) -> None:
    got = segments_of(TOKENS, SEP)
    if got[1:, 6:].any():
        raise Failed(f"the padding got {got[1:, 6:].tolist()}", "0 everywhere")


def integer_segments(name: str, got: object, *arguments: object) -> Tensor:
    """Return the segments as integers."""
    answer = spec.like_first(name, got, *arguments)
    if answer.dtype == torch.bool or answer.is_floating_point():
        raise Failed(f"{name} returned a tensor of {answer.dtype}", "integers; use .long()")
    return answer


def after_first_separator(segments_of: Attempt) -> None:
    got = segments_of(THREE, 7)[0].tolist()
    if got != [0, 0, 0, 1, 1, 1, 1, 0]:
        raise Failed(
            f"with the separator 7, {THREE[0].tolist()} got the segments {got}",
            "[0, 0, 0, 1, 1, 1, 1, 0], with only 0 and 1",
        )


# --- hide ---------------------------------------------------------------------------------------
def chooses_only_words(hide: Attempt) -> None:
    marks = TOKENS <= MASK
    read, asked = hide(TOKENS, 0 * LOTS, OTHERS, MASK)
    if (read != TOKENS)[marks].any():
        raise Failed(
            f"with `lot` = 0 everywhere, {TOKENS[1].tolist()} is read as {read[1].tolist()}",
            "[CLS], [SEP], [MASK] and padding unchanged",
        )
    if asked[marks].any():
        raise Failed(
            f"with `lot` = 0 everywhere, `asked` is {asked[1].tolist()} for {TOKENS[1].tolist()}",
            "PAD, which is 0, at [CLS], [SEP], [MASK] and padding",
        )


def chooses_none_above_limit(hide: Attempt) -> None:
    read, asked = hide(TOKENS, 0 * LOTS + 0.5, OTHERS, MASK)
    if (read != TOKENS).any() or asked.any():
        raise Failed("with `lot` = 0.5 everywhere, words were chosen", "no word is chosen")


def asks_for_original_words(hide: Attempt) -> None:
    for lot in (0.01, 0.125, 0.14):
        _, asked = hide(TOKENS, 0 * LOTS + lot, OTHERS, MASK)
        if (asked != TOKENS.where(TOKENS > MASK, PAD)).any():
            raise Failed(
                f"with `lot` = {lot} everywhere, `asked` is {asked[1].tolist()}",
                "each original word, PAD elsewhere",
            )


def lot_selects_replacement(hide: Attempt) -> None:
    word = TOKENS > MASK
    for lot, there in ((0.01, torch.full_like(TOKENS, MASK)), (0.125, OTHERS), (0.14, TOKENS)):
        read, _ = hide(TOKENS, 0 * LOTS + lot, OTHERS, MASK)
        if (read != there.where(word, TOKENS)).any():
            raise Failed(
                f"with `lot` = {lot} everywhere, `read` is {read[1].tolist()}",
                f"{there.where(word, TOKENS)[1].tolist()}",
            )


def two_tensors(
    name: str, got: object, tokens: Tensor, *arguments: object
) -> tuple[Tensor, Tensor]:
    """Return (read, asked) if both tensors have the correct shape."""
    both = got if isinstance(got, tuple | list) else ()
    if len(both) != 2 or not all(
        isinstance(tensor, Tensor) and tensor.shape == tokens.shape for tensor in both
    ):
        raise Failed(
            f"{name} returned {type(got).__name__}",
            f"two tensors {tuple(tokens.shape)}: read, asked",
        )
    return both[0], both[1]


def both_equal(hide: Attempt) -> None:
    for lots in (LOTS, LOTS.flip(0)):
        for which, got, right in zip(
            ("read", "asked"), *hide.both_answers(TOKENS, lots, OTHERS, MASK), strict=True
        ):
            near(got, right, f"{which}: ")


# --- pretraining_loss ---------------------------------------------------------------------------
def correct_answers_add_nothing(loss: Attempt) -> None:
    words, asked, _, label = loss_inputs()
    sure = 50 * torch.nn.functional.one_hot(asked, words.shape[-1]).to(words)
    got = loss(sure, asked, 50 * torch.eye(2).to(words), label)
    near(got, torch.zeros_like(got), "all answers correct with high confidence: ")


def label_0_counts(loss: Attempt) -> None:
    words, asked, pairs, _ = loss_inputs()
    answers_other = pairs.new_tensor([[0.0, 9.0], [0.0, 9.0]])
    labels = torch.tensor([0, 0])
    got = loss(words, asked, answers_other, labels) - loss(words, asked, -answers_other, labels)
    near(
        got,
        torch.full_like(got, 9.0),
        "loss of two pairs that come next, for the answer “other” minus for the answer “next”: ",
    )


def other_positions_do_not_count(loss: Attempt) -> None:
    words, asked, pairs, label = loss_inputs()
    other = torch.where((asked == PAD)[..., None], 7 * words.flip(-1), words)
    near(
        loss(other, asked, pairs, label),
        loss(words, asked, pairs, label),
        "different logits where there is nothing to predict: ",
    )


EXERCISE = exercise(
    __file__,
    "the three functions exist",
    hints.BEGIN,
    Spec(
        segments_of,
        [(TOKENS, SEP), (TOKENS[1:], SEP), (THREE, 7)],
        Check("`segments_of` keeps the shape", spec.all_run, hints.BEGIN),
        Check("the first sentence and its [SEP] get 0", first_sentence, hints.FIRST),
        Check("the second sentence and its [SEP] get 1", second_sentence, hints.LAST),
        Check("padding gets 0", padding_is_zero, hints.PADDING),
        Check("every token after the first separator gets 1", after_first_separator, hints.LAST),
        Check("`segments_of` equals the reference", spec.equals_real((TOKENS, SEP), (TOKENS.flip(0), SEP)), hints.FIRST),
        answer=integer_segments,
    ),
    Spec(
        hide,
        [(TOKENS, LOTS, OTHERS, MASK), (TOKENS[1:], LOTS[:2], OTHERS[1:], MASK)],
        Check("`hide` returns two tensors", spec.all_run, hints.CHOICE),
        Check("only words are chosen", chooses_only_words, hints.CHOICE),
        Check("no word is chosen where `lot` is above 0.15", chooses_none_above_limit, hints.CHOICE),
        Check("`asked` contains the original words", asks_for_original_words, hints.ASKED),
        Check("`lot` selects the mask, another word or the same word", lot_selects_replacement, hints.READ),
        Check("`hide` equals the reference", both_equal, hints.READ),
        answer=two_tensors,
    ),
    Spec(
        pretraining_loss,
        LOSSES,
        Check("`pretraining_loss` returns one number", spec.all_run, hints.LOSS),
        Check("correct, confident answers add no loss", correct_answers_add_nothing, hints.WORDS),
        Check("positions without a target do not count", other_positions_do_not_count, hints.WORDS),
        Check("pairs with label 0 are counted", label_0_counts, hints.PAIRS),
        Check("`pretraining_loss` equals the reference", spec.equals_real(*LOSSES), hints.LOSS),
        answer=spec.tensor_of(lambda *arguments: ()),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the reference functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
