"""Wrong layers of each kind, all of them in the table."""

from tests.kit.planted import attention, others  # noqa: F401  they fill it
from tests.kit.planted.table import RED, UNSEEN

__all__ = ["RED", "UNSEEN"]
