"""Two layers side by side: every step of both on one sentence, their difference, and the lines of source.

The numbers come from two recorded passes (`lessons/your_layer/measure/two_layers.py`).
"""

from collections.abc import Sequence

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import as_typed, bracketed
from lessons.kit.encoded_text import encoded_text, vocabulary_of
from lessons.your_layer.figures.two_layers.compared_step import Along, ComparedStep, arrays_of
from lessons.your_layer.figures.two_layers.layout import lay_out
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.measure.two_layers import Step
from transformer.measure.answer import batch_of, side_labels_of
from transformer.weights import Trained

MOST_WORDS = 24


def two_layers(
    trained: Trained, kind: str, names: tuple[str, str], text: str, opens: str = ""
) -> Figure:
    """Return the comparison of two layers of one kind, "standard" or the name of a variant, each in the same trained model."""
    models = [trained if name == "standard" else trained.with_layer(kind, name) for name in names]
    reading = encoded_text(trained, text, MOST_WORDS)
    return two_models(
        models, kind, names, reading, measure.answer_tokens(trained, reading.ids), opens
    )


def two_models(
    models: Sequence,
    kind: str,
    names: tuple[str, str],
    reading,
    inside: Sequence[int],
    opens: str = "",
) -> Figure:
    """Return the comparison of the layers of that kind in two trained models with the same vocabulary, which read the same sentence
    and the same words of an answer, `inside`."""
    seen = []
    for model in models:
        trace = measure.record_answer(model, reading.ids, inside)
        seen.append(
            {
                p: measure.steps(model.model, trace, p)
                for p in measure.layer_paths(model.model, kind)
            }
        )
    return pack(names, *seen, words_of(models[0], reading.words, inside), opens)


def words_of(trained: Trained, words: Sequence[str], inside: Sequence[int]) -> Along:
    """Return the labels along an axis of a layer, by the layer's path and the axis, as its family names them."""
    family, vocabulary = trained.family, vocabulary_of(trained)
    ids, unknown = vocabulary.encode(words), [word for word in words if word not in vocabulary]
    sides = side_labels_of(trained, batch_of(trained, ids, [inside]))
    maps = {
        path: attention_map
        for attention_map in family.maps
        for path in attention_map.layers(trained.model)
    }

    def along(path: str, axis: str) -> list[str]:
        side = family.side(path) or path.removesuffix("_embedding")
        if path in maps:
            side = maps[path].columns if axis == "key" else maps[path].rows
        return [bracketed(word) for word in as_typed(sides.get(side, ()), unknown)]

    return along


def pack(
    names: tuple[str, str],
    first: dict[str, Sequence[Step]],
    second: dict[str, Sequence[Step]],
    words: Along,
    opens: str = "",
) -> Figure:
    """Return the figure of what was recorded of two layers in each part of the model. It opens at the step `opens`,
    or at the first step that differs."""
    comparisons = {
        place: measure.compare_steps(first[place], second[place])
        for place in first
        if place in second
    }
    if not comparisons:
        raise ValueError("the two layers cannot be compared, because they are of different kinds")
    places = [
        [
            ComparedStep(str(number), path, comparison, arrays_of(path, comparison, words))
            for comparison in step_comparisons
        ]
        for number, (path, step_comparisons) in enumerate(comparisons.items())
    ]
    return lay_out(names, places, opens)
