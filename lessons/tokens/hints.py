"""Hints for the tokens exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with merge. It is the smallest of the three, and the other two use it.",
    "Walk over the tokens with an index i, and collect the result in a new list.",
    "while i < len(tokens): where tokens[i] and tokens[i + 1] are the pair, append both joined and "
    "add 2 to i; otherwise append tokens[i] and add 1.",
)
MERGE = (
    "Do it with a pencil on the example in the message: which tokens are used up, and when?",
    "Compare whole tokens, never pieces of a string; and after a pair go on behind both tokens.",
    'if tuple(tokens[i : i + 2]) == pair: merged.append("".join(pair)); i += 2 '
    "else: merged.append(tokens[i]); i += 1",
)
LEARN = (
    "Learning is a loop: count, choose, merge everywhere, note the pair. Write one round first.",
    "Keep the corpus as a list of (tokens, count), one entry a word, and count into a dict whose "
    "keys are pairs.",
    "for tokens, count in corpus: for pair in zip(tokens, tokens[1:]): "
    "counts[pair] = counts.get(pair, 0) + count",
)
BORDERS = (
    "Where does a word end? Look at the first list of tokens that you make.",
    "Each word is a list of its own, its characters and then END, and pairs are counted inside one "
    "list at a time.",
    "corpus = [([*word, END], count) for word, count in words.items()]",
)
COUNTS = (
    "Print your counts for the words of the message, and count them by hand.",
    "Every pair of neighbours counts, wherever it stands, as often as its word occurs; and a merge "
    "changes what stands beside what.",
    "Inside the loop over merges: counts = {} first, then count every word again, adding count "
    "and not 1.",
)
TIES = (
    "Several pairs are equally frequent. What decides in your code?",
    "A dict remembers the order in which its keys came in, and max gives the first of the largest.",
    "pair = max(counts, key=counts.get)",
)
STOP = (
    "When is there nothing left that is worth a rule?",
    "Before you choose: is there any pair at all, and does the most frequent one occur twice?",
    "if not counts or max(counts.values()) < 2: break",
)
ENCODE = (
    "Encoding does not count and does not choose. It repeats what learning did.",
    "Cut the word as learning did, then take one merge after the other and make it in the whole "
    "word.",
    "tokens = [*word, END]; for pair in merges: tokens = merge(tokens, pair); return tokens",
)
