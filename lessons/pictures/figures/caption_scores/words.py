"""All text of the tables and charts about captions. Text between ** and ** is bold."""

ORIGIN = "The test drawings were not used to train any captioner. A caption counts as correct if every word is correct."

# ---- four vectors ----------------------------------------------------------------------------------
FOUR_TITLE = "Soft and hard attention to four regions"
PLACES = ("a", "b", "c", "d")
WAY = "attention"
FOUR = {
    "place": "region",
    "vector": "vector",
    "score": "score",
    "alpha": "α = softmax",
    "weight": "weight in z",
    "gradient": "∂ loss / ∂ score",
}
FOUR_WAYS = {
    "soft": (
        "**Soft:** z = α_a a + α_b b + α_c c + α_d d. Every score changes z a little, so every score has a "
        "gradient."
    ),
    "argmax": "**Hard, argmax:** z is the vector with the largest α. A small change in a score does not change the "
    "choice, so the gradient is 0.",
    "sampled": "**Hard, sampled:** z is one vector, sampled with probability α. The sampled vector does not depend on "
    "a small change in a score, so backpropagation gives 0.",
    "straight-through": "**Straight-through:** z is the vector with the largest α, as with argmax. "
    "Backpropagation uses the gradient of α instead.",
    "REINFORCE": "**REINFORCE:** z is sampled. The gradient is (loss − mean loss) · ∂ log α / ∂ score: a sample whose "
    "loss is smaller than the mean becomes more probable.",
}
Z = "Here z = ({x:.2f}, {y:.2f}), and the loss is {loss:.2f}."
FOUR_ABOUT = (
    "The loss is the squared distance from z to (1, 0.5). All numbers are computed with automatic "
    "differentiation."
)
