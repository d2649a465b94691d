"""What the tests of every figure need."""

from tests.kit.saved_figure import show, shown  # noqa: F401  fixtures
