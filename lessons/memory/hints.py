"""Hints for the exercise on memory: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with look. The comments in it say what comes next and which shape it has.",
    "m @ u[..., None] gives one dot product for each fact, (batch, fact, 1). Take the last axis away.",
    "match = (m @ u[..., None]).squeeze(-1), then return match.softmax(-1).",
)
WEIGHTS = (
    "Each story shares one whole among its facts.",
    "softmax needs the axis along which it shares: the facts are the last one.",
    "return match.softmax(-1).",
)
MATCH = (
    "What is a match? Nothing but a dot product: no division, no length taken out.",
    "Twice as long a u gives matches twice as large, and sharper weights.",
    "match = (m @ u[..., None]).squeeze(-1), then match.softmax(-1).",
)
HOP = (
    "A fact is there twice. Which of the two is it found by, which is read?",
    "weights = look(u, m). Then a sum over the facts of weights times c.",
    "found = (weights[..., None] * c).sum(1), and return u + found.",
)
KEPT = (
    "Nothing was found: all of c is 0. What must the next hop ask with?",
    "With u itself. What is found is added to the question.",
    "return u + found.",
)
READ = (
    "All facts are read alike here. So it cannot matter where one looks: what is found?",
    "Just that: the weights add up to 1. It does not depend on m.",
    "found = (weights[..., None] * c).sum(1): c, not m.",
)
ANSWER = (
    "hop after hop, each with the u of the one before.",
    "pairwise(memory) gives memory[0], memory[1], then memory[1], memory[2], and so on.",
    "for m, c in pairwise(memory): u = hop(u, m, c). Then return (u @ W.T).softmax(-1).",
)
SHARES = (
    "What comes out are probabilities: of each story, one whole.",
    "softmax over the answers, which are the last axis of u @ W.T.",
    "return (u @ W.T).softmax(-1).",
)
