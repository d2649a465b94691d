"""The exercise: `next_scores` and `translate`, and the checks for each, in order."""

import re
from functools import cache, partial
from operator import index
from traceback import walk_tb
from typing import Any

import torch
from torch import Tensor

from lessons.kit import compare
from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import close_tensors
from lessons.kit.spec import CLOSE, Attempt, Spec, exercise
from lessons.machine import hints
from lessons.machine.mistakes import MISTAKES
from lessons.machine.solution import next_scores, translate
from transformer.decoding import greedy
from transformer.diagnosis.returned import returned
from transformer.probe import record
from transformer.vocabulary import END, START
from transformer.weights import Trained, load

MODEL = "english_french"
# The input sentence, and the words so far.
SCORED = (
    ("the cat sleeps", ""),
    ("the cat sleeps", "le"),
    ("the cat sleeps", "le chat"),
    # As many words on both sides, so that the mask of the wrong side fits once.
    ("the old dog did not cross the street", "le vieux chien n' a pas traversé"),
)
# The input sentence, and how many words may be written.
WRITTEN = (
    ("the old dog crossed the street because it was tired", 14),
    ("the cat did not cross the road", 3),
)
OTHER = "the dog sleeps"
ALSO = (
    ("the dog sees the cat", 14),  # the same word twice in the answer
    ("not not not not", 9),  # one word repeated; others are nearly as probable
)


@cache
def trained() -> Trained:
    """Return the model that the checks use."""
    return load(MODEL)


def source_of(text: str) -> Tensor:
    """Return a sentence as the model reads it, (1, words)."""
    return torch.tensor([trained().source_vocabulary.encode(text.split())])


def target_of(text: str) -> Tensor:
    """Return START and the words so far, (1, words so far)."""
    return torch.tensor([[START, *trained().target_vocabulary.encode(text.split())]])


def french(tokens: list[int]) -> str:
    return " ".join(trained().target_vocabulary.decode(tokens, specials=True)) or "nothing"


# --- next_scores ------------------------------------------------------------------------------
def scores_after(next_scores: Attempt, source: str, target: str) -> Tensor:
    """Return the student's logits after these words."""
    return in_evaluation(next_scores, source_of(source), target_of(target))


def in_evaluation(attempt: Attempt, *inputs) -> Any:
    """Return the function's result; raise `Failed` if it leaves the model in training mode, with dropout."""
    model = trained().model
    try:
        got = attempt(model, *inputs)
        if model.training:
            raise Failed(
                "the model is left in training mode", "evaluation mode, as before the call"
            )
        return got
    finally:
        model.eval()


def check_tensor(name: str, got: Any, *inputs) -> Tensor:
    if not isinstance(got, Tensor):
        raise Failed(f"{name} {returned(got)}", "a tensor of logits")
    return got


def all_run(next_scores: Attempt) -> None:
    for texts in SCORED:
        scores_after(next_scores, *texts)


def shape(next_scores: Attempt) -> None:
    expected = (len(trained().target_vocabulary),)
    for source, target in SCORED:
        got = tuple(scores_after(next_scores, source, target).shape)
        if got != expected:
            words = target_of(target).shape[1]
            saw = f"shape {got} (written so far: {words})"
            raise Failed(saw, f"{expected}, one for each French word")


def reads_the_source(next_scores: Attempt) -> None:
    """Check that another input sentence changes the logits."""
    source, target = SCORED[0]
    moved = scores_after(next_scores, source, target) - scores_after(next_scores, OTHER, target)
    if not moved.nan_to_num(0.0).abs().max() > CLOSE:  # ∞ − ∞
        saw = f"the same logits for “{source}” and for “{OTHER}”"
        raise Failed(saw, "different logits, because the memory differs")


@torch.no_grad()
def parity(next_scores: Attempt) -> None:
    for source, target in SCORED:
        got = scores_after(next_scores, source, target)
        right = trained().model(source_of(source), target_of(target))[0, -1]
        if not torch.allclose(got, right, atol=CLOSE):
            if step := first_step(next_scores, source, target):
                raise Failed(f"“{source}”, after “{target}”: {step.saw}", step.expected)
            best = [french([int(scores.argmax())]) for scores in (got, right)]
            off = (got - right).abs().max().item()
            saw = f"“{source}”, after “{target}”: off by {off:.2g}; the best word is {best[0]}"
            raise Failed(saw, f"the model’s own logits; the best word is {best[1]}")


def first_step(next_scores: Attempt, source: str, target: str) -> Failed | None:
    """Return the first probe of the model whose values differ from those of the model’s own run."""
    model = trained().model
    with record(model) as seen:
        scores_after(next_scores, source, target)
    return compare.first_step(seen, model, (source_of(source), target_of(target)), str)


# --- translate --------------------------------------------------------------------------------
def words_of(translate: Attempt, source: str, most: int) -> list[int]:
    """Return the student's words."""
    return in_evaluation(translate, source_of(source), most)


def check_words(name: str, got: Any, *inputs) -> list[int]:
    """Return the result; raise `Failed` if it is not a list of word indices."""
    if not isinstance(got, list):
        raise Failed(f"{name} {returned(got)}", "a list of word indices")
    try:
        numbers = [index(word) for word in got]
        french(numbers)
    except (TypeError, ValueError, IndexError):
        raise Failed(f"returned {str(got)[:120]}", "a list of word indices") from None
    return numbers


def writes_words(translate: Attempt) -> None:
    for source, most in WRITTEN:
        got = words_of(translate, source, most)
        for special in (START, END):
            if special in got:
                raise Failed(french(got), f"a list without {french([special])}")


def at_most(translate: Attempt) -> None:
    for source, most in (*WRITTEN, (OTHER, 0)):
        got = words_of(translate, source, most)
        right = translate.spec.function(trained().model, source_of(source), most)
        if len(got) != len(right):
            saw = f"most = {most}: a list of length {len(got)}, {french(got)[:60]}"
            raise Failed(saw, f"a list of length {len(right)}")


def equals_greedy(translate: Attempt) -> None:
    for source, most in (*WRITTEN, *ALSO):
        got = words_of(translate, source, most)
        right = greedy(trained().model, source_of(source), most)[0].tolist()
        right = [word for word in right if word != END]
        if got != right:
            raise Failed(french(got), french(right))


# --- which mistake is it ----------------------------------------------------------------------
def same(a: Any, b: Any) -> bool:
    """Return whether logits nearly agree, words agree, or both raise the same error in the same part of the model."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        alike = error_text(a) == error_text(b) and part_of(a) == part_of(b)
        return (
            alike and type(a) is type(b) and isinstance(a, RuntimeError | IndexError | ValueError)
        )
    return close_tensors(a, b) if isinstance(a, Tensor) else type(a) is type(b) and a == b


def error_text(error: Any) -> str:
    """Return the message of an error; Python and PyTorch use different ones for a missing axis."""
    return re.sub("^(tuple index|Dimension) out of range.*", "no such axis", str(error))


def part_of(error: Any) -> str:
    """Return the part of the model in which an error was raised; "" if there is none."""
    parts = {id(part): name for name, part in trained().model.named_children()}
    frames = (
        frame.f_locals.get("self") for frame, _ in walk_tb(getattr(error, "__traceback__", None))
    )
    return next((parts[id(module)] for module in frames if id(module) in parts), "")


EXERCISE = exercise(
    __file__,
    "`next_scores` and `translate` are defined",
    hints.BEGIN,
    Spec(
        next_scores,
        [partial(scores_after, source=source, target=target) for source, target in SCORED],
        Check("`next_scores` runs", all_run, hints.BEGIN),
        Check("one logit for each French word", shape, hints.SHAPE),
        Check("the input sentence changes the logits", reads_the_source, hints.MEMORY),
        Check("the logits equal the model’s own", parity, hints.PARITY),
        answer=check_tensor,
    ),
    Spec(
        translate,
        [partial(words_of, source=source, most=most) for source, most in WRITTEN],
        Check("`translate` returns words without START and END", writes_words, hints.WORDS),
        Check("`translate` stops at END or after `most` words", at_most, hints.LIMIT),
        Check("`translate` equals greedy decoding", equals_greedy, hints.GREEDY),
        answer=check_words,
    ),
    mistakes=MISTAKES,
    reveals="a solution",
    same=same,
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
