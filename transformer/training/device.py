"""Where a training is computed: on the graphics card when there is one, and in one place chosen.

    python -m transformer.training reverse --device cpu     # for this command
    GLASSBOX_DEVICE=cpu make app                            # for all that this process starts

Pictures and pages stay on the CPU. They show one sentence, which takes it a few milliseconds, and
every visitor's process would otherwise hold memory of the card.
"""

import os

import torch
from torch import Tensor

VARIABLE = "GLASSBOX_DEVICE"
CPU = torch.device("cpu")


def chosen(name: str | None = None) -> torch.device:
    """The device `name`, or else the one that $GLASSBOX_DEVICE names, or else cuda, mps or cpu.

    Raises `ValueError` for a device that is not there.
    """
    if name := name or os.environ.get(VARIABLE):
        return _named(name)
    return next(torch.device(kind) for kind, count in counts().items() if count)


def counts() -> dict[str, int]:
    """How many devices of each kind this machine has, the kind to prefer first."""
    return {
        "cuda": torch.cuda.device_count() if torch.cuda.is_available() else 0,
        "mps": int(torch.backends.mps.is_available()),  # Apple's own chips
        "cpu": 1,
    }


def _named(name: str) -> torch.device:
    kind, _, number = name.partition(":")
    here = counts()
    if kind not in here or not (number.isdecimal() or name == kind):
        raise ValueError(f"'{name}' is no device: choose {', '.join(here)}, or cuda:1 for a second")
    if int(number or 0) >= here[kind]:
        there = ", ".join(kind for kind, count in here.items() if count)
        without = kind == "cuda" and torch.version.cuda is None
        why = " (this PyTorch was built without CUDA)" if without else ""
        raise ValueError(
            f"there is no device '{name}' here{why}, only {there}: choose one of these with "
            f"--device or ${VARIABLE}, or name none and the best one is taken"
        )
    return torch.device(name)


def make_repeatable(device: torch.device) -> None:
    """Same seed, same machine, same losses: on CUDA some sums run in any order unless told not to.

    An operation for which CUDA knows no fixed order, perhaps in a layer of your own, gives a warning.
    (https://docs.pytorch.org/docs/stable/notes/randomness.html)
    """
    if device.type == "cuda":
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # read at the first product
        torch.use_deterministic_algorithms(True, warn_only=True)


def random_state(device: torch.device) -> Tensor | None:
    """The state of the device's own random generator, which dropout uses; None for the CPU's."""
    if device.type == "cuda":
        return torch.cuda.get_rng_state(device)
    if device.type == "mps":
        return torch.mps.get_rng_state()
    return None


def set_random_state(device: torch.device, state: Tensor) -> None:
    """Go on from a `random_state()`; bytes, which always are on the CPU."""
    if device.type == "cuda":
        torch.cuda.set_rng_state(state, device)
    elif device.type == "mps":
        torch.mps.set_rng_state(state)
