"""Of a long list, a few for `make test`; `make test-all` takes them all."""

from collections.abc import Container, Iterable

import pytest


def few(quick: Container[str], every: Iterable[str]) -> list:
    """Parameters of a test, of which all but the `quick` ones are marked slow."""
    return [
        pytest.param(name, id=name, marks=() if name in quick else pytest.mark.slow)
        for name in every
    ]
