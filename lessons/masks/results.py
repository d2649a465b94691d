"""Figures and questions of the masks page, computed with the models and shared by all visitors."""

from dataclasses import dataclass

import torch

from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.kit.tables import table
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
from lessons.masks.figures.mask_painter import mask_painter, parse_mask
from lessons.masks.figures.walk_bits import walk_bits
from lessons.masks.measure import masking
from lessons.masks.measure.coins import bits
from lessons.masks.measure.influence import Influence, influence
from lessons.masks.measure.leaks import Rule, name_mistakes, planted
from lessons.masks.measure.mask_lab import Sentences, mask_effects, sentences
from lessons.models.saved import shared_by_version, trained
from transformer.measure.answer import last_position

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

MOST_SENTENCES, MOST_WORDS = 4, 64
TOO_MANY = "You typed {count} sentences; this page accepts at most {most}. Leave out {spare}."
EMPTY = (
    f"No sentence was entered. Type one sentence, or several sentences with {BETWEEN} between them."
)
TOO_LONG = "A sentence has {count} words; this page accepts at most {most}. Leave out {spare}."
LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Batch:
    """Several typed sentences. `problem` is a message, empty if the model can read them."""

    text: str
    problem: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]  # about the unknown words of the first sentence that has any


@shared_cache
def encode(name: str, text: str) -> Batch:
    """Return the typed sentences as a model reads them."""
    pieces = [piece for piece in text.split(BETWEEN) if piece.strip()]
    model = trained(name)
    # Special tokens at the ends of a text, such as [CLS] and [SEP], also take positions.
    most = int(min(MOST_WORDS, last_position(model.model) - 1))
    readings = tuple(
        EncodedText.encode(model, piece, most, EMPTY, TOO_LONG) for piece in pieces[:MOST_SENTENCES]
    )
    problem = "" if readings else EMPTY
    if (count := len(pieces)) > MOST_SENTENCES:
        spare = count - MOST_SENTENCES
        problem = TOO_MANY.format(count=count, most=MOST_SENTENCES, spare=spare)
    problem = problem or next((r.problem for r in readings if r.problem), "")
    notes = next((r.notes for r in readings if r.notes), ())
    return Batch(text, problem, tuple(r.text.strip() for r in readings), notes)


@shared_by_version
def attentions(name: str) -> dict[str, str]:
    """Return the attentions of a model, each with its name on the page."""
    return {
        drawn.name: ATTENTIONS.get(drawn.name, drawn.name) for drawn in trained(name).family.maps
    }


@shared_by_version
def painter(name: str, texts: tuple[str, ...], attention: str, rows: tuple | None = None) -> Figure:
    """Return the mask painter with the usual mask, or with painted rows of 0 and 1."""
    mask = (
        None if rows is None else torch.tensor([[[b == "1" for b in r] for r in s] for s in rows])
    )
    return mask_painter(trained(name), texts, attention, mask)


def chosen_rows(figure: Figure, value) -> tuple | None:
    """Return the painted mask if it fits this figure, else None."""
    if not isinstance(value, dict) or value.get("attention") != figure.header["attention"]:
        return None
    if parse_mask(value, figure.arrays["mask"].values.shape[1:]) is None:
        return None
    return tuple(tuple(rows) for rows in value["masks"])


# ---- the leak -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lab:
    """The batch, the rule, and the masks by letter; one mask is right."""

    chosen: Sentences
    rule: Rule
    masks: dict[str, list]


@shared_cache
def lab(side: str) -> Lab:
    """Return the batch that reveals every mistake: it has as many sentences as positions."""
    model = trained(TRANSLATOR)
    texts = texts_of(side)
    chosen = sentences(model, [text.split() for text in texts], side)
    rule = Rule(chosen.words[1], backward=side == "decoder")
    layers = len(chosen.paths)
    mistakes = list(planted(rule, layers).values())
    mistakes.insert(2, [rule.allowed] * layers)  # not all of them are wrong
    return Lab(chosen, rule, dict(zip(LETTERS, mistakes, strict=False)))


def texts_of(side: str) -> tuple[str, ...]:
    """Return the sentences for a side; the decoder has one more position, for ⟨start⟩."""
    return LAB if side == "decoder" else LAB[:-1]


@shared_cache
def leak(side: str, letter: str) -> Figure:
    """Return the figure of what moves what under the mask with this letter, compared with the rule."""
    chosen_lab = lab(side)
    masks = chosen_lab.masks[letter]
    return mask_painter(trained(TRANSLATOR), texts_of(side), side, masks, chosen_lab.rule.allowed)


@shared_cache
def measured_influence(side: str, letter: str) -> Influence:
    """Return the measured matrices for the diagnosis."""
    chosen_lab = lab(side)
    chosen, model = chosen_lab.chosen, trained(TRANSLATOR).model
    return influence(model, chosen.drawn, chosen.batch, chosen_lab.masks[letter])


@shared_cache
def diagnosis(side: str, letter: str) -> tuple[str, ...]:
    """Return the names of the mistakes that fit."""
    return name_mistakes(measured_influence(side, letter).layers, lab(side).rule)


@shared_cache
def cheat() -> Figure:
    """Return the figure of the losses with and without the mask, compared with the floor."""
    return walk_bits(trained(HONEST), trained(CHEAT))


@shared_cache
def misplaced() -> str:
    """Return a table in HTML: three ways to hide the last two of four words in a row."""
    scores, mask = torch.tensor([[1.0, 2.0, 0.0, 3.0]]), torch.tensor([[True, True, False, False]])
    rows = [
        (how, *(f"{weight:.2f}" for weight in weights[0].tolist()), f"{weights.sum():.2f}")
        for how, weights in masking.misplaced(scores, mask).items()
    ]
    heads = (
        "treatment of the hidden words",
        *(
            f"score {score:g}{'' if may else ', hidden'}"
            for score, may in zip(*(t[0].tolist() for t in (scores, mask)), strict=True)
        ),
        "sum",
    )
    return table("control-table", heads, rows)


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part of the page; its answer is computed."""
    if part == "paint":
        texts = encode(TRANSLATOR, OPENING).texts
        chosen = sentences(trained(TRANSLATOR), [text.split() for text in texts], "encoder")
        unmasked = [chosen.presets()["none"]] * len(chosen.paths)
        weights = mask_effects(trained(TRANSLATOR), chosen, unmasked).weights
        return prediction.about_padding(texts, weights[chosen.paths[0]])
    if part == "leak":
        influences = {
            letter: measured_influence("decoder", letter) for letter in lab("decoder").masks
        }
        names = {letter: diagnosis("decoder", letter) for letter in influences}
        return prediction.about_leak(influences, names, lab("decoder").rule)
    return prediction.about_use(*(bits(trained(name)) for name in (HONEST, CHEAT)))


def warm() -> None:
    """Compute the first view in advance, so that no visitor waits for it."""
    painter(TRANSLATOR, encode(TRANSLATOR, OPENING).texts, "encoder"), predict("paint")
    attentions(TRANSLATOR), misplaced()
