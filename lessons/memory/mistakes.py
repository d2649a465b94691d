"""The usual mistakes in a memory network, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.hops import answer, hop, look

# What the edits meet.
SOFTMAX, FOUND, NEXT = (
    "match.softmax(-1)",
    "found = (weights[..., None] * c).sum(1)",
    "return u + found",
)
PAIRS, AGAIN = "for m, c in pairwise(memory):", "u = hop(u, m, c)"
LAST = "return (u @ W.T).softmax(-1)"

MISTAKES = planted(
    (look, hop, answer),
    OverTheBatch=(
        "softmax ran over the stories of the batch; it runs over the facts of each story, the last axis",
        (SOFTMAX, "match.softmax(0)"),
    ),
    NoSoftmax=(
        "look gives the matches themselves; a softmax makes weights of them that add up to 1",
        (SOFTMAX, "match"),
    ),
    Scaled=(
        "the matches were divided by √d_model; a Transformer does that, a memory network does not",
        (SOFTMAX, "(match / m.shape[-1] ** 0.5).softmax(-1)"),
    ),
    Cosine=(
        "u and m were made equally long first; what counts here is the dot product, in which a longer vector counts more",
        (
            "match = (m @ u[..., None]).squeeze(-1)",
            "match = nn.functional.cosine_similarity(m, u[:, None], dim=-1)",
        ),
    ),
    Sigmoid=(
        "each fact has a weight of its own, by a sigmoid; with softmax the facts share one whole",
        (SOFTMAX, "match.sigmoid()"),
    ),
    Hard=(
        "only the best fact is looked at; softmax gives each fact its share, and only so can it be learned",
        (SOFTMAX, "nn.functional.one_hot(match.argmax(-1), match.shape[-1]).to(match)"),
    ),
    Swapped=(
        "m and c are the wrong way round: a fact is found by m, and what is read of it is c",
        ("weights = look(u, m)", "weights = look(u, c)"),
        (FOUND, "found = (weights[..., None] * m).sum(1)"),
    ),
    ReadsM=(
        "what is read is m, by which the facts are found; read c",
        (FOUND, "found = (weights[..., None] * m).sum(1)"),
    ),
    FindsWithC=(
        "the facts are found by c; that is what is read of them. They are found by m",
        ("weights = look(u, m)", "weights = look(u, c)"),
    ),
    NoQuestion=(
        "hop gives only what was found; the question is lost. The next hop asks with u + o",
        (NEXT, "return found"),
    ),
    NothingFound=(
        "hop gives u as it came: what was found is never added",
        (NEXT, "return u"),
    ),
    Plain=(
        "every fact counts alike: the weights were never used",
        (FOUND, "found = c.mean(1)"),
    ),
    TimesU=(
        "u and o were multiplied; they are added",
        (NEXT, "return u * found"),
    ),
    AlwaysTheFirst=(
        "every hop looked into the same memory; hop k finds with memory[k] and reads memory[k + 1]",
        (AGAIN, "u = hop(u, memory[0], memory[1])"),
    ),
    OneHop=(
        "there was one hop only; there are as many as there are pairs of neighbours in memory",
        (PAIRS, "for m, c in [(memory[0], memory[1])]:"),
    ),
    NoNeighbours=(
        "each hop used two memories of its own; neighbours share: the c of one hop is the m of the next",
        (PAIRS, "for m, c in zip(memory[::2], memory[1::2]):"),
    ),
    WrongOrder=(
        "each hop finds with the later memory and reads the earlier one; it is the other way round",
        (AGAIN, "u = hop(u, c, m)"),
    ),
    AlwaysTheQuestion=(
        "every hop asked with the question itself; the second one asks with what the first one returned",
        (PAIRS, "asked = u\n    for m, c in pairwise(memory):"),
        (AGAIN, "u = hop(asked, m, c)"),
    ),
    Scores=(
        "these are the scores of the answers; a softmax makes probabilities of them",
        (LAST, "return u @ W.T"),
    ),
    AnswersOverTheBatch=(
        "the last softmax ran over the stories of the batch; it runs over the answers, the last axis",
        (LAST, "return (u @ W.T).softmax(0)"),
    ),
)
