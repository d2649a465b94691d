"""All text of the figure of √d_k. Text between ** and ** is bold."""

TITLE = "Why scores are divided by √d_k"
SIZE, POWER = "d_k", "log₂ d_k"
WAYS = {"plain": "q · k, not divided", "divided": "q · k / √d_k"}
WEIGHTS = "**{way}** · the weights of one row, largest first"
MEASURES = {
    "variance": "variance of the scores: **{value}**",
    "entropy": "entropy of a row, at most 4.16 nats: **{value}**",
    "largest": "largest weight of a row, mean: **{value}**",
}
BACK = {
    "mean": "∂ weight / ∂ its own score, mean of all weights: **{value}**",
    "jacobian": "norm of the softmax’s Jacobian, mean: **{value}**",
    "query": "norm of the gradient at the query, mean: **{value}**",
}
MEDIAN = "∂ weight / ∂ its own score, median: **{median}**"
CHART = "**norm of the gradient that reaches the query, over d_k**"
SMALL = (
    "**The variance of a sum of d_k products is d_k.** With {{size}} dimensions, the unscaled scores have a variance of "
    "about "
    "{{variance}}. Divided by √{{size}}, they have a variance of about 1 at every size."
)
LARGE = (
    "**The row is almost one-hot, on a random key:** its largest weight is {{largest}} on average. Most weights "
    "receive hardly any gradient, and a few receive a large one. The query’s gradient is {ratio} times as large as "
    "with the division."
)
DECK = (
    "Militsis and Pitas’ deck says that the division avoids exploding gradients. Vaswani et al. (2017, section 3.2.1) "
    "suspect extremely small gradients. The median weight’s gradient does vanish, but most of the 64 weights are "
    "nearly 0 and unused. The gradient that reaches the query and the keys is larger without the division."
)
CITED = (
    "Random vectors, not a trained model: {rows} rows of one query and {keys} keys per size, each component with mean 0 "
    "and variance 1, seed {seed}. The values and the gradient of the output are also random and have {d_v} "
    "dimensions each (lessons/scores/measure/root_d.py)."
)
