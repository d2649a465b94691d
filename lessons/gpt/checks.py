"""The exercise: `loss_mask`, `next_word_loss` and `count_parameters`, with their checks in order."""

from typing import Any

import torch
from torch import Tensor

from lessons.gpt import hints
from lessons.gpt.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.diagnosis.returned import returned
from transformer.families import GPTConfig
from transformer.measure.cost.sizes import count_parameters, parameters_by_part
from transformer.objectives.next_word import loss_mask, next_word_loss
from transformer.vocabulary import END, PAD, START

WORDS = 11
# A sequence without a prompt, one that is nearly all prompt, and one that is much shorter than the others.
TOKENS = torch.tensor([[START, 5, 6, 7, 8, 9, 10, END],
                       [START, 4, 5, 6, 7, 8, END, PAD],
                       [START, 9, 4, 4, END, PAD, PAD, PAD]])  # fmt: skip
GIVEN = torch.tensor([0, 5, 2])
MASK = loss_mask(TOKENS, GIVEN)
LOGITS = 2 * fixed_tensor(3, 7, WORDS, start=40)
LONG = torch.cat([TOKENS[:, :-1], TOKENS[:, 1:4], TOKENS[:, -1:]], 1)  # longer than the others
ROWS = [
    (TOKENS, GIVEN),
    (TOKENS[1:, :7], GIVEN[1:]),
    (TOKENS[:1], GIVEN[:1] + 3),
    (LONG[:1], GIVEN[:1] + 2),
]
LOSSES = [(LOGITS, TOKENS, MASK), (3 * LOGITS[1:], TOKENS[1:], MASK[1:])]
LOSSES += [(LOGITS, TOKENS, loss_mask(TOKENS, GIVEN // 2))]
# All sizes differ, so that a mix-up of two sizes is noticed.
SIZES = [
    (GPTConfig(words, d_model=d, d_ff=wide, decoder_layers=layers, self_heads=2, position="learned", max_length=places),)
    for words, d, wide, layers, places in ((13, 8, 20, 3, 6), (50, 12, 48, 1, 31), (7, 4, 10, 5, 90))
]  # fmt: skip


# --- loss_mask ------------------------------------------------------------------------------------
def mask_of(name: str, got: Any, tokens: Tensor, given: Tensor) -> Tensor:
    """Return the mask if it has one bool per position."""
    if not isinstance(got, Tensor) or got.dtype != torch.bool:
        raise Failed(f"{name} {returned(got)}", "a tensor of bool")
    spec.same_shape(got, (len(tokens), tokens.shape[1] - 1))
    return got


def mask_text(mask: Tensor) -> str:
    return "".join("✓" if counts else "·" for counts in mask)


def check_rows(mask: Tensor, right: Tensor, part: Tensor) -> None:
    """Raise `Failed` with the first row that is wrong within `part`."""
    for row, (got, needed, looked) in enumerate(zip(mask, right, part, strict=True), start=1):
        if (got != needed)[looked].any():
            raise Failed(f"row {row}: {mask_text(got)}", mask_text(needed))


def answer_counts(loss_mask: Attempt) -> None:
    got, right = loss_mask.both_answers(TOKENS, GIVEN)
    after = TOKENS[:, 1:]
    check_rows(got, right, (after != PAD) & (after != END))


def end_counts(loss_mask: Attempt) -> None:
    got, right = loss_mask.both_answers(TOKENS, GIVEN)
    check_rows(got, right, TOKENS[:, 1:] == END)


def padding_does_not_count(loss_mask: Attempt) -> None:
    got, right = loss_mask.both_answers(TOKENS, GIVEN)
    check_rows(got, right, TOKENS[:, 1:] == PAD)


def real_mask(loss_mask: Attempt) -> None:
    for case in ROWS:
        got, right = loss_mask.both_answers(*case)
        check_rows(got, right, torch.ones_like(right))


# --- next_word_loss -------------------------------------------------------------------------------
def equal_probabilities(next_word_loss: Attempt) -> None:
    """Check that equal probabilities give the loss ln(vocabulary size)."""
    near(
        next_word_loss(0 * LOGITS, TOKENS, MASK),
        torch.tensor(WORDS).log(),
        f"all {WORDS} words equally probable: ",
    )


def certain_words(next_word_loss: Attempt) -> None:
    """Check that probability 1 for each next word gives the loss 0."""
    right = 30 * torch.nn.functional.one_hot(TOKENS[:, 1:], WORDS).float()
    near(
        next_word_loss(right, TOKENS, MASK), torch.tensor(0.0), "each next word has probability 1: "
    )


def only_the_mask(next_word_loss: Attempt) -> None:
    """Check that logits outside the mask do not change the loss."""
    other = LOGITS.where(MASK[..., None], -3 * LOGITS)
    near(
        next_word_loss(other, TOKENS, MASK),
        next_word_loss(LOGITS, TOKENS, MASK),
        "different logits outside the mask: ",
    )


# --- count_parameters -----------------------------------------------------------------------------
def equals_model(*cases: tuple):
    """Check against the number of parameters of the real model."""

    def run(count_parameters: Attempt) -> None:
        for (config,) in cases:
            got, right = count_parameters(config), sum(parameters_by_part(config).values())
            if got != right:
                c = config
                sizes = f"V={c.target_vocabulary}, n={c.max_length}, d={c.d_model}, f={c.d_ff}, L={c.decoder_layers}"
                raise Failed(f"{sizes}: {got:,}", f"{right:,}, as counted in the model")

    return run


EXERCISE = exercise(
    __file__,
    "all three functions exist",
    hints.BEGIN,
    Spec(
        loss_mask,
        ROWS,
        Check("`loss_mask` returns one bool per position", spec.all_run, hints.BEGIN),
        Check("the answer counts; the prompt does not", answer_counts, hints.FIRST),
        Check("the END of the answer counts", end_counts, hints.STOP),
        Check("padding does not count", padding_does_not_count, hints.PADDING),
        Check("`loss_mask` equals the real one", real_mask, hints.FIRST),
        answer=mask_of,
    ),
    Spec(
        next_word_loss,
        LOSSES,
        Check("`next_word_loss` returns one number", spec.all_run, hints.LOSS),
        Check("equal probabilities give a loss of ln(vocabulary size)", equal_probabilities, hints.LOSS),
        Check("probability 1 for each next word gives a loss of 0", certain_words, hints.AFTER),
        Check("only positions in the mask count", only_the_mask, hints.COUNTED),
        Check("`next_word_loss` equals the real one", spec.equals_real(*LOSSES), hints.COUNTED),
        answer=spec.tensor_of(lambda *arguments: ()),
        trained=True,
    ),
    Spec(
        count_parameters,
        SIZES,
        Check("`count_parameters` returns an integer", spec.all_run, hints.TABLES),
        Check("the count equals that of the real model", equals_model(*SIZES), hints.LAYERS),
        answer=spec.whole,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
