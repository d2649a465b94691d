"""Common mistakes in byte-pair encoding, each planted in the exercise's solution.

`checks.py` names a mistake by comparing the results of a student's functions with the results of these
classes. Tests check that each mistake is caught. A mistake changes exactly one step.
"""

from lessons.kit.mistakes import Mistake, mutations
from lessons.tokens.recount import END, Recount


class Wrong(Recount):
    """The correct solution with an empty sentence; each subclass makes one mistake and names it."""

    sentence = ""


# --- joining a pair ---------------------------------------------------------------------------


class FirstOnly(Wrong):
    sentence = "only the first occurrence in a word was joined; continue to the end of the word"

    def merge(self, tokens, pair):
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == pair:
                return [*tokens[:i], "".join(pair), *tokens[i + 2 :]]
        return tokens


class SharedToken(Wrong):
    sentence = (
        "one token was used in two pairs; “a a a” must become “aa a”, because the first pair uses the middle "
        "token"
    )

    def merge(self, tokens, pair):
        merged, covered = [], -1
        for i, token in enumerate(tokens):
            if tuple(tokens[i : i + 2]) == pair:
                merged.append("".join(pair))
                covered = i + 1
            elif i > covered:
                merged.append(token)
        return merged


class FromTheRight(Wrong):
    sentence = "the pairs were joined from right to left; “a a a” becomes “aa a”, not “a aa”"

    def merge(self, tokens, pair):
        turned = super().merge(tokens[::-1], pair[::-1])
        return ["".join(pair) if token == "".join(pair[::-1]) else token for token in turned][::-1]


class ReplacedInText(Wrong):
    sentence = (
        "`replace` was applied to the joined text and matched the end of a longer token (“h e” in “th e”); compare "
        "whole tokens"
    )

    def merge(self, tokens, pair):
        return " ".join(tokens).replace(" ".join(pair), "".join(pair)).split(" ")


# --- cutting a word ---------------------------------------------------------------------------


class EndForgotten(Wrong):
    sentence = "the end of the word is missing; append END to the characters, and count it too"

    def split_word(self, word):
        return [*word]


class EndFirst(Wrong):
    sentence = "END is before the first character; put it after the last one: `[*word, END]`"

    def split_word(self, word):
        return [END, *word]


class EndInPieces(Wrong):
    sentence = "END was split into its four characters; keep it as one token: `[*word, END]`"

    def split_word(self, word):
        return [*word, *END]


class EndGlued(Wrong):
    sentence = "END is glued to the last letter, as in subword-nmt; make it a separate token here"

    def split_word(self, word):
        return [*word[:-1], word[-1:] + END]


class LowerCase(Wrong):
    sentence = "the words were converted to lowercase, but “It” and “it” are different tokens; preserve the case"

    def split_word(self, word):
        return super().split_word(word.lower())


# --- counting ---------------------------------------------------------------------------------


class AcrossWords(Wrong):
    sentence = "pairs were counted across a word boundary; count pairs only within each word"

    def learn(self, words, merges):
        text = [word for word, count in words.items() for _ in range(count)]
        return super().learn({" ".join(text): 1}, merges)

    def split_word(self, word):
        return [token for part in word.split(" ") for token in (*part, END)]


class OverlapNotCounted(Wrong):
    sentence = "in “a a a”, the pair (a, a) was counted once, but it occurs twice"

    def count(self, corpus):
        counts = dict.fromkeys(super().count(corpus), 0)
        for tokens, count in corpus:
            used = {}  # pair → where its last occurrence ended
            for i, pair in enumerate(zip(tokens, tokens[1:], strict=False)):
                if used.get(pair, -1) < i:
                    counts[pair] += count
                    used[pair] = i + 1
        return counts


class CountedOnce(Wrong):
    sentence = "the counts were computed only before the first merge; recount after every merge"

    def learn(self, words, merges):
        counts = self.count([(self.split_word(word), count) for word, count in words.items()])
        frequent = [pair for pair, count in counts.items() if count >= self.least]
        return sorted(frequent, key=counts.get, reverse=True)[:merges]


# --- choosing ---------------------------------------------------------------------------------


class LastSeen(Wrong):
    sentence = "among equally frequent pairs, the last one seen was taken; take the first one seen"

    def choose(self, counts):
        return max(reversed(counts), key=counts.get)


class LargestPair(Wrong):
    sentence = (
        "among equally frequent pairs, the alphabetically last one was taken, as in subword-nmt; take the first one "
        "seen"
    )

    def choose(self, counts):
        return max(counts, key=lambda pair: (counts[pair], pair))


class SmallestPair(Wrong):
    sentence = "among equally frequent pairs, the alphabetically first one was taken; take the first one seen"

    def choose(self, counts):
        return min(counts, key=lambda pair: (-counts[pair], pair))


class NeverStops(Wrong):
    sentence = "learning continued when no pair was left; stop as soon as no pair occurs twice"
    least = 1

    def count(self, corpus):
        counts = super().count(corpus)
        max(counts.values())  # raises an error if there is no pair
        return counts


# --- encoding ---------------------------------------------------------------------------------


class LongestToken(Wrong):
    sentence = "the longest known prefix was taken repeatedly; apply the merges in the order in which they were learned"

    def encode(self, word, merges):
        joined = {"".join(pair) for pair in merges}
        rest, tokens = self.split_word(word), []
        while rest:
            lengths = range(len(rest), 1, -1)
            length = next((n for n in lengths if "".join(rest[:n]) in joined), 1)
            tokens.append("".join(rest[:length]))
            rest = rest[length:]
        return tokens


class OnePass(Wrong):
    sentence = "the word was scanned only once; scan it once for each merge"

    def encode(self, word, merges):
        tokens, rest = [], self.split_word(word)
        while rest:
            length = 2 if tuple(rest[:2]) in merges else 1
            tokens.append("".join(rest[:length]))
            rest = rest[length:]
        return tokens


class LeftmostFirst(Wrong):
    sentence = (
        "the leftmost known pair was joined first; start with the merge that was learned first"
    )

    def encode(self, word, merges):
        tokens, i = self.split_word(word), 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) in merges:
                tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
                i = 0
            else:
                i += 1
        return tokens


def _all(kind: type[Wrong]) -> list[type[Wrong]]:
    return [mistake for child in kind.__subclasses__() for mistake in (child, *_all(child))]


# The classes above replace a whole method; the mistakes below are edits of the solution’s text.
MISTAKES = {
    wrong.__name__: Mistake(wrong.__name__, wrong.sentence, lambda wrong=wrong: (wrong,))
    for wrong in _all(Wrong)
} | mutations(
    (Recount,),
    NotSkipped=(
        "the second token of a joined pair was kept as well; continue after both tokens",
        ("i += 2 if is_pair else 1", "i += 1"),
    ),
    ComparedJoined=(
        "two tokens were joined because they form the same text as the pair, but “ab” + “c” is not “a” + “bc”; "
        "compare each token with its half of the pair",
        (
            "is_pair = tuple(tokens[i : i + 2]) == pair",
            'is_pair = "".join(tokens[i : i + 2]) == "".join(pair) and i + 1 < len(tokens)',
        ),
    ),
    FrequencyIgnored=(
        "each word was counted once; add the number of times the word occurs",
        ("counts.get(pair, 0) + count", "counts.get(pair, 0) + 1"),
    ),
    OncePerWord=(
        "a pair that occurs twice in a word was counted once; count both occurrences",
        ("in zip(tokens, tokens[1:], strict=False)", "in dict.fromkeys(zip(tokens, tokens[1:]))"),
    ),
    OneMergeMore=(
        "one pair too many was learned; stop at `merges` pairs",
        ("while len(learned) < merges:", "while len(learned) <= merges:"),
    ),
    OneMergeLess=(
        "one pair too few was learned; continue up to `merges` pairs",
        ("while len(learned) < merges:", "while len(learned) < merges - 1:"),
    ),
    StopsEarly=(
        "learning stopped while pairs still occurred twice; merge these pairs as well",
        ("max(counts.values()) < self.least", "max(counts.values()) <= self.least"),
    ),
    StopsLate=(
        "pairs that occur only once were merged; stop when all pairs occur only once",
        ("max(counts.values()) < self.least", "max(counts.values()) < 1"),
    ),
    LastLearnedFirst=(
        "the merges were applied in reverse order; begin with the merge that was learned first",
        ("for pair in merges:", "for pair in reversed(merges):"),
    ),
)
