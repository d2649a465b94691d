"""A diagram of the whole model, made from a forward pass: every module and probe is a box.

The boxes, their order, their inputs and the lines that called them are measured
(`transformer/measure/architecture.py`); this module adds labels, text and lessons.
"""

from typing import Any

from lessons import LESSONS
from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure, check_length
from lessons.figures.kit.labels import data_words, short, side_labels, visible
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.machine.figures.architecture import words as say
from lessons.machine.figures.architecture.flow import Flow
from lessons.machine.measure.leave_out import leave_out
from transformer.measure.architecture import Box, Pass, candidates, read
from transformer.weights import Trained

MOST_WORDS = 64
MOST_NUMBERS = 4_000_000  # the browser gets all of them at once: 16 MB
CANDIDATES = "transformer.measure.architecture.candidates"


def architecture(trained: Trained, text: str | EncodedText) -> Figure:
    """Return the figure of a trained model with one sentence on its way through it.

    Raises ValueError if the sentence is empty or too long.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    return draw_pass(read(trained, reading.ids), reading, trained)


def draw_pass(passed: Pass, reading: EncodedText, trained: Trained) -> Figure:
    """Return the figure of a recorded forward pass."""
    boxes: list[dict[str, Any]] = []
    arrays: dict[str, Array] = {}
    for lane in passed.lanes:
        check_length(f"What {passed.kind} reads", lane.side, lane.size, lane.names)
    left_out = leave_out(passed.lanes, MOST_NUMBERS)
    named = side_labels({lane.side: lane.names for lane in passed.lanes}, reading)
    drawing = Drawing(passed, boxes, arrays, [named[lane.side] for lane in passed.lanes])
    lanes = [
        {
            "title": say.GIVEN.get(lane.side, lane.side),
            "labels": named[lane.side],
            "boxes": [drawing.add(box, at, 1, None) for box in lane.boxes],
        }
        for at, lane in enumerate(passed.lanes)
    ]
    candidate_words, shares = candidates(passed.result)
    arrays["answer"] = Array(shares.numpy(), "row candidate", "result", CANDIDATES)
    words = trained.target_vocabulary.words
    depth = max(box["depth"] for box in boxes)
    check_length("result", "vocabulary", passed.result.shape[-1], words)
    answer = [[short(words[word]) for word in row] for row in candidate_words.tolist()]
    flow = Flow(passed, trained, drawing, answer, len(reading.ids))
    steps = [flow.steps(), *(len(frontier(boxes, n)) + 1 for n in range(2, depth + 1))]
    choices = [
        choice("depth", labels=depth),
        choice("step", labels=by("depth", steps), keys="←→", opens=flow.first_output_step()),
    ]
    if flow.grows != 0:  # otherwise the newest word is followed
        choices.append(
            choice("word", labels=lanes[0]["labels"], keys="f", opens=flow.clearest_word() + 1)
        )
    diagram = flow.header()
    parts = [part for frame in diagram["frames"] for part in frame["parts"]]
    header = {
        "title": say.TITLE.format(kind=passed.kind, sentence=" ".join(map(visible, reading.words))),
        "model": trained.name,
        "lanes": lanes,
        "boxes": boxes,
        "depth": depth,
        "smoothed": smoothed(trained),
        "answer": answer,
        "data": data_words(({word for row in answer for word in row}, reading.languages[1])),
        "flow": diagram,
        "opens_with": [["answer"], *([part["array"]] for part in parts if "array" in part)],
        "vocabulary": len(words),
        "words": {**say.WORDS, "source": say.source(trained.name, left_out)},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(*choices, plays="step", pace=1000),
    }
    return Figure("architecture", header, arrays)


class Drawing:
    """Boxes as plain data, in their order."""

    def __init__(
        self, passed: Pass, boxes: list[dict[str, Any]], arrays: dict[str, Array], named: list[list]
    ):
        self.boxes, self.arrays, self.unwatched = boxes, arrays, passed.unwatched
        self.named = named  # the labels along each lane
        self.numbers: dict[int, int] = {}  # index of a measured box in `boxes`
        self.lane_of = {
            id(inside): at
            for at, lane in enumerate(passed.lanes)
            for box in lane.boxes
            for inside in box.walk()
        }

    def add(self, box: Box, lane: int, depth: int, other: int | None) -> int:
        """Add a box and everything inside it, and return its number. `other`: the last lane that the
        surrounding box reads, from which keys and values come."""
        number = self.numbers[id(box)] = len(self.boxes)
        self.boxes.append({})
        reads = [self.lane_of[id(source)] for source in box.reads]
        other = reads[-1] if reads else other
        children = [self.add(child, lane, depth + 1, other) for child in box.children]
        value, axes = box.value()
        name, says, lessons = describe_box(box)
        array = box.probe or box.path
        finite = value[value.isfinite()]
        rows = self.labelling_lane(axes.split()[-2:-1], value.shape[-2:-1], lane, other)
        columns = (
            self.labelling_lane(axes.split()[-1:], value.shape[-1:], lane, other) if axes else None
        )
        if value.dim() > 2 and not axes:  # it is unknown which axis holds words
            rows = None
        ends = zip(reversed(axes.split()), (columns, rows), strict=False)
        along = {axis: self.named[at] for axis, at in ends if at is not None}
        if array not in self.arrays or self.arrays[array].values.shape != value.shape:
            array = array if array not in self.arrays else box.path
            self.arrays[array] = Array(
                value.float().numpy(),
                axes or placeholder_axes(value),
                box.probe or box.path,
                labels=along,
            )
        self.boxes[number] = {
            "path": box.path, "name": name, "says": says, "depth": depth, "left": box.left,
            "lane": lane, "children": children, "array": array,
            "shape": [[axis, size] for axis, size in zip((axes or placeholder_axes(value)).split(), value.shape, strict=True)],
            "rows": rows, "columns": columns,
            "limit": float(finite.abs().max()) if finite.numel() else 0.0,
            "share": box.path.endswith(".weights"),
            "line": str(box.line) if box.line else "",
            "lesson": first_lesson(lessons), "around": box.around,
            "reads": [[self.numbers[id(r)], describe_box(r)[0]] for r in box.reads if self.lane_of[id(r)] != lane],
            "notes": self.notes(box), "before": self.norm_input(box, value),
        }  # fmt: skip
        return number

    def labelling_lane(self, axis: list[str], size, lane: int, other: int | None) -> int | None:
        """Return the lane whose words label this axis; None if there is none."""
        if axis and axis[0] in ("d_model", "d_k", "d_v", "d_ff", "vocabulary", "head"):
            return None
        elsewhere = other if other is not None else lane
        lanes = [elsewhere, lane] if not axis or axis[0] == "key" else [lane]
        lanes = list(range(len(self.named))) if axis == ["source"] else lanes
        matches = [at for at in lanes if list(size) == [len(self.named[at])]]
        return matches[0] if matches else None

    def norm_input(self, box: Box, value) -> int | None:
        """Return the box whose vectors a norm reads, to compare them; None for other boxes."""
        read = [source for source in box.reads if source.value()[0].shape == value.shape]
        return self.numbers[id(read[0])] if read and box.path.endswith("norm") else None

    def notes(self, box: Box) -> list[str]:
        """Return the extra notes about a box."""
        ran = len(box.values)
        notes = [say.TIMES.format(count=ran)] if ran > 1 else []
        if probe := self.unwatched.get(box.path):
            notes.append(say.UNWATCHED.format(probe=probe))
        return notes


def smoothed(trained: Trained) -> str:
    """Return why no probability is close to 1 under label smoothing; "" without it."""
    settings = (getattr(trained, "card", None) or {}).get("settings", {})
    left = settings.get("smoothing", 0.0)  # the probability that training leaves for all words
    return say.SMOOTHED.format(share=f"{1 - left:.2f}") if left else ""


def describe_box(box: Box) -> tuple[str, str, tuple[str, ...]]:
    """Return the name of a box, what happens there, and the lessons about it."""
    *_, before, name = ["", *box.path.split(".")]
    if name.isdigit():  # one of a list: "layers.0" is layer 1
        name = f"{before.removesuffix('s')} {int(name) + 1}"
    keys = (f"{box.owner}.{name}", box.kind, name)
    if entry := next((say.KNOWN[key] for key in keys if key in say.KNOWN), None):
        return entry[0].format(name=name), entry[1], entry[2]
    unknown = say.UNKNOWN_PROBE if box.kind == "Probe" else say.UNKNOWN
    return name, unknown.format(name=name, kind=box.kind), ()


def placeholder_axes(value) -> str:
    """Return "?" for each axis, where no probe names the axes."""
    return " ".join("?" for _ in value.shape)


def first_lesson(names: tuple[str, ...]) -> list[str] | None:
    """Return the name and title of the first of these lessons that exists."""
    titles = {lesson.name: lesson.title for lesson in LESSONS}
    return next(([name, titles[name]] for name in names if name in titles), None)


def frontier(boxes: list[dict[str, Any]], depth: int) -> list[int]:
    """Return the boxes that light up, in order, if everything is opened to this depth. The output is
    the step after them."""
    shown = [
        number
        for number, box in enumerate(boxes)
        if box["depth"] == depth or (box["depth"] < depth and not box["children"])
    ]
    return sorted(shown, key=lambda number: boxes[number]["left"])
