"""The exercise: in which sentence a token stands, what is hidden, and the loss of both; and what must hold of each."""

import torch
from torch import Tensor

from lessons.bert import hints
from lessons.bert.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.objectives.masking import hide, pretraining_loss, segments_of
from transformer.vocabulary import PAD

CLS, SEP, MASK = 4, 5, 6
TOKENS = torch.tensor(
    [[CLS, 8, 9, SEP, 10, 11, 12, SEP], [CLS, 12, SEP, 8, 9, SEP, PAD, PAD], [CLS, 7, 8, 9, 10, SEP, PAD, PAD]]
)  # fmt: skip
PLACES = TOKENS.shape[1]
# Lots in each region, close to every border, in another order in each row; none on a border, where float32 decides.
LOTS = torch.tensor(
    [[0.01, 0.05, 0.125, 0.13, 0.14, 0.16, 0.119, 0.1201], [0.9, 0.137, 0.02, 0.121, 0.3, 0.149, 0.01, 0.13],
     [0.13, 0.134, 0.136, 0.999, 0.0, 0.151, 0.1, 0.5]]
)  # fmt: skip
OTHERS = torch.tensor([[13, 14, 15] * 3])[:, :PLACES].repeat(3, 1)
ASKED = torch.tensor([[PAD, 8, PAD, PAD, PAD, 11], [PAD, PAD, 12, PAD, PAD, PAD]])


def scored(start: int = 0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Scores of 14 words at 6 positions in two rows, and of two pairs."""
    return (
        numbers(2, 6, 14, start=start),
        ASKED,
        numbers(2, 2, start=start + 400),
        torch.tensor([0, 1]),
    )


# In the last one both pairs come next.
LOSSES = [
    scored(),
    (3 * scored(50)[0], ASKED.flip(0), 2 * scored(50)[2], torch.tensor([1, 0])),
    (*scored(90)[:3], torch.tensor([0, 0])),
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


# --- hide ---------------------------------------------------------------------------------------
def only_words(hide: Attempt) -> None:
    marks = TOKENS <= MASK
    read, asked = hide(TOKENS, 0 * LOTS, OTHERS, MASK)
    if (read != TOKENS)[marks].any() or asked[marks].any():
        raise Failed("with lots of 0 everywhere, [CLS], [SEP] or padding was chosen", "words alone")


def none_above(hide: Attempt) -> None:
    read, asked = hide(TOKENS, 0 * LOTS + 0.5, OTHERS, MASK)
    if (read != TOKENS).any() or asked.any():
        raise Failed("with lots of 0.5 everywhere, something was chosen", "nothing is chosen")


def what_stood_there(hide: Attempt) -> None:
    for lot in (0.01, 0.125, 0.14):
        _, asked = hide(TOKENS, 0 * LOTS + lot, OTHERS, MASK)
        if (asked != TOKENS.where(TOKENS > MASK, PAD)).any():
            raise Failed(
                f"with lots of {lot} everywhere, asked is {asked[1].tolist()}",
                "each word that stood there, PAD elsewhere",
            )


def what_is_read(hide: Attempt) -> None:
    word = TOKENS > MASK
    for lot, there in ((0.01, torch.full_like(TOKENS, MASK)), (0.125, OTHERS), (0.14, TOKENS)):
        read, _ = hide(TOKENS, 0 * LOTS + lot, OTHERS, MASK)
        if (read != there.where(word, TOKENS)).any():
            raise Failed(
                f"with lots of {lot} everywhere, it reads {read[1].tolist()}",
                f"{there.where(word, TOKENS)[1].tolist()}",
            )


def two_tensors(name: str, got: object, tokens: Tensor, *given: object) -> tuple[Tensor, Tensor]:
    """(read, asked); `Failed` where it is not two tensors of the right shape."""
    both = got if isinstance(got, tuple | list) else ()
    if len(both) != 2 or not all(
        isinstance(one, Tensor) and one.shape == tokens.shape for one in both
    ):
        raise Failed(
            f"{name} returned {type(got).__name__}",
            f"two tensors {tuple(tokens.shape)}: read, asked",
        )
    return both[0], both[1]


def both_equal(hide: Attempt) -> None:
    for lots in (LOTS, LOTS.flip(0)):
        for which, got, right in zip(
            ("read", "asked"), *hide.beside(TOKENS, lots, OTHERS, MASK), strict=True
        ):
            near(got, right, f"{which}: ")


# --- pretraining_loss ---------------------------------------------------------------------------
def surely_right(loss: Attempt) -> None:
    words, asked, _, label = scored()
    sure = 50 * torch.nn.functional.one_hot(asked, words.shape[-1]).to(words)
    got = loss(sure, asked, 50 * torch.eye(2).to(words), label)
    near(got, torch.zeros_like(got), "everything is answered rightly and surely: ")


def zero_is_an_answer(loss: Attempt) -> None:
    words, asked, pairs, _ = scored()
    one = pairs.new_tensor([[0.0, 9.0], [0.0, 9.0]])
    labels = torch.tensor([0, 0])
    got = loss(words, asked, one, labels) - loss(words, asked, -one, labels)
    near(
        got,
        torch.full_like(got, 9.0),
        "two pairs that come next, called “other” and called “next”; the difference: ",
    )


def elsewhere_nothing(loss: Attempt) -> None:
    words, asked, pairs, label = scored()
    other = torch.where((asked == PAD)[..., None], 7 * words.flip(-1), words)
    near(
        loss(other, asked, pairs, label),
        loss(words, asked, pairs, label),
        "other scores where nothing is asked: ",
    )


EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        segments_of,
        [(TOKENS, SEP), (TOKENS[1:], SEP)],
        Check("segments_of keeps the shape", spec.all_run, hints.BEGIN),
        Check("the first sentence is 0, with its [SEP]", first_sentence, hints.FIRST),
        Check("the second sentence is 1, with its [SEP]", second_sentence, hints.LAST),
        Check("padding is 0", padding_is_zero, hints.PADDING),
        Check("equals the real segments_of", spec.equals_real((TOKENS, SEP), (TOKENS.flip(0), SEP)), hints.FIRST),
        answer=spec.like_first,
    ),
    Spec(
        hide,
        [(TOKENS, LOTS, OTHERS, MASK), (TOKENS[1:], LOTS[:2], OTHERS[1:], MASK)],
        Check("hide gives two tensors", spec.all_run, hints.CHOICE),
        Check("only words are chosen", only_words, hints.CHOICE),
        Check("a lot above 0.15 chooses nothing", none_above, hints.CHOICE),
        Check("what is asked is what stood there", what_stood_there, hints.ASKED),
        Check("mask, another word, or itself: as the lot says", what_is_read, hints.READ),
        Check("equals the real hide", both_equal, hints.READ),
        answer=two_tensors,
    ),
    Spec(
        pretraining_loss,
        LOSSES,
        Check("pretraining_loss gives one number", spec.all_run, hints.LOSS),
        Check("who is right and sure pays nothing", surely_right, hints.WORDS),
        Check("where nothing is asked, nothing counts", elsewhere_nothing, hints.WORDS),
        Check("a pair that comes next counts", zero_is_an_answer, hints.PAIRS),
        Check("equals the real loss", spec.equals_real(*LOSSES), hints.LOSS),
        answer=spec.tensor_of(lambda *given: ()),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the machine's functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
