"""The decoder's cache between steps: each step computes only the new tokens."""

import torch
from torch import Tensor, nn

ROOM = 16  # positions: memory is allocated in blocks of this size, not for each token


class KeyValueCache:
    """The keys and values of earlier steps, so that decoding computes only the new ones."""

    def __init__(self) -> None:
        self.length = 0  # number of cached positions
        # Keys and values, each (batch, head, room, d_k); the first `length` positions are filled. Empty at first.
        self._rooms: list[Tensor] = []
        self._spare: list[Tensor] = []  # memory freed by `select`, to be reused

    @property
    def key(self) -> Tensor:
        """The keys so far, (batch, head, key, d_k)."""
        return self._rooms[0][:, :, : self.length]

    @property
    def value(self) -> Tensor:
        """The values so far, (batch, head, key, d_v)."""
        return self._rooms[1][:, :, : self.length]

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (batch, head, new, d_k) along the key axis; return all keys and values so far."""
        rooms = zip(self._rooms or (None, None), (key, value), strict=True)
        self._rooms = [_appended(room, new, self.length) for room, new in rooms]
        self.length += key.shape[2]
        return self.key, self.value

    def select(self, rows: Tensor) -> None:
        """Keep these sentences, in this order; an index may occur twice."""
        spares = self._spare or (None,) * len(self._rooms)
        selected = [
            torch.index_select(room, 0, rows, out=_usable(spare, room, rows))
            for room, spare in zip(self._rooms, spares, strict=True)
        ]  # (row, head, room, d_k)
        self._rooms, self._spare = selected, self._rooms

    def forget(self, count: int) -> None:
        """Remove the last `count` tokens from the cache."""
        self.length -= count


def _usable(spare: Tensor | None, room: Tensor, rows: Tensor) -> Tensor | None:
    """The spare memory if its shape fits the selected `rows` of `room` exactly, else None."""
    if spare is None or room.requires_grad or spare.shape != (len(rows), *room.shape[1:]):
        return None
    return spare


def _appended(room: Tensor | None, new: Tensor, length: int) -> Tensor:
    """`room` (batch, head, room, d) with `new` written after the first `length` positions; it is enlarged
    if necessary."""
    after = length + new.shape[2]
    if room is None:
        return new.contiguous()  # contiguous, or every matrix multiplication would copy it
    if room.shape[2] < after:
        larger = room.new_zeros(*room.shape[:2], (after // ROOM + 1) * ROOM, room.shape[3])
        larger[:, :, :length] = room[:, :, :length]
        room = larger
    room[:, :, length:after] = new
    return room


class LayerCache:
    """The cache of one decoder layer."""

    def __init__(self) -> None:
        self.self_attention = KeyValueCache()
        self.cross_attention = KeyValueCache()


class Cache(list[LayerCache]):
    """One `LayerCache` per decoder layer."""

    def __init__(self, layers: nn.ModuleList):
        super().__init__(LayerCache() for _ in layers)

    @property
    def length(self) -> int:
        """The number of cached target positions."""
        return self[0].self_attention.length

    def select(self, rows: Tensor, same_source: bool = False) -> None:
        """Keep these sentences, in this order; an index may occur twice. With `same_source`, each
        sentence replaces one with the same source."""
        for layer in self:
            layer.self_attention.select(rows)
            if not same_source:
                layer.cross_attention.select(rows)

    def forget(self, count: int) -> None:
        """Remove the last `count` target positions; the source stays."""
        for layer in self:
            layer.self_attention.forget(count)
