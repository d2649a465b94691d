"""What the masks page shows, computed with the machine and shared by all visitors."""

from dataclasses import dataclass

import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.mask_painter import mask_painter, painted
from lessons.figures.walk_bits import walk_bits
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.masks import (
    ATTENTIONS,
    BETWEEN,
    CHEAT,
    HONEST,
    LAB,
    OPENING,
    TRANSLATOR,
    prediction,
)
from lessons.models.saved import shared_by_version, trained
from transformer.measure.answer import last_position
from transformer.measure.masks.influence import Influence, influence
from transformer.measure.masks.leaks import Rule, named, planted
from transformer.measure.masks.mask_lab import Sentences, seen, sentences
from transformer.measure.training.coins import bits

MOST_SENTENCES, MOST_WORDS = 4, 64
TOO_MANY = "These are {count} sentences; this page takes {most}. Leave out {spare}."
EMPTY = f"There is no sentence. Type one, or several with {BETWEEN} between them."
TOO_LONG = "A sentence has {count} words; this page takes {most}. Leave out {spare}."
LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Batch:
    """Several sentences as they were typed. `problem` is a sentence; empty where they can be read."""

    text: str
    readings: tuple[Reading, ...]
    problem: str

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(reading.text.strip() for reading in self.readings)  # pieces joined are no text

    @property
    def unknown(self) -> tuple:
        """The words that the model does not know, of the first sentence with such."""
        return next((reading.unknown for reading in self.readings if reading.unknown), ())


@shared
def reading(name: str, text: str) -> Batch:
    """What a model makes of typed sentences."""
    pieces = [piece for piece in text.split(BETWEEN) if piece.strip()]
    model = trained(name)
    # [CLS] and [SEP], or what stands at the ends of a text, need places, too.
    most = int(min(MOST_WORDS, last_position(model.model) - 1))
    readings = tuple(
        Reading.of(model, one, most, EMPTY, TOO_LONG) for one in pieces[:MOST_SENTENCES]
    )
    problem = "" if readings else EMPTY
    if (count := len(pieces)) > MOST_SENTENCES:
        spare = count - MOST_SENTENCES
        problem = TOO_MANY.format(count=count, most=MOST_SENTENCES, spare=spare)
    return Batch(text, readings, problem or next((r.problem for r in readings if r.problem), ""))


@shared_by_version
def attentions(name: str) -> dict[str, str]:
    """The attentions of a model → how the page calls them."""
    return {
        drawn.name: ATTENTIONS.get(drawn.name, drawn.name) for drawn in trained(name).family.maps
    }


@shared_by_version
def painter(name: str, texts: tuple[str, ...], attention: str, rows: tuple | None = None) -> Figure:
    """The painter, under the usual mask or under painted rows of 0 and 1."""
    mask = (
        None if rows is None else torch.tensor([[[b == "1" for b in r] for r in s] for s in rows])
    )
    return mask_painter(trained(name), texts, attention, mask)


def chosen_rows(figure: Figure, value) -> tuple | None:
    """What somebody painted, if it fits this picture."""
    if not isinstance(value, dict) or value.get("attention") != figure.header["attention"]:
        return None
    if painted(value, figure.arrays["mask"].values.shape[1:]) is None:
        return None
    return tuple(tuple(rows) for rows in value["masks"])


# ---- the leak -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lab:
    """The batch of the leak proof, the rule, and the masks of each letter; one of them is right."""

    chosen: Sentences
    rule: Rule
    masks: dict[str, list]


@shared
def lab(side: str) -> Lab:
    """The batch in which every mistake shows: as many sentences as places."""
    model = trained(TRANSLATOR)
    texts = texts_of(side)
    chosen = sentences(model, [text.split() for text in texts], side)
    rule = Rule(chosen.words[1], backward=side == "decoder")
    layers = len(chosen.paths)
    mistakes = list(planted(rule, layers).values())
    mistakes.insert(2, [rule.allowed] * layers)  # not all of them are wrong
    return Lab(chosen, rule, dict(zip(LETTERS, mistakes, strict=False)))


def texts_of(side: str) -> tuple[str, ...]:
    """The decoder has one place more, for ⟨start⟩."""
    return LAB if side == "decoder" else LAB[:-1]


@shared
def leak(side: str, letter: str) -> Figure:
    """What moves what under the mask with this letter, against the rule."""
    found = lab(side)
    masks = found.masks[letter]
    return mask_painter(trained(TRANSLATOR), texts_of(side), side, masks, found.rule.allowed)


@shared
def measured(side: str, letter: str) -> Influence:
    """The matrices alone, from which the mistake is named."""
    found = lab(side)
    chosen, model = found.chosen, trained(TRANSLATOR).model
    return influence(model, chosen.drawn, chosen.batch, found.masks[letter])


@shared
def diagnosis(side: str, letter: str) -> tuple[str, ...]:
    """The mistake by its name."""
    return named(measured(side, letter).layers, lab(side).rule)


@shared
def cheat() -> Figure:
    """Below the floor."""
    return walk_bits(trained(HONEST), trained(CHEAT))


@shared
def predict(part: str) -> Prediction:
    """The question that belongs to a part of the page; its answer is computed."""
    if part == "paint":
        texts = reading(TRANSLATOR, OPENING).texts
        chosen = sentences(trained(TRANSLATOR), [text.split() for text in texts], "encoder")
        unmasked = [chosen.presets()["none"]] * len(chosen.paths)
        weights = seen(trained(TRANSLATOR), chosen, unmasked).weights
        return prediction.about_padding(texts, weights[chosen.paths[0]])
    if part == "leak":
        found = {one: measured("decoder", one) for one in lab("decoder").masks}
        names = {one: diagnosis("decoder", one) for one in found}
        return prediction.about_leak(found, names, lab("decoder").rule)
    return prediction.about_use(*(bits(trained(name)) for name in (HONEST, CHEAT)))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    painter(TRANSLATOR, reading(TRANSLATOR, OPENING).texts, "encoder"), predict("paint")
    attentions(TRANSLATOR)
