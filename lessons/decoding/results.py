"""What the decoding page shows, computed with the machine and shared by all visitors."""

import json
from pathlib import Path

import torch

from lessons.decoding import (
    BEAMS,
    EARLY,
    JUDGED,
    OPENING_TABLE,
    TYPED_TABLE,
    WRITER,
    prediction,
)
from lessons.decoding.published import PAIRS, SYSTEMS, TABLE, verdicts
from lessons.decoding.published import ours as about_ours
from lessons.figures.beam_tree import MOST_WORDS, beam_tree, table_tree
from lessons.figures.bleu_parts import bleu_parts
from lessons.figures.drafting import Setting as DraftSetting
from lessons.figures.drafting import drafting
from lessons.figures.kit.figure import Figure
from lessons.figures.published_scores import published_scores
from lessons.figures.sampling_lab import Setting, sampling_lab
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import trained
from transformer.decoding import NGram, Table
from transformer.decoding.table import MOST_TEXT
from transformer.measure.answer import last_position
from transformer.measure.decoding.drafted import Tally, counts
from transformer.measure.decoding.judged import Judged, judge
from transformer.measure.decoding.searching import as_trained, total_of
from transformer.tasks import Example

NO_TEXT = "There is nothing to go on with. Type how a sentence begins, or pick one of the examples."
LONG_TEXT = (
    "These are {count} {unit}s; a picture holds at most {most}. Shorten the text by {spare}."
)
LONGEST_TABLE = MOST_TEXT  # for the box that it is typed into


@shared
def reading(name: str, text: str) -> Reading:
    """What a model makes of a typed text, or of the table that is the model itself."""
    if name == TYPED_TABLE:
        return Reading(text, (), (), (), problem=wrong_with(text))
    model, unit = trained(name), getattr(trained(name).task, "unit", "word")
    # START is read, too; and of its own text a model has to read what it goes on with.
    places = last_position(model.model) + (1 if model.reads else -1)
    said = {} if model.reads else {"empty": NO_TEXT, "too_long": LONG_TEXT.replace("{unit}", unit)}
    return Reading.of(model, text, int(min(MOST_WORDS, places)), **said)


def wrong_with(table: str) -> str:
    """What is wrong with a typed table; "" where it can be read."""
    try:
        Table.read(table)
    except ValueError as error:
        return f"{str(error)[0].upper()}{str(error)[1:]}."
    return ""


@shared
def judged() -> list[tuple[str, Judged]]:
    """The first held-out sentences, and what became of them with the model that was stopped early."""
    model = trained(EARLY)
    examples = model.task.held_out[:JUDGED]
    sentences = [" ".join(example.source) for example in examples]
    return list(zip(sentences, judge(model, examples), strict=True))


def mistakes() -> list[tuple[str, str]]:
    """(what it shows, sentence): first those that beam search rescues, then its own two kinds of error."""
    kinds = {"rescued": [], "search": [], "model": []}
    for sentence, found in judged():
        rescued = found.greedy != found.right and not found.error
        if kind := "rescued" if rescued else found.error:
            kinds[kind].append((kind, sentence))
    return [one for found in kinds.values() for one in found[:6]]


@shared
def tree(name: str, reading: Reading, forced: tuple[int, ...]) -> Figure:
    """Beam search of every width for one sentence or in a table, from what is forced on."""
    if name == TYPED_TABLE:
        return table_tree(Table.read(reading.text), forced=forced)
    example = known(name).get(tuple(reading.words))
    return beam_tree(trained(name), reading, BEAMS, forced, example.target if example else ())


@shared
def can_write(name: str, reading: Reading, tokens: tuple[int, ...]) -> bool:
    """Whether these can be forced: none is PAD, START or END, and no row of a table makes it impossible."""
    model = as_trained(Table.read(reading.text)) if name == TYPED_TABLE else trained(name)
    if not all(token in range(3, len(model.target_vocabulary)) for token in tokens):
        return False
    nothing = torch.empty(1, 0, dtype=torch.long)  # (1, source)
    return name != TYPED_TABLE or not tokens or total_of(model.model, nothing, tokens) > -torch.inf


@shared
def known(name: str) -> dict[tuple[str, ...], Example]:
    """Held-out sentences, of which the right answer is known, by their words."""
    return {example.source: example for example in trained(name).task.held_out}


@shared
def scored(name: str, reading: Reading) -> Figure | None:
    """BLEU of what greedy search writes; None where no right answer is known, or nothing was written."""
    example = known(name).get(tuple(reading.words))
    if example is None:
        return None
    (found,) = judge(trained(name), [example])
    written = trained(name).target_vocabulary.decode(found.greedy)
    return bleu_parts(written, [example.target]) if written else None


@shared
def published() -> Figure:
    """The table of scores that the paper cites, as a plot."""
    return published_scores(SYSTEMS, PAIRS, TABLE, verdicts())


@shared
def ours() -> str:
    """Our model that translates, beside them."""
    return about_ours(trained("english_french"))


def examples(name: str) -> list[tuple[str, str]]:
    """(what it shows, sentence): those that were found, or the task's own."""
    if name == TYPED_TABLE:
        return [("table", OPENING_TABLE)]
    return mistakes() if name == EARLY else [("", text) for text in trained(name).task.examples]


@shared
def sampling(name: str, reading: Reading, setting: Setting | None) -> Figure:
    """The distribution of the next word at one setting, and draws from it."""
    return sampling_lab(trained(name), reading, setting)


@shared
def draft() -> NGram:
    """The counts that draft for the language model."""
    return counts(trained(WRITER))


@shared
def drafted(reading: Reading, setting: DraftSetting | None) -> Figure:
    """The language model and its draft, round by round."""
    return drafting(trained(WRITER), reading, setting, draft())


@shared
def tallies() -> list[Tally]:
    """What became of many texts, as `python -m transformer.measure.decoding.drafted` has counted it."""
    kept = Path(__file__).with_name("drafted.json").read_text(encoding="utf-8")
    return [Tally(*one) for one in json.loads(kept)]


@shared
def predict() -> Prediction:
    """What does a wider beam do to a wrong answer? The right answer is measured."""
    return prediction.about(judged())


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    opening = reading(EARLY, mistakes()[0][1])
    tree(EARLY, opening, ()), can_write(EARLY, opening, ()), predict()
