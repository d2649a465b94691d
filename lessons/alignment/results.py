"""What the alignment page shows, computed with the machine and shared by all visitors."""

from lessons.alignment import LOOKING, MAPPED, REVERSED, SENTENCE, prediction
from lessons.figures.alignment_shift import alignment_shift
from lessons.figures.attention_map import attention_map
from lessons.figures.decoder_step import decoder_step
from lessons.figures.kit.figure import Figure
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import reading, shared_by_version, trained
from transformer.measure.attention import alignment

ADJECTIVE = 2  # the row of "économique" in the map of the reversed sentence


@shared_by_version
def one_step(name: str, reading: Reading) -> Figure:
    """The steps of a decoder over a sentence."""
    return decoder_step(trained(name), reading)


@shared_by_version
def mapped(name: str, reading: Reading) -> Figure:
    """All maps of a model over a sentence; it opens with the one from what it writes to what it read."""
    figure = attention_map(trained(name), reading)
    maps = {one["name"]: one for one in figure.header["maps"]}
    if "cross" not in maps:
        return figure
    last = len(maps["cross"]["layers"])
    return figure.at(map="cross", layer=last, head=1, row=None, column=None)


@shared_by_version
def shift(name: str) -> alignment.Shift:
    """Where a model looks, measured against the known alignment."""
    return alignment.shift(trained(name))


@shared
def scored() -> Figure:
    """All models that are compared."""
    names = {name: called for name, (called, _) in MAPPED.items()}
    return alignment_shift({name: shift(name) for name in names}, names)


@shared
def predict(part: str) -> Prediction:
    """The question that a part asks first."""
    if part == "scored":
        return prediction.about_shift(shift(LOOKING))
    if part == "map":
        figure = mapped(LOOKING, reading(LOOKING, REVERSED))
        rows = figure.header["maps"][0]["rows"]
        word = rows[ADJECTIVE]["next"].rpartition(" ")[2]
        return prediction.about_adjective(figure, REVERSED.split(), ADJECTIVE, word)
    long, short = (
        alignment.steps(trained(LOOKING), reading(LOOKING, text).ids)
        for text in (SENTENCE, REVERSED)
    )
    return prediction.about_size(long, short)


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    one_step(LOOKING, reading(LOOKING, SENTENCE)), mapped(LOOKING, reading(LOOKING, REVERSED))
    for part in ("step", "map"):
        predict(part)
    for name in MAPPED:  # each by itself, within its time
        shift(name)
