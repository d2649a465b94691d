"""The heads of a model and the rows of one, by names that a control can offer and an address can hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.figures.kit.labels import labels
from transformer.measure.touch import Row
from transformer.vocabulary import SPECIALS, START


@dataclass(frozen=True)
class Head:
    """One head: "encoder.layers.1.self_attention/1", its head counted from 1."""

    name: str
    title: str
    rows: str  # "source" or "target": whose words look
    columns: str  # and at whose they look

    def row(self, number: int) -> Row:
        """One of its rows, counted from 0."""
        path, _, head = self.name.rpartition("/")
        return Row(path, int(head) - 1, number)


def heads(trained) -> dict[str, Head]:
    """Every head of a model. Raises `ValueError` where a layer shows no weights: it names the probe."""
    found = {}
    for drawn in trained.family.maps:
        for layer, path in enumerate(drawn.layers(trained.model), start=1):
            for head in range(1, getattr(trained.model.get_submodule(path), "heads", 1) + 1):
                title = f"{drawn.name}, layer {layer}, head {head}"
                name = f"{path}/{head}"
                found[name] = Head(name, title, drawn.rows, drawn.columns)
    return found


def words_of(trained, side: str, read: Sequence[str], written: Sequence[str]) -> list[dict]:
    """The words of one side as labels: those read, or those that the model itself writes after START."""
    if side == "source":
        return labels(list(read))
    begun = [] if trained.reads else list(read)
    return labels([f"⟨{SPECIALS[START][1:-1]}⟩", *begun, *written])
