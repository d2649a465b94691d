"""Results for the alignment page, computed with the model and shared by all visitors."""

from lessons.alignment import LOOKING, MAPPED, MOVING, REVERSED, SENTENCE, prediction
from lessons.alignment.figures.alignment_shift import alignment_shift
from lessons.alignment.figures.decoder_step import decoder_step
from lessons.alignment.figures.decoder_step.aligned import alignment_matrix
from lessons.alignment.figures.decoder_step.exchanged import state_exchange
from lessons.alignment.measure import alignment
from lessons.alignment.measure.swapped import Swapped, attended_words, swap_states
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import encode, shared_by_version, trained

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

ADJECTIVE = 2  # the row of "économique" in the map of the reversed sentence


@shared_by_version
def decoder_steps(name: str, reading: EncodedText) -> Figure:
    """Draw a decoder’s steps over a sentence."""
    return decoder_step(trained(name), reading)


@shared_by_version
def alignment_map(name: str, reading: EncodedText) -> Figure:
    """Draw a recurrent model’s alignment, or a Transformer’s maps."""
    if trained(name).family.name == "recurrent_attention":
        return alignment_matrix(trained(name), reading)
    figure = attention_map(trained(name), reading)
    maps = {drawn_map["name"]: drawn_map for drawn_map in figure.header["maps"]}
    if "cross" not in maps:
        return figure
    last = len(maps["cross"]["layers"])
    return figure.at(map="cross", layer=last, head=1, row=None, column=None)


@shared_cache
def state_swaps() -> dict[str, Swapped]:
    """Measure in both decoders which encoder state decides the pronoun."""
    return {name: swap_states(trained(name)) for name in (LOOKING, MOVING)}


@shared_cache
def state_swap_figure() -> Figure:
    """Draw the results of `state_swaps`."""
    return state_exchange(state_swaps(), {name: MAPPED[name][0] for name in (LOOKING, MOVING)})


@shared_cache
def attended_at_pronoun() -> dict[str, dict[str, float]]:
    """Measure where the pronoun has its largest weight."""
    return {name: attended_words(trained(name)) for name in (LOOKING, MOVING)}


@shared_by_version
def shift(name: str) -> alignment.Shift:
    """Compare a model’s attention with the known alignment."""
    return alignment.shift(trained(name))


@shared_cache
def shift_figure() -> Figure:
    """Draw the comparison of all models."""
    names = {name: called for name, (called, _) in MAPPED.items()}
    return alignment_shift({name: shift(name) for name in names}, names)


@shared_cache
def predict(part: str) -> Prediction:
    """Return a part’s question."""
    if part == "scored":
        return prediction.about_shift(shift(LOOKING))
    if part == "map":
        recorded = alignment.steps(trained(LOOKING), encode(LOOKING, REVERSED).ids)
        return prediction.about_adjective(recorded, REVERSED.split(), ADJECTIVE)
    long, short = (
        alignment.steps(trained(LOOKING), encode(LOOKING, text).ids)
        for text in (SENTENCE, REVERSED)
    )
    return prediction.about_size(long, short)


def warm() -> None:
    """Compute what the first visitor will see."""
    (
        decoder_steps(LOOKING, encode(LOOKING, SENTENCE)),
        alignment_map(LOOKING, encode(LOOKING, REVERSED)),
    )
    for part in ("step", "map"):
        predict(part)
    for name in MAPPED:  # each in a separate call with its own time limit
        shift(name)
