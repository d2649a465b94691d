"""Checks of an attention layer, in the order in which they run."""

import torch
from torch import Tensor

from lessons.attention import hints
from lessons.attention.mistakes import MISTAKES
from lessons.attention.trial import (
    BATCH,
    D_MODEL,
    HEADS,
    LONGER,
    QUESTIONS,
    WORDS,
    Student,
    cross_inputs,
    equal_where_finite,
    self_inputs,
    word_vectors,
)
from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import Diagnoser
from lessons.kit.exercise import Exercise
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE
from transformer.attention import MultiHeadAttention
from transformer.diagnosis.source_line import short
from transformer.masks import causal, padding
from transformer.probe import probes

LARGE = 30  # factor that gives scores of some thousands, as an unlucky model can have


def runs(student: Student) -> None:
    student.run(word_vectors(), word_vectors())
    student.run(*self_inputs())


def shape(student: Student) -> None:
    student.shaped("forward", student.run(*self_inputs()), (BATCH, WORDS, D_MODEL), "output")


def finite(student: Student) -> None:
    got = student.run(*self_inputs())  # (batch, word, d_model)
    for sentence, word in (~got.isfinite().all(-1)).nonzero().tolist():
        saw = f"word {word + 1} of sentence {sentence + 1} is {got[sentence, word, 0].item()}"
        raise Failed(saw, "numbers", look_at=student.where("masked"))
    x = LARGE * word_vectors()
    if not student.run(x, x).isfinite().all():
        saw = f"with word vectors {LARGE} times as large, an output is NaN or infinite"
        raise Failed(
            saw,
            "finite numbers: the exponential of a large score overflows",
            look_at=student.line("weights"),
        )


def repeatable(student: Student) -> None:
    student.repeats(MISTAKES["DropoutInEvaluation"].sentence)


def rows_sum_to_one(student: Student) -> None:
    if "weights" not in probes(student.layer()):
        raise Failed("the layer has no probe called `weights`", "`self.weights`, as in the stub")
    seen = student.traced(*self_inputs())["weights"]
    if not seen:
        likely = "the softmax is not passed through its probe; write `weights = self.weights(...)`"
        look_at = short(student.file)
        raise Failed("nothing passed through `self.weights`", "the weights", likely, look_at)
    weights, expected = seen[-1], (BATCH, HEADS, WORDS, WORDS)
    if tuple(weights.shape) != expected:
        saw = f"weights of shape {tuple(weights.shape)}"
        raise Failed(saw, f"(batch, head, query, key) {expected}", look_at=student.line("weights"))
    sums = weights.sum(-1)  # (batch, head, query)
    for sentence, head, row in (~((sums - 1).abs() <= CLOSE)).nonzero().tolist():
        saw = f"row {row + 1} of head {head + 1} sums to {sums[sentence, head, row].item():.2f}"
        raise Failed(saw, "1.00", look_at=student.where("weights"))


def no_leak(student: Student) -> None:
    moved = _moved_by(student, WORDS - 1)  # (word,)
    for word in range(WORDS - 1):
        if not moved[word] <= CLOSE:
            saw = f"changing word {WORDS} changed output {word + 1} by {moved[word].item():.2g}"
            raise Failed(saw, "0: no attention to later words", look_at=student.where("masked"))


def past_is_used(student: Student) -> None:
    moved = _moved_by(student, 0)  # (word,)
    for word in range(1, WORDS):
        if not moved[word] > CLOSE:
            saw = f"changing word 1 changed output {word + 1} by {moved[word].item():.2g}"
            raise Failed(
                saw, "more: attention to earlier words is allowed", look_at=student.where("masked")
            )


def permutation(student: Student) -> None:
    order, x = torch.tensor([3, 0, 4, 1, 2]), word_vectors()
    shuffled, plain = student.run(x[:, order], x[:, order]), student.run(x, x)
    moved = (shuffled - plain[:, order]).abs().max().item()
    if not moved <= CLOSE:
        raise Failed(
            f"the shuffled outputs differ by {moved:.2g}", "0", look_at=student.where("query")
        )


def batch_independent(student: Student) -> None:
    x, memory, mask = self_inputs()
    together, alone = student.run(x, memory, mask)[:1], student.run(x[:1], memory[:1], mask)
    moved = (together - alone).abs().max().item()
    if not moved <= CLOSE:
        raise Failed(
            f"another sentence in the batch changes the output by {moved:.2g}",
            "0",
            look_at=student.where("query"),
        )


def parity_square(student: Student) -> None:
    _equal(student, *self_inputs())


def parity_cross(student: Student) -> None:
    _equal(student, *cross_inputs())


def parity_padding(student: Student) -> None:
    tokens = torch.tensor([[5, 6, 7, 8, 9], [5, 6, 7, 0, 0]])
    x, memory, _ = cross_inputs()
    _equal(student, x, memory, padding(tokens, 0))


def probed(student: Student) -> None:
    student.shows_all(*cross_inputs())
    student.shows_all(*self_inputs())


def drops_weights(student: Student) -> None:
    """In training, dropout must be applied to the weights, once; a hand-written dropout is accepted."""
    name = "DropoutOnValues" if student.dropped() else "DropoutForgotten"
    student.same_in_training(MISTAKES[name].sentence, "head_output")


def _moved_by(student: Student, word: int) -> Tensor:
    """Return how much each word's answer changes with one word, under a causal mask; (word,)."""
    x, mask = word_vectors(), causal(WORDS)
    changed = x.clone()
    changed[:, word] = 2 * fixed_tensor(BATCH, D_MODEL, start=9000)
    return (student.run(changed, changed, mask) - student.run(x, x, mask)).abs().amax((0, 2))


def _equal(student: Student, *inputs: Tensor | None) -> None:
    with torch.no_grad():
        right = Student.filled()(*inputs)
    student.equal(student.run(*inputs), right, *inputs)


CHECKS: tuple[Check, ...] = (
    Check("MyAttention has W_Q, W_K, W_V, W_O", Student.find, hints.BEGIN),
    Check(f"runs on {BATCH} sentences of {WORDS} words", runs, hints.BEGIN),
    Check(f"shape ({BATCH}, {WORDS}, {D_MODEL})", shape, hints.SHAPE),
    Check("every component is a number", finite, hints.EMPTY_ROW),
    Check("two calls give the same result", repeatable, hints.DROPOUT),
    Check("rows of the weights sum to 1", rows_sum_to_one, hints.ROWS),
    Check("no word sees a later word", no_leak, hints.MASK),
    Check("earlier words are used", past_is_used, hints.MASK),
    Check("shuffling words shuffles outputs", permutation, hints.HEADS),
    Check("sentences do not mix", batch_independent, hints.HEADS),
    Check(f"equals the real layer, {WORDS} × {WORDS}", parity_square, hints.PARITY),
    Check(f"equals the real layer, {LONGER} × {WORDS}", parity_cross, hints.CROSS),
    Check("equals the real layer with padding", parity_padding, hints.PADDING),
    Check("dropout acts on the weights in training", drops_weights, hints.DROPOUT),
    Check("every step can be seen", probed, hints.PROBES),
)

STEPS = ("attend", "score", "scale", "hide", "normalise", "mix")
METHODS = ("forward", "keys_and_values", "split", "merge")
EXERCISE = Exercise(
    Student,
    CHECKS,
    Diagnoser(MISTAKES.values(), (QUESTIONS,), equal_where_finite),
    tuple(getattr(MultiHeadAttention, name) for name in STEPS + METHODS),
    "the real layer",
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
