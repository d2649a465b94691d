"""What a decoder keeps between steps, so that each computes only the new words."""

import torch
from torch import Tensor, nn

ROOM = 16  # words: memory is asked for in pieces of this size, not anew for each word


class KeyValueCache:
    """The keys and values of earlier steps, so that decoding computes only the new ones."""

    def __init__(self) -> None:
        self.length = 0  # words that are remembered
        # Of keys and of values (batch, head, room, d_k), of which `length` are filled; [] at first.
        self._rooms: list[Tensor] = []
        self._spare: list[Tensor] = []  # what `select` has left, to be written again

    @property
    def key(self) -> Tensor:
        """The keys so far, (batch, head, key, d_k)."""
        return self._rooms[0][:, :, : self.length]

    @property
    def value(self) -> Tensor:
        """The values so far, (batch, head, key, d_v)."""
        return self._rooms[1][:, :, : self.length]

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (batch, head, new, d_k) along the key axis; returns everything so far."""
        rooms = zip(self._rooms or (None, None), (key, value), strict=True)
        self._rooms = [_appended(room, new, self.length) for room, new in rooms]
        self.length += key.shape[2]
        return self.key, self.value

    def select(self, rows: Tensor) -> None:
        """Go on with these sentences, in this order; one may be asked for twice."""
        spares = self._spare or (None,) * len(self._rooms)
        selected = [
            torch.index_select(room, 0, rows, out=_usable(spare, room, rows))
            for room, spare in zip(self._rooms, spares, strict=True)
        ]  # (row, head, room, d_k)
        self._rooms, self._spare = selected, self._rooms

    def forget(self, count: int) -> None:
        """As if the last `count` words had not been read."""
        self.length -= count


def _usable(spare: Tensor | None, room: Tensor, rows: Tensor) -> Tensor | None:
    """The spare memory, if so many rows of `room` fit exactly."""
    if spare is None or room.requires_grad or spare.shape != (len(rows), *room.shape[1:]):
        return None
    return spare


def _appended(room: Tensor | None, new: Tensor, length: int) -> Tensor:
    """room (batch, head, room, d) with `new` written behind the first `length` words, made larger
    where they do not fit."""
    after = length + new.shape[2]
    if room is None:
        return new.contiguous()  # in one piece, or every product with it would have to copy it
    if room.shape[2] < after:
        larger = room.new_zeros(*room.shape[:2], (after // ROOM + 1) * ROOM, room.shape[3])
        larger[:, :, :length] = room[:, :, :length]
        room = larger
    room[:, :, length:after] = new
    return room


class LayerCache:
    """What one decoder layer keeps between steps."""

    def __init__(self) -> None:
        self.self_attention = KeyValueCache()
        self.cross_attention = KeyValueCache()


class Cache(list[LayerCache]):
    """A `LayerCache` for each layer of a decoder: all that is kept between steps."""

    def __init__(self, layers: nn.ModuleList):
        super().__init__(LayerCache() for _ in layers)

    @property
    def length(self) -> int:
        """How many target positions are remembered."""
        return self[0].self_attention.length

    def select(self, rows: Tensor, same_source: bool = False) -> None:
        """Go on with these sentences, in this order; one may be asked for twice. With `same_source` each
        takes the place of one that read the same."""
        for layer in self:
            layer.self_attention.select(rows)
            if not same_source:
                layer.cross_attention.select(rows)

    def forget(self, count: int) -> None:
        """As if the last `count` target positions had not been read; the source stays."""
        for layer in self:
            layer.self_attention.forget(count)
