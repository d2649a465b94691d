"""Under torch's names: where its own modules stand."""

from torch.nn import module  # noqa: F401
