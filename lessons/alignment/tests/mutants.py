"""A student's solution of the exercise on alignment as text, and an edit for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "energies": """\
    asked = torch.einsum("bk,hk->bh", state, W_a).unsqueeze(1)
    offered = torch.einsum("bsw,hw->bsh", memory, U_a)
    pairs = torch.tanh(asked + offered)
    return torch.einsum("bsh,h->bs", pairs, v_a)
""",
    "context": """\
    hidden = torch.where(words, energies, float("-inf"))
    weights = torch.softmax(hidden, dim=1)
    return torch.einsum("bs,bsw->bw", weights, memory)
""",
    "step": """\
    c = look(state)
    x = torch.cat([word, c], dim=1)
    return move(x, state)
""",
}
# What the edits meet.
TANH, ASKED = "torch.tanh(asked + offered)", '"bk,hk->bh"'
LAST = 'torch.einsum("bsh,h->bs", pairs, v_a)'
HIDDEN, SOFTMAX = 'torch.where(words, energies, float("-inf"))', "torch.softmax(hidden, dim=1)"
SUM = 'torch.einsum("bs,bsw->bw", weights, memory)'
CAT, MOVE = "torch.cat([word, c], dim=1)", "return move(x, state)"
REAL = "words.unsqueeze(-1)"

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "NoTanh": [(TANH, "asked + offered")],
    "TwoTanhs": [(TANH, "asked.tanh() + offered.tanh()")],
    "Sigmoid": [(TANH, "1 / (1 + torch.exp(-asked - offered))")],
    "TanhLast": [(TANH, "asked + offered"), (LAST, f"{LAST}.tanh()")],
    "WTurned": [(ASKED, '"bh,hk->bk"')],
    "NoState": [(TANH, "offered.tanh()")],
    "NoW": [(TANH, "torch.tanh(state.unsqueeze(1) + offered)")],
    "Scaled": [(LAST, f"{LAST} / v_a.shape[0] ** 0.5")],
    "SoftmaxFirst": [(HIDDEN, 'torch.where(words, energies.softmax(1), float("-inf"))')],
    "NoV": [(LAST, "pairs.sum(-1)")],
    "SharesAlready": [(LAST, f"torch.softmax({LAST}, dim=1)")],
    "OverBatch": [(SOFTMAX, "torch.softmax(hidden, dim=0)")],
    "PadSeen": [(HIDDEN, "energies")],
    "PadZero": [(HIDDEN, "energies * words")],
    "PadLow": [(HIDDEN, "torch.where(words, energies, -10.0)")],
    "SoftmaxTwice": [(SOFTMAX, "torch.softmax(torch.softmax(hidden, dim=1), dim=1)")],
    "PadAfterwards": [(HIDDEN, "energies"), (SOFTMAX, f"{SOFTMAX} * words")],
    "WordsHidden": [(HIDDEN, 'torch.where(words, float("-inf"), energies)')],
    "NoWeights": [(SUM, f"torch.sum(memory * {REAL}, dim=1)")],
    "Mean": [(SUM, f"torch.sum(memory * {REAL}, dim=1) / words.sum(1).unsqueeze(-1)")],
    "BestAlone": [(SUM, "torch.stack([m[w.argmax()] for m, w in zip(memory, weights)])")],
    "EnergiesAsWeights": [(SOFTMAX, "torch.where(words, energies, 0.0)")],
    "LooksLate": [(CAT, "torch.cat([word, look(move(torch.cat([word, c], 1), state))], 1)")],
    "MovesTwice": [(MOVE, "return move(x, move(x, state))")],
    "ContextFirst": [(CAT, "torch.cat([c, word], dim=1)")],
    "NoContext": [(CAT, "torch.cat([word, 0 * c], dim=1)")],
    "Forgets": [(MOVE, "return move(x, 0 * state)")],
    "AddsState": [(MOVE, "return move(x, state) + state")],
}
# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "a third of v": [(LAST, f"{LAST} / 3")],
    "ReLU": [(TANH, "torch.relu(asked + offered)")],
    "twice as sharp": [(SOFTMAX, "torch.softmax(2 * hidden, dim=1)")],
    "largest number": [(SUM, f"({REAL} * memory).amax(1)")],
    "word added": [(MOVE, "return move(x, state) + word.sum()")],
    "half of the context": [(CAT, "torch.cat([word, c / 2], dim=1)")],
}

STUDENT = ExerciseText("alignment", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
