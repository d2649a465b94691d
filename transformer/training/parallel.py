"""One training run in several processes, with PyTorch's DistributedDataParallel (DDP).

    torchrun --nproc-per-node 2 -m transformer.training reverse

Each process holds the whole model, samples the same batch, and reads its own share of the rows (`shares`).
DDP sums the gradients before they are clipped; then each process makes the same step. Only the first process
writes and prints.
"""

import os
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from transformer.objectives.rows import BaseBatch
from transformer.training.shares import Share, shared

received: dict[str, Any] = {}  # sent by the first process, about the training run


def several() -> int:
    """Return how many processes train together; 1 if this process is alone."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def launcher() -> str:
    """Return the beginning of the command line of this training run."""
    return f"torchrun --nproc-per-node {several()}" if several() > 1 else "python"


def tell(**what: Any) -> None:
    """Send the other processes what they need to continue."""
    received.update(what)
    dist.broadcast_object_list([what], src=0)


def hear() -> dict[str, Any]:
    """Wait for the message of the first process, and return it."""
    heard: list[Any] = [None]
    dist.broadcast_object_list(heard, src=0)
    received.update(heard[0])
    return received


def lost(error: BaseException) -> bool:
    """Whether this error means that another process has ended."""
    of_gloo = isinstance(error, RuntimeError) and "gloo" in str(error)
    return of_gloo or (dist.is_available() and isinstance(error, dist.DistError))


def check(batch: int) -> None:
    """Raise `ValueError` where a batch is too small to give every process a row."""
    if batch < several():
        raise ValueError(
            f"{several()} processes share a batch of {batch} sequences, but each process needs at least one: start fewer "
            f"processes (torchrun --nproc-per-node {batch}), or choose a larger batch"
        )


def own_device(device: torch.device) -> torch.device:
    """Return the device of this process: with several GPUs, its own."""
    if several() == 1 or device.type == "cpu":
        return device
    if device.type == "mps":
        raise ValueError("Apple’s mps works with only one process: start one, or add --device cpu")
    number, cards = int(os.environ.get("LOCAL_RANK", "0")), torch.cuda.device_count()
    if int(os.environ.get("LOCAL_WORLD_SIZE", "1")) > cards:
        raise ValueError(
            f"each process needs its own GPU, and there are {cards} here: start {cards} processes (torchrun "
            f"--nproc-per-node {cards}), or add --device cpu"
        )
    torch.cuda.set_device(number)
    return torch.device("cuda", number)


class Loss(nn.Module):
    """The loss of a batch, in the form that DDP needs."""

    def __init__(self, model: nn.Module, loss: Callable[[BaseBatch], Any]):
        super().__init__()
        self.model, self.loss = model, loss
        # Your own layer may leave a parameter unused, so DDP searches for unused ones in each step. It
        # warns if it finds none, so here is one.
        self.left_out = nn.Parameter(torch.zeros((), device=next(model.parameters()).device))

    def forward(self, batch: BaseBatch) -> tuple[Tensor, Tensor | None]:
        with shared(self.model, Share.for_this_process(len(batch))):
            return self.loss(batch)


def together(model: nn.Module, loss: Callable[[BaseBatch], Any]) -> Callable[[BaseBatch], Any]:
    """Return the same loss of a batch, with gradients that are summed over the rows of all processes."""
    return DistributedDataParallel(
        Loss(model, loss), find_unused_parameters=True, forward_sync_buffers=False
    )
