"""Your exercise: put the encoder–decoder together, and let it write.

Write the two functions, save this file, then run `check()` in the notebook or look at the exercise box
in the app. Both read this file anew each time. Begin with `next_scores`; its checks come first.
"""

import torch  # noqa: F401

from transformer.masks import causal  # noqa: F401  causal(3): 3 × 3, each place may look back
from transformer.vocabulary import END, START  # noqa: F401  the numbers of ⟨end⟩ and ⟨start⟩


def next_scores(model, source, target):
    """A score for each word of the vocabulary, (vocabulary,): how well does it come next?

    `source` (1, words) is the sentence that is read; `target` (1, words so far) is what is written and begins
    with START. Both hold numbers of words. The parts of the model, and what each returns:

    model.source_embedding(numbers)         vectors of the words that are read, (1, words, d_model)
    model.encoder(vectors)                  the memory, (1, words, d_model)
    model.target_embedding(numbers)         vectors of the words so far, (1, words so far, d_model)
    model.decoder(vectors, memory, mask)    (1, words so far, d_model); the mask is causal
    model.target_embedding.scores(vectors)  (1, words so far, vocabulary): what comes after each of them?
    """
    raise NotImplementedError("next_scores is still to be written")


def translate(model, source, most):
    """The numbers of the words that the model writes, a list: at most `most`, without START and END.

    The word with the largest score comes next, and is read with those before it at the next step. Writing
    begins after START and is over when END comes next, or when `most` words are written.
    """
    raise NotImplementedError("translate is still to be written")
