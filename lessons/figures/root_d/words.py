"""Every word that people read in the picture of √d_k. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Why scores are divided by √d_k"
CITED = (
    "Drawn, not trained: {rows} rows of one query and {keys} keys for each size, every number with mean 0 and "
    "variance 1, seed {seed}. The gradients are autograd’s (transformer/measure/attention/root_d.py)."
)
WORDS = {
    "size": "d_k",
    "plain": "q · k as it is",
    "divided": "q · k / √d_k",
    "weights": "the weights of one row, largest first",
    "variance": "variance of the scores",
    "entropy": "entropy of a row, of at most {most} nats",
    "largest": "largest weight of a row, mean",
    "gradient": "gradient: a weight by its own score, median",
    "chart": "gradient, over d_k",
    "power": "d_k = 2 to the power of",
    "now": "d_k = {size}",
    "small": "**The variance of a sum of d_k products is d_k.** With {size} numbers the scores as they are vary by about "
    "{variance}. Divided by √{size} they vary by about 1, for every size.",
    "large": "**The row is all but decided:** the largest weight is {largest} on average. Where a weight is nearly 1 or 0, "
    "a small change of its score changes nothing: the gradient is {gradient}. It vanishes; divided it is {divided}.",
    "deck": "Militsis and Pitas’ deck says that the division is there against exploding gradients. It is against vanishing ones.",
    **BUTTONS,
    "keys": [[["←", "→"], "d_k"], [["space"], "play"]],
    "play": "▷ play",
    "pause": "❚❚ pause",
}
PAPER = {"caption": "{title}: the median gradient of a weight by its own score, over d_k. {cited}"}
