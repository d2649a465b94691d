"""What a process does that trains one run; `launcher.py` calls it."""

from pathlib import Path

import torch

from transformer.runs.run import Run
from transformer.training import device

SPARE_BYTES = 4 << 30  # how much a training may take beyond what torch itself has taken


def train(folder: str) -> None:
    """From its last frame to its end."""
    torch.set_num_threads(1)
    limit_memory()
    for _event in Run(Path(folder)).train():
        pass


def limit_memory() -> None:
    """A layer that takes all memory ends its own run, not the machine's other programs.

    Not where the model is on a graphics card: its driver reserves more addresses than any machine
    has memory. The card's own memory ends by itself, with an error.
    """
    pages = Path("/proc/self/statm")
    if pages.exists() and device.chosen().type == "cpu":
        import resource

        now = int(pages.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + SPARE_BYTES, now + SPARE_BYTES))
