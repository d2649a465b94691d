"""The text of the diagram at each stop, with the numbers of the pass: one sentence per row."""

from typing import Any

from lessons.figures.kit.numbers import number
from lessons.machine.figures.architecture import words as say


class FlowText:
    """The sentences of a `Flow`, made from its boxes, arrays and labels."""

    def __init__(self, flow: Any, answer: list[list[str]]):
        self.flow, self.answer = flow, answer

    def entry(self, lane: int) -> str:
        """Return the title of the first frame of a lane."""
        side = self.flow.sides[lane]
        return say.ENTRY.format(what="words" if side in say.GIVEN else side or "words")

    def label(self, lane: int, row: int) -> str:
        return self.flow.named[lane][row]["label"]

    def strongest_weight(self, look, row: int) -> dict[str, Any]:
        """Return what a row attends to most, except itself, in the head that is drawn."""
        row = min(row, len(look.chosen) - 1)
        head, column = look.chosen[row]["head"], look.chosen[row]["column"]
        weight = number(float(look.weights[head, row, column]), 2)
        return {"other": self.label(look.columns, column), "weight": weight, "head": head + 1}

    def note(self, look, row: int) -> str:
        """Return the note under the title of a frame."""
        names = [label["label"] for label in self.flow.named[look.lane]]
        # Several chosen words attend together.
        word = names[row] if len(look.chosen) == len(names) else " ".join(names)
        return say.LOOKS.format(word=word, **self.strongest_weight(look, row))

    def frame_sentence(self, lane: int, box: int, row: int, looks: list | None) -> str:
        """Return the sentence at a frame; `looks` is None where words become numbers."""
        name, size = self.flow.boxes[box]["name"], self.flow.boxes[box]["shape"][-1][1]
        word = self.label(lane, row)
        if looks is None:
            return say.AT_ENTRY.format(word=word, size=size)
        if not looks:
            return say.AT_BOX.format(name=name, size=size)
        strongest = self.strongest_weight(looks[-1], row)
        if looks[-1].columns == lane:
            return say.AT_LAYER.format(word=word, **strongest)
        if self.flow.grows != lane:
            return say.AT_READER.format(**strongest)
        back = looks[0].columns == lane and row > 0  # the first word has only itself
        back_text = say.LOOKS_BACK.format(**self.strongest_weight(looks[0], row)) if back else ""
        return say.AT_WRITER.format(word=word, back=back_text, **strongest)

    def last_stop(self) -> dict[str, Any]:
        """Return the last stop: the most probable word after each position, with its probability."""
        flow, last = self.flow, len(self.answer) - 1
        shares = flow.arrays["answer"].values

        def sentence(row: int) -> str:
            template = (
                say.AT_ANSWER if flow.grows is None else say.AT_END if row == last else say.AT_NEXT
            )
            return template.format(word=self.answer[row][0], share=number(float(shares[row, 0]), 2))

        box = next((n for n in flow.top if flow.gives_result(n)), None)
        title = say.ANSWER if flow.grows is None else say.NEXT_WORD
        return {"title": title, "box": box, "says": [sentence(row) for row in range(last + 1)]}
