"""The usual mistakes in byte-pair encoding, planted into the exercise's solution one at a time.

`checks.py` compares what a student's functions return with what these return and so can name a
mistake; the tests make sure that each one is caught. A mistake changes exactly one step.
"""

from lessons.kit.mistakes import Mistake, planted
from lessons.tokens.recount import END, Recount


class Wrong(Recount):
    """The solution, and a sentence that names what is wrong. Itself it makes no mistake."""

    sentence = ""


# --- joining a pair ---------------------------------------------------------------------------


class FirstOnly(Wrong):
    sentence = "only the first occurrence in a word was joined; go on to the end of the word"

    def merge(self, tokens, pair):
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == pair:
                return [*tokens[:i], "".join(pair), *tokens[i + 2 :]]
        return tokens


class SharedToken(Wrong):
    sentence = (
        "one token went into two pairs; in a a a the middle one is used up by the first: aa a"
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
    sentence = "the pairs were joined from right to left; a a a becomes aa a, not a aa"

    def merge(self, tokens, pair):
        turned = super().merge(tokens[::-1], pair[::-1])
        return ["".join(pair) if token == "".join(pair[::-1]) else token for token in turned][::-1]


class ReplacedInText(Wrong):
    sentence = (
        "replace ran on the joined text and met the end of a longer token: in 'th e' it finds "
        "'h e'; compare whole tokens"
    )

    def merge(self, tokens, pair):
        return " ".join(tokens).replace(" ".join(pair), "".join(pair)).split(" ")


# --- cutting a word ---------------------------------------------------------------------------


class EndForgotten(Wrong):
    sentence = "the end of the word is missing; put END behind the last character, and count it too"

    def cut(self, word):
        return [*word]


class EndFirst(Wrong):
    sentence = "END stands before the first character; put it behind the last: [*word, END]"

    def cut(self, word):
        return [END, *word]


class EndInPieces(Wrong):
    sentence = "END was cut into its four characters; it is one token: [*word, END]"

    def cut(self, word):
        return [*word, *END]


class EndGlued(Wrong):
    sentence = (
        "END is glued to the last letter, which subword-nmt does too; here it is a token of its own"
    )

    def cut(self, word):
        return [*word[:-1], word[-1:] + END]


class LowerCase(Wrong):
    sentence = (
        "capital letters became small ones; “It” and “it” are different tokens: change no letter"
    )

    def cut(self, word):
        return super().cut(word.lower())


# --- counting ---------------------------------------------------------------------------------


class AcrossWords(Wrong):
    sentence = "pairs were counted across the end of a word; count inside each word only"

    def learn(self, words, merges):
        text = [word for word, count in words.items() for _ in range(count)]
        return super().learn({" ".join(text): 1}, merges)

    def cut(self, word):
        return [token for one in word.split(" ") for token in (*one, END)]


class OverlapNotCounted(Wrong):
    sentence = "in a a a the pair (a, a) was counted once; two pairs of neighbours stand there"

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
    sentence = "the counts are those from before the first merge; count again after every merge"

    def learn(self, words, merges):
        counts = self.count([(self.cut(word), count) for word, count in words.items()])
        frequent = [pair for pair, count in counts.items() if count >= self.least]
        return sorted(frequent, key=counts.get, reverse=True)[:merges]


# --- choosing ---------------------------------------------------------------------------------


class LastSeen(Wrong):
    sentence = "among equal pairs the last one was taken; here the first one seen wins"

    def choose(self, counts):
        return max(reversed(counts), key=counts.get)


class LargestPair(Wrong):
    sentence = (
        "among equal pairs the last in the alphabet was taken, which is subword-nmt's rule; "
        "here the first one seen wins"
    )

    def choose(self, counts):
        return max(counts, key=lambda pair: (counts[pair], pair))


class SmallestPair(Wrong):
    sentence = "among equal pairs the first in the alphabet was taken; here the first one seen wins"

    def choose(self, counts):
        return min(counts, key=lambda pair: (-counts[pair], pair))


class NeverStops(Wrong):
    sentence = "it went on when no pair was left; stop as soon as no pair occurs twice"
    least = 1

    def count(self, corpus):
        counts = super().count(corpus)
        max(counts.values())  # of nothing: an error
        return counts


# --- encoding ---------------------------------------------------------------------------------


class LongestToken(Wrong):
    sentence = (
        "the longest known token was taken from the left; make the merges in the learned order"
    )

    def encode(self, word, merges):
        known = {"".join(pair) for pair in merges}
        rest, tokens = self.cut(word), []
        while rest:
            lengths = range(len(rest), 1, -1)
            length = next((n for n in lengths if "".join(rest[:n]) in known), 1)
            tokens.append("".join(rest[:length]))
            rest = rest[length:]
        return tokens


class OnePass(Wrong):
    sentence = "the word was read once only; each merge needs a pass of its own"

    def encode(self, word, merges):
        tokens, rest = [], self.cut(word)
        while rest:
            length = 2 if tuple(rest[:2]) in merges else 1
            tokens.append("".join(rest[:length]))
            rest = rest[length:]
        return tokens


class LeftmostFirst(Wrong):
    sentence = (
        "the leftmost known pair was joined first; the merge that was learned first comes first"
    )

    def encode(self, word, merges):
        tokens, i = self.cut(word), 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) in merges:
                tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
                i = 0
            else:
                i += 1
        return tokens


def _all(kind: type[Wrong]) -> list[type[Wrong]]:
    return [one for child in kind.__subclasses__() for one in (child, *_all(child))]


# Those that are an edit of the solution come as its text too; the others do it in another way.
MISTAKES = {
    one.__name__: Mistake(one.__name__, one.sentence, lambda one=one: (one,)) for one in _all(Wrong)
} | planted(
    (Recount,),
    NotSkipped=(
        "the second token of a joined pair was kept as well; go on behind both",
        ("i += 2 if found else 1", "i += 1"),
    ),
    ComparedJoined=(
        "two tokens were taken for the pair because they join to the same text: ab c is not a bc; "
        "compare each token with its own half",
        (
            "found = tuple(tokens[i : i + 2]) == pair",
            'found = "".join(tokens[i : i + 2]) == "".join(pair) and i + 1 < len(tokens)',
        ),
    ),
    FrequencyIgnored=(
        "each word counted once; add how often the word occurs",
        ("counts.get(pair, 0) + count", "counts.get(pair, 0) + 1"),
    ),
    OncePerWord=(
        "a pair that stands twice in a word was counted once; count both",
        ("in zip(tokens, tokens[1:], strict=False)", "in dict.fromkeys(zip(tokens, tokens[1:]))"),
    ),
    OneMergeMore=(
        "one pair more was learned than `merges` says",
        ("while len(learned) < merges:", "while len(learned) <= merges:"),
    ),
    OneMergeLess=(
        "one pair less was learned than `merges` says",
        ("while len(learned) < merges:", "while len(learned) < merges - 1:"),
    ),
    StopsEarly=(
        "it stopped while pairs still occurred twice; twice is enough",
        ("max(counts.values()) < self.least", "max(counts.values()) <= self.least"),
    ),
    StopsLate=(
        "pairs that occur only once were merged; stop when no pair occurs twice",
        ("max(counts.values()) < self.least", "max(counts.values()) < 1"),
    ),
    LastLearnedFirst=(
        "the merges were made in reverse; begin with the one that was learned first",
        ("for pair in merges:", "for pair in reversed(merges):"),
    ),
)
