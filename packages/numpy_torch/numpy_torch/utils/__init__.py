from numpy_torch.utils import flop_counter  # noqa: F401
