"""Names for the heads of a model and their rows, for controls and addresses."""

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.figures.kit.labels import as_typed, bracketed, labels
from lessons.kit.encoded_text import vocabulary_of
from transformer.measure.answer import batch_of, side_labels_of
from transformer.measure.attention.touch import Row
from transformer.weights import Trained


@dataclass(frozen=True)
class Head:
    """One head: "encoder.layers.1.self_attention/1", its head counted from 1."""

    name: str
    title: str
    rows: str  # the side of the queries, as the family calls it: "source", "target"
    columns: str  # the side of the keys

    def row(self, number: int) -> Row:
        """Return one of the head's rows, counted from 0."""
        path, _, head = self.name.rpartition("/")
        return Row(path, int(head) - 1, number)


def heads(trained: Trained) -> dict[str, Head]:
    """Return every head of a model. Raise `ValueError` with the hook's name if a layer shows no weights."""
    named = {}
    for drawn in trained.family.maps:
        for layer, path in enumerate(drawn.layers(trained.model), start=1):
            for head in range(1, getattr(trained.model.get_submodule(path), "heads", 1) + 1):
                title = f"{drawn.name}, layer {layer}, head {head}"
                name = f"{path}/{head}"
                named[name] = Head(name, title, drawn.rows, drawn.columns)
    return named


def labels_of(
    trained: Trained, side: str, read: Sequence[str], written: Sequence[str]
) -> list[dict]:
    """Return the labels of one side of a model's attention maps, for the words `read` and `written`."""
    vocabulary = vocabulary_of(trained)
    inside = trained.target_vocabulary.encode(written)
    names = side_labels_of(trained, batch_of(trained, vocabulary.encode(read), [inside]))[side]
    words = as_typed(names, [word for word in read if word not in vocabulary])
    return labels([bracketed(word) for word in words])
