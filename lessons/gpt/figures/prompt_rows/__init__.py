"""A batch of examples as the loss sees it: prompt, task token, answer, padding; and the loss of each next word.

One forward pass per way of counting, with the model that was trained that way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import visible
from lessons.figures.panels import by, choice, matrix, picture, reveals_answer, sentence, text
from lessons.gpt.figures.prompt_rows import words as say
from lessons.gpt.measure.prompting import word_losses
from transformer.objectives.prompted import prompt_of
from transformer.tasks import Example
from transformer.tasks.prompts import TASK_WORDS
from transformer.weights import Trained

MEASURED = "lessons.gpt.measure.prompting.word_losses"
LAST = "⟨end⟩"


def prompt_rows(by_loss: Mapping[str, Trained], examples: Sequence[Example]) -> Figure:
    """Build the figure. `by_loss`: "answer" and "everything" (`say.WAYS`); `examples`: examples of the task of the first
    model."""
    lines = [[*example.target, LAST] for example in examples]
    begins = [len(prompt_of(example, TASK_WORDS)) for example in examples]
    longest = max(map(len, lines))
    arrays, counts = {}, {}
    for way, trained in by_loss.items():
        losses, counted = (tensor.numpy() for tensor in word_losses(trained, examples))
        if way == "everything":
            counted = ~np.isnan(losses)
        counts[way] = counted
        values = np.where(counted, losses, -np.inf).astype(np.float32)
        arrays[f"{way}.loss"] = Array(values, "row place", "logits", MEASURED)
        for name, some in (("mean", counted), ("answers", counts["answer"])):
            mean = np.float32(losses[some].mean())
            arrays[f"{way}.{name}"] = Array(np.array(mean), "", "logits", MEASURED)
    both = zip(lines, begins, strict=True)
    names = [{"label": line[start - 1], "full": " ".join(line[:start])} for line, start in both]
    places = [[visible(word) for word in line] for line in lines]
    choices = [
        choice("counted", say.COUNTED, [*say.WAYS.values()], values=[*by_loss], keys="m"),
        choice("row", say.ROW, names, control="", keys="↑↓"),
        choice("place", say.PLACE, by("row", places), control="", keys="←→", opens=begins[0] + 1),
    ]  # fmt: skip

    def each(write: Callable[[str, int, int], str]) -> Any:
        """Return a text for each way, row and position."""
        rows = [(n, range(len(line))) for n, line in enumerate(lines)]
        return by("counted", [by("row", [by("place", [write(way, n, at) for at in places]) for n, places in rows])
                              for way in by_loss])  # fmt: skip

    marks = each(lambda way, n, at: _marks(counts[way][n], len(lines[n]), at))
    descriptions = each(
        lambda way, n, at: _position_text(lines[n], begins[n], at, counts[way][n][at])
    )
    totals = [say.TOTALS[way].format(counted=int(of.sum()), places=len(lines) * longest) for way, of in counts.items()]  # fmt: skip
    panels = [
        matrix("{counted}.loss[:, :]", names, [str(n + 1) for n in range(longest)], ("row", "place"),
               title=say.BATCH, tip=say.TIP, hue="key", cells=(16, 46)),
        text(say.HATCHED, "caption"),
        sentence("", by("row", places), marks),
        text(descriptions, "read", loss="{counted}.loss[row, place]:2"),
        reveals_answer(text(by("counted", totals), "told", mean="{counted}.mean[]:3", answers="{counted}.answers[]:3")),
    ]  # fmt: skip
    origin = say.ORIGIN.format(models=", ".join(trained.name for trained in by_loss.values()))
    return picture("prompt_rows", say.TITLE, choices, panels, arrays, origin)


def _marks(counted: np.ndarray, words: int, at: int) -> str:
    return "".join("n" if k == at else "r" if counted[k] else "l" for k in range(words))


def _position_text(line: Sequence[str], begins: int, at: int, counts: bool) -> str:
    """Describe what is learned, or not, at a position: the word `at`, given all words before it."""
    before = line[at - 1] if at else "⟨start⟩"
    kind = "end" if at == len(line) - 1 else "prompt" if at < begins else "answer"
    return say.COUNTS[counts, kind].format(before=visible(before), word=visible(line[at]))
