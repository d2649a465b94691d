"""Your exercise: what a layer multiplies, and how many layers lie between two words.

Write both functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `multiply_adds`; its checks come first.
"""


def multiply_adds(kind: str, n: int, d: int, k: int, r: int) -> int:
    """How many products one layer computes for a row of n words with d numbers each. Biases and softmax do not count.

    `kind` is "attention" (one head, with W_Q, W_K, W_V and W_O), "gru" (its state has d numbers, too),
    "convolution" (each word reads k words) or "restricted" (attention to r words instead of n; no mask).
    """
    # A vector of d numbers times a matrix (d, d): d · d products.
    # 1  attention: which matrices, how often? And which two products are made of n words with n words?
    # 2  gru: three blocks, and each multiplies the word and the state
    # 3  convolution: a matrix for each of the k words
    # 4  restricted: like attention, but where does r stand in place of n?
    raise NotImplementedError("multiply_adds is still to be written")


def layers_needed(n: int, kernel: int, growth: int) -> int:
    """After how many layers of convolution the last of n words can know of the first one.

    `kernel` is odd: a layer reads the word itself and kernel // 2 places to each side. In the first layer
    these places stand 1 apart, in the next one `growth`, then growth², …: with growth 1 they are always neighbours.
    """
    # How far has the first word come after one layer? How much is added by each further layer?
    raise NotImplementedError("layers_needed is still to be written")
