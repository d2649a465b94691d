"""Your exercise: one step of Adam, and of AdamW.

Write the function, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time.
"""

import torch  # noqa: F401
from torch import Tensor


def adam_step(
    parameter: Tensor,
    gradient: Tensor,
    m: Tensor,
    v: Tensor,
    t: int,
    lr: float = 0.01,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
    decoupled: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """Compute step t = 1, 2, … and return the new (parameter, m, v). All tensors have the same shape.

    m and v come from the previous step, and are 0 before the first step. `weight_decay` is λ: L2
    regularisation as in Adam (Kingma and Ba 2015), or decoupled as in AdamW (Loshchilov and Hutter
    2019). Do not change the tensors that you receive.
    """
    # 1  not decoupled: add the gradient of ½ λ θ² to the gradient
    # 2  m: running mean of the gradient, with the fraction beta1 of the old mean
    # 3  v: running mean of its square, with the fraction beta2 of the old mean
    # 4  both started at 0 and are too small: divide by 1 − beta1^t and 1 − beta2^t (but keep m and v)
    # 5  direction: corrected m / (root of corrected v + eps, outside the root)
    # 6  decoupled: the parameter shrinks by lr · λ · parameter
    # 7  the parameter moves by lr · direction, downhill
    raise NotImplementedError("adam_step is still to be written")
