"""Matrix decompositions and norms; only norms have gradients."""

from collections import namedtuple

import numpy as np

from numpy_torch.operation import METHODS, untraced
from numpy_torch.refusal import missing, refuse
from numpy_torch.tensor import Tensor


def __getattr__(name):
    raise missing("torch.linalg", name)


def _array(x, name):
    return untraced(f"linalg.{name}", x)[0]


def _parts(kind, names, found):
    return namedtuple(kind, names)(*(Tensor(np.asarray(part)) for part in found))


def svd(x, full_matrices=True):
    return _parts("SVD", "U S Vh", np.linalg.svd(_array(x, "svd"), full_matrices))


def qr(x, mode="reduced"):
    return _parts("QR", "Q R", np.linalg.qr(_array(x, "qr"), mode))


def eigh(x):
    return _parts("Eigh", "eigenvalues eigenvectors", np.linalg.eigh(_array(x, "eigh")))


def lstsq(a, b, rcond=None, *, driver=None):
    found = np.linalg.lstsq(_array(a, "lstsq"), _array(b, "lstsq"), rcond)
    return _parts("LstSq", "solution residuals rank singular_values", found)


def det(x):
    return Tensor(np.asarray(np.linalg.det(_array(x, "det"))))


def inv(x):
    return Tensor(np.linalg.inv(_array(x, "inv")))


def solve(a, b):
    return Tensor(np.linalg.solve(_array(a, "solve"), _array(b, "solve")))


def matrix_rank(x, *, tol=None, atol=None, rtol=None):
    x = _array(x, "matrix_rank")
    sizes = np.linalg.svd(x, compute_uv=False)
    if atol is None and rtol is None and tol is None:
        rtol = max(x.shape[-2:]) * np.finfo(x.dtype).eps
    bound = np.maximum(atol or tol or 0.0, (rtol or 0.0) * sizes[..., :1])
    return Tensor(np.asarray((sizes > bound).sum(-1)))


def norm(x, ord=None, dim=None, keepdim=False):
    """With `ord`, the norm of a matrix would differ from the norm of its flattened values."""
    axes = x.dim() if dim is None else np.size(dim)
    if ord not in (None, "fro") and axes > 1:
        raise refuse(f"linalg.norm of a matrix with ord={ord!r}")
    return vector_norm(x, 2 if ord is None else ord, dim, keepdim)


def vector_norm(x, ord=2, dim=None, keepdim=False):
    return METHODS["norm"](x, ord, dim, keepdim)
