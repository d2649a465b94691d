"""Simple byte-pair encoding: after each merge, count everything again.

This is the exercise's solution, in steps that a mistake can override. `transformer/tokens/bpe.py` learns the
same merges but corrects only the counts that a merge has changed; tests compare the two.
"""

END = "</w>"
Pair = tuple[str, str]


class Recount:
    """Learn and encode with plain lists (Sennrich, Haddow and Birch 2016, algorithm 1).

    The pair seen first wins a tie, and END is a token of its own.
    """

    least = 2  # a pair that occurs once is not worth a merge

    def learn(self, words: dict[str, int], merges: int) -> list[Pair]:
        """Return at most `merges` pairs, in order, learned from the number of occurrences of each word."""
        corpus = [(self.split_word(word), count) for word, count in words.items()]
        learned: list[Pair] = []
        while len(learned) < merges:
            counts = self.count(corpus)
            if not counts or max(counts.values()) < self.least:
                break
            pair = self.choose(counts)
            corpus = [(self.merge(tokens, pair), count) for tokens, count in corpus]
            learned.append(pair)
        return learned

    def encode(self, word: str, merges: list[Pair]) -> list[str]:
        """Return the tokens of a word by the merges, in the order in which they were learned."""
        tokens = self.split_word(word)
        for pair in merges:
            tokens = self.merge(tokens, pair)
        return tokens

    def split_word(self, word: str) -> list[str]:
        return [*word, END]

    def count(self, corpus: list[tuple[list[str], int]]) -> dict[Pair, int]:
        """Return the count of each pair, in the order in which pairs are seen."""
        counts: dict[Pair, int] = {}
        for tokens, count in corpus:
            for pair in zip(tokens, tokens[1:], strict=False):
                counts[pair] = counts.get(pair, 0) + count
        return counts

    def choose(self, counts: dict[Pair, int]) -> Pair:
        return max(counts, key=counts.get)  # the first of the largest

    def merge(self, tokens: list[str], pair: Pair) -> list[str]:
        """Return the tokens with the pair joined from left to right, so that "aaa" becomes "aa" and "a"."""
        merged, i = [], 0
        while i < len(tokens):
            is_pair = tuple(tokens[i : i + 2]) == pair
            merged.append("".join(pair) if is_pair else tokens[i])
            i += 2 if is_pair else 1
        return merged
