from torch.nn.layers import _BatchNorm  # noqa: F401
