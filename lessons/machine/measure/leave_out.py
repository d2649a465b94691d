"""Leave out the deepest boxes of a large model, because a browser cannot handle all of their values."""

from collections.abc import Sequence

from transformer.measure.architecture import Box, Lane

DEEPEST = 16  # boxes inside each other


def leave_out(lanes: Sequence[Lane], most: int) -> int:
    """Leave out the deepest boxes until the others hold at most `most` values. Attention weights and the boxes
    around them stay. A box that was read is replaced by the box around it. Returns how many boxes were removed."""
    around: dict[Box, Box] = {}
    for depth in range(DEEPEST, 0, -1):
        boxes = [box for lane in lanes for one in lane.boxes for box in one.walk()]
        if sum(box.numbers() for box in boxes) <= most:
            break
        for box in (box for lane in lanes for one in lane.boxes for box in _at(one, depth)):
            kept = [one for one in box.children if any(_weights(inside) for inside in one.walk())]
            around |= {gone: box for one in box.children if one not in kept for gone in one.walk()}
            box.children = kept
    for box in (box for lane in lanes for one in lane.boxes for box in one.walk()):
        for number, read in enumerate(box.reads):
            while read in around:
                read = around[read]
            box.reads[number] = read
    return len(around)


def _at(box: Box, depth: int) -> list[Box]:
    """Return the boxes at this depth inside a box, which itself has depth 1."""
    return [box] if depth == 1 else [one for child in box.children for one in _at(child, depth - 1)]


def _weights(box: Box) -> bool:
    return box.path.endswith(".weights")
