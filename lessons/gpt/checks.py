"""The exercise: `loss_mask`, `next_word_loss` and `count_parameters`, and what must hold of each, in the order of checking."""

from typing import Any

import torch
from torch import Tensor

from lessons.gpt import hints
from lessons.gpt.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.diagnosis.returned import returned
from transformer.families import GPTConfig
from transformer.measure.cost.sizes import count_parameters, counted
from transformer.objectives.next_word import loss_mask, next_word_loss
from transformer.vocabulary import END, PAD, START

WORDS = 11
# A row without a prompt, one that is nearly all prompt, one that is much shorter than the others.
TOKENS = torch.tensor([[START, 5, 6, 7, 8, 9, 10, END],
                       [START, 4, 5, 6, 7, 8, END, PAD],
                       [START, 9, 4, 4, END, PAD, PAD, PAD]])  # fmt: skip
GIVEN = torch.tensor([0, 5, 2])
MASK = loss_mask(TOKENS, GIVEN)
LOGITS = 2 * numbers(3, 7, WORDS, start=40)
ROWS = [(TOKENS, GIVEN), (TOKENS[1:, :7], GIVEN[1:]), (TOKENS[:1], GIVEN[:1] + 3)]
LOSSES = [(LOGITS, TOKENS, MASK), (3 * LOGITS[1:], TOKENS[1:], MASK[1:])]
LOSSES += [(LOGITS, TOKENS, loss_mask(TOKENS, GIVEN // 2))]
# All sizes differ, so that none can be taken for another.
SIZES = [
    (GPTConfig(words, d, wide, layers, 2, position="learned", max_length=places),)
    for words, d, wide, layers, places in ((13, 8, 20, 3, 6), (50, 12, 48, 1, 31), (7, 4, 10, 5, 90))
]  # fmt: skip


# --- loss_mask ------------------------------------------------------------------------------------
def mask_of(name: str, got: Any, tokens: Tensor, given: Tensor) -> Tensor:
    """What came back, if it is a bool for each place."""
    if not isinstance(got, Tensor) or got.dtype != torch.bool:
        raise Failed(f"{name} {returned(got)}", "a tensor of bool")
    spec.same_shape(got, (len(tokens), tokens.shape[1] - 1))
    return got


def marked(mask: Tensor) -> str:
    return "".join("✓" if one else "·" for one in mask)


def same_rows(found: Tensor, right: Tensor, part: Tensor) -> None:
    """`Failed` with the first row that is wrong where `part` looks."""
    for row, (got, needed, looked) in enumerate(zip(found, right, part, strict=True), start=1):
        if (got != needed)[looked].any():
            raise Failed(f"row {row}: {marked(got)}", marked(needed))


def begins(loss_mask: Attempt) -> None:
    got, right = loss_mask.beside(TOKENS, GIVEN)
    after = TOKENS[:, 1:]
    same_rows(got, right, (after != PAD) & (after != END))


def stops(loss_mask: Attempt) -> None:
    got, right = loss_mask.beside(TOKENS, GIVEN)
    same_rows(got, right, TOKENS[:, 1:] == END)


def pads(loss_mask: Attempt) -> None:
    got, right = loss_mask.beside(TOKENS, GIVEN)
    same_rows(got, right, TOKENS[:, 1:] == PAD)


def real_mask(loss_mask: Attempt) -> None:
    for case in ROWS:
        got, right = loss_mask.beside(*case)
        same_rows(got, right, torch.ones_like(right))


# --- next_word_loss -------------------------------------------------------------------------------
def nobody_knows(next_word_loss: Attempt) -> None:
    """Where all words are equally probable the loss is ln of how many there are."""
    near(
        next_word_loss(0 * LOGITS, TOKENS, MASK),
        torch.tensor(WORDS).log(),
        f"all {WORDS} words equally probable: ",
    )


def sure(next_word_loss: Attempt) -> None:
    """A model that is sure of each next word has no loss."""
    right = 30 * torch.nn.functional.one_hot(TOKENS[:, 1:], WORDS).float()
    near(
        next_word_loss(right, TOKENS, MASK), torch.tensor(0.0), "each next word has probability 1: "
    )


def only_the_mask(next_word_loss: Attempt) -> None:
    """What is said where nothing counts changes nothing."""
    other = LOGITS.where(MASK[..., None], -3 * LOGITS)
    near(
        next_word_loss(other, TOKENS, MASK),
        next_word_loss(LOGITS, TOKENS, MASK),
        "other scores where nothing counts: ",
    )


# --- count_parameters -----------------------------------------------------------------------------
def whole(name: str, got: Any, *given: Any) -> int:
    """What came back, if it is a number of things."""
    if isinstance(got, bool) or not isinstance(got, int | float) or got != round(got):
        raise Failed(f"{name} {returned(got)}", "a whole number")
    return round(got)


def as_built(*cases: tuple):
    """As many as the real model has."""

    def run(count_parameters: Attempt) -> None:
        for (config,) in cases:
            got, right = count_parameters(config), sum(counted(config).values())
            if got != right:
                c = config
                sizes = f"V={c.target_vocabulary}, n={c.max_length}, d={c.d_model}, f={c.d_ff}, L={c.decoder_layers}"
                raise Failed(f"{sizes}: {got:,}", f"{right:,}, as counted in the model")

    return run


EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        loss_mask,
        ROWS,
        Check("loss_mask gives a bool for each place", spec.all_run, hints.BEGIN),
        Check("the answer counts, the prompt does not", begins, hints.FIRST),
        Check("that a row ends is learned", stops, hints.STOP),
        Check("padding is not learned", pads, hints.PADDING),
        Check("equals the real loss_mask", real_mask, hints.FIRST),
        answer=mask_of,
    ),
    Spec(
        next_word_loss,
        LOSSES,
        Check("next_word_loss gives one number", spec.all_run, hints.LOSS),
        Check("who knows nothing pays ln of the number of words", nobody_knows, hints.LOSS),
        Check("who is sure of each next word pays nothing", sure, hints.AFTER),
        Check("only places of the mask count", only_the_mask, hints.COUNTED),
        Check("equals the real next_word_loss", spec.equals_real(*LOSSES), hints.COUNTED),
        answer=spec.tensor_of(lambda *given: ()),
        trained=True,
    ),
    Spec(
        count_parameters,
        SIZES,
        Check("count_parameters gives whole numbers", spec.all_run, hints.TABLES),
        Check("as many as the model has", as_built(*SIZES), hints.LAYERS),
        answer=whole,
    ),
    mistakes=MISTAKES,
    reveals="the machine's functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
