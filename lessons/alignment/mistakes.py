"""The usual mistakes in one step of a decoder that looks, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.attention.alignment import context, energies, step

# What the edits meet.
TANH = "torch.tanh(asks[:, None] + offers)"
ASKS = "state @ W_a.mT, memory"
HIDDEN = "energies.masked_fill(~words, -torch.inf)"
SHARES = f"{HIDDEN}.softmax(-1)"
SUM = "(weights[..., None] * memory).sum(1)"
LOOK = "found = look(state)"
MOVE = "return move(torch.cat((word, found), dim=-1), state)"

MISTAKES = planted(
    (energies, context, step),
    NoTanh=(
        "the tanh is missing; without it the state adds the same number to every energy, and the weights "
        "no longer depend on it",
        (TANH, "(asks[:, None] + offers)"),
    ),
    TwoTanhs=(
        "each part got a tanh of its own; the tanh stands around the sum, or the state adds the same to every energy",
        (TANH, "(torch.tanh(asks)[:, None] + torch.tanh(offers))"),
    ),
    Sigmoid=(
        "a sigmoid took the place of the tanh; it is never negative",
        (TANH, "torch.sigmoid(asks[:, None] + offers)"),
    ),
    TanhLast=(
        "the tanh came after v_a; it belongs to the hidden numbers, before v_a adds them up",
        (f"{TANH} @ v_a", "torch.tanh((asks[:, None] + offers) @ v_a)"),
    ),
    WTurned=(
        "W_a stands the wrong way round: W_a s is state @ W_a.mT, since vectors are rows here",
        (ASKS, "state @ W_a, memory"),
    ),
    NoState=(
        "the state was left out, so every step would look at the same words",
        (TANH, "torch.tanh(offers)"),
    ),
    NoW=("W_a was left out; the state goes through it first", (ASKS, "state, memory")),
    NoV=(
        "the hidden numbers were added up without v_a, which says how much each of them counts",
        (f"{TANH} @ v_a", f"{TANH}.sum(-1)"),
    ),
    SharesAlready=(
        "the energies went through a softmax already; context does that",
        (f"{TANH} @ v_a", f"({TANH} @ v_a).softmax(-1)"),
    ),
    OverBatch=(
        "the softmax runs over the sentences of the batch; it runs over the words of each, the last axis",
        (SHARES, f"{HIDDEN}.softmax(0)"),
    ),
    PadSeen=("PAD was not hidden, so it gets weight, too", (SHARES, "energies.softmax(-1)")),
    PadZero=(
        "PAD got the energy 0; e to the power of 0 is 1, so it still gets weight. It needs −∞",
        (HIDDEN, "energies.masked_fill(~words, 0.0)"),
    ),
    PadAfterwards=(
        "PAD lost its weight after the softmax; what is left no longer adds up to 1",
        (SHARES, "energies.softmax(-1) * words"),
    ),
    WordsHidden=(
        "the words were hidden and PAD was left; words is True where a word stands",
        (HIDDEN, "energies.masked_fill(words, -torch.inf)"),
    ),
    NoWeights=(
        "all h_j were added up without their weights",
        (SUM, "(memory * words[..., None]).sum(1)"),
    ),
    Mean=(
        "this is the mean of all h_j; the weights were not used",
        (SUM, "(memory * words[..., None]).sum(1) / words.sum(1, keepdim=True)"),
    ),
    BestAlone=(
        "only the best word was taken; the context is the sum of all, each with its weight",
        (SUM, "memory[torch.arange(len(memory)), weights.argmax(-1)]"),
    ),
    EnergiesAsWeights=(
        "the energies themselves were the weights; a softmax makes shares of them first",
        (SHARES, "energies.masked_fill(~words, 0.0)"),
    ),
    LooksLate=(
        "the state moved on first, and the new one looked; Bahdanau’s decoder looks with s_(t−1), then moves",
        (
            LOOK,
            "found = look(state); found = look(move(torch.cat((word, found), dim=-1), state))",
        ),
    ),
    MovesTwice=(
        "the state moved on twice; there is one new state for each word",
        (MOVE, "x = torch.cat((word, found), dim=-1); return move(x, move(x, state))"),
    ),
    ContextFirst=(
        "the context stands before the word; x is the word, then the context",
        (MOVE, "return move(torch.cat((found, word), dim=-1), state)"),
    ),
    NoContext=(
        "the context is not used: zeros stand in its place",
        (MOVE, "return move(torch.cat((word, torch.zeros_like(found)), dim=-1), state)"),
    ),
    Forgets=(
        "move began with a state of zeros; it goes on from s_(t−1)",
        (MOVE, "return move(torch.cat((word, found), dim=-1), torch.zeros_like(state))"),
    ),
    AddsState=(
        "the old state was added to the new one; what move returns is s_t already",
        (MOVE, "return state + move(torch.cat((word, found), dim=-1), state)"),
    ),
)
