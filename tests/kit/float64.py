"""Float64 in a whole file of tests: import `double`."""

import pytest
import torch


@pytest.fixture(autouse=True)
def double():
    """Float64, so that a small mistake cannot hide in rounding."""
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(0)
    yield
    torch.set_default_dtype(torch.float32)
