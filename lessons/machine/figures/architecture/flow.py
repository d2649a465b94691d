"""The model as one diagram, from left to right.

This module knows nothing about encoders or decoders. A lane is a side that the model reads; a frame is a box of the
recorded pass, with one row of numbers per word and the weights recorded inside it.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.machine.figures.architecture import words as say
from lessons.machine.figures.architecture.flow_text import FlowText
from transformer.measure.architecture import Pass

DRAWN = 16  # the first of the d_model numbers of a row
STRONG = 0.97  # of the numbers of a carpet are paler than the strongest colour
LAYERS = 3  # a taller stack is one frame, which shows its last layer


@dataclass(frozen=True)
class Look:
    """The attention of a lane in one layer, and the head that is drawn for each row."""

    path: str  # the layer
    lane: int
    columns: int  # the lane that is attended to
    weights: np.ndarray  # (head, row, column)
    chosen: list[dict[str, int]]  # of each row

    def part(self) -> dict[str, Any]:
        """Return plain data for the drawing."""
        title = say.BACK if self.columns == self.lane else say.ACROSS
        kept = {"array": f"{self.path}.weights", "columns": self.columns, "chosen": self.chosen}
        return {"kind": "looks", "title": title, **kept}


class Flow:
    """The frames of one pass. `drawing` has the boxes, arrays and labels of each lane; `answer` has the most
    probable words at each position; `prompt` is how many words of its own lane the model was given."""

    def __init__(self, passed: Pass, trained: Any, drawing: Any, answer: list, prompt: int):
        self.boxes, self.arrays, self.named = drawing.boxes, drawing.arrays, drawing.named
        self.sides, self.result = [lane.side for lane in passed.lanes], tuple(passed.result.shape)
        self.model, self.family = getattr(trained, "model", None), getattr(trained, "family", None)
        # In the output lane, each row gives the next word.
        last = len(self.sides) - 1
        writes = self.sides[last] == "target" and len(answer) == len(self.named[last])
        self.grows = last if writes else None
        self.begins = 1 + (0 if getattr(trained, "reads", True) else prompt)  # START, and a text
        self.top = [n for n, box in enumerate(self.boxes) if box["depth"] == 1]
        self.says = FlowText(self, answer)
        frames = self.make_frames()
        self.frames = sorted(frames, key=lambda frame: (frame["lane"] == self.grows, frame["left"]))
        # Stops that come once.
        self.before = sum(frame["lane"] != self.grows for frame in self.frames)

    def header(self) -> dict[str, Any]:
        """Return the data that `flow_picture.js` and `paper_flow.py` draw."""
        kept = {"grows": self.grows, "begins": self.begins, "before": self.before, "drawn": DRAWN}
        return {"frames": self.frames, "next": self.says.last_stop(), **kept}

    def steps(self) -> int:
        """Return the number of steps: the inputs once, and the stops of the output lane for each output word."""
        rounds = 1 if self.grows is None else len(self.named[self.grows]) - self.begins + 1
        return self.before + rounds * (len(self.frames) - self.before + 1)

    def first_output_step(self) -> int:
        """Return the step, from 1, at which the input is read and no output is written."""
        return len(self.frames)

    def clearest_word(self) -> int:
        """Return the word of the first lane, from 0, with the clearest attention in every layer."""
        clear = np.ones(len(self.named[0]))
        for look in (look for look in self.looks() if look.lane == look.columns == 0):
            clear *= [
                look.weights[c["head"], row, c["column"]] for row, c in enumerate(look.chosen)
            ]
        return int(clear.argmax())

    # ---- parts of the pass ------------------------------------------------------------------------
    def lane(self, number: int) -> int:
        """Return the lane of a box as its family names it, or as measured."""
        side = self.family.side(self.boxes[number]["path"]) if self.family else ""
        return self.sides.index(side) if side in self.sides else self.boxes[number]["lane"]

    def looks(self) -> Iterator[Look]:
        """Yield the attentions of the family's maps whose weights were recorded, in order."""
        at = {box["path"]: number for number, box in enumerate(self.boxes)}
        for drawn in getattr(self.family, "maps", ()):
            paths: list[str] = []
            with suppress(ValueError):  # your own layer may pass its weights to no probe
                paths = drawn.layers(self.model)
            for path in (path for path in paths if path in at and f"{path}.weights" in self.arrays):
                if drawn.columns not in self.sides:
                    continue
                has_side = drawn.rows in self.sides
                lane = self.sides.index(drawn.rows) if has_side else self.lane(at[path])
                columns = self.sides.index(drawn.columns)
                weights = heads(self.arrays[f"{path}.weights"].values)
                rows, *width = weights.shape[1:]
                if rows in (1, len(self.named[lane])) and width == [len(self.named[columns])]:
                    yield Look(
                        path, lane, columns, weights, strongest_heads(weights, lane == columns)
                    )

    def layers(self, stage: int, own: list[Look]) -> list[tuple[int, str]]:
        """Return the layers of a stack that contain attention, with their names; otherwise the box itself."""
        box = self.boxes[stage]
        inner = [n for n in box["children"] if self.boxes[n]["children"]]
        if len(inner) > LAYERS or not any(self.inside(look, n) for look in own for n in inner):
            return [(stage, self.stack_title(stage))]
        return [(n, f"{box['name']} {self.boxes[n]['name']}") for n in inner]

    def inside(self, look: Look, number: int) -> bool:
        return f"{look.path}.".startswith(f"{self.boxes[number]['path']}.")

    def stack_title(self, number: int) -> str:
        """Return the name of a box and its number of layers."""
        box = self.boxes[number]
        count = sum(bool(self.boxes[n]["children"]) for n in box["children"])
        return say.STACK.format(name=box["name"], count=count) if count > 1 else box["name"]

    def gives_result(self, number: int) -> bool:
        """Return whether the output of the box is logits rather than vectors."""
        shape = tuple(size for _, size in self.boxes[number]["shape"])
        last = max(self.top, key=lambda n: self.boxes[n]["left"])
        return number == last and shape in (self.result, self.result[1:])

    # ---- frames -----------------------------------------------------------------------------------
    def make_frames(self) -> Iterator[dict[str, Any]]:
        looks = list(self.looks())
        for lane in range(len(self.named)):
            stages = [n for n in self.top if self.lane(n) == lane and not self.gives_result(n)]
            own = [look for look in looks if look.lane == lane]
            entry = next((n for n in stages if self.boxes[n]["lane"] == lane), None)
            if entry is None:
                continue
            if any(look.columns != lane for look in own):
                yield self.joint_frame(lane, entry, stages[-1], own)
                continue
            numbers = self.carpet(lane, entry)
            yield self.frame(lane, entry, self.says.entry(lane), [{"kind": "words"}, numbers], None)
            for stage in (n for n in stages if n != entry):
                for layer, name in self.layers(stage, own):
                    inside = [look for look in own if self.inside(look, layer)][-1:]
                    parts = [*(look.part() for look in inside), self.carpet(lane, layer)]
                    if any(parts):
                        yield self.frame(lane, layer, name, parts, inside)

    def joint_frame(self, lane: int, entry: int, last: int, own: list[Look]) -> dict[str, Any]:
        """Return one frame for a lane that attends to another: its words, the last layer's attention, its output."""
        sides = sorted({look.columns for look in own}, key=lambda side: side != lane)
        looks = [[look for look in own if look.columns == side][-1] for side in sides]
        ends = self.carpet(lane, entry), self.carpet(lane, last)
        parts = [{"kind": "words"}, ends[0], *(look.part() for look in looks), ends[1]]
        return self.frame(lane, last, self.stack_title(last), parts, looks)

    def frame(self, lane: int, box: int, name: str, parts: list, looks: list[Look] | None) -> dict:
        """Return one box of the diagram; `looks` is None where words become numbers."""
        rows = range(len(self.named[lane]))
        return {
            "title": name, "box": box, "lane": lane, "left": self.boxes[box]["left"],
            "parts": [part for part in parts if part],
            "notes": [self.says.note(looks[-1], row) for row in rows] if looks else [],
            "says": [self.says.frame_sentence(lane, box, row, looks) for row in rows],
        }  # fmt: skip

    def carpet(self, lane: int, number: int) -> dict[str, Any] | None:
        """Return the output of a box: one row per word, or one row for all; None for other shapes."""
        array = self.boxes[number]["array"]
        values = self.arrays[array].values
        is_row = values.ndim == 1
        if not is_row and (values.ndim != 2 or len(values) != len(self.named[lane])):
            return None
        # Outliers would make the rest too pale.
        strong = np.quantile(np.abs(values[..., :DRAWN]), STRONG)
        return {"kind": "carpet", "array": array, "one": is_row, "limit": float(strong)}


def heads(weights: np.ndarray) -> np.ndarray:
    """Return (head, row, column) for several heads, for one head (row, column), or for one row (column)."""
    return weights.reshape((1,) * (3 - weights.ndim) + weights.shape)


def strongest_heads(weights: np.ndarray, same: bool) -> list[dict[str, int]]:
    """Return, for each row, the head with the largest weight on one column, and that column. If rows and columns
    are the `same`, a row's own column counts only if there is no other."""
    chosen = []
    for row in range(weights.shape[1]):
        seen = np.nan_to_num(weights[:, row])  # (head, column)
        others = np.delete(seen, row, axis=1) if same else seen
        if same and others.any():
            seen[:, row] = -1
        head, column = np.unravel_index(seen.argmax(), seen.shape)
        chosen.append({"head": int(head), "column": int(column)})
    return chosen


def stop_of(flow: dict[str, Any], step: int) -> tuple[int, int]:
    """Return the stop and the round of a step (from 1), both from 0; same as `stopOf` in flow_layout.js."""
    before, each = flow["before"], len(flow["frames"]) - flow["before"] + 1
    if flow["grows"] is None or step <= before:
        return step - 1, 0
    number = (step - 1 - before) // each
    return step - 1 - number * each, number
