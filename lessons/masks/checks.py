"""The exercise and its checks for `causal`, `padding`, `both` and `masked_softmax`, in order."""

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import close
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, runs
from lessons.masks import hints
from lessons.masks.measure.masking import both, masked_softmax
from lessons.masks.mistakes import MISTAKES
from transformer.masks import causal, padding

CLOSE = 1e-5  # float32 arithmetic in another order differs by about 1e-7
LONG = 40  # words; reveals a mask that reaches back only a few positions

# All sizes differ, so that no axis can be mistaken for another. PAD_HERE is not 0, and 0 is a word.
PAD_HERE = 7
TOKENS = torch.tensor(
    [[3, 0, 5, 2, 9], [4, 6, 7, 7, 7], [0, 7, 7, 7, 7], [7, 7, 3, 6, 7]]
)  # (batch, position)
SQUARE, OBLONG = [(4, None), (1, None)], [(2, 5), (1, 6)]  # queries, keys
SCORES = 3 * fixed_tensor(3, 2, 5, 5, start=40)  # (batch, head, query, key)
SCORES[1, :, 2, 2] = 0.0  # a score of exactly 0 is a score like any other
# The mask hides some keys from most queries, all from one, none from another: (batch, 1, query, key).
MASK = fixed_tensor(3, 1, 5, 5, start=900) > -0.4
MASK[0, :, 1], MASK[2, :, 3] = False, True


# --- causal -----------------------------------------------------------------------------------
def is_bool(causal: Attempt) -> None:
    for queries, keys in SQUARE + OBLONG:
        bool_of_shape(causal, causal(queries, keys), (queries, keys or queries))


def attends_to_earlier_words(causal: Attempt) -> None:
    """Check that rows grow by one, and that the first word sees only itself."""
    got = causal(4)
    for row in range(4):
        same_row(f"row {row}", got[row], torch.arange(4) <= row)


def last_positions(causal: Attempt) -> None:
    for queries, keys in OBLONG:
        got = causal(queries, keys)
        for row in range(queries):
            right = torch.arange(keys) <= keys - queries + row
            same_row(f"causal({queries}, {keys}), row {row}", got[row], right)


def real_causal(causal: Attempt) -> None:
    for queries, keys in ((7, None), (3, 9)):
        for row, (got, right) in enumerate(zip(*causal.both_answers(queries, keys), strict=True)):
            same_row(f"causal({queries}, {keys}), row {row}", got, right)
    got, right = causal.both_answers(LONG)
    bool_of_shape(causal, got, (LONG, LONG))
    for query, key in (got != right).nonzero()[:1].tolist():
        what = f"causal({LONG}), row {query}, column {key}"
        same_row(what, got[query, key, None], right[query, key, None])


# --- padding, both ----------------------------------------------------------------------------
def padding_axes(padding: Attempt) -> None:
    sentences, count = TOKENS.shape
    bool_of_shape(padding, padding(TOKENS, PAD_HERE), (sentences, 1, 1, count))


def hides_padding(padding: Attempt) -> None:
    for tokens, got in zip(TOKENS, padding(TOKENS, PAD_HERE), strict=True):
        same_row(f"tokens {tokens.tolist()}, pad {PAD_HERE}", got[0, 0], tokens != PAD_HERE)


def both_at_once(both: Attempt) -> None:
    got, right = both.both_answers(TOKENS, PAD_HERE)
    bool_of_shape(both, got, tuple(right.shape))
    for sentence, of_sentence in enumerate(right[:, 0]):
        for row, expected in enumerate(of_sentence):
            same_row(f"sentence {sentence}, row {row}", got[sentence, 0, row], expected)


def bool_of_shape(attempt: Attempt, got: Tensor, shape: tuple[int, ...]) -> None:
    if got.dtype != torch.bool or tuple(got.shape) != shape:
        kind = str(got.dtype).removeprefix("torch.")
        raise Failed(f"{attempt.spec.name} returned {kind} {tuple(got.shape)}", f"bool {shape}")


def same_row(what: str, got: Tensor, right: Tensor) -> None:
    if not torch.equal(got, right):
        bits = (" ".join("T" if may else "F" for may in row.tolist()) for row in (got, right))
        raise Failed(f"{what}: {next(bits)}", next(bits))


# --- masked_softmax ---------------------------------------------------------------------------
def softmax_shape(masked_softmax: Attempt) -> None:
    got = masked_softmax(SCORES, MASK)
    if got.shape != SCORES.shape:
        raise Failed(f"shape {tuple(got.shape)}", f"{tuple(SCORES.shape)}, like the scores")


def hidden_is_zero(masked_softmax: Attempt) -> None:
    may = MASK.expand(SCORES.shape)
    some = may.any(-1, keepdim=True).expand(may.shape)  # rows with an allowed key
    most = masked_softmax(SCORES, MASK).masked_fill(may | ~some, 0.0).abs().max().item()
    if most != 0:  # NaN too
        raise Failed(f"a masked key gets weight {most:.3g}", "exactly 0")


def rows_sum_to_one(masked_softmax: Attempt) -> None:
    sums = masked_softmax(SCORES, MASK).sum(-1)  # (batch, head, query)
    off = (sums - 1).abs().masked_fill(~MASK.any(-1), 0.0)
    if not off.max() <= CLOSE:
        raise Failed(f"a row sums to {sums.flatten()[off.argmax()]:.3g}", "1.00")


def empty_rows(masked_softmax: Attempt) -> None:
    got = masked_softmax(SCORES, MASK)
    empty = got[~MASK.any(-1).expand(got.shape[:-1])]  # (row, key)
    if not torch.equal(empty, torch.zeros_like(empty)):
        listed = " ".join(f"{number:.3g}" for number in empty[0].tolist())
        raise Failed(f"a fully masked row is {listed}", "zeros")


def real_weights(masked_softmax: Attempt) -> None:
    for times in (1, 30, 300):
        got, right = masked_softmax.both_answers(times * SCORES, MASK)
        if not got.isfinite().all():
            saw = (
                f"with scores {times} times as large, a weight is {got[~got.isfinite()][0].item()}"
            )
            raise Failed(saw, "a number between 0 and 1")
        off = (got - right).abs().flatten()
        if not off.max() <= CLOSE:
            large = f"with scores {times} times as large, " if times > 1 else ""
            saw, expected = (values.flatten()[off.argmax()].item() for values in (got, right))
            raise Failed(f"{large}a weight is {saw:.3g}", f"{expected:.3g}")


def same(a: object, b: object) -> bool:
    """Return whether two results agree: nearly equal numbers, equal booleans, or the same error of Python or torch."""
    if isinstance(a, Exception) and isinstance(b, Exception):
        return type(a) is type(b) and (isinstance(a, TypeError) or str(a) == str(b))
    return close(a, b)


EXERCISE = exercise(
    __file__,
    "`causal`, `padding`, `both`, `masked_softmax` exist",
    hints.BEGIN,
    # First as many queries as keys: a student who inverts the mask has rarely handled the other case.
    Spec(
        causal,
        SQUARE,
        Check("`causal` runs", runs, hints.BEGIN),
        Check("`causal` returns bool of shape (query, key)", is_bool, hints.BOOL),
        Check("a word attends to itself and earlier words", attends_to_earlier_words, hints.BACK),
    ),
    Spec(
        causal,
        OBLONG,
        Check("fewer queries than keys: the last positions", last_positions, hints.LAST),
        Check("equals the reference causal mask", real_causal, hints.LAST),
    ),
    Spec(
        padding,
        [(TOKENS, PAD_HERE)],
        Check("`padding` returns bool (batch, 1, 1, key)", padding_axes, hints.AXES),
        Check("`padding` hides only `pad`", hides_padding, hints.WORDS),
    ),
    Spec(
        both,
        [(TOKENS, PAD_HERE)],
        Check("`both` hides later words and padding", both_at_once, hints.BOTH),
    ),
    Spec(
        masked_softmax,
        [(SCORES, MASK)],
        Check("weights have the shape of the scores", softmax_shape, hints.SUM),
        Check("masked keys have weight 0", hidden_is_zero, hints.HIDE),
        Check("rows with an allowed key sum to 1", rows_sum_to_one, hints.SUM),
        Check("a fully masked row contains only zeros", empty_rows, hints.EMPTY),
        trained=True,
    ),
    Spec(
        masked_softmax,
        [(3000 * SCORES, MASK)],  # exp(…) is too large for a float
        Check("equals the reference weights", real_weights, hints.SUM),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
    same=same,
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
