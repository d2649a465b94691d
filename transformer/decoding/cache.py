"""What a decoder keeps between steps, so that each computes only the new words."""

import torch
from torch import Tensor

ROOM = 16  # words: memory is asked for in pieces of this size, not anew for each word


class KeyValueCache:
    """The keys and values of earlier steps, so that decoding computes only the new ones."""

    def __init__(self):
        self.length = 0  # words that are remembered
        self._key: Tensor | None = None  # (batch, head, room, d_k), of which `length` are filled
        self._value: Tensor | None = None
        self._spare: list[Tensor | None] = [
            None,
            None,
        ]  # what `select` has left, to be written again

    @property
    def key(self) -> Tensor | None:
        return None if self._key is None else self._key[:, :, : self.length]

    @property
    def value(self) -> Tensor | None:
        return None if self._value is None else self._value[:, :, : self.length]

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (batch, head, new, d_k) along the key axis; returns everything so far."""
        self._key = _appended(self._key, key, self.length)
        self._value = _appended(self._value, value, self.length)
        self.length += key.shape[2]
        return self.key, self.value

    def select(self, rows: Tensor) -> None:
        """Go on with these sentences, in this order; one may be asked for twice."""
        if self._key is not None:
            old = [self._key, self._value]
            self._key, self._value = (
                torch.index_select(room, 0, rows, out=_usable(spare, room, rows))
                for room, spare in zip(old, self._spare, strict=True)
            )  # (row, head, room, d_k)
            self._spare = old

    def forget(self, count: int) -> None:
        """As if the last `count` words had not been read."""
        self.length -= count


def _usable(spare: Tensor | None, room: Tensor, rows: Tensor) -> Tensor | None:
    """The spare memory, if so many rows of `room` fit exactly."""
    fits = spare is not None and spare.shape == (len(rows), *room.shape[1:])
    return spare if fits and not room.requires_grad else None


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
