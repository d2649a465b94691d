"""Thirteen minutes on recurrent networks: state, probability, a rare word, gates, a short training run, a help desk."""

from lessons.kit.scenes import Scene, link
from lessons.sequences import BOAT, DESKS, FORGETS, LONG, PARTS, SENTENCE, SHORT

READ, TIME, LENGTH, DESK = (PARTS[name][0] for name in PARTS)

SCENES = (
    Scene(
        link("sequences-read=1/1", sequences_part=READ, sequences_text=SENTENCE),
        "How many numbers does the decoder receive?",
        "Press play and explain that each word updates the encoder’s state. Take a vote, then reveal the answer: the "
        "decoder receives only the 128 numbers of the last state.",
        2,
        asks=True,
        finds=("128 numbers", "animal"),
    ),
    Scene(
        link("sequences-read=26/1", sequences_part=READ, sequences_text=SENTENCE),
        "How probable is the whole answer?",
        "Go back step by step. Explain that each word has a probability, given the sentence and the words before it. "
        "Point to the product, p(y|x) = 0.681. Ask which word has the lowest probability.",
        2,
        finds=("0.681",),
    ),
    Scene(
        link("sequences-read=13/1", sequences_part=READ, sequences_text=BOAT),
        "Why is “boat” translated as “éléphant”?",
        "Read the French aloud: every agreement is right, but the sentence is about an elephant. Ask for the cause. "
        "Explain that 32 of the 33 subjects remain; “boat” is the rarest and occurs in 26 of 10,552 training "
        "sentences.",
        2,
        finds=("boat", "éléphant"),
    ),
    Scene(
        link("sequences-time=2", sequences_part=TIME),
        "Does a gate prevent vanishing gradients?",
        "Take a vote, then reveal the answer. Point to the default GRU: less than a thousandth of the gradient is "
        "left after 20 words, and about a twentieth of that in the RNN. Point to the open gate: a share of 0.41 "
        "arrives. Choose “LSTM, W_hh = 0”: the gate on its own does not explain the full LSTM’s curve.",
        2,
        asks=True,
        finds=("0.41", "GRU, default"),
    ),
    Scene(
        link("sequences-length=8", sequences_part=LENGTH, sequences_trained=SHORT),
        "How long a string can one state copy?",
        "Point to the values for 8 letters: 34% of the strings are correct with one state, and 100% with attention. "
        "Ask whether the state is too small or the training run was too short.",
        1,
        finds=("34%", "100%"),
    ),
    Scene(
        link("sequences-length=8", sequences_part=LENGTH, sequences_trained=LONG),
        "What changes with five times as many training steps?",
        "Explain that the same model is trained for 6,000 steps. Take a vote, then reveal the answer: at 8 letters, "
        "75% of the strings are correct instead of 34%. Over all lengths, three seeds reach 79 to 83%. Ask whether a "
        "larger state helps, and show the table.",
        2,
        asks=True,
        finds=("75%", "34%"),
    ),
    Scene(
        link(sequences_part=DESK, sequences_reader=DESKS[FORGETS]),
        "Which word does the help desk get wrong?",
        "Explain that the encoder reads the whole conversation into one state of 64 numbers. Take a vote, then reveal "
        "the answer: the desk greets the wrong person. Press C, then choose “One state, three times as many steps”: "
        "now the name is correct.",
        2,
        asks=True,
        finds=("great that helped",),
    ),
)
