"""Hints for the memory exercise: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Begin with `look`. The comments describe the steps and the shapes.",
    "`m @ u[..., None]` computes one dot product per fact; the shape is (batch, fact, 1). Remove the last axis.",
    "Write `match = (m @ u[..., None]).squeeze(-1)`, then `return match.softmax(-1)`.",
)
WEIGHTS = (
    "The weights of all facts in a story must add up to 1.",
    "Apply the softmax over the last axis, which indexes the facts.",
    "Write `return match.softmax(-1)`.",
)
MATCH = (
    "A match is a plain dot product, without division or scaling.",
    "If the norm of u doubles, the matches double, so the softmax becomes sharper.",
    "Write `match = (m @ u[..., None]).squeeze(-1)`, then `return match.softmax(-1)`.",
)
HOP = (
    "Each fact has two vectors. Which vector is compared with u, and which vector is read out?",
    "Compute `weights = look(u, m)`, then sum the weights times c over the facts.",
    "Write `output = (weights[..., None] * c).sum(1)`, and `return u + output`.",
)
KEPT = (
    "In this check, c is 0 everywhere. What, then, is the query of the next hop?",
    "The query is still u, because the output that is added to u is 0.",
    "Write `return u + output`.",
)
READ = (
    "In this check, c is the same for all facts, so the weights do not matter. What is the output?",
    "The output equals the shared c for any m, because the weights add up to 1.",
    "Write `output = (weights[..., None] * c).sum(1)`, using c, not m.",
)
ANSWER = (
    "Call `hop` repeatedly, each time with the u that the previous call returned.",
    "`pairwise(memory)` yields the pair `memory[0], memory[1]`, then `memory[1], memory[2]`, and so on.",
    "Write `for m, c in pairwise(memory): u = hop(u, m, c)`. Then `return (u @ W.T).softmax(-1)`.",
)
SHARES = (
    "`answer` must return probabilities, which add up to 1 for each story.",
    "Apply the softmax over the answers, the last axis of `u @ W.T`.",
    "Write `return (u @ W.T).softmax(-1)`.",
)
