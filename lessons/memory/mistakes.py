"""Common mistakes in a memory network, injected one at a time."""

from lessons.kit.mistakes import mutations
from lessons.memory.measure.hops import answer, hop, look

# The code that the edits replace.
SOFTMAX, OUTPUT, NEXT = (
    "match.softmax(-1)",
    "output = (weights[..., None] * c).sum(1)",
    "return u + output",
)
PAIRS, AGAIN = "for m, c in pairwise(memory):", "u = hop(u, m, c)"
LAST = "return (u @ W.T).softmax(-1)"

MISTAKES = mutations(
    (look, hop, answer),
    OverTheBatch=(
        "the softmax runs over the stories in the batch; it must run over the facts of each story (the last axis)",
        (SOFTMAX, "match.softmax(0)"),
    ),
    NoSoftmax=(
        "`look` returns the matches; a softmax must turn them into weights that add up to 1",
        (SOFTMAX, "match"),
    ),
    Scaled=(
        "the matches were divided by √d_model, as in a Transformer; a memory network does not scale its matches",
        (SOFTMAX, "(match / m.shape[-1] ** 0.5).softmax(-1)"),
    ),
    Cosine=(
        "u and m were scaled to norm 1; the match must be the plain dot product, in which larger norms count more",
        (
            "match = (m @ u[..., None]).squeeze(-1)",
            "match = nn.functional.cosine_similarity(m, u[:, None], dim=-1)",
        ),
    ),
    Sigmoid=(
        "a sigmoid computes each weight separately; use a softmax, so that the weights of all facts add up to 1",
        (SOFTMAX, "match.sigmoid()"),
    ),
    Hard=(
        "only the best fact receives a nonzero weight; a softmax assigns every fact a positive weight, so "
        "gradients can flow",
        (SOFTMAX, "nn.functional.one_hot(match.argmax(-1), match.shape[-1]).to(match)"),
    ),
    Swapped=(
        "m and c are swapped; compare u with m, and read out c",
        ("weights = look(u, m)", "weights = look(u, c)"),
        (OUTPUT, "output = (weights[..., None] * m).sum(1)"),
    ),
    ReadsM=(
        "the output is a weighted sum of m, but m must only be compared with u; sum c instead",
        (OUTPUT, "output = (weights[..., None] * m).sum(1)"),
    ),
    FindsWithC=(
        "u is compared with c; compare u with m, and read out c",
        ("weights = look(u, m)", "weights = look(u, c)"),
    ),
    NoQuestion=(
        "`hop` returns only the output o, and the question is lost; return u + o",
        (NEXT, "return output"),
    ),
    NothingFound=(
        "`hop` returns u unchanged; add the output o",
        (NEXT, "return u"),
    ),
    Plain=(
        "all facts count equally because the weights are not used; multiply each c by its weight",
        (OUTPUT, "output = c.mean(1)"),
    ),
    TimesU=(
        "u and o are multiplied; add them",
        (NEXT, "return u * output"),
    ),
    AlwaysTheFirst=(
        "every hop uses the same memory; hop k must compare u with `memory[k]` and read `memory[k + 1]`",
        (AGAIN, "u = hop(u, memory[0], memory[1])"),
    ),
    OneHop=(
        "there is only one hop; there must be one hop for each pair of neighbouring tables in `memory`",
        (PAIRS, "for m, c in [(memory[0], memory[1])]:"),
    ),
    NoNeighbours=(
        "each hop uses two separate memories; with adjacent weight tying, the c of one hop is the m of the next",
        (PAIRS, "for m, c in zip(memory[::2], memory[1::2]):"),
    ),
    WrongOrder=(
        "each hop compares u with the later memory and reads the earlier one; swap the two",
        (AGAIN, "u = hop(u, c, m)"),
    ),
    AlwaysTheQuestion=(
        "every hop uses the original question; each later hop must use the u that the previous hop returned",
        (PAIRS, "asked = u\n    for m, c in pairwise(memory):"),
        (AGAIN, "u = hop(asked, m, c)"),
    ),
    Scores=(
        "`answer` returns the logits; a softmax must turn them into probabilities",
        (LAST, "return u @ W.T"),
    ),
    AnswersOverTheBatch=(
        "the last softmax runs over the stories in the batch; it must run over the answers (the last axis)",
        (LAST, "return (u @ W.T).softmax(0)"),
    ),
)
