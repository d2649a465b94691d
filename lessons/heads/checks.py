"""The exercise: `contributions`, `score` and `after_copies`, and the checks of each in order."""

import torch

from lessons.heads import hints
from lessons.heads.measure.head_sum import contributions
from lessons.heads.mistakes import MISTAKES
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE, Attempt, Spec, exercise, runs, same_shape, shaped
from transformer.measure.attention.head_roles import score
from transformer.measure.attention.patterns import after_copies

# All sizes differ, so that a check notices swapped axes.
BATCH, HEADS, QUERIES, D_V = 2, 3, 5, 4
D_MODEL = HEADS * D_V
MIXED = fixed_tensor(BATCH, HEADS, QUERIES, D_V)  # outputs of the heads
W_O = fixed_tensor(D_MODEL, HEADS * D_V, start=500)  # as an nn.Linear stores it
WEIGHTS = (3 * fixed_tensor(BATCH, HEADS, 5, 5, start=900)).softmax(
    -1
)  # (batch, head, row, column)
# Rows have two, one or no right columns, and one sentence has more rows that count than the other.
RIGHT = torch.tensor(
    [
        [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1]],
        [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]],
    ],
    dtype=torch.bool,
)
CROSS = WEIGHTS[..., :3], RIGHT[..., :3]  # 5 words attend to 3 others
# "a b c a b a", and a sequence in which one token occurs twice in succession.
TOKENS = torch.tensor([[5, 7, 9, 5, 7, 5], [4, 4, 8, 4, 6, 8]])
LETTERS = {5: "a", 7: "b", 9: "c"}


def adds_up(contributions: Attempt) -> None:
    off = (contributions(MIXED, W_O).sum(1) - joined_output(MIXED)).abs().max().item()
    if not off <= CLOSE:
        raise Failed(f"the sum of the contributions is off by {off:.2g}", "concatenate, × W_O")


def one_head_alone(contributions: Attempt) -> None:
    """Set all heads but one to zero: the layer's output is the contribution of that head."""
    for head in range(HEADS):
        alone = torch.zeros_like(MIXED)
        alone[:, head] = MIXED[:, head]
        got = contributions(alone, W_O)
        loud = got[:, [n for n in range(HEADS) if n != head]].abs().max().item()
        if not loud <= CLOSE:
            saw = f"only head {head + 1} is not zero, but another head contributes {loud:.2g}"
            raise Failed(saw, "0 from a head that outputs zeros")
        off = (got[:, head] - joined_output(alone)).abs().max().item()
        if not off <= CLOSE:
            raise Failed(
                f"the contribution of head {head + 1} is off by {off:.2g}", "concatenate, × W_O"
            )


def joined_output(heads: torch.Tensor) -> torch.Tensor:
    """Concatenate and multiply by W_O, as the layer does: (batch, query, d_model)."""
    return heads.transpose(1, 2).flatten(2) @ W_O.mT


def unusual_sizes(contributions: Attempt) -> None:
    """Try one head with one word, and more heads than dimensions per head."""
    for heads, words, d_v in ((1, 1, 3), (6, 2, 1)):
        got = contributions(torch.ones(1, heads, words, d_v), torch.eye(heads * d_v))
        same_shape(got, (1, heads, words, heads * d_v))


def perfect_score(score: Attempt) -> None:
    """Expect 1 if all weight is on the right columns and 0 if none is; rows without a right column do not count."""
    share = RIGHT.float() / RIGHT.sum(-1, keepdim=True).clamp(min=1)  # (batch, row, column)
    elsewhere = (~RIGHT).float() / (~RIGHT).sum(-1, keepdim=True)
    always, never = score(torch.stack((share, elsewhere), dim=1), RIGHT).flatten()[[0, -1]].tolist()
    if not abs(always - 1) <= CLOSE:
        raise Failed(
            f"score {always:.2f} for a head that attends only where the pattern predicts", "1.00"
        )
    if not abs(never) <= CLOSE:
        raise Failed(f"score {never:.2f} for a head with no weight on the pattern", "0.00")


def same_scores(score: Attempt) -> None:
    got, right = score.both_answers(WEIGHTS, RIGHT)
    for head in range(HEADS):
        if not abs(got[head] - right[head]) <= CLOSE:
            raise Failed(f"head {head + 1} gets a score of {got[head]:.4f}", f"{right[head]:.4f}")


def cross_attention(score: Attempt) -> None:
    got, right = score.both_answers(*CROSS)
    if not torch.allclose(got, right, atol=CLOSE):
        raise Failed(f"score {got[0]:.4f} with 3 columns", f"{right[0]:.4f}")


def is_bool(after_copies: Attempt) -> None:
    shaped(after_copies)
    if (dtype := after_copies(TOKENS).dtype) != torch.bool:
        raise Failed(f"a tensor of dtype {dtype}", "bool: True where a row attends")


def nothing_ahead(after_copies: Attempt) -> None:
    for row, column in after_copies(TOKENS)[0].nonzero().tolist():
        if column > row:
            saw = f"position {row + 1} attends to position {column + 1}"
            raise Failed(saw, "no later position")


def after_the_same(after_copies: Attempt) -> None:
    letters = [LETTERS[token] for token in TOKENS[0].tolist()]  # a b c a b a
    for row, column in after_copies(TOKENS)[0].nonzero().tolist():
        if column == 0 or letters[column - 1] != letters[row]:
            before = "nothing" if column == 0 else f"“{letters[column - 1]}”"
            saw = f"position {row + 1} (“{letters[row]}”) attends to position {column + 1}, which follows {before}"
            raise Failed(saw, f"a position after “{letters[row]}”")


def equals_reference(after_copies: Attempt) -> None:
    got, right = after_copies.both_answers(TOKENS)
    for sentence, row, _ in (got != right).nonzero().tolist():
        marked, expected = (
            [column + 1 for column in mask[sentence, row].nonzero().flatten().tolist()]
            for mask in (got, right)
        )
        saw = f"position {row + 1} of sequence {sentence + 1} attends to {marked or 'nothing'}"
        raise Failed(saw, str(expected or "nothing"))


EXERCISE = exercise(
    __file__,
    "the three functions are defined",
    hints.BEGIN,
    Spec(
        contributions,
        [(MIXED, W_O)],
        Check("`contributions` runs", runs, hints.BEGIN),
        Check(f"shape ({BATCH}, {HEADS}, {QUERIES}, {D_MODEL})", shaped, hints.SHAPE),
        Check("the contributions add up to the output", adds_up, hints.ADDS_UP),
        Check("a head that outputs zeros adds nothing", one_head_alone, hints.ALONE),
        Check("one head, and six heads of dimension 1", unusual_sizes, hints.SHAPE),
    ),
    Spec(
        score,
        [(WEIGHTS, RIGHT), CROSS],
        Check(f"`score` returns one value for each of {HEADS} heads", shaped, hints.SCORE),
        Check("`score` is 1 if all weight is correct, 0 if none is", perfect_score, hints.SCORE),
        Check("`score` equals the reference", same_scores, hints.SCORE),
        Check("`score` with 5 rows and 3 columns", cross_attention, hints.PARITY),
    ),
    Spec(
        after_copies,
        [(TOKENS,)],
        Check("`after_copies` returns True and False", is_bool, hints.COPIES),
        Check("no position attends to a later one", nothing_ahead, hints.COPIES),
        Check("a b c a b a: targets follow the same letter", after_the_same, hints.COPIES),
        Check("`after_copies` equals the reference", equals_reference, hints.PARITY),
    ),
    mistakes=MISTAKES,
    reveals="the reference functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
