"""The Jacobian of a function."""

import numpy as np

from numpy_torch.grad import grad
from numpy_torch.grad_mode import enable_grad
from numpy_torch.tensor import Tensor


def jacobian(func, inputs):
    """Differentiate a function of one tensor: (its output, its input)."""
    with enable_grad():
        x = Tensor(inputs.array.copy()).requires_grad_()
        y = func(x)
        rows = []
        for place in range(y.array.size):
            one = np.zeros(y.array.size, y.array.dtype)
            one[place] = 1
            begin = Tensor(one.reshape(y.array.shape))
            rows.append(
                grad(y, x, begin, retain_graph=True, materialize_grads=True, allow_unused=True)[
                    0
                ].array
            )
    return Tensor(np.stack(rows).reshape(*y.array.shape, *x.array.shape))
