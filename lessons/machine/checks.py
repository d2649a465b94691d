"""What must hold of `next_scores` and `translate`, in the order in which it is checked.

from lessons.machine.checks import check, hint, reveal
check()                    # the functions in lessons/machine/exercise.py
check(another_next_scores) # or functions of your own
"""

import torch

from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from lessons.machine import hints
from lessons.machine.recognise import SCORED, WRITTEN, recognise
from lessons.machine.trial import (
    Student,
    french,
    next_scores,
    source_of,
    target_of,
    trained,
    translate,
)
from transformer.decoding import greedy
from transformer.vocabulary import END, START

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-5
OTHER = "the dog sleeps"
ALSO = (
    ("the dog sees the cat", 14),  # the same word twice in the answer
    ("not not not not", 9),  # the same one again and again; others are nearly as probable
)


def runs(student: Student) -> None:
    for one in SCORED:
        student.next_scores(*one)


def shape(student: Student) -> None:
    expected = (len(trained().target_vocabulary),)
    for source, target in SCORED:
        got = tuple(student.next_scores(source, target).shape)
        if got != expected:
            words = target_of(target).shape[1]
            saw = f"shape {got} after {words} word{'s' * (words > 1)}"
            raise student.failed("next_scores", saw, f"{expected}, one for each French word")


def reads_the_source(student: Student) -> None:
    """Another sentence is read, another word comes next."""
    source, target = SCORED[0]
    moved = student.next_scores(source, target) - student.next_scores(OTHER, target)
    if not moved.nan_to_num(0.0).abs().max() > CLOSE:  # ∞ − ∞
        saw = f"the same scores for “{source}” and for “{OTHER}”"
        raise student.failed("next_scores", saw, "other scores: the memory is another")


@torch.no_grad()
def parity(student: Student) -> None:
    for source, target in SCORED:
        got = student.next_scores(source, target)
        right = trained().model(source_of(source), target_of(target))[0, -1]
        if not torch.allclose(got, right, atol=CLOSE):
            if departs := student.departs(source, target):
                saw = f"“{source}”, after “{target}”: {departs.saw}"
                raise student.failed("next_scores", saw, departs.expected)
            best = [french([int(scores.argmax())]) for scores in (got, right)]
            off = (got - right).abs().max().item()
            saw = f"“{source}”, after “{target}”: off by {off:.2g}, best word {best[0]}"
            raise student.failed("next_scores", saw, f"the model’s own, best word {best[1]}")


def writes_words(student: Student) -> None:
    for source, most in WRITTEN:
        got = student.translate(source, most)
        for special in (START, END):
            if special in got:
                raise student.failed("translate", french(got), f"no {french([special])} in it")


def at_most(student: Student) -> None:
    for source, most in (*WRITTEN, (OTHER, 0)):
        got, right = (
            student.translate(source, most),
            translate(trained().model, source_of(source), most),
        )
        if len(got) != len(right):
            saw = f"most = {most}: {len(got)} word{'s' * (len(got) != 1)}, {french(got)[:60]}"
            raise student.failed("translate", saw, f"{len(right)} words")


def equals_greedy(student: Student) -> None:
    for source, most in (*WRITTEN, *ALSO):
        got = student.translate(source, most)
        right = [
            word
            for word in greedy(trained().model, source_of(source), most)[0].tolist()
            if word != END
        ]
        if got != right:
            raise student.failed("translate", french(got), french(right))


CHECKS: tuple[Check, ...] = (
    Check("next_scores and translate are there", Student.find, hints.BEGIN),
    Check("next_scores runs", runs, hints.BEGIN),
    Check("a score for each French word", shape, hints.SHAPE),
    Check("what is read makes a difference", reads_the_source, hints.MEMORY),
    Check("equals the model’s own scores", parity, hints.PARITY),
    Check("translate writes words, without START and END", writes_words, hints.WORDS),
    Check("it stops at END, or after so many words", at_most, hints.LIMIT),
    Check("writes what the machine writes", equals_greedy, hints.GREEDY),
)

EXERCISE = Exercise(Student, CHECKS, recognise, (next_scores, translate), "a solution")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.machine.checks
    print(check())
