"""All text of the figure of a sentence read word by word. Text between ** and ** is bold."""

TITLE = "“{sentence}”, read by one {cell}"
CELLS = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}
STEP, NUMBER = "step", "unit of the state"
WRITES = "→ {word}"
READ, WROTE = "read", "written"
READING = (
    "The cell reads **{word}** and the old state. It computes a new {hidden}-dimensional state."
)
WRITING = "The cell reads **{read}** and the old state. Of {count} words, **{word}** is the most probable next word."
HANDED = "**The decoder receives** only the encoder’s last state, a {hidden}-dimensional vector."
STATES = "**The state after each step**: of the encoder, then (→) of the decoder"
MIXED = "**At this step**: the gates, from 0 to 1, and what they let in"
TIP = "{row}: {value}"
# Names of the probes in a cell.
NAMES = {
    "reset": "r, reset",
    "update": "z, update",
    "input": "i, input",
    "forget": "f, forget",
    "output": "o, output",
    "before": "h before",
    "candidate": "candidate",
    "memory": "memory c",
    "state": "h after",
}
# The equations of each cell, with the arithmetic of one component of the state: {x_…} comes from the word, {h_…}
# from the old state.
EQUATIONS = {
    "rnn": (
        "**Unit {unit} of the new state:** h′ = tanh(W_ih x + b_ih + W_hh h + b_hh) = tanh({x_n} + {h_n}) = **{state}**. "
        "The old value was {before}; no gate keeps it.",
    ),
    "gru": (
        "**Unit {unit}, reset gate:** r = σ(W_ir x + b_ir + W_hr h + b_hr) = σ({x_r} + {h_r}) = **{reset}**",
        "**Update gate:** z = σ(W_iz x + b_iz + W_hz h + b_hz) = σ({x_z} + {h_z}) = **{update}**",
        "**Candidate:** n = tanh(W_in x + b_in + r (W_hn h + b_hn)) = tanh({x_n} + {reset} · {h_n}) = **{candidate}**",
        "**New state:** h′ = (1 − z) n + z h = (1 − {update}) · {candidate} + {update} · {before} = **{state}**",
    ),
    "lstm": (
        "**Unit {unit}, input gate:** i = σ(W_ii x + b_ii + W_hi h + b_hi) = σ({x_i} + {h_i}) = **{input}**",
        "**Forget gate:** f = σ(W_if x + b_if + W_hf h + b_hf) = σ({x_f} + {h_f}) = **{forget}**",
        "**Candidate:** g = tanh(W_ig x + b_ig + W_hg h + b_hg) = tanh({x_g} + {h_g}) = **{candidate}**",
        "**Output gate:** o = σ(W_io x + b_io + W_ho h + b_ho) = σ({x_o} + {h_o}) = **{output}**",
        "**Memory:** c′ = f c + i g = {forget} · {memory_before} + {input} · {candidate} = **{memory}**",
        "**New state:** h′ = o tanh(c′) = {output} · tanh({memory}) = **{state}**",
    ),
}
KEPT = "On average, {kept} of each old component is kept."
NEXT = "The next word"
CHANCE = "p(y|x) so far: {chance}"
PRODUCT = "p(y|x) so far: {past} × {chance} = **{chain}**"
ORIGIN = (
    "The hooks of {reader} and {writer} in {model} recorded every row in one forward pass, one row per word. Colours: "
    "violet above 0, orange below; the colour is strongest at 1."
)

# The three cells by hand: a two-dimensional state and three words.
HAND = {
    "title": "Three cells by hand",
    "cell": "cell",
    "word": "word",
    "unit": "unit of the state",
    "x": "**x**, the vector of the word",
    "h": "**h**, the state after each word",
    "about": "W_ih multiplies the vector of the word (**i**nput to **h**idden), and W_hh multiplies the old state "
    "(**h**idden to **h**idden). PyTorch adds a bias to each product: b_ih and b_hh. Only their sum matters, except "
    "in the GRU’s candidate, where r multiplies b_hn. σ(a) = 1 ÷ (1 + e⁻ᵃ) lies between 0 and 1, and tanh lies "
    "between −1 and 1.",
    "origin": "The untrained cells have 2 inputs and 2 state dimensions; their random parameters are fixed. Computed "
    "by transformer/recurrent/cells.py.",
}
# The two states of every word.
BOTH = {
    "title": "“{sentence}”, read in both directions",
    "word": "replaced word",
    "forwards": "**→h**: read from left to right",
    "backwards": "**←h**: read from right to left",
    "moves": "**How much each state changes when “{word}” is replaced by ⟨unknown⟩**",
    "told": "hⱼ = [→hⱼ ; ←hⱼ], {hidden} + {hidden} dimensions. If **{word}** changes, the states →h before it and the states ←h after it "
    "stay the same. Only together do the two states of a word depend on the whole sentence.",
    "origin": "Both encoder cells of {model} read the sentence once per replaced word. "
    "lessons/sequences/measure/both_ways.py",
}
