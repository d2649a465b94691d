"""Every word that people read in the picture of √d_k. Between ** and **: bold."""

TITLE = "Why scores are divided by √d_k"
SIZE, POWER = "d_k", "d_k = 2 to the power of"
WAYS = {"plain": "q · k as it is", "divided": "q · k / √d_k"}
WEIGHTS = "**{way}** · the weights of one row, largest first"
VARIANCE = "variance of the scores: **{value}**"
ENTROPY = "entropy of a row, of at most {most} nats: **{{value}}**"
LARGEST = "largest weight of a row, mean: **{value}**"
GRADIENT = "gradient, a weight by its own score, median: **{gradient}**"
CHART = "**gradient, over d_k**"
SMALL = (
    "**The variance of a sum of d_k products is d_k.** With {{size}} numbers the scores as they are vary by about "
    "{{variance}}. Divided by √{{size}} they vary by about 1, for every size."
)
LARGE = (
    "**The row is all but decided:** the largest weight is {{largest}} on average. Where a weight is nearly 1 or 0, "
    "a small change of its score changes nothing: the gradient is {gradient}. It vanishes; divided it is {divided}."
)
DECK = (
    "Militsis and Pitas’ deck says that the division is there against exploding gradients. It is against vanishing "
    "ones."
)
CITED = (
    "Drawn, not trained: {rows} rows of one query and {keys} keys for each size, every number with mean 0 and "
    "variance 1, seed {seed}. The gradients are autograd’s (transformer/measure/attention/root_d.py)."
)
