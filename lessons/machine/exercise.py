"""Your exercise: assemble the encoder–decoder, and decode with it.

Write the two functions, save this file, then run `check()` in the notebook or look at the exercise box
in the app. Both re-read this file every time. Begin with `next_scores`; its checks come first.
"""

import torch  # noqa: F401

from transformer.masks import causal  # noqa: F401  causal(3): 3 × 3, each position may attend back
from transformer.vocabulary import END, START  # noqa: F401  the indices of ⟨end⟩ and ⟨start⟩


def next_scores(model, source, target):
    """Return a logit for each word of the vocabulary as the next word, (vocabulary,).

    `source` (1, words) is the input sentence; `target` (1, words so far) contains the written words and begins
    with START. Both contain word indices. These are the parts of the model, and what each part returns:

    model.source_embedding(numbers)         vectors of the input words, (1, words, d_model)
    model.encoder(vectors)                  the memory, (1, words, d_model)
    model.target_embedding(numbers)         vectors of the words so far, (1, words so far, d_model)
    model.decoder(vectors, memory, mask)    (1, words so far, d_model); the mask is causal
    model.target_embedding.scores(vectors)  (1, words so far, vocabulary): logits of the next words
    """
    raise NotImplementedError("next_scores is still to be written")


def translate(model, source, most):
    """Return the list of word indices that the model writes: at most `most`, without START and END.

    The word with the largest logit comes next, and the next step reads this word together with all earlier
    words. Decoding starts with START and stops when END comes next, or when `most` words have been written.
    """
    raise NotImplementedError("translate is still to be written")
