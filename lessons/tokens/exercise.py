"""Your exercise: byte-pair encoding, in plain Python.

Write three small functions; `learn` and `encode` both use `merge`. Save this file, then run `check()` in
the notebook or look at the exercise box in the app. Both re-read this file every time.
"""

END = "</w>"  # the end of a word: one token, after the last letter


def merge(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    """Join every occurrence of `pair` in the tokens of one word into one token.

    merge(["n", "e", "w", "e", "s", "t"], ("e", "s")) returns ["n", "e", "w", "es", "t"].
    """
    # Go from left to right. If a token and the next one are the pair, write one joined token
    # and continue after both: ["a", "a", "a"] with ("a", "a") becomes ["aa", "a"].
    raise NotImplementedError("merge is still to be written")


def learn(words: dict[str, int], merges: int) -> list[tuple[str, str]]:
    """Return the pairs to merge, in the order in which they are learned; at most `merges` of them.

    `words` maps each word to its frequency: {"low": 5, "lower": 2}.
    """
    # 1  Split each word into its characters and append END: ["l", "o", "w", "</w>"].
    # 2  Count all pairs of neighbours, word by word. A word that occurs 5 times counts 5 times.
    #    In "aaa" the pair ("a", "a") occurs twice.
    # 3  Take the most frequent pair. In a tie, take the first one seen: words in the given order,
    #    each from left to right.
    # 4  Merge it in every word.
    # 5  Count again. Stop when `merges` pairs are learned, or when no pair occurs twice.
    raise NotImplementedError("learn is still to be written")


def encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the tokens of any word: encode("low", [("l", "o")]) returns ["lo", "w", "</w>"]."""
    # Start as in step 1. Then apply the merges, in the order in which they were learned.
    raise NotImplementedError("encode is still to be written")
