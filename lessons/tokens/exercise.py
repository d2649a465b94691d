"""Your exercise: byte-pair encoding, in plain Python.

Three small functions; `learn` and `encode` both use `merge`. Save this file, then run `check()` in
the notebook or look at the exercise box in the app. Both read this file anew each time.
"""

END = "</w>"  # the end of a word: one token, behind the last letter


def merge(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    """The tokens of one word, with every occurrence of `pair` joined into one token.

    merge(["n", "e", "w", "e", "s", "t"], ("e", "s")) gives ["n", "e", "w", "es", "t"].
    """
    # Go from left to right. Where a token and the next one are the pair, write one joined token
    # and go on behind both: ["a", "a", "a"] with ("a", "a") becomes ["aa", "a"].
    raise NotImplementedError("merge is still to be written")


def learn(words: dict[str, int], merges: int) -> list[tuple[str, str]]:
    """The pairs to merge, in the order in which they are learned; at most `merges` of them.

    `words` says how often each word occurs: {"low": 5, "lower": 2}.
    """
    # 1  Cut each word into its characters and put END behind them: ["l", "o", "w", "</w>"].
    # 2  Count all pairs of neighbours, word by word. A word that occurs 5 times counts 5 times.
    #    In "aaa" the pair ("a", "a") stands twice.
    # 3  Take the most frequent pair. Among equals take the one seen first: words in the order
    #    given, each from left to right.
    # 4  Merge it in every word.
    # 5  Count again. Stop when `merges` pairs are learned, or when no pair occurs twice.
    raise NotImplementedError("learn is still to be written")


def encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """The tokens of a word, seen before or not: encode("low", [("l", "o")]) gives
    ["lo", "w", "</w>"]."""
    # Start as in step 1. Then make the merges, in the order in which they were learned.
    raise NotImplementedError("encode is still to be written")
