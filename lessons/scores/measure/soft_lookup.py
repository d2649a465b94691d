"""A dictionary that always answers: the higher the temperature, the more of its values are mixed."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

import torch
from torch import Tensor

from transformer.attention import softmax


def soft_lookup(query: Tensor, key: Tensor, value: Tensor, temperature: float) -> Tensor:
    """Return a mixture of values (…, query, d_v); query (…, query, d), key (…, key, d), value (…, key, d_v).

    Near temperature 0 the result is the value of the best key, at a very high temperature the mean of all
    values. With temperature √d it is scaled dot-product attention.
    """
    return lookup_weights(query, key, temperature) @ value


def lookup_weights(query: Tensor, key: Tensor, temperature: float) -> Tensor:
    """Return the weight of each value, (…, query, key)."""
    return softmax(query @ key.mT / temperature)


def letter_vectors(words: Sequence[str]) -> Tensor:
    """Return each word as a unit vector of its counts of the 26 letters; (word, 26)."""
    counts = torch.tensor(
        [[float(word.lower().count(letter)) for letter in ascii_lowercase] for word in words]
    )
    return counts / counts.norm(dim=-1, keepdim=True).clamp_min(1e-9)


def lookup_answers(
    entries: Mapping[str, float], query_word: str, temperatures: Sequence[float] = (0.032, 32.0)
) -> dict[float, float]:
    """Return the soft lookup's answer for each temperature; words are compared by their letters."""
    query, key = letter_vectors([query_word]), letter_vectors([*entries])
    value = torch.tensor([[float(number)] for number in entries.values()])  # (key, 1)
    return {t: soft_lookup(query, key, value, t).item() for t in temperatures}
