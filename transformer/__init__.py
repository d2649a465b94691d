"""A small Transformer: one code base for training, inspection, editing and teaching.

Read in this order: attention, layers, model, masks, embeddings, positions, vocabulary; then probe, config,
registry, cache, calling_line. The first seven files are the Transformer. Probes show its intermediate values,
a config holds its sizes, the registry finds the layers that a config names, and a cache keeps keys and values
between steps. calling_line finds the line that called a probe. These files import only each other and torch.
Packages: tokens and tasks prepare the data; variants and families build models from recurrent, pictures and
facts; training, runs, weights, decoding and measure use the models; contracts and diagnosis find and locate
errors.
"""

from typing import Any

from transformer.diagnosis import shadowed

shadowed.refuse()


def __getattr__(name: str) -> Any:
    """Import `transformer.load` and `transformer.translate` at first use, because both need to import
    this package."""
    if name == "load":
        from transformer.weights import load

        return load
    if name == "translate":
        from transformer.weights.translate import translate

        return translate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
