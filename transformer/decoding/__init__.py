"""From next-token probabilities to a sentence."""

from transformer.decoding.greedy import greedy

__all__ = ["greedy"]
