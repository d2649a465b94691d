"""The input and output of a model from outside, as a task: texts cut by its own tokenizer. It has no training
examples."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.tasks.task import NONE, Example, Split, Task
from transformer.weights.outside.part import Kind, Sides

# Example sentences, which are also used to measure the heads.
SENTENCES = (
    "The animal did not cross the street because it was too tired.",
    "She gave her brother the book that he had asked for.",
    "The keys to the old cabinet are on the table.",
    "When the rain stopped, the children went into the garden and played.",
    "A doctor who knows the patient well can help him sooner.",
    "The guitar is old, but it sounds better than the new one.",
)


@dataclass(frozen=True)
class Outside(Task):
    """A task with `sides`, the tokens that its model reads and writes, and `kind`, its family and its answer
    if it generates nothing."""

    sides: Sides
    kind: Kind

    @property
    def family(self) -> str:  # type: ignore[override]
        return self.kind.family

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        return self.sides[0].words if self.sides[0].size else ()

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return self.sides[1].words if self.sides[1].size else self.kind.labels

    def split(self, text: str) -> list[str]:
        return (self.sides[0] if self.sides[0].size else self.sides[1]).split(text)

    def join(self, words: Iterable[str]) -> str:
        return self.sides[1].join(words) if self.sides[1].size else " ".join(words)


def outside(name: str, sides: Sides, kind: Kind, longest: int) -> Outside:
    """Build the task of a model from outside, which has `longest` positions. Measurements on held-out
    sentences, such as attention patterns, use `SENTENCES`, whose correct answers are unknown."""

    def made() -> Split:
        pieces = [
            words for text in SENTENCES if len(words := tuple(task.split(text))) < longest - 2
        ]
        if sides[0].size:
            return (), tuple(Example(words, kind.labels[:1], ()) for words in pieces)
        return (), tuple(Example((), words, (NONE,) * len(words)) for words in pieces)

    task = Outside(name, f"{name}, a model from outside", SENTENCES, made, sides, kind)
    return task
