"""Hints for the exercise on decoding: three for each failed check."""

BEGIN = (
    "Follow the comments in `beam_step` one by one.",
    "Use two loops: one over the hypotheses h, and one over the tokens of `log_p[h]`.",
    "Use `candidates.append((totals[h] + log_p[h][token], h, token))`, then sort the candidates.",
)
SUMS = (
    "The probability of a sentence is a product. What does the logarithm turn a product into?",
    "Use a sum: the total of the hypothesis plus the log-probability of the token, and nothing else.",
    "`(totals[h] + log_p[h][token], h, token)`",
)
ASIDE = (
    (
        "Nothing can follow END. Where does a hypothesis that has just finished belong, and which finished "
        "hypotheses count?"
    ),
    "Take the first k candidates of the ranking. Candidates that end in END belong in `ended`, never in `kept`.",
    "`ended = [candidate for candidate in ranked[:k] if candidate[2] == END]`",
)
GO_ON = (
    "One hypothesis has finished. How many hypotheses should continue?",
    "Keep k hypotheses: first remove every candidate that ends in END, then take the first k.",
    "`kept = [candidate for candidate in ranked if candidate[2] != END][:k]`",
)
BEST = (
    "Can a beam of width 2 keep two candidates that extend the same hypothesis?",
    "Yes. Put the candidates of all hypotheses in one list, and sort it by the new total.",
    "`ranked = sorted(candidates, key=lambda candidate: candidate[0], reverse=True)`",
)
SCORE = (
    "What is |y|^0 for any |y|? Is END one of the tokens that were written?",
    "Divide the total by |y|^α. The token list already contains END.",
    "`return total / len(tokens) ** alpha`",
)
FEWEST = (
    "Add up the probabilities, the largest first. At which token does the sum reach p?",
    "Keep that token, but not the next one: check the sum before each token.",
    "`if before < p: kept[token] = probabilities[token]`; then `before += probabilities[token]`",
)
LAW = (
    (
        "The correct number of tokens is kept. Do the kept probabilities add up to 1, and is each one at the index of "
        "its token?"
    ),
    "Sort the indices of the tokens, not the probabilities. At the end, divide by the sum of the kept probabilities.",
    "`kept[token] = probabilities[token]` for each kept token; `return [probability / sum(kept) for probability in kept]`",
)
ACCEPT = (
    "Suppose q assigns a token twice the probability that p does. How often should the token be accepted?",
    "Accept the token half of the time: p / q is one half here, and u is below p / q with exactly this probability.",
    "`accepted = u < p[drafted] / q[drafted]`",
)
RESIDUAL = (
    "The draft model proposes some tokens too rarely. How much probability does each of these tokens lack?",
    "A token lacks p − q if this difference is positive, and 0 otherwise. Then renormalize.",
    "`left = [max(0, a - b) for a, b in zip(p, q)]`; `residual = [part / sum(left) for part in left]`",
)
