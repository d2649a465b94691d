"""Sequences of different lengths in one batch."""

import numpy as np

from numpy_torch.operation import several
from numpy_torch.refusal import refuse


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    sequences = list(sequences)
    longest = max(len(one) for one in sequences)
    if not batch_first:
        raise refuse("pad_sequence(batch_first=False)")
    first = sequences[0].array
    out = np.full((len(sequences), longest, *first.shape[1:]), padding_value, first.dtype)
    for row, one in zip(out, sequences, strict=True):
        row[: len(one)] = one.array
    lengths = [len(one) for one in sequences]
    return several("pad_sequence", out, sequences, lambda i: lambda g: g[i, : lengths[i]])
