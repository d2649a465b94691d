"""Layers with parameters, as small as the lessons need them."""

import math

from numpy_torch import ops  # noqa: F401  fills the tables of operations
from numpy_torch.nn import functional as F
from numpy_torch.nn import init
from numpy_torch.nn.module import Module
from numpy_torch.operation import FUNCTIONS
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Parameter


def _empty(*shape, **where):
    return Parameter(FUNCTIONS["empty"](*shape, **where))


class Linear(Module):
    """y = x Wᵀ + b"""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.in_features, self.out_features = in_features, out_features
        self.weight = _empty(out_features, in_features, **where)
        self.register_parameter("bias", _empty(out_features, **where) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Embedding(Module):
    """A table that returns one row per index."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None):
        super().__init__()
        if padding_idx is not None:
            raise refuse("An embedding with padding_idx")
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.weight = _empty(num_embeddings, embedding_dim, device=device, dtype=dtype)
        init.normal_(self.weight)

    def forward(self, input):
        return F.embedding(input, self.weight)

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}"


class LayerNorm(Module):
    """Normalize the last axis to mean 0 and variance 1, then scale and shift it."""

    def __init__(
        self,
        normalized_shape,
        eps=1e-5,
        elementwise_affine=True,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        ones, zeros = (
            FUNCTIONS[name](*shape, dtype=dtype, device=device) for name in ("ones", "zeros")
        )
        self.register_parameter("weight", Parameter(ones) if elementwise_affine else None)
        self.register_parameter("bias", Parameter(zeros) if elementwise_affine and bias else None)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
        )


class Dropout(Module):
    """In training, keep each value with probability 1 − p, and scale it up."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class ReLU(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.relu(input, self.inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Tanh(Module):
    def forward(self, input):
        return input.tanh()


class Sigmoid(Module):
    def forward(self, input):
        return input.sigmoid()


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class _Conv(Module):
    """The same parameters at every position: a window moves over the input."""

    axes = 1

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
    ):
        super().__init__()
        if groups != 1:
            raise refuse("A convolution with groups")
        self.in_channels, self.out_channels = in_channels, out_channels
        each = (
            F.for_each_axis(setting, self.axes)
            for setting in (kernel_size, stride, padding, dilation)
        )
        self.kernel_size, self.stride, self.padding, self.dilation = each
        self.weight = _empty(out_channels, in_channels, *self.kernel_size)
        self.register_parameter("bias", _empty(out_channels) if bias else None)
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if bias:
            bound = 1 / math.sqrt(in_channels * math.prod(self.kernel_size))
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.convolution(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation
        )

    def extra_repr(self):
        parts = [
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        ]
        parts += [f"padding={self.padding}"] if any(self.padding) else []
        parts += [f"dilation={self.dilation}"] if set(self.dilation) != {1} else []
        parts += ["bias=False"] if self.bias is None else []
        return ", ".join(parts)


class Conv1d(_Conv):
    axes = 1


class Conv2d(_Conv):
    axes = 2


class Conv3d(_Conv):
    axes = 3


class _BatchNorm(Module):
    """Normalize each channel to mean 0 and variance 1, by the batch in training and by running averages afterwards."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.weight = Parameter(FUNCTIONS["ones"](num_features))
        self.bias = Parameter(FUNCTIONS["zeros"](num_features))
        self.register_buffer("running_mean", FUNCTIONS["zeros"](num_features))
        self.register_buffer("running_var", FUNCTIONS["ones"](num_features))
        self.register_buffer("num_batches_tracked", FUNCTIONS["tensor"](0))

    def forward(self, input):
        shape = (1, -1, *[1] * (input.dim() - 2))
        mean, var = self.running_mean, self.running_var
        if self.training:
            sides = [0, *range(2, input.dim())]
            mean, var = input.mean(sides), input.var(sides, unbiased=False)
            n = input.numel() / input.shape[1]
            if n == 1:
                raise ValueError(
                    "Expected more than 1 value per channel when training, "
                    f"got input size {input.size()}"
                )
            self.num_batches_tracked.add_(1)
            self.running_mean.lerp_(mean.detach(), self.momentum)
            self.running_var.lerp_(var.detach() * n / (n - 1), self.momentum)
        scale = self.weight / (var + self.eps).sqrt()
        return (input - mean.view(shape)) * scale.view(shape) + self.bias.view(shape)

    def extra_repr(self):
        return f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine=True, track_running_stats=True"


class BatchNorm2d(_BatchNorm):
    pass


class BatchNorm3d(_BatchNorm):
    pass
