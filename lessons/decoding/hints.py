"""Hints for the decoding exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in beam_step say what comes next.",
    "Two loops: over the hypotheses h, and over the tokens of log_p[h].",
    "candidates.append((totals[h] + log_p[h][token], h, token)), then sort them.",
)
SUMS = (
    "A sentence’s probability is a product. What becomes of a product when you take the logarithm?",
    "A sum: the total of the hypothesis plus the log-probability of the token, nothing else.",
    "(totals[h] + log_p[h][token], h, token)",
)
ASIDE = (
    "Nothing can follow END. Where does a sentence go that has just ended, and which ones count?",
    "Look at the first k of the ranking. Those of them that end in END are `ended`, and never `kept`.",
    "ended = [one for one in ranked[:k] if one[2] == END]",
)
GO_ON = (
    "One hypothesis ended. How many should be gone on with?",
    "Still k: take away every END first, then count to k.",
    "kept = [one for one in ranked if one[2] != END][:k]",
)
BEST = (
    "Could both places of a beam of two go to words after the same hypothesis?",
    "Yes. Put the candidates of all hypotheses in one list, and rank that by the new total.",
    "ranked = sorted(candidates, key=lambda one: one[0], reverse=True)",
)
SCORE = (
    "What is |y|^0, whatever |y| is? And is END one of the tokens that were written?",
    "Divide the total by the length to the power α. The list holds END already.",
    "return total / len(tokens) ** alpha",
)
FEWEST = (
    "Add up the probabilities from the most probable on. At which token is p reached?",
    "That token is still in, and the next one is not: look at the sum before each token.",
    "if before < p: kept[token] = probabilities[token]; then before += probabilities[token]",
)
LAW = (
    "The right number are kept. Do they add to 1, and does each stand at its own place?",
    "Sort the numbers of the tokens, not the probabilities. At the end divide by the sum of those kept.",
    "kept[token] = probabilities[token] where it is kept; return [one / sum(kept) for one in kept]",
)
ACCEPT = (
    "A draft that gives a token twice as often as the model: how often should it be let through?",
    "Half of the time. That is p / q of this token; u is below it with just this chance.",
    "accepted = u < p[drafted] / q[drafted]",
)
RESIDUAL = (
    "Some tokens come too seldom from the draft. How much is missing of each, and of the others?",
    "p − q where that is positive, and 0 where the draft gave enough. Then make it add to 1.",
    "left = [max(0, a - b) for a, b in zip(p, q)]; residual = [one / sum(left) for one in left]",
)
