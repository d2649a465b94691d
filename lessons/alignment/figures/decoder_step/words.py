"""All text of the decoder-step figure. Text between ** and ** is bold."""

TITLE = "“{sentence}”: one step at a time"
STEP = "output word"
READ = "**input**"
ORDER = {
    "bahdanau": "**Look, then move** (Bahdanau et al. 2015). The old state sₜ₋₁ attends; the new state sₜ is computed "
    "with the context vector cₜ.",
    "luong": "**Move, then look** (Luong et al. 2015). The state moves on first; the new state sₜ attends, and the "
    "context vector cₜ helps to choose the word. The next step also uses the vector g.",
}
SCORED = "Energy of each input word"
LOOKED = "Weights"
SCORES = {
    "additive": "eⱼ = vₐᵀ tanh(Wₐ s + Uₐ hⱼ)",
    "general": "eⱼ = sᵀ W hⱼ",
    "dot": "eⱼ = sᵀ hⱼ",
    "concat": "eⱼ = vₐᵀ tanh(W [s; hⱼ])",
}
SUM = "α = softmax(e),   cₜ = Σⱼ αⱼ hⱼ"
CONTEXT = "context cₜ, {numbers} dimensions"
MOVES = {"bahdanau": "The state moves on", "luong": "First the state moves on"}
MOVE = {"bahdanau": "sₜ = f(sₜ₋₁, yₜ₋₁, cₜ)", "luong": "sₜ = f(sₜ₋₁, yₜ₋₁, g)"}
BEFORE = "sₜ₋₁, {numbers} dimensions"
STATE = "sₜ"
WRITES = "Output"
OUTPUT = "g, which scores the words"
NEXT = "The most probable next words"
FIXED = (
    "The encoder read {words} words, so there are {words} energies and weights. The context vector has {numbers} "
    "dimensions for a sentence of any length."
)
ORIGIN = "Output: {answer}. The hooks of {model} recorded all numbers in one forward pass over its own output."

# Text of the matrix of all steps.
ROW, COLUMN = "output word", "input word"
ASKS = {"bahdanau": "s{n}, the old state,", "luong": "s{n}, the new state,"}
CELL = "To write **{word}**, {asks} attends to **{{column}}**"
MATRIX = {
    "bahdanau": "**Each row is an output word.** The old state attends before that word becomes an input. Click a "
    "cell.",
    "luong": "**Each row is an output word.** The new state attends. Click a cell.",
}
ENERGY = {
    "additive": "e = vₐᵀ tanh(Wₐ s + Uₐ h) = **{energy}**, a sum over the hidden units. The largest terms:",
    "general": "e = sᵀ W h = **{energy}**, a sum over the units of the state. The largest terms:",
    "dot": "e = sᵀ h = **{energy}**, a sum over the units of the state. The largest terms:",
    "concat": "e = vₐᵀ tanh(W [s; h]) = **{energy}**, a sum over the hidden units. The largest terms:",
}
_HIDDEN = {"inside": "inside tanh", "factor": "vₐ", "product": "product"}
_STATE = {"inside": "(W h)", "factor": "s", "product": "product"}
TERMS = {"additive": _HIDDEN, "concat": _HIDDEN, "general": _STATE, "dot": _STATE}
REST = "and {more} more terms, {{rest}} together: e = **{{energy}}**"
SOFTMAX = "α = e^({energy} − {best}) ÷ Σ = {power} ÷ {sum} = **{weight}**"
DIFFERENCES = (
    "Only differences between energies count, because the softmax first subtracts the row’s largest energy. An energy "
    "of 13.7 on its own means nothing."
)
SWAP = {
    "title": "Which state decides between “il” and “elle”?",
    "model": "model",
    "told": "The decoder is about to write the pronoun of “{sentence}”: “il” has probability {{il}} and “elle” "
    "{{elle}}. Now the encoder state of one word is replaced by the state at the same position in “{twin}”.",
    "weights": "**Attention weight at this step**",
    "elle": "**Probability of “elle” when this word’s state is replaced**",
    "origin": "lessons/alignment/measure/swapped.py. The other states, the first state of the decoder and the "
    "words written so far stay the same.",
}
