"""GPUs: none is available."""

from numpy_torch.refusal import missing


def is_available():
    return False


def device_count():
    return 0


def __getattr__(name):
    raise missing(__name__, name)
