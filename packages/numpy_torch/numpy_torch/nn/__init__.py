"""Modules: the building blocks of the course's models, and the layers that lessons compare with."""

from numpy_torch.nn import functional, init, utils
from numpy_torch.nn.attention import MultiheadAttention
from numpy_torch.nn.containers import Identity, ModuleDict, ModuleList, ParameterList, Sequential
from numpy_torch.nn.layers import (
    GELU,
    BatchNorm2d,
    BatchNorm3d,
    Conv1d,
    Conv2d,
    Conv3d,
    Dropout,
    Embedding,
    LayerNorm,
    Linear,
    ReLU,
    Sigmoid,
    Softmax,
    Tanh,
)  # fmt: skip
from numpy_torch.nn.losses import CrossEntropyLoss, MSELoss
from numpy_torch.nn.module import Module
from numpy_torch.nn.recurrent import GRU
from numpy_torch.refusal import missing
from numpy_torch.tensor import Parameter

__all__ = [
    "GELU", "GRU", "BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "Conv3d", "CrossEntropyLoss", "Dropout",
    "Embedding", "Identity", "LayerNorm", "Linear", "MSELoss", "Module", "ModuleDict", "ModuleList",
    "MultiheadAttention", "Parameter", "ParameterList", "ReLU", "Sequential", "Sigmoid", "Softmax", "Tanh",
    "functional", "init", "utils",
]  # fmt: skip


def __getattr__(name):
    raise missing("torch.nn", name)
