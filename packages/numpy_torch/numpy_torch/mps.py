"""Apple's GPUs: none is available."""

from numpy_torch.cuda import device_count, is_available  # noqa: F401
from numpy_torch.refusal import missing


def __getattr__(name):
    raise missing(__name__, name)
