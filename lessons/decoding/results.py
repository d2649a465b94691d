"""The figures and texts of the decoding page, shared by all visitors."""

import json
from pathlib import Path

import torch

from lessons.decoding import BEAMS, EARLY, JUDGED, OPENING_TABLE, TYPED_TABLE, WRITER, prediction
from lessons.decoding.figures.beam_tree import MOST_WORDS, beam_tree, table_tree
from lessons.decoding.figures.bleu_parts import bleu_parts
from lessons.decoding.figures.drafting import Setting as DraftSetting
from lessons.decoding.figures.drafting import drafting
from lessons.decoding.figures.published_scores import published_scores
from lessons.decoding.figures.sampling_lab import Setting, sampling_lab
from lessons.decoding.measure.drafted import Tally, ngram_draft
from lessons.decoding.measure.judged import Judged, judge
from lessons.decoding.measure.searching import log_probability_of, table_as_model
from lessons.decoding.published import PAIRS, SYSTEMS, TABLE, verdicts
from lessons.decoding.published import about_our_model as about_ours
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import of_model, trained
from transformer.decoding import NGram, Table
from transformer.decoding.table import MOST_TEXT
from transformer.measure.answer import last_position
from transformer.tasks import Example

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

NO_TEXT = "The text is empty. Type the beginning of a sentence, or choose one of the examples."
LONG_TEXT = (
    "The text has {count} {unit}s; the figure shows at most {most}. Shorten the text by {spare}."
)
LONGEST_TABLE = MOST_TEXT  # for the text box


@shared_cache
def encode(name: str, text: str) -> EncodedText:
    """Read a typed text for a model, or a typed table, which is the model itself."""
    if name == TYPED_TABLE:
        return EncodedText(text, (), (), (), problem=table_problem(text))
    model, unit = trained(name), getattr(trained(name).task, "unit", "word")
    # START also needs a position; a model that continues a text reads that text in the decoder.
    places = last_position(model.model) + (1 if model.reads else -1)
    messages = (
        {} if model.reads else {"empty": NO_TEXT, "too_long": LONG_TEXT.replace("{unit}", unit)}
    )
    return EncodedText.encode(model, text, int(min(MOST_WORDS, places)), **messages)


def table_problem(table: str) -> str:
    """Return the error in a typed table; "" if it can be read."""
    try:
        Table.read(table)
    except ValueError as error:
        return f"{str(error)[0].upper()}{str(error)[1:]}."
    return ""


@shared_cache
def judged() -> list[tuple[str, Judged]]:
    """Return the first held-out sentences, and the translations by the model that was stopped early."""
    model = trained(EARLY)
    examples = model.task.held_out[:JUDGED]
    sentences = [" ".join(example.source) for example in examples]
    return list(zip(sentences, judge(model, examples), strict=True))


def example_sentences() -> list[tuple[str, str]]:
    """Return pairs (kind, sentence): first those that beam search fixes, then its errors."""
    kinds = {"rescued": [], "search": [], "model": []}
    for sentence, result in judged():
        rescued = result.greedy != result.right and not result.error
        if kind := "rescued" if rescued else result.error:
            kinds[kind].append((kind, sentence))
    return [pair for pairs in kinds.values() for pair in pairs[:6]]


@shared_cache
def tree(
    name: str,
    reading: EncodedText,
    forced: tuple[int, ...],
    most: int | None = None,
    enough: int | None = None,
) -> Figure:
    """Draw beam search with every beam size, for one sentence or in a table, after the forced prefix. It stops after
    `most` steps, or when `enough` hypotheses are finished."""
    if name == TYPED_TABLE:
        return table_tree(Table.read(reading.text), forced=forced, most=most, enough=enough)
    example = references(name).get(tuple(reading.words))
    right = example.target if example else ()
    return beam_tree(trained(name), reading, BEAMS, forced, right, most, enough)


def vocabulary_size(name: str) -> int:
    """Return how many tokens a model can write."""
    return len(trained(EARLY if name == TYPED_TABLE else name).target_vocabulary)


@shared_cache
def can_write(name: str, reading: EncodedText, tokens: tuple[int, ...]) -> bool:
    """Return whether the model can write these tokens: none is PAD, START or END, and no table gives them probability 0."""
    model = table_as_model(Table.read(reading.text)) if name == TYPED_TABLE else trained(name)
    if not all(token in range(3, len(model.target_vocabulary)) for token in tokens):
        return False
    nothing = torch.empty(1, 0, dtype=torch.long)  # (1, source)
    return (
        name != TYPED_TABLE
        or not tokens
        or log_probability_of(model.model, nothing, tokens) > -torch.inf
    )


@of_model
def tree_and_last_step(
    name: str, reading: EncodedText, wanted: tuple[int, ...], *limits: int | None
) -> tuple[Figure, Figure, tuple[int, ...]]:
    """Return the tree after the `wanted` tokens, or after none if this model cannot write them; the same tree at its
    last step; and the tokens that were forced."""
    forced = wanted if can_write(name, reading, wanted) else ()
    figure = tree(name, reading, forced, *limits)
    return figure, figure.at(step=None), forced


@shared_cache
def references(name: str) -> dict[tuple[str, ...], Example]:
    """Return the held-out examples, by the words of their sentence."""
    return {example.source: example for example in trained(name).task.held_out}


@shared_cache
def bleu_figure(name: str, reading: EncodedText) -> Figure | None:
    """Draw the BLEU score of the greedy answer; None if no right answer is known, or nothing was written."""
    example = references(name).get(tuple(reading.words))
    if example is None:
        return None
    (result,) = judge(trained(name), [example])
    written = trained(name).target_vocabulary.decode(result.greedy)
    return bleu_parts(written, [example.target]) if written else None


@shared_cache
def published_figure() -> Figure:
    """Draw the table of scores that the paper cites."""
    return published_scores(SYSTEMS, PAIRS, TABLE, verdicts())


@shared_cache
def about_our_model() -> str:
    """Return the text on our own translation model."""
    return about_ours(trained("english_french"))


def examples(name: str) -> list[tuple[str, str]]:
    """Return pairs (kind, sentence): the sentences found, or the examples of the task."""
    if name == TYPED_TABLE:
        return [("table", OPENING_TABLE)]
    return (
        example_sentences()
        if name == EARLY
        else [("", text) for text in trained(name).task.examples]
    )


@shared_cache
def sampling_figure(name: str, reading: EncodedText, setting: Setting | None) -> Figure:
    """Draw the distribution of the next word for one setting, and samples from it."""
    return sampling_lab(trained(name), reading, setting)


@shared_cache
def draft() -> NGram:
    """Return the n-gram counts that serve as draft model of the language model."""
    return ngram_draft(trained(WRITER))


@shared_cache
def drafting_figure(reading: EncodedText, setting: DraftSetting | None) -> Figure:
    """Draw what the language model and its draft model write, round by round."""
    return drafting(trained(WRITER), reading, setting, draft())


@shared_cache
def tallies() -> list[Tally]:
    """Return the counts of many texts, from `python -m lessons.decoding.measure.drafted`."""
    saved = Path(__file__).with_name("drafted.json").read_text(encoding="utf-8")
    return [Tally(*counts) for counts in json.loads(saved)]


@shared_cache
def predict() -> Prediction:
    """Return the question of the page; its answer is measured."""
    return prediction.about_beam(judged())


def warm() -> None:
    """Compute what the first visitor will see."""
    opening = encode(EARLY, predict().sentence)
    tree(EARLY, opening, (), None, None), can_write(EARLY, opening, ()), predict()
