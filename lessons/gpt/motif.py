"""The sketch on this lesson’s card: the sequences of a batch, and which of their words count in the loss."""

from lessons.figures.kit.sketch import bar, sketch
from lessons.gpt import MODEL
from lessons.gpt.measure.prompting import short_examples
from transformer.objectives.next_word import loss_mask
from transformer.weights import load

WIDE, HIGH = 9.2, 11


def motif() -> str:
    """Draw given words hatched and learned words in the colour of values; padding stays empty."""
    trained = load(MODEL)
    examples = short_examples(trained.task.held_out)
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    marks = []
    for n, counts in enumerate(loss_mask(batch.target, batch.given).tolist()):
        for k in range(len(examples[n].target) + 1):
            hue = "value" if counts[k] else "hatch"
            marks.append(bar(14 + WIDE * k, 10 + 15 * n, WIDE - 1.5, HIGH, hue))
    return sketch(marks)
