"""Hints for the tokens exercise: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Begin with `merge`, the smallest of the three functions; the other two use it.",
    "Go through the tokens with an index `i`, and collect the result in a new list.",
    "Loop while `i < len(tokens)`: if `tokens[i]` and `tokens[i + 1]` are the pair, append the joined token and add 2 "
    "to `i`; otherwise append `tokens[i]` and add 1.",
)
MERGE = (
    "Work through the example in the message on paper: which tokens are used up, and when?",
    "Compare whole tokens, never parts of a string. After joining a pair, move past its second token.",
    '`if tuple(tokens[i : i + 2]) == pair: merged.append("".join(pair)); i += 2 '
    "else: merged.append(tokens[i]); i += 1`.",
)
LEARN = (
    "Learning is a loop: count the pairs, choose one, merge it everywhere, and record it. Write one iteration first.",
    "Represent the corpus as a list of (tokens, count) tuples, one per word. Store the counts in a dict whose keys "
    "are pairs.",
    "`for tokens, count in corpus: for pair in zip(tokens, tokens[1:]): "
    "counts[pair] = counts.get(pair, 0) + count`.",
)
BORDERS = (
    "Where does a word end? Look at your first list of tokens.",
    "Make one list for each word: its characters, then END. Count pairs within each list.",
    "`corpus = [([*word, END], count) for word, count in words.items()]`.",
)
COUNTS = (
    "Print your counts for the words in the message, and check them by hand.",
    "Count every pair of neighbours as many times as its word occurs. A merge changes the neighbouring pairs, so "
    "recount them after each merge.",
    "Inside the loop over merges, start with `counts = {}`, then recount the pairs in every word, adding `count` "
    "instead of 1.",
)
TIES = (
    "Several pairs are equally frequent. How does your code choose?",
    "A dict preserves the order in which its keys were added, and `max` returns the first of equal values.",
    "`pair = max(counts, key=counts.get)`.",
)
STOP = (
    "When is there no pair left that is worth merging?",
    "Before you choose, check that there is a pair and that the most frequent pair occurs at least twice.",
    "`if not counts or max(counts.values()) < 2: break`.",
)
ENCODE = (
    "Encoding neither counts nor chooses pairs; it repeats the learned merges.",
    "Split the word as `learn` does. Then apply one merge after the other to the whole word.",
    "`tokens = [*word, END]; for pair in merges: tokens = merge(tokens, pair); return tokens`.",
)
