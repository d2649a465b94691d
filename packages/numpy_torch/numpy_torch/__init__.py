"""A part of PyTorch, written in numpy, for places where PyTorch cannot run, such as browser tabs.

Results agree up to rounding, including gradients and random numbers. What PyTorch refuses is refused, and anything
unsupported raises `NotSupported`. `operation.py` explains how to write an operation, `ops/` contains them, and
`grad.py` computes gradients. After `numpy_torch.use()`, `import torch` gives this package.
"""

import importlib
import math
import pkgutil
import sys
import warnings

import numpy as _numpy

from numpy_torch import operation, ops  # noqa: F401  fills the tables
from numpy_torch.dtypes import BY_NAME, Size, device, dtype, get_default_dtype, set_default_dtype  # noqa: F401
from numpy_torch.grad_mode import (  # noqa: F401
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)  # fmt: skip
from numpy_torch.printing import set_printoptions  # noqa: F401
from numpy_torch.random import Generator, default_generator, fork_rng  # noqa: F401
from numpy_torch.refusal import NotSupported, missing  # noqa: F401
from numpy_torch.tensor import Tensor  # noqa: F401

_numpy.seterr(all="ignore")  # as in torch, 1 / 0 is inf and no warning; in every thread
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"numpy_torch\.")

for _name, _call in operation.METHODS.items():
    setattr(Tensor, _name, _call)

from numpy_torch import (  # noqa: E402, F401
    autograd,
    backends,
    cuda,
    distributed,
    linalg,
    mps,
    nn,
    optim,
    overrides,
    random,
    special,
    testing,
    utils,
    version,
)  # fmt: skip
from numpy_torch.ops import extremes as _extremes  # noqa: E402

for _name in _extremes.SEVERAL:
    setattr(Tensor, _name, _extremes.SEVERAL[_name])

globals().update(_extremes.SEVERAL)
globals().update(operation.FUNCTIONS)
globals().update(BY_NAME)
inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis, strided = None, "strided"
FloatTensor = LongTensor = BoolTensor = Tensor
finfo = lambda kind: _numpy.finfo(kind.np)  # noqa: E731
iinfo = lambda kind: _numpy.iinfo(kind.np)  # noqa: E731
__version__ = version.__version__
for _public in (Tensor, Size, device, dtype, Generator):
    _public.__module__ = "torch"  # where one finds it


def set_num_threads(count):
    """Return 1: NumPy computes with one thread here."""


def get_num_threads():
    return 1


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Return True: all tensors are contiguous."""


def are_deterministic_algorithms_enabled():
    return True


def get_default_device():
    return device(device.usual[-1])


def compile(function=None, **_):  # noqa: A001
    """Return the function itself, uncompiled."""
    return function if function is not None else lambda decorated: decorated


def use():
    """Let `import torch`, and the import of its modules, give this package from now on in this process."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if module.name != f"{__name__}.in_place_of_torch":
            importlib.import_module(module.name)
    inside = {
        name: module
        for name, module in sys.modules.items()
        if f"{name}.".startswith(f"{__name__}.")
    }
    sys.modules.update(
        {f"torch{name.removeprefix(__name__)}": module for name, module in inside.items()}
    )


def __getattr__(name):
    raise missing("torch", name)
