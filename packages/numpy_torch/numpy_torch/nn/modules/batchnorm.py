from numpy_torch.nn.layers import _BatchNorm  # noqa: F401
