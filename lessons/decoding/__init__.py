"""The decoding lesson: from next-token probabilities to a sentence."""
