"""Two layers side by side: every step of both on one sentence, their difference, and the lines of source.

The numbers come from two recorded passes (`lessons/your_layer/measure/two_layers.py`).
"""

from collections.abc import Sequence

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import as_typed, bracketed
from lessons.kit.encoded_text import encoded_text, vocabulary_of
from lessons.your_layer.figures.two_layers.laid_out import laid_out
from lessons.your_layer.figures.two_layers.seen import Along, Seen, arrays_of
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.measure.two_layers import Step
from transformer.measure.answer import batch_of, sides_of
from transformer.weights import Trained

MOST_WORDS = 24


def two_layers(
    trained: Trained, kind: str, names: tuple[str, str], text: str, opens: str = ""
) -> Figure:
    """Compare two layers of one kind, "standard" or the name of a variant, each in the same trained model."""
    models = [trained if name == "standard" else trained.with_layer(kind, name) for name in names]
    reading = encoded_text(trained, text, MOST_WORDS)
    return two_models(models, kind, names, reading, measure.answered(trained, reading.ids), opens)


def two_models(
    models: Sequence,
    kind: str,
    names: tuple[str, str],
    reading,
    inside: Sequence[int],
    opens: str = "",
) -> Figure:
    """Compare the layers of that kind in two trained models with the same vocabulary, which read the same sentence
    and the same words of an answer, `inside`."""
    seen = []
    for one in models:
        trace = measure.passed(one, reading.ids, inside)
        seen.append(
            {p: measure.steps(one.model, trace, p) for p in measure.places(one.model, kind)}
        )
    return pack(names, *seen, words_of(models[0], reading.words, inside), opens)


def words_of(trained: Trained, words: Sequence[str], inside: Sequence[int]) -> Along:
    """Return the labels along an axis of a layer, by the layer's path and the axis, as its family names them."""
    family, known = trained.family, vocabulary_of(trained)
    ids, unknown = known.encode(words), [word for word in words if word not in known]
    sides = sides_of(trained, batch_of(trained, ids, [inside]))
    maps = {path: one for one in family.maps for path in one.layers(trained.model)}

    def along(path: str, axis: str) -> list[str]:
        side = family.side(path) or path.removesuffix("_embedding")
        if path in maps:
            side = maps[path].columns if axis == "key" else maps[path].rows
        return [bracketed(word) for word in as_typed(sides.get(side, ()), unknown)]

    return along


def pack(
    names: tuple[str, str],
    one: dict[str, Sequence[Step]],
    other: dict[str, Sequence[Step]],
    words: Along,
    opens: str = "",
) -> Figure:
    """Build the figure from what was recorded of two layers in each part of the model. It opens at the step `opens`,
    or at the first step that differs."""
    found = {place: measure.compared(one[place], other[place]) for place in one if place in other}
    if not found:
        raise ValueError("the two layers cannot be compared, because they are of different kinds")
    places = [
        [Seen(str(number), path, parting, arrays_of(path, parting, words)) for parting in partings]
        for number, (path, partings) in enumerate(found.items())
    ]
    return laid_out(names, places, opens)
