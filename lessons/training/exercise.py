"""Your exercise: one step of Adam, and of AdamW.

Write the function, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time.
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
    """Step t = 1, 2, … : returns the new (parameter, m, v). All tensors have the same shape.

    m and v are those of the step before, and 0 before the first. `weight_decay` is λ: L2
    regularisation as in Adam (Kingma and Ba 2015), or decoupled as in AdamW (Loshchilov and Hutter
    2019). Leave the tensors that you were given as they are.
    """
    # 1  not decoupled: the gradient of ½ λ θ² joins the gradient
    # 2  m: running mean of the gradient, with share beta1 of the old one
    # 3  v: running mean of its square, with share beta2 of the old one
    # 4  both began at 0 and are too small: divide by 1 − beta1^t and by 1 − beta2^t (and keep m and v)
    # 5  direction: corrected m / (root of corrected v, + eps)
    # 6  decoupled: the parameter shrinks by lr · λ · parameter
    # 7  the parameter moves by lr · direction, downhill
    raise NotImplementedError("adam_step is still to be written")
