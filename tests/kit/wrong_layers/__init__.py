"""Wrong layers of each kind, all of them in the table."""

from tests.kit.wrong_layers import attention, others  # noqa: F401  they fill it
from tests.kit.wrong_layers.table import RED, UNSEEN

__all__ = ["RED", "UNSEEN"]
