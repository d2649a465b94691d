"""Common mistakes in one step of a decoder with attention, injected one at a time."""

from lessons.alignment.measure.alignment import context, energies, step
from lessons.kit.mistakes import mutations

# The code that the edits replace.
TANH = "torch.tanh(asks[:, None] + offers)"
ASKS = "state @ W_a.mT, memory"
HIDDEN = "energies.masked_fill(~words, -torch.inf)"
SHARES = f"{HIDDEN}.softmax(-1)"
SUM = "(weights[..., None] * memory).sum(1)"
LOOK = "context_vector = look(state)"
MOVE = "return move(torch.cat((word, context_vector), dim=-1), state)"

MISTAKES = mutations(
    (energies, context, step),
    NoTanh=(
        "the tanh is missing, so the state adds the same number to every energy, and the weights do not depend on "
        "the state",
        (TANH, "(asks[:, None] + offers)"),
    ),
    TwoTanhs=(
        "each part has its own tanh, so the state adds the same number to every energy; apply one tanh to the sum",
        (TANH, "(torch.tanh(asks)[:, None] + torch.tanh(offers))"),
    ),
    Sigmoid=(
        "a sigmoid was used instead of tanh; a sigmoid is never negative",
        (TANH, "torch.sigmoid(asks[:, None] + offers)"),
    ),
    TanhLast=(
        "the tanh was applied to the energy; apply it to the hidden vector, before the dot product with v_a",
        (f"{TANH} @ v_a", "torch.tanh((asks[:, None] + offers) @ v_a)"),
    ),
    WTurned=(
        "W_a was not transposed: W_a s is `state @ W_a.mT`, since vectors are rows here",
        (ASKS, "state @ W_a, memory"),
    ),
    NoState=(
        "the state is missing, so every step attends to the same words",
        (TANH, "torch.tanh(offers)"),
    ),
    NoW=("W_a is missing; multiply the state by W_a first", (ASKS, "state, memory")),
    NoV=(
        "the components were added up without v_a, which weights each component",
        (f"{TANH} @ v_a", f"{TANH}.sum(-1)"),
    ),
    Scaled=(
        "the energies were divided by a square root, as in scaled dot-product attention; do not scale additive scores",
        (f"{TANH} @ v_a", f"{TANH} @ v_a / len(v_a) ** 0.5"),
    ),
    SharesAlready=(
        "`energies` applies a softmax; only `context` should apply one",
        (f"{TANH} @ v_a", f"({TANH} @ v_a).softmax(-1)"),
    ),
    OverBatch=(
        "the softmax runs over the sentences of the batch; it must run over the words of each sentence, the last axis",
        (SHARES, f"{HIDDEN}.softmax(0)"),
    ),
    SoftmaxFirst=(
        "a softmax ran before PAD was masked; mask PAD in the energies, then apply the softmax once",
        (SHARES, "energies.softmax(-1).masked_fill(~words, -torch.inf).softmax(-1)"),
    ),
    PadSeen=("PAD was not masked, so it also gets weight", (SHARES, "energies.softmax(-1)")),
    PadZero=(
        "PAD has energy 0; e to the power of 0 is 1, so PAD still gets weight. PAD needs −∞",
        (HIDDEN, "energies.masked_fill(~words, 0.0)"),
    ),
    PadLow=(
        "PAD has energy −10; where all energies are far below 0, PAD gets nearly all the weight. PAD needs −∞",
        (HIDDEN, "energies.masked_fill(~words, -10.0)"),
    ),
    SoftmaxTwice=(
        "the softmax was applied twice, which makes the weights nearly equal",
        (SHARES, f"{HIDDEN}.softmax(-1).softmax(-1)"),
    ),
    PadAfterwards=(
        "the weight of PAD was removed after the softmax, so the remaining weights no longer add up to 1",
        (SHARES, "energies.softmax(-1) * words"),
    ),
    WordsHidden=(
        "the words were masked instead of PAD; `words` is True for words and False for PAD",
        (HIDDEN, "energies.masked_fill(words, -torch.inf)"),
    ),
    NoWeights=(
        "all h_j were added up without the attention weights",
        (SUM, "(memory * words[..., None]).sum(1)"),
    ),
    Mean=(
        "the context is the mean of all h_j; the weights were not used",
        (SUM, "(memory * words[..., None]).sum(1) / words.sum(1, keepdim=True)"),
    ),
    BestAlone=(
        "only the word with the largest weight was used; the context is the weighted sum of all h_j",
        (SUM, "memory[torch.arange(len(memory)), weights.argmax(-1)]"),
    ),
    EnergiesAsWeights=(
        "the energies were used as weights; a softmax must turn them into weights first",
        (SHARES, "energies.masked_fill(~words, 0.0)"),
    ),
    LooksLate=(
        "the decoder attended with the updated state; Bahdanau’s decoder attends with s_(t−1), before the update",
        (
            LOOK,
            "context_vector = look(state); context_vector = look(move(torch.cat((word, context_vector), dim=-1), state))",
        ),
    ),
    MovesTwice=(
        "the state was updated twice; update it once for each word",
        (MOVE, "x = torch.cat((word, context_vector), dim=-1); return move(x, move(x, state))"),
    ),
    ContextFirst=(
        "the context comes before the word; in `x`, the word must come first",
        (MOVE, "return move(torch.cat((context_vector, word), dim=-1), state)"),
    ),
    NoContext=(
        "zeros were used instead of the context",
        (MOVE, "return move(torch.cat((word, torch.zeros_like(context_vector)), dim=-1), state)"),
    ),
    Forgets=(
        "`move` received a state of zeros; it must receive s_(t−1)",
        (MOVE, "return move(torch.cat((word, context_vector), dim=-1), torch.zeros_like(state))"),
    ),
    AddsState=(
        "the old state was added to the new state; the result of `move` is already s_t",
        (MOVE, "return state + move(torch.cat((word, context_vector), dim=-1), state)"),
    ),
)
