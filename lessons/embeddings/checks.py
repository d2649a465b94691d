"""What must hold of an embedding, in the order in which it is checked."""

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
    same,
    sentences,
    vectors,
)
from lessons.kit.checking import Check, Failed
from lessons.kit.exercise import Exercise
from lessons.kit.recognise import Recogniser, close
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
        raise Failed(f"its neighbour moves it by {moved:.2g}", "0", look_at=student.line("sum"))


def rows_of_the_table(student: Student) -> None:
    """Without scale or positions: where two words differ, they differ as their rows do."""
    got, expected = _word_differences(student)
    numbered = got[1] * torch.arange(VOCABULARY)[:, None]  # what a token used as a size gives
    likely = MISTAKES["TokenAsNumber"].sentence if got.any() and close(got, numbered) else ""
    for word in range(1, VOCABULARY):
        cosine = torch.cosine_similarity(got[word], expected[word], dim=0).item()
        if not cosine >= 1 - CLOSE:
            saw = f"cosine {cosine:.4f} of word {word} − word 0 with the same rows"
            raise Failed(saw, "1, one direction", likely, student.line("tokens"))


def length_of_a_word(student: Student) -> None:
    """The positions cancel when two words at the same place are subtracted."""
    got, expected = _word_differences(student)
    ratio = (got.norm() / expected.norm()).item()
    if not abs(ratio - math.sqrt(D_MODEL)) <= CLOSE * D_MODEL:
        look_at = student.line("tokens")
        raise Failed(f"{ratio:.2f} times as long", f"{ROOT_D} times", look_at=look_at)


def places_differ(student: Student) -> None:
    """The word cancels when the same word at two places is subtracted."""
    got, expected = _place_differences(student)
    for place in range(1, WORDS):
        if not got[place].norm() > CLOSE:
            saw = f"the same vector at places 0 and {place}"
            raise Failed(saw, "another position, another vector", look_at=student.line("positions"))
        cosine = torch.cosine_similarity(got[place], expected[place], dim=0).item()
        if not cosine >= 1 - CLOSE:
            saw = f"cosine {cosine:.4f} of place {place} − place 0 with the positions"
            wanted = "1, one direction"
            raise Failed(saw, wanted, look_at=student.line("positions"))


def length_of_a_place(student: Student) -> None:
    got, expected = _place_differences(student)
    ratio = (got.norm() / expected.norm()).item()
    if not abs(ratio - 1) <= CLOSE:
        look_at = student.line("positions")
        raise Failed(f"{ratio:.2f} times as long", "1.00, as they are", look_at=look_at)


def start_shifts(student: Student) -> None:
    whole, rest = student.run(sentences())[:, START:], student.run(sentences()[:, START:], START)
    moved = (whole - rest).abs().max().item()
    if not moved <= CLOSE:
        saw = f"with start={START}, words {START + 1} and on differ by {moved:.2g}"
        raise Failed(saw, "0: the words stand where they stood", look_at=student.line("positions"))


@torch.no_grad()
def dropout_in_training(student: Student) -> None:
    layer = student.layer(dropout=DROPPED)
    quiet, noisy = layer(sentences()), None
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        noisy = layer.train()(sentences())
    gone = (noisy == 0).float().mean().item()
    expected, look_at = f"about {DROPPED:.2f} of them", student.line("sum")
    if abs(gone - DROPPED) > 0.12:  # four standard errors
        likely = MISTAKES["DropoutForgotten"].sentence if close(noisy, quiet) else ""
        raise Failed(f"{gone:.2f} of the numbers are 0", expected, likely, look_at)
    kept = noisy != 0
    if not close(noisy[kept], quiet[kept] / (1 - DROPPED)):
        raise Failed("what was kept is not the sum", f"the sum / {1 - DROPPED:g}", look_at=look_at)


def scores_shape(student: Student) -> None:
    for given in (vectors(), vectors()[0], vectors()[0, 0]):
        student.shaped("scores", student.scores(given), (*given.shape[:-1], VOCABULARY))


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
        saw = f"with a table of zeros, a score is still {left.abs().max():.2f}"
        words_differ = left.std(-1).max() > CLOSE  # a softmax gives every word the same
        likely = MISTAKES["ScoresUntied"].sentence if words_differ else ""
        raise Failed(saw, "0: scores come from the table", likely, look_at)
    others = torch.arange(VOCABULARY) != 3
    if not moved[..., others].abs().max() <= CLOSE:
        saw = "row 3 of the table was doubled, and scores of other words moved"
        raise Failed(saw, "only those of word 3", look_at=look_at)


def rows_with_themselves(student: Student) -> None:
    table = Student.filled().table.weight.detach()
    got = student.scores(table[None])[0].diagonal()  # (vocabulary,)
    expected = table.square().sum(-1)
    for word in (~((got - expected).abs() <= CLOSE * expected)).nonzero().flatten().tolist():
        saw = f"row {word} scores {got[word]:.2f} with itself"
        wanted = f"{expected[word]:.2f}, its length squared"
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
    asked = (
        (lambda layer: layer(sentences()), "forward", "GradientCut", student.line("tokens")),
        (lambda layer: layer.scores(vectors()), "scores", "ScoresCut", student.line("scores")),
    )
    for run, name, cut, look_at in asked:
        got, right = student.gradient(run), real.gradient(run)  # (vocabulary, d_model)
        if not close(got, right):
            difference = (got - right).abs().max().item()
            nothing = not got.any()
            saw = f"none through {name}" if nothing else f"off by {difference:.2g} through {name}"
            likely = MISTAKES[cut].sentence if nothing else ""
            raise Failed(saw, "that of the real layer", likely, look_at)


def probed(student: Student) -> None:
    student.shows_all()


def _word_differences(student: Student) -> tuple[Tensor, Tensor]:
    """Word minus word 0 at place 1, seen and by one-hot × table; each (vocabulary, d_model)."""
    got = student.run(each_word(2))[:, 1]  # (vocabulary, d_model)
    one_hot = torch.eye(VOCABULARY)
    rows = one_hot @ Student.filled().table.weight.detach()  # (vocabulary, d_model)
    return got - got[0], rows - rows[0]


def _place_differences(student: Student) -> tuple[Tensor, Tensor]:
    """Place minus place 0 for one word, seen and as positions; each (position, d_model)."""
    got = student.run(torch.full((1, WORDS), 6))[0]  # (position, d_model)
    places = sinusoidal(WORDS, D_MODEL)
    return got - got[0], places - places[0]


CHECKS: tuple[Check, ...] = (
    Check("MyEmbedding has its table", Student.find, hints.BEGIN),
    Check(f"runs on {BATCH} sentences of {WORDS} words", runs, hints.BEGIN),
    Check(f"shape ({BATCH}, {WORDS}, {D_MODEL})", shape, hints.SHAPE),
    Check("every answer is a number", finite, hints.LOOKUP),
    Check("the same twice", repeatable, hints.DROPOUT),
    Check("sentences do not mix", batch_independent, hints.BATCH),
    Check("one-hot × table is the lookup", rows_of_the_table, hints.LOOKUP),
    Check(f"words are √{D_MODEL} times their rows", length_of_a_word, hints.SCALE),
    Check("one word, two places: positions", places_differ, hints.PLACES),
    Check("positions are not scaled", length_of_a_place, hints.UNSCALED),
    Check("start shifts the positions", start_shifts, hints.START),
    Check("dropout in training, of the sum", dropout_in_training, hints.DROPOUT),
    Check(f"scores of shape ({BATCH}, {WORDS}, {VOCABULARY})", scores_shape, hints.SCORES),
    Check("scores change with the table", tied, hints.TIED),
    Check("a row's score is its length²", rows_with_themselves, hints.LENGTH_SQUARED),
    Check("vectors equal the real layer's", parity_vectors, hints.PARITY),
    Check("scores equal the real layer's", parity_scores, hints.LENGTH_SQUARED),
    Check("the table learns from both", parity_gradient, hints.GRADIENT),
    Check("every step can be seen", probed, hints.PROBES),
)

NAMED = Recogniser(MISTAKES.values(), STAGES, same)
EXERCISE = Exercise(Student, CHECKS, NAMED, (Embedding,), "the real layer")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
