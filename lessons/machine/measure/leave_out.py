"""Leave out the deepest boxes of a large model, because a browser cannot handle all of their values."""

from collections.abc import Sequence

from transformer.measure.architecture import Box, Lane

DEEPEST = 16  # boxes inside each other


def leave_out(lanes: Sequence[Lane], most: int) -> int:
    """Leave out the deepest boxes until the others hold at most `most` values. Attention weights and the boxes
    around them stay. A box that was read is replaced by the box around it. Return how many boxes were left out."""
    around: dict[Box, Box] = {}
    for depth in range(DEEPEST, 0, -1):
        boxes = [box for lane in lanes for outer in lane.boxes for box in outer.walk()]
        if sum(box.numbers() for box in boxes) <= most:
            break
        for box in (box for lane in lanes for outer in lane.boxes for box in _at(outer, depth)):
            kept = [
                child for child in box.children if any(_weights(inside) for inside in child.walk())
            ]
            around |= {
                gone: box for child in box.children if child not in kept for gone in child.walk()
            }
            box.children = kept
    for box in (box for lane in lanes for outer in lane.boxes for box in outer.walk()):
        for number, read in enumerate(box.reads):
            while read in around:
                read = around[read]
            box.reads[number] = read
    return len(around)


def _at(box: Box, depth: int) -> list[Box]:
    """Return the boxes at this depth inside a box, which itself has depth 1."""
    return (
        [box]
        if depth == 1
        else [inner for child in box.children for inner in _at(child, depth - 1)]
    )


def _weights(box: Box) -> bool:
    return box.path.endswith(".weights")
