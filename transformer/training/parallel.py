"""One training in several processes, on PyTorch's own engine, DistributedDataParallel (DDP).

    torchrun --nproc-per-node 2 -m transformer.training reverse

Each process holds the whole model, draws the same rows, and reads its own of them (`shares`). DDP adds up the
gradients, before they are clipped; then each makes the same step. The first process alone writes and prints.
"""

import os
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from transformer.objectives.rows import Rows
from transformer.training.shares import Share, shared

told: dict[str, Any] = {}  # by the first process, of the training that they make


def several() -> int:
    """How many processes train together; 1 where this one is alone."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def launcher() -> str:
    """What a command line of this training begins with."""
    return f"torchrun --nproc-per-node {several()}" if several() > 1 else "python"


def tell(**what: Any) -> None:
    """To all other processes: what they need to go on from here."""
    told.update(what)
    dist.broadcast_object_list([what], src=0)


def hear() -> dict[str, Any]:
    """What the first process tells; waits until it does."""
    heard: list[Any] = [None]
    dist.broadcast_object_list(heard, src=0)
    told.update(heard[0])
    return told


def lost(error: BaseException) -> bool:
    """Whether it says that another process is gone."""
    of_gloo = isinstance(error, RuntimeError) and "gloo" in str(error)
    return of_gloo or (dist.is_available() and isinstance(error, dist.DistError))


def check(batch: int) -> None:
    """Raises `ValueError` where a batch of so many rows has none for some process."""
    if batch < several():
        raise ValueError(
            f"{several()} processes share a batch of {batch} rows, and each needs at least one: start fewer "
            f"(torchrun --nproc-per-node {batch}), or choose a larger batch"
        )


def own_device(device: torch.device) -> torch.device:
    """The device of this process: of several graphics cards its own."""
    if several() == 1 or device.type == "cpu":
        return device
    if device.type == "mps":
        raise ValueError("Apple's mps serves one process alone: start one, or add --device cpu")
    number, cards = int(os.environ.get("LOCAL_RANK", "0")), torch.cuda.device_count()
    if int(os.environ.get("LOCAL_WORLD_SIZE", "1")) > cards:
        raise ValueError(
            f"each process needs a graphics card of its own, and here are {cards}: start as many (torchrun "
            f"--nproc-per-node {cards}), or add --device cpu"
        )
    torch.cuda.set_device(number)
    return torch.device("cuda", number)


class Loss(nn.Module):
    """The loss of a batch, in the form in which DDP asks for it."""

    def __init__(self, model: nn.Module, loss: Callable[[Rows], Any]):
        super().__init__()
        self.model, self.loss = model, loss
        # A layer of one's own may leave a parameter out, so DDP looks in each step for such. It warns
        # where it finds none; here is one.
        self.left_out = nn.Parameter(torch.zeros((), device=next(model.parameters()).device))

    def forward(self, batch: Rows) -> tuple[Tensor, Tensor | None]:
        with shared(self.model, Share.of(len(batch))):
            return self.loss(batch)


def together(model: nn.Module, loss: Callable[[Rows], Any]) -> Callable[[Rows], Any]:
    """The same loss of a batch, with gradients to which each process adds those of its rows."""
    return DistributedDataParallel(
        Loss(model, loss), find_unused_parameters=True, forward_sync_buffers=False
    )
