"""What must hold of `contributions`, `score` and `after_copies`, in the order in which it is checked.

    from lessons.heads.checks import check, hint, reveal
    check()                       # the functions in lessons/heads/exercise.py
    check(another_contributions)  # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

import torch
from torch import Tensor

from lessons.heads import hints
from lessons.heads.recognise import recognise
from lessons.heads.trial import (
    BATCH,
    D_MODEL,
    HEADS,
    QUERIES,
    RIGHT,
    TOKENS,
    Student,
    matrix,
    mixed,
    weights,
)
from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from transformer.measure import head_roles, head_sum, patterns

CLOSE = 1e-4  # float32 sums in another order differ by about 1e-6


def runs(student: Student) -> None:
    student.ask("contributions", mixed(), matrix())


def shape(student: Student) -> None:
    got = student.ask("contributions", mixed(), matrix())
    _shaped(student, "contributions", got, (BATCH, HEADS, QUERIES, D_MODEL))


def one_head_alone(student: Student) -> None:
    """All heads but one are silent: the layer's output is what that one writes."""
    for head in range(HEADS):
        alone = torch.zeros_like(mixed())
        alone[:, head] = mixed()[:, head]
        got = student.ask("contributions", alone, matrix())
        others = [n for n in range(HEADS) if n != head]
        loud = got[:, others].abs().max().item()
        if not loud <= CLOSE:
            saw = f"head {head + 1} alone spoke, and another one writes {loud:.2g}"
            raise student.failed("contributions", saw, "0 from a silent head")
        right = _joined(alone)  # (batch, query, d_model)
        off = (got[:, head] - right).abs().max().item()
        if not off <= CLOSE:
            saw = f"head {head + 1} alone is off by {off:.2g}"
            raise student.failed("contributions", saw, "concatenate, × W_O")


def adds_up(student: Student) -> None:
    got = student.ask("contributions", mixed(), matrix()).sum(1)  # (batch, query, d_model)
    off = (got - _joined(mixed())).abs().max().item()
    if not off <= CLOSE:
        saw = f"their sum is off by {off:.2g}"
        raise student.failed("contributions", saw, "concatenate, × W_O")


def sizes(student: Student) -> None:
    """One head of one word, and more heads than numbers in one."""
    for heads, words, d_v in ((1, 1, 3), (6, 2, 1)):
        given, W_O = mixed().new_ones(1, heads, words, d_v), torch.eye(heads * d_v)
        got = student.ask("contributions", given, W_O)
        _shaped(student, "contributions", got, (1, heads, words, heads * d_v))


def score_shape(student: Student) -> None:
    _shaped(student, "score", student.ask("score", weights(), RIGHT), (HEADS,))


def perfect(student: Student) -> None:
    """All weight on the right columns is 1, none is 0; rows without a right column do not matter."""
    share = RIGHT.float() / RIGHT.sum(-1, keepdim=True).clamp(min=1)  # (batch, row, column)
    elsewhere = RIGHT.new_ones(()).float() * ~RIGHT / (~RIGHT).sum(-1, keepdim=True)
    given = torch.stack((share, elsewhere), dim=1)  # (batch, 2 heads, row, column)
    always, never = student.ask("score", given, RIGHT).flatten()[[0, -1]].tolist()
    if not abs(always - 1) <= CLOSE:
        saw = f"{always:.2f} for a head that looks only where the pattern says"
        raise student.failed("score", saw, "1.00")
    if not abs(never) <= CLOSE:
        saw = f"{never:.2f} for a head that never looks there"
        raise student.failed("score", saw, "0.00")


def score_parity(student: Student) -> None:
    got, right = (one("score", weights(), RIGHT) for one in (student.ask, Student.reference().ask))
    for head in range(HEADS):
        if not abs(got[head] - right[head]) <= CLOSE:
            saw = f"head {head + 1} scores {got[head]:.4f}"
            raise student.failed("score", saw, f"{right[head]:.4f}")


def cross(student: Student) -> None:
    """Rows and columns need not be the same words: 5 rows, 3 columns."""
    given, right = weights()[..., :3], RIGHT[..., :3]
    got, expected = (one("score", given, right) for one in (student.ask, Student.reference().ask))
    if not torch.allclose(got, expected, atol=CLOSE):
        raise student.failed("score", f"{got[0]:.4f} with 3 columns", f"{expected[0]:.4f}")


def copies_shape(student: Student) -> None:
    got = student.ask("after_copies", TOKENS)
    _shaped(student, "after_copies", got, (*TOKENS.shape, TOKENS.shape[1]))
    if got.dtype != torch.bool:
        raise student.failed("after_copies", f"a tensor of {got.dtype}", "bool: True = looks there")


def nothing_ahead(student: Student) -> None:
    for row, column in _marked(student):
        if column > row:
            saw = f"place {row + 1} looks at place {column + 1}"
            raise student.failed("after_copies", saw, "nothing that is still to come")


def after_the_same(student: Student) -> None:
    for row, column in _marked(student):
        if column == 0 or TOKENS[0, column - 1] != TOKENS[0, row]:
            before = "nothing" if column == 0 else f"“{_letter(column - 1)}”"
            saw = f"place {row + 1}, “{_letter(row)}”, looks at place {column + 1}, after {before}"
            raise student.failed("after_copies", saw, f"a place after “{_letter(row)}”")


def copies_parity(student: Student) -> None:
    got, right = (one("after_copies", TOKENS) for one in (student.ask, Student.reference().ask))
    wrong = (got != right).nonzero().tolist()
    if wrong:
        sentence, row, column = wrong[0]
        places = [j + 1 for j in got[sentence, row].nonzero().flatten().tolist()]
        expected = [j + 1 for j in right[sentence, row].nonzero().flatten().tolist()]
        saw = f"place {row + 1} of row {sentence + 1} looks at {places or 'nothing'}"
        raise student.failed("after_copies", saw, str(expected or "nothing"))


def _joined(heads: Tensor) -> Tensor:
    """Concatenate, × W_O, as the layer does it: (batch, query, d_model)."""
    return heads.transpose(1, 2).flatten(2) @ matrix().mT


def _marked(student: Student) -> list[list[int]]:
    """(row, column) of the first row of tokens, a b c a b a."""
    return student.ask("after_copies", TOKENS)[0].nonzero().tolist()


def _letter(place: int) -> str:
    return {5: "a", 7: "b", 9: "c"}[int(TOKENS[0, place])]


def _shaped(student: Student, name: str, got: Tensor, expected: tuple[int, ...]) -> None:
    if tuple(got.shape) != expected:
        raise student.failed(name, f"shape {tuple(got.shape)}", f"{expected}")


CHECKS: tuple[Check, ...] = (
    Check("three functions are there", Student.find, hints.BEGIN),
    Check("contributions runs", runs, hints.BEGIN),
    Check(f"shape ({BATCH}, {HEADS}, {QUERIES}, {D_MODEL})", shape, hints.SHAPE),
    Check("the parts add up to the layer's output", adds_up, hints.ADDS_UP),
    Check("a silent head writes nothing", one_head_alone, hints.ALONE),
    Check("one head, and six of one number", sizes, hints.SHAPE),
    Check(f"a score for each of {HEADS} heads", score_shape, hints.SCORE),
    Check("1 for always, 0 for never", perfect, hints.SCORE),
    Check("score equals the machine's", score_parity, hints.SCORE),
    Check("and where 5 words look at 3", cross, hints.PARITY),
    Check("after_copies gives True and False", copies_shape, hints.COPIES),
    Check("no place looks ahead", nothing_ahead, hints.COPIES),
    Check("a b c a b a: after the same letter", after_the_same, hints.COPIES),
    Check("after_copies equals the machine's", copies_parity, hints.PARITY),
)

SOURCES = (head_sum.contributions, head_roles.score, patterns.after_copies)
EXERCISE = Exercise(Student, CHECKS, recognise, SOURCES, "the machine's functions")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.heads.checks
    print(check())
