"""The same words followed by another task token: what a decoder then writes, and where its heads attend.

Greedy decoding and one recorded forward pass for each task token.
"""

import numpy as np

from lessons.figures.kit.choices import by, choice
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import bracketed, labels, truncated
from lessons.figures.panels import column, matrix, picture, reveals_answer, row, table, text, tiles
from lessons.gpt.figures.prompt_swap import words as say
from lessons.gpt.measure.prompting import answers_by_task, moved_weight
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import Answer, must_have
from transformer.tasks.prompts import TASK_WORDS
from transformer.vocabulary import END
from transformer.weights import Trained

MOST_WORDS = 24
REROUTED = "lessons.gpt.measure.prompting.moved_weight"


def prompt_swap(trained: Trained, typed: str | EncodedText) -> Figure:
    """Build the figure for a sentence without a task token. Raises `ValueError` for a model of another task and for a
    sentence that is too long.
    """
    if not trained.task.kinds:
        raise ValueError(say.NO_KINDS.format(model=trained.name))
    reading = encoded_text(trained, typed, MOST_WORDS)
    layers = trained.family.maps[0].layers(trained.model)
    must_have(trained.model, *(f"{layer}.weights" for layer in layers))
    answers, place = answers_by_task(trained, reading.words), len(reading.words) + 1
    arrays: dict[str, Array] = {}
    for number, kind in enumerate(TASK_WORDS):
        answer = answers[kind]
        stands = {
            "row": _words_read(reading, kind, answer),
            "column": _words_read(reading, kind, answer),
        }
        for layer in layers:
            probe = f"{layer}.weights"
            values = answer.trace.one(probe)[0].numpy()
            arrays[f"{number}.{probe}"] = Array(values, "head row column", probe, labels=stands)
    for layer in layers:
        moved = moved_weight(answers, layer, place).numpy()
        arrays[f"{layer}.moved"] = Array(moved, "head", f"{layer}.weights", REROUTED)
    return _figure(trained, answers, arrays, layers)


def _words_read(reading: EncodedText, kind: str, answer: Answer) -> list[dict]:
    """Return what the decoder reads: START, the sentence as typed, the task token, and its own output."""
    own = [bracketed(word) for word in answer.words]
    new = [False, *reading.is_unknown, False, *(word.startswith("⟨") for word in own)]
    return labels([bracketed("<start>"), *reading.words, kind, *own], new)


def _answer_text(trained: Trained, answer: Answer) -> str:
    """Return an answer as text, with dots if it was cut off."""
    ended = answer.tokens[-1:] == [END]
    return (truncated(trained.task.join(answer.words), 80) or say.NOTHING) + (
        "" if ended else say.CUT
    )


def _figure(trained: Trained, answers: dict, arrays: dict, layers: list[str]) -> Figure:
    heads = len(arrays[f"{layers[0]}.moved"].values)
    moved = np.stack([arrays[f"{layer}.moved"].values for layer in layers])
    layer, head = np.unravel_index(int(moved.argmax()), moved.shape)
    names = [say.HEAD.format(head=n + 1) for n in range(heads)]
    choices = [
        choice("kind", say.KIND, TASK_WORDS, paths=[str(n) for n in range(len(TASK_WORDS))], control="tiles", keys="t"),
        choice("layer", say.LAYER, [say.LAYER_OF.format(layer=n + 1) for n in range(len(layers))], paths=layers,
               control="", keys="↑↓", opens=int(layer) + 1),
        choice("head", say.HEAD_OF, names, control="", keys="←→", opens=int(head) + 1),
    ]  # fmt: skip
    groups = [
        {
            "title": say.LAYER_OF.format(layer=n + 1), "from": f"{{kind}}.{path}.weights[head, :, :]",
            "value": f"{path}.moved[head]:2", "names": [{"label": name, "name": "", "named": False} for name in names],
        }
        for n, path in enumerate(layers)
    ]  # fmt: skip
    written = [_answer_text(trained, answer) for answer in answers.values()]
    stands = [arrays[f"{n}.{layers[0]}.weights"].labels["row"] for n in range(len(TASK_WORDS))]
    shown = [
        text(say.MOVED, "told", moved="{layer}.moved[head]:2"),
        matrix("{kind}.{layer}.weights[head, :, :]", by("kind", stands), by("kind", stands), tip=say.TIP,
               weights=True, full=1, cells=(10, 27)),
        reveals_answer(text(say.SAME, "caption")),
    ]  # fmt: skip
    panels = [
        table(say.ASKED, TASK_WORDS, [column(say.WRITES, written, hue="soft")]),
        row([text(say.TILES, "label"), tiles(groups, ("layer", "head"))], shown, widths="346px auto", least=660),
    ]  # fmt: skip
    origin = say.ORIGIN.format(model=trained.name)
    return picture("prompt_swap", say.TITLE, choices, panels, arrays, origin, plays="kind")
