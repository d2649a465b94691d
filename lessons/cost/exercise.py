"""Your exercise: count the multiplications of a layer, and the layers between two words.

Write both functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `multiply_adds`; its checks come first.
"""


def multiply_adds(kind: str, n: int, d: int, k: int, r: int) -> int:
    """Return the multiplications of one layer for n words of dimension d, without biases or softmax.

    `kind` is "attention" (one head, with W_Q, W_K, W_V and W_O), "gru" (its state also has dimension d),
    "convolution" (each word reads k words) or "restricted" (attention to r words instead of n; no mask).
    """
    # A d-dimensional vector times a (d, d) matrix needs d · d multiplications.
    # 1  attention: how many matrices for each word, and which two products of n words with n words?
    # 2  gru: three blocks; each multiplies the word and the state
    # 3  convolution: one matrix for each of the k words
    # 4  restricted: like attention, but where does r replace n?
    raise NotImplementedError("multiply_adds is still to be written")


def layers_needed(n: int, kernel: int, growth: int) -> int:
    """Return how many convolutional layers information needs to get from the first of n words to the last.

    `kernel` is odd: a layer reads the word itself and kernel // 2 positions on each side. In the first
    layer these positions are 1 apart, then `growth`, then growth², …. With `growth` 1, they are contiguous.
    """
    # How far does information from the first word get in one layer? How much does each later layer add?
    raise NotImplementedError("layers_needed is still to be written")
