"""Every word that people read in the picture of a sentence that is read word by word. Between ** and **: bold."""

TITLE = "“{sentence}”, read by one {cell}"
CELLS = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}
STEP, NUMBER = "step", "number of the state"
WRITES = "→ {word}"
READ, WROTE = "read", "written"
READING = (
    "**{word}** goes in, with the state so far. Out comes a new state, {hidden} numbers again."
)
WRITING = "**{read}** goes in, with the state so far. Of {count} words, **{word}** is the most probable next one."
HANDED = "**Handed over to the writer:** the state after the last word that was read, {hidden} numbers, and nothing else."
STATES = "**The state after each step**: of the reader, then (→) of the writer"
MIXED = "**At this step**: the gates, shares from 0 to 1, and what they let in"
TIP = "{row}: {value}"
# Names of the probes in a cell.
NAMES = {
    "reset": "r, reset",
    "update": "z, stays",
    "input": "i, enters",
    "forget": "f, stays",
    "output": "o, leaves",
    "before": "h before",
    "candidate": "candidate",
    "memory": "memory c",
    "state": "h after",
}
# The arithmetic of one number of the state; of an RNN there is none to show.
SUMS = {
    "gru": "**Number {unit}:** (1 − z) · candidate + z · h = (1 − {update}) · {candidate} + {update} · {before} = **{state}**",
    "lstm": "**Number {unit}:** o · tanh(c) = {output} · tanh({memory}) = **{state}**",
    "rnn": "**Number {unit}:** h was {before}; tanh(W x + W h + b) makes it **{state}**. Nothing of the old number is kept as it was.",
}
KEPT = "On average {kept} of each old number stays."
NEXT = "The next word"
CHANCE = "p(y|x) so far: {chance}"
PRODUCT = "p(y|x) so far: {past} × {chance} = **{chain}**"
ORIGIN = (
    "Every row passed the probes of {reader} and {writer} of {model} in one pass: each ran once a word. "
    "Colours: violet above 0, orange below; full at 1."
)
