"""The generator MT19937 (Matsumoto and Nishimura 1998) as torch uses it: the same seeds give the same numbers.

numpy has the same 32 random bits. This module converts them as torch does: 24 bits for a 32-bit float, 53 bits for a
64-bit one, and pairs by Box and Muller for normal ones.
"""

import math

import numpy as np

from numpy_torch import dtypes
from numpy_torch.tensor import Tensor

FULL = 2**32


class Generator:
    """A sequence of random 32-bit integers, started by a seed."""

    def __init__(self, device="cpu"):
        dtypes.device(device)  # raises an error for unsupported devices
        self.manual_seed(67280421310721)  # the default seed

    def manual_seed(self, seed):
        self.seed, self.second = int(seed), None
        self.bits = np.random.MT19937()
        self.bits._legacy_seeding(int(seed) % FULL)
        return self

    def initial_seed(self):
        return self.seed

    def words(self, count):
        """Return the next random 32-bit integers."""
        return self.bits.random_raw(count).astype(np.uint64)

    def long_words(self, count):
        """Return 64 bits from two words each."""
        pairs = self.words(2 * count).reshape(-1, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def doubles(self, count):
        """Return numbers from 0 to 1 with 53 bits."""
        return (self.long_words(count) & np.uint64(2**53 - 1)) * 2.0**-53

    def floats(self, count):
        """Return numbers from 0 to 1 with 24 bits, one word each."""
        return ((self.words(count) & np.uint64(2**24 - 1)) * 2.0**-24).astype(np.float32)

    def uniform(self, count, kind):
        return self.doubles(count) if kind == np.float64 else self.floats(count).astype(kind)

    def normal(self, count, kind):
        """Turn 16 or more uniform numbers into normal ones in blocks of 16; fewer are converted one by one."""
        if count < 16:
            return np.array([self._one_normal() for _ in range(count)], kind)
        found = self.uniform(count, kind)
        whole = count - count % 16
        found[:whole] = _box_muller(found[:whole])
        if count % 16:  # the last 16 are drawn again, across the seam
            found[-16:] = _box_muller(self.uniform(16, kind))
        return found

    def _one_normal(self):
        if self.second is not None:
            value, self.second = self.second, None
            return value
        angle, length = self.doubles(2)
        length = math.sqrt(-2 * math.log1p(-length))
        self.second = length * math.sin(2 * math.pi * angle)
        return length * math.cos(2 * math.pi * angle)

    def get_state(self):
        """Return the complete state, as bytes in torch's layout."""
        state = self.bits.state["state"]
        left = 625 - int(state["pos"])  # as torch counts, down to the next block of 624
        head = np.array([self.seed % 2**64], np.uint64).tobytes()
        head += np.array([left, 1], np.int32).tobytes()
        head += np.array([int(state["pos"]) % 624], np.uint64).tobytes()
        tail = np.array([0, self.second or 0.0, 0], np.float64).tobytes()
        tail += np.array([self.second is not None, 0, 0, 0], np.int32).tobytes()
        whole = head + state["key"].astype(np.uint64).tobytes() + tail
        return Tensor(np.frombuffer(whole, np.uint8).copy())

    def set_state(self, state):
        data = state.array.tobytes()
        self.seed = int(np.frombuffer(data[:8], np.uint64)[0])
        left, _ = np.frombuffer(data[8:16], np.int32)
        key = np.frombuffer(data[24 : 24 + 624 * 8], np.uint64).astype(np.uint32)
        tail = data[24 + 624 * 8 :]
        there = np.frombuffer(tail[24:28], np.int32)[0]
        self.second = float(np.frombuffer(tail[8:16], np.float64)[0]) if there else None
        self.bits.state = {
            "bit_generator": "MT19937",
            "state": {"key": key, "pos": 625 - int(left)},
        }
        return self


def _box_muller(uniform):
    """Turn pairs of uniform numbers, 8 positions apart, into pairs of normal ones."""
    blocks = uniform.reshape(-1, 2, 8)
    length = np.sqrt(-2 * np.log(1 - blocks[:, 0]))
    angle = uniform.dtype.type(2 * math.pi) * blocks[:, 1]
    return np.stack([length * np.cos(angle), length * np.sin(angle)], 1).reshape(-1)
