"""What a decoder keeps between steps, so that each computes only the new words."""

import torch
from torch import Tensor


class KeyValueCache:
    """The keys and values of earlier steps, so that decoding computes only the new ones."""

    def __init__(self):
        self.key: Tensor | None = None
        self.value: Tensor | None = None

    @property
    def length(self) -> int:
        return 0 if self.key is None else self.key.shape[2]

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (batch, head, new, d_k) along the key axis; returns everything so far."""
        if self.key is not None:
            key = torch.cat((self.key, key), dim=2)  # (batch, head, earlier + new, d_k)
            value = torch.cat((self.value, value), dim=2)
        self.key, self.value = key, value
        return key, value

    def select(self, rows: Tensor) -> None:
        """Go on with these sentences, in this order; one may be asked for twice."""
        if self.key is not None:
            self.key, self.value = self.key[rows], self.value[rows]  # (row, head, earlier, d_k)

    def forget(self, count: int) -> None:
        """As if the last `count` words had not been read."""
        kept = self.length - count
        self.key, self.value = self.key[:, :, :kept], self.value[:, :, :kept]


class LayerCache:
    """What one decoder layer keeps between steps."""

    def __init__(self):
        self.self_attention = KeyValueCache()
        self.cross_attention = KeyValueCache()


class Cache(list):
    """A `LayerCache` for each layer of a decoder: all that is kept between steps."""

    def __init__(self, decoder):
        super().__init__(LayerCache() for _ in decoder.layers)

    @property
    def length(self) -> int:
        """How many target positions are remembered."""
        return self[0].self_attention.length

    def select(self, rows: Tensor) -> None:
        """Go on with these sentences, in this order; one may be asked for twice."""
        for layer in self:
            layer.self_attention.select(rows)
            layer.cross_attention.select(rows)

    def forget(self, count: int) -> None:
        """As if the last `count` target positions had not been read; the source stays."""
        for layer in self:
            layer.self_attention.forget(count)
