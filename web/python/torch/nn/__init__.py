"""Modules: the building blocks of the course's models, and the layers that lessons compare with."""

from torch.nn import functional, init, utils
from torch.nn.attention import MultiheadAttention
from torch.nn.containers import Identity, ModuleDict, ModuleList, ParameterList, Sequential
from torch.nn.layers import (
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
from torch.nn.losses import CrossEntropyLoss, MSELoss
from torch.nn.module import Module
from torch.nn.recurrent import GRU
from torch.refusal import missing
from torch.tensor import Parameter

__all__ = [
    "GELU", "GRU", "BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "Conv3d", "CrossEntropyLoss", "Dropout",
    "Embedding", "Identity", "LayerNorm", "Linear", "MSELoss", "Module", "ModuleDict", "ModuleList",
    "MultiheadAttention", "Parameter", "ParameterList", "ReLU", "Sequential", "Sigmoid", "Softmax", "Tanh",
    "functional", "init", "utils",
]  # fmt: skip


def __getattr__(name):
    raise missing("torch.nn", name)
