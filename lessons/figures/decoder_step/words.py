"""Every word that people read in the picture of a decoder's step. Between ** and **: bold."""

TITLE = "“{sentence}”: one word after another"
STEP = "word that it writes"
READ = "**goes in**"
ORDER = {
    "bahdanau": "**Look, then move** (Bahdanau et al. 2015). The old state sₜ₋₁ asks; the context cₜ that "
    "it finds makes the new state sₜ.",
    "luong": "**Move, then look** (Luong et al. 2015). The state moves on first; the new state sₜ asks, and the context "
    "cₜ helps to choose the word. The vector g goes in again with the next word.",
}
SCORED = "How well does each word fit?"
LOOKED = "Where it looks"
SCORES = {
    "additive": "eⱼ = vₐᵀ tanh(Wₐ s + Uₐ hⱼ)",
    "general": "eⱼ = sᵀ W hⱼ",
    "dot": "eⱼ = sᵀ hⱼ",
    "concat": "eⱼ = vₐᵀ tanh(W [s; hⱼ])",
}
SUM = "α = softmax(e),   cₜ = Σⱼ αⱼ hⱼ"
CONTEXT = "context cₜ, {numbers} numbers"
MOVES = {"bahdanau": "The state moves on", "luong": "First the state moves on"}
MOVE = {"bahdanau": "sₜ = f(sₜ₋₁, yₜ₋₁, cₜ)", "luong": "sₜ = f(sₜ₋₁, yₜ₋₁, g)"}
BEFORE = "sₜ₋₁, {numbers} numbers"
STATE = "sₜ"
WRITES = "It writes"
OUTPUT = "g, with which the words are scored"
NEXT = "The most probable next words"
FIXED = (
    "{words} words were read, and there are as many energies and weights. The context has {numbers} numbers for a "
    "sentence of any length."
)
ORIGIN = "Written: {answer}. All numbers passed the probes of {model} in one forward pass over its own words."
