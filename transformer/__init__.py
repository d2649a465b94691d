"""A small Transformer that is trained, inspected, edited and taught with one and the same code.

Reading order: attention, layers, model, masks, embeddings, positions, vocabulary; then probe, config,
registry, cache, calling_line. The first seven are the Transformer; a probe lets one look into it, a config
says its sizes, the registry finds the layers that the config names, a cache keeps keys and values between
steps, and calling_line finds the line that called a probe. They import each other, torch and nothing else. The
packages are what comes before (tokens, tasks), what is built of it (variants, families), what other
models are made of (recurrent, pictures, facts), what is done with it (training, runs, weights, decoding, measure), and what
says whether and where it is wrong (contracts, diagnosis).
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """`transformer.load` and `transformer.translate`, read when they are first asked for: what they need imports
    this package."""
    if name == "load":
        from transformer.weights import load

        return load
    if name == "translate":
        from transformer.decoding import translate

        return translate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
