"""Comparison of tensors, with torch's own tolerances and message."""

import numpy as np

from numpy_torch.tensor import Tensor

_BOUNDS = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}


def assert_close(
    actual, expected, *, rtol=None, atol=None, equal_nan=False, check_dtype=True, msg=None, **_
):
    bounds = {
        "rtol": rtol,
        "atol": atol,
        "equal_nan": equal_nan,
        "check_dtype": check_dtype,
        "msg": msg,
    }
    if isinstance(actual, tuple | list):
        if len(actual) != len(expected):
            raise AssertionError(
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            )
        for one, other in zip(actual, expected, strict=True):
            assert_close(one, other, **bounds)
        return
    if isinstance(actual, dict):
        if actual.keys() != expected.keys():
            raise AssertionError(f"The keys do not match: {[*actual]} != {[*expected]}.")
        for name in expected:
            assert_close(actual[name], expected[name], **bounds)
        return
    a, b = (one.array if isinstance(one, Tensor) else np.asarray(one) for one in (actual, expected))
    if a.shape != b.shape:
        raise AssertionError(
            f"The values for attribute 'shape' do not match: {a.shape} != {b.shape}."
        )
    if check_dtype and a.dtype != b.dtype and isinstance(actual, Tensor):
        raise AssertionError(
            f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}."
        )
    usual = _BOUNDS.get(a.dtype.name, (0, 0))
    rtol, atol = (usual[0] if rtol is None else rtol), (usual[1] if atol is None else atol)
    if not np.allclose(a, b, rtol, atol, equal_nan):
        far = np.abs(a.astype(np.float64) - b)
        count = int((~np.isclose(a, b, rtol, atol, equal_nan)).sum())
        raise AssertionError(
            f"Tensor-likes are not close!\n\nMismatched elements: {count} / {a.size} ({100 * count / a.size:.1f}%)\n"
            f"Greatest absolute difference: {np.nanmax(far)}"
        )
