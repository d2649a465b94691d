"""The job of a process that trains one run; `launcher.py` calls it."""

from contextlib import suppress
from pathlib import Path

import torch

from transformer.runs.run import Run
from transformer.runs.run_folder import Busy
from transformer.training import device

SPARE_BYTES = 4 << 30  # memory that a training run may use beyond what torch itself uses


def train(folder: str) -> None:
    """Train from the last checkpoint to the end; leave the run alone if another program trains it."""
    torch.set_num_threads(1)
    limit_memory()
    with suppress(Busy):
        for _event in Run(Path(folder)).train():
            pass


def limit_memory() -> None:
    """Limit memory, so that a layer that takes too much ends its own run but not other programs.

    There is no limit where the model is on a GPU: its driver reserves more addresses than any computer has
    memory. Running out of GPU memory raises an error by itself.
    """
    pages = Path("/proc/self/statm")
    if pages.exists() and device.chosen().type == "cpu":
        import resource

        now = int(pages.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + SPARE_BYTES, now + SPARE_BYTES))
