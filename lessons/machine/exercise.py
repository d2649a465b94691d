"""Your exercise: put the encoder–decoder together, and let it write.

Write the two functions, save this file, then run `check()` in the notebook or look at the exercise box
in the app. Both read this file anew each time. Begin with `next_scores`; its checks come first.
"""

import torch  # noqa: F401

from transformer.masks import causal  # noqa: F401  causal(3): 3 × 3, each place may look back
from transformer.vocabulary import END, START  # noqa: F401  the numbers of ⟨end⟩ and ⟨start⟩


def next_scores(model, source, target):
    """A score for each word of the vocabulary, (vocabulary,): how well does it come next?

    `source` (1, words) is the sentence that is read, `target` (1, words so far) begins with START. The
    model's parts are model.source_embedding, model.encoder, model.target_embedding, model.decoder.
    """
    # 1  memory: the source through its embedding, and that through the encoder.
    # 2  x: the target through its own embedding.
    # 3  x: through the decoder, which is called as decoder(x, memory, mask). The mask is causal.
    # 4  scores: model.target_embedding.scores(x), (1, words so far, vocabulary).
    # 5  Return those of the last place: what comes after all words so far.
    raise NotImplementedError("next_scores is still to be written")


def translate(model, source, most):
    """The numbers of the words that the model writes, a list: at most so many, without START and END."""
    # 1  written: a list that holds START alone.
    # 2  As long as fewer than `most` words are written: the word with the largest score comes next.
    # 3  Is it END? Then stop. Else put it behind those that are written.
    # 4  Return what is written, without START.
    raise NotImplementedError("translate is still to be written")
