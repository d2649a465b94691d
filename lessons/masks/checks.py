"""What must hold of masks and of a masked softmax, in the order in which it is checked.

    from lessons.masks.checks import check, hint, reveal
    check()               # the functions in lessons/masks/exercise.py
    check(another_causal) # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

import torch
from torch import Tensor

from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from lessons.masks import hints
from lessons.masks.recognise import recognise
from lessons.masks.trial import PAD_HERE, SIZES, TOKENS, Student, mask, scores
from transformer import masks
from transformer.measure import masking

CLOSE = 1e-5  # float32 arithmetic in another order differs by about 1e-7
LONG = 40  # words; who looks back a few places only, shows


# --- causal -----------------------------------------------------------------------------------


def runs(student: Student) -> None:
    student.ask("causal", 4)


def is_bool(student: Student) -> None:
    for queries, keys in SIZES:
        _shaped(student, "causal", student.ask("causal", queries, keys), (queries, keys or queries))


def looks_back(student: Student) -> None:
    """Rows grow by one, from the first word that sees only itself."""
    got = student.ask("causal", 4)
    for row in range(4):
        _row(student, "causal", f"row {row}", got[row], torch.arange(4) <= row)


def last_positions(student: Student) -> None:
    for queries, keys in SIZES[2:]:
        got = student.ask("causal", queries, keys)
        for row in range(queries):
            right = torch.arange(keys) <= keys - queries + row
            _row(student, "causal", f"causal({queries}, {keys}), row {row}", got[row], right)


def causal_parity(student: Student) -> None:
    for queries, keys in ((7, None), (3, 9)):
        right = masks.causal(queries, keys)
        for row, got in enumerate(student.ask("causal", queries, keys)):
            _row(student, "causal", f"causal({queries}, {keys}), row {row}", got, right[row])
    got, right = student.ask("causal", LONG), masks.causal(LONG)
    _shaped(student, "causal", got, (LONG, LONG))
    for query, key in (got != right).nonzero()[:1].tolist():
        saw = f"causal({LONG}), row {query}, column {key}: {_bits(got[query, key, None])}"
        raise student.failed("causal", saw, _bits(right[query, key, None]))


# --- padding, both ----------------------------------------------------------------------------


def padding_axes(student: Student) -> None:
    sentences, count = TOKENS.shape
    _shaped(student, "padding", student.ask("padding", TOKENS, PAD_HERE), (sentences, 1, 1, count))


def hides_padding(student: Student) -> None:
    got = student.ask("padding", TOKENS, PAD_HERE)
    for number, tokens in enumerate(TOKENS):
        what = f"tokens {tokens.tolist()}, pad {PAD_HERE}"
        _row(student, "padding", what, got[number, 0, 0], tokens != PAD_HERE)


def both_at_once(student: Student) -> None:
    sentences, count = TOKENS.shape
    got, right = student.ask("both", TOKENS, PAD_HERE), masking.both(TOKENS, PAD_HERE)
    _shaped(student, "both", got, (sentences, 1, count, count))
    for sentence in range(sentences):
        for row in range(count):
            what = f"sentence {sentence}, row {row}"
            _row(student, "both", what, got[sentence, 0, row], right[sentence, 0, row])


# --- masked_softmax ---------------------------------------------------------------------------


def softmax_shape(student: Student) -> None:
    got, right = student.ask("masked_softmax", scores(), mask()), scores()
    if got.shape != right.shape:
        saw = f"shape {tuple(got.shape)}"
        raise student.failed("masked_softmax", saw, f"{tuple(right.shape)}, as the scores")


def hidden_is_zero(student: Student) -> None:
    got, may = student.ask("masked_softmax", scores(), mask()), mask().expand(scores().shape)
    some = may.any(-1, keepdim=True).expand(may.shape)  # rows that have something left
    most = got.masked_fill(may | ~some, 0.0).abs().max().item()
    if most != 0:  # NaN too
        saw = f"a hidden key gets weight {most:.3g}"
        raise student.failed("masked_softmax", saw, "exactly 0")


def rows_sum_to_one(student: Student) -> None:
    sums = student.ask("masked_softmax", scores(), mask()).sum(-1)  # (batch, head, query)
    some = mask().any(-1).expand(sums.shape)
    off = (sums - 1).abs().masked_fill(~some, 0.0)
    if not off.max() <= CLOSE:
        saw = f"a row sums to {sums.flatten()[off.argmax()]:.3g}"
        raise student.failed("masked_softmax", saw, "1.00")


def empty_rows(student: Student) -> None:
    got = student.ask("masked_softmax", scores(), mask())
    empty = got[~mask().any(-1).expand(got.shape[:-1])]  # (row, key)
    if not torch.equal(empty, torch.zeros_like(empty)):
        saw = f"a row with nothing left is {_numbers(empty[0])}"
        raise student.failed("masked_softmax", saw, "zeros")


def softmax_parity(student: Student) -> None:
    for times in (1, 30, 300):
        got = student.ask("masked_softmax", times * scores(), mask())
        if not got.isfinite().all():
            saw = f"with scores {times} times as large a weight is {got[~got.isfinite()][0].item()}"
            raise student.failed("masked_softmax", saw, "a number from 0 to 1")
        right = masking.masked_softmax(times * scores(), mask())
        off = (got - right).abs().flatten()
        if not off.max() <= CLOSE:
            large = f"with scores {times} times as large " if times > 1 else ""
            saw, expected = (one.flatten()[off.argmax()].item() for one in (got, right))
            raise student.failed(
                "masked_softmax", f"{large}a weight is {saw:.3g}", f"{expected:.3g}"
            )


def _shaped(student: Student, name: str, got: Tensor, shape: tuple[int, ...]) -> None:
    if got.dtype != torch.bool or tuple(got.shape) != shape:
        saw = f"{name} gives {str(got.dtype).removeprefix('torch.')} {tuple(got.shape)}"
        raise student.failed(name, saw, f"bool {shape}")


def _row(student: Student, name: str, what: str, got: Tensor, right: Tensor) -> None:
    if not torch.equal(got, right):
        raise student.failed(name, f"{what}: {_bits(got)}", _bits(right))


def _bits(row: Tensor) -> str:
    return " ".join("T" if may else "F" for may in row.tolist())


def _numbers(row: Tensor) -> str:
    return " ".join(f"{number:.3g}" for number in row.tolist())


CHECKS: tuple[Check, ...] = (
    Check("causal, padding, both, masked_softmax are there", Student.find, hints.BEGIN),
    Check("causal runs", runs, hints.BEGIN),
    Check("causal is bool, of shape (query, key)", is_bool, hints.BOOL),
    Check("a word sees itself and what came before", looks_back, hints.BACK),
    Check("fewer queries than keys: they are the last", last_positions, hints.LAST),
    Check("equals the machine’s causal mask", causal_parity, hints.LAST),
    Check("padding is bool, (batch, 1, 1, key)", padding_axes, hints.AXES),
    Check("padding hides pad, and no word", hides_padding, hints.WORDS),
    Check("both: no look ahead, none at padding", both_at_once, hints.BOTH),
    Check("weights have the shape of the scores", softmax_shape, hints.SUM),
    Check("what is hidden has weight 0", hidden_is_zero, hints.HIDE),
    Check("every other row sums to 1", rows_sum_to_one, hints.SUM),
    Check("a row with nothing left is zeros", empty_rows, hints.EMPTY),
    Check("equals the machine’s weights", softmax_parity, hints.SUM),
)

EXERCISE = Exercise(
    Student,
    CHECKS,
    recognise,
    (masks.causal, masks.padding, masking.both, masking.masked_softmax),
    "the machine’s own functions",
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.masks.checks
    print(check())
