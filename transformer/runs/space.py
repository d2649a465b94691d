"""How much disk space runs take, and whether there is room for another one. Nothing is deleted without request."""

import shutil
from contextlib import suppress
from pathlib import Path

from torch import nn

from transformer.diagnosis.writable import existing

FEWEST, CHECKPOINTS = 4, 24  # checkpoints of a run
MOST_BYTES = 500_000_000  # of a run with more than the fewest checkpoints
SPARE_BYTES = 500_000_000  # left free for everything else on the disk
# Bytes per parameter in a checkpoint: the parameter and two moments of the optimiser, in float32.
STATE = 3 * 4


def checkpoints_of(model: nn.Module) -> int:
    """Return how many checkpoints a run of this model saves: fewer if its parameters take much space."""
    return max(FEWEST, min(CHECKPOINTS, MOST_BYTES // checkpoint_bytes(model)))


def checkpoint_bytes(model: nn.Module) -> int:
    """Return the size of one checkpoint, about."""
    return max(1, STATE * sum(parameter.numel() for parameter in model.parameters()))


def require(model: nn.Module, runs: Path) -> None:
    """Raise `ValueError` if the disk cannot hold the checkpoints of a run of this model."""
    needed, free = (
        checkpoint_bytes(model) * checkpoints_of(model),
        shutil.disk_usage(existing(runs)).free,
    )
    if needed > free - SPARE_BYTES:
        raise ValueError(
            f"the run would take about {size(needed)} for its {checkpoints_of(model)} frames, but only {size(free)} of the "
            f"disk are free, and {size(SPARE_BYTES)} must stay free. Delete runs that you no longer need, or choose a "
            "smaller model"
        )


def taken(run: Path) -> int:
    """Return the bytes of all files of a run."""
    total = 0
    for file in run.rglob("*"):
        with suppress(FileNotFoundError):  # deleted or replaced at this moment
            total += file.stat().st_size if file.is_file() else 0
    return total


def size(count: int) -> str:
    """Write a number of bytes as a person reads it: "2.2 GB"."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "KB")):
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} bytes"
