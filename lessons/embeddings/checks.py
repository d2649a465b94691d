"""Checks of an embedding, in the order in which they run."""

import math

import torch
from torch import Tensor

from lessons.embeddings import hints
from lessons.embeddings.mistakes import MISTAKES
from lessons.embeddings.trial import (
    BATCH,
    D_MODEL,
    DROPPED,
    STAGES,
    START,
    VOCABULARY,
    WORDS,
    Student,
    each_word,
    equal_answers,
    sentences,
    vectors,
)
from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import Diagnoser, close_tensors
from lessons.kit.exercise import Exercise
from lessons.kit.spec import CLOSE
from transformer.embeddings import Embedding
from transformer.positions import sinusoidal

ROOT_D = f"√{D_MODEL} = {math.sqrt(D_MODEL):.2f}"


def runs(student: Student) -> None:
    student.run(sentences())


def shape(student: Student) -> None:
    student.shaped("forward", student.run(sentences()), (BATCH, WORDS, D_MODEL), "sum")


def finite(student: Student) -> None:
    got = student.run(sentences())  # (batch, position, d_model)
    for sentence, word in (~got.isfinite().all(-1)).nonzero().tolist():
        saw = f"word {word + 1} of sentence {sentence + 1} is {got[sentence, word, 0].item()}"
        raise Failed(saw, "numbers", look_at=student.line("sum"))


def repeatable(student: Student) -> None:
    student.repeats(MISTAKES["DropoutInEvaluation"].sentence)


def batch_independent(student: Student) -> None:
    together, alone = student.run(sentences())[1:], student.run(sentences()[1:])
    moved = (together - alone).abs().max().item()
    if not moved <= CLOSE:
        raise Failed(
            f"another sentence in the batch changes the vectors by {moved:.2g}",
            "0",
            look_at=student.line("sum"),
        )


def rows_of_the_table(student: Student) -> None:
    """Compare word differences with row differences; scale and positions cancel."""
    got, expected = _word_differences(student)
    # The result if a token is used as a quantity.
    numbered = got[1] * torch.arange(VOCABULARY)[:, None]
    likely = (
        MISTAKES["TokenAsNumber"].sentence if got.any() and close_tensors(got, numbered) else ""
    )
    for word in range(1, VOCABULARY):
        cosine = torch.cosine_similarity(got[word], expected[word], dim=0).item()
        if not cosine >= 1 - CLOSE:
            saw = f"cosine {cosine:.4f} between word {word} − word 0 and row {word} − row 0"
            raise Failed(saw, "1, the same direction", likely, student.line("tokens"))


def length_of_a_word(student: Student) -> None:
    """Subtract two words at the same position, so that the positional encoding cancels."""
    got, expected = _word_differences(student)
    ratio = (got.norm() / expected.norm()).item()
    if not abs(ratio - math.sqrt(D_MODEL)) <= CLOSE * D_MODEL:
        look_at = student.line("tokens")
        raise Failed(f"{ratio:.2f} times as long", f"{ROOT_D} times", look_at=look_at)


def places_differ(student: Student) -> None:
    """Subtract the same word at two positions, so that the word cancels."""
    got, expected = _place_differences(student)
    for place in range(1, WORDS):
        if not got[place].norm() > CLOSE:
            saw = f"the same vector at positions 0 and {place}"
            raise Failed(
                saw, "different vectors at different positions", look_at=student.line("positions")
            )
        cosine = torch.cosine_similarity(got[place], expected[place], dim=0).item()
        if not cosine >= 1 - CLOSE:
            saw = f"cosine {cosine:.4f} between position {place} − position 0 and their encodings"
            wanted = "1, the same direction"
            raise Failed(saw, wanted, look_at=student.line("positions"))


def length_of_a_place(student: Student) -> None:
    got, expected = _place_differences(student)
    ratio = (got.norm() / expected.norm()).item()
    if not abs(ratio - 1) <= CLOSE:
        look_at = student.line("positions")
        raise Failed(f"{ratio:.2f} times as long", "1.00, without scaling", look_at=look_at)


def start_shifts(student: Student) -> None:
    whole, rest = student.run(sentences())[:, START:], student.run(sentences()[:, START:], START)
    moved = (whole - rest).abs().max().item()
    if not moved <= CLOSE:
        saw = f"with `start={START}`, words from {START + 1} onwards differ by {moved:.2g}"
        raise Failed(saw, "0: the words keep their positions", look_at=student.line("positions"))


@torch.no_grad()
def dropout_in_training(student: Student) -> None:
    layer = student.layer(dropout=DROPPED)
    quiet, noisy = layer(sentences()), None
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        noisy = layer.train()(sentences())
    gone = (noisy == 0).float().mean().item()
    expected, look_at = f"a fraction of about {DROPPED:.2f}", student.line("sum")
    if abs(gone - DROPPED) > 0.12:  # four standard errors
        forgotten = "DropoutForgotten" if close_tensors(noisy, quiet) else "DropoutOnAPart"
        # A few zeros remain: sin 0 = 0, so a row dropped at position 0 leaves zeros in the sum.
        likely = MISTAKES[forgotten].sentence if gone < DROPPED / 4 else ""
        raise Failed(f"a fraction of {gone:.2f} of the numbers is 0", expected, likely, look_at)
    kept = noisy != 0
    if not close_tensors(noisy[kept], quiet[kept] / (1 - DROPPED)):
        raise Failed(
            "the remaining numbers are not scaled", f"the sum / {1 - DROPPED:g}", look_at=look_at
        )


def scores_shape(student: Student) -> None:
    for vectors_in in (vectors(), vectors()[0], vectors()[0, 0]):
        student.shaped("scores", student.scores(vectors_in), (*vectors_in.shape[:-1], VOCABULARY))


@torch.no_grad()
def tied(student: Student) -> None:
    layer = student.layer()
    before = layer.scores(vectors())
    look_at = student.line("scores")
    layer.table.weight[3] *= 2
    moved = layer.scores(vectors()) - before  # (batch, position, vocabulary)
    layer.table.weight.zero_()
    left = layer.scores(vectors())  # (batch, position, vocabulary)
    if not left.abs().max() <= CLOSE:
        saw = f"with a table of zeros, a logit is still {left.abs().max():.2f}"
        words_differ = left.std(-1).max() > CLOSE  # after a softmax all words are equal
        likely = MISTAKES["ScoresUntied"].sentence if words_differ else ""
        raise Failed(saw, "0: all logits come from the table", likely, look_at)
    others = torch.arange(VOCABULARY) != 3
    if not moved[..., others].abs().max() <= CLOSE:
        saw = "doubling row 3 of the table changed the logits of other words"
        raise Failed(saw, "only the logits of word 3 change", look_at=look_at)


def rows_with_themselves(student: Student) -> None:
    table = Student.filled().table.weight.detach()
    got = student.scores(table[None])[0].diagonal()  # (vocabulary,)
    expected = table.square().sum(-1)
    for word in (~((got - expected).abs() <= CLOSE * expected)).nonzero().flatten().tolist():
        saw = f"the logit of row {word} with itself is {got[word]:.2f}"
        wanted = f"{expected[word]:.2f}, its squared norm"
        raise Failed(saw, wanted, look_at=student.line("scores"))


def parity_vectors(student: Student) -> None:
    for position in ("sinusoidal", "learned"):
        with torch.no_grad():
            right = Student.filled(position=position)(sentences(), START)
        student.equal(student.run(sentences(), START, position), right, sentences(), START)


def parity_scores(student: Student) -> None:
    with torch.no_grad():
        right = Student.filled().scores(vectors())
    student.equal(student.scores(vectors()), right, name="scores")


def parity_gradient(student: Student) -> None:
    real = Student.reference()
    cases = (
        (lambda layer: layer(sentences()), "forward", "GradientCut", student.line("tokens")),
        (lambda layer: layer.scores(vectors()), "scores", "ScoresCut", student.line("scores")),
    )
    for run, name, cut, look_at in cases:
        got, right = student.gradient(run), real.gradient(run)  # (vocabulary, d_model)
        if not close_tensors(got, right):
            difference = (got - right).abs().max().item()
            nothing = not got.any()
            saw = (
                f"no gradient through {name}"
                if nothing
                else f"the gradient through {name} is off by {difference:.2g}"
            )
            likely = MISTAKES[cut].sentence if nothing else ""
            raise Failed(saw, "the gradient of the real layer", likely, look_at)


def probed(student: Student) -> None:
    student.shows_all()


def _word_differences(student: Student) -> tuple[Tensor, Tensor]:
    """Return word − word 0 at position 1, as computed and by one-hot × table; each (vocabulary, d_model)."""
    got = student.run(each_word(2))[:, 1]  # (vocabulary, d_model)
    one_hot = torch.eye(VOCABULARY)
    rows = one_hot @ Student.filled().table.weight.detach()  # (vocabulary, d_model)
    return got - got[0], rows - rows[0]


def _place_differences(student: Student) -> tuple[Tensor, Tensor]:
    """Return position − position 0 for one word, as computed and as encodings; each (position, d_model)."""
    got = student.run(torch.full((1, WORDS), 6))[0]  # (position, d_model)
    places = sinusoidal(WORDS, D_MODEL)
    return got - got[0], places - places[0]


CHECKS: tuple[Check, ...] = (
    Check("MyEmbedding has its table", Student.find, hints.BEGIN),
    Check(f"runs on {BATCH} sentences of {WORDS} words", runs, hints.BEGIN),
    Check(f"shape ({BATCH}, {WORDS}, {D_MODEL})", shape, hints.SHAPE),
    Check("every component is a number", finite, hints.LOOKUP),
    Check("two calls give the same result", repeatable, hints.DROPOUT),
    Check("sentences do not mix", batch_independent, hints.BATCH),
    Check("one-hot × table equals the lookup", rows_of_the_table, hints.LOOKUP),
    Check(f"word vectors are √{D_MODEL} times their rows", length_of_a_word, hints.SCALE),
    Check("positions change the vector", places_differ, hints.PLACES),
    Check("positions are not scaled", length_of_a_place, hints.UNSCALED),
    Check("`start` shifts the positions", start_shifts, hints.START),
    Check("dropout on the sum in training", dropout_in_training, hints.DROPOUT),
    Check(f"logits of shape ({BATCH}, {WORDS}, {VOCABULARY})", scores_shape, hints.SCORES),
    Check("logits change with the table", tied, hints.TIED),
    Check("a row’s logit is its squared norm", rows_with_themselves, hints.LENGTH_SQUARED),
    Check("vectors equal the real layer’s", parity_vectors, hints.PARITY),
    Check("logits equal the real layer’s", parity_scores, hints.LENGTH_SQUARED),
    Check("the table learns from both uses", parity_gradient, hints.GRADIENT),
    Check("every step can be seen", probed, hints.PROBES),
)

NAMED = Diagnoser(MISTAKES.values(), STAGES, equal_answers)
EXERCISE = Exercise(Student, CHECKS, NAMED, (Embedding,), "the real layer")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
