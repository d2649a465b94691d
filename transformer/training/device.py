"""Choose the device for training in one place: the GPU when there is one.

    python -m transformer.training reverse --device cpu     # for this command
    GLASSBOX_DEVICE=cpu make app                            # for all that this process starts

Figures and pages stay on the CPU. They show one sentence, which takes a few milliseconds, and otherwise every
visitor's process would occupy GPU memory.
"""

import os

import torch
from torch import Tensor

VARIABLE = "GLASSBOX_DEVICE"
CPU = torch.device("cpu")


def chosen(name: str | None = None) -> torch.device:
    """Return the device `name`, or else that of $GLASSBOX_DEVICE, or else cuda, mps or cpu.

    Raises `ValueError` for a device that is not there.
    """
    if name := name or os.environ.get(VARIABLE):
        return _named(name)
    return next(torch.device(kind) for kind, count in counts().items() if count)


def counts() -> dict[str, int]:
    """Return how many devices of each kind this computer has, the preferred kind first."""
    return {
        "cuda": torch.cuda.device_count() if torch.cuda.is_available() else 0,
        "mps": int(torch.backends.mps.is_available()),  # Apple's own chips
        "cpu": 1,
    }


def _named(name: str) -> torch.device:
    kind, _, number = name.partition(":")
    here = counts()
    if kind not in here or not (number.isdecimal() or name == kind):
        raise ValueError(
            f"'{name}' is not a device: choose one of {', '.join(here)}, or cuda:1 for a second GPU"
        )
    if int(number or 0) >= here[kind]:
        there = ", ".join(kind for kind, count in here.items() if count)
        without = kind == "cuda" and torch.version.cuda is None
        why = " (this PyTorch was built without CUDA)" if without else ""
        raise ValueError(
            f"there is no device '{name}' here{why}, only {there}: choose one of these devices with "
            f"--device or ${VARIABLE}, or omit both to use the best one"
        )
    return torch.device(name)


def make_repeatable(device: torch.device) -> None:
    """Make losses repeatable for the same seed and computer: by default, CUDA computes some sums in any
    order.

    An operation without a fixed order in CUDA, perhaps in your own layer, gives a warning.
    (https://docs.pytorch.org/docs/stable/notes/randomness.html)
    """
    if device.type == "cuda":
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # read at the first product
        torch.use_deterministic_algorithms(True, warn_only=True)


def random_state(device: torch.device) -> Tensor | None:
    """Return the state of the device's own random generator, which dropout uses; None for the CPU."""
    if device.type == "cuda":
        return torch.cuda.get_rng_state(device)
    if device.type == "mps":
        return torch.mps.get_rng_state()
    return None


def set_random_state(device: torch.device, state: Tensor) -> None:
    """Restore a `random_state()`, which is always a tensor of bytes on the CPU."""
    if device.type == "cuda":
        torch.cuda.set_rng_state(state, device)
    elif device.type == "mps":
        torch.mps.set_rng_state(state)
