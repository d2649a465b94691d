"""Twelve minutes on sequences: one state, one product, one elephant, a gate, a row that is too long, a help desk."""

from lessons.kit.scenes import Scene, link
from lessons.sequences import BOAT, DESKS, FORGETS, PARTS, SENTENCE

READ, TIME, LENGTH, DESK = (PARTS[name][0] for name in PARTS)

SCENES = (
    Scene(
        link("sequences-read=1/1", sequences_part=READ, sequences_text=SENTENCE),
        "What does the writer know of the sentence?",
        "Press play: word after word goes in, and each makes a new row of 128 numbers of the old one. Let the class answer "
        "before you uncover what is handed over.",
        2,
        asks=True,
        finds=("128 numbers", "animal"),
    ),
    Scene(
        link("sequences-read=26/1", sequences_part=READ, sequences_text=SENTENCE),
        "How probable is the whole answer?",
        "Go back step by step: each word has a probability given the sentence and the words before it, and the product of "
        "all is p(y|x) = 0.681. Nearly all of the doubt is in one word; let them find it.",
        2,
        finds=("0.681",),
    ),
    Scene(
        link("sequences-read=13/1", sequences_part=READ, sequences_text=BOAT),
        "Where did the boat go?",
        "Flawless French, about an elephant. How French goes is in the weights, but that it was a boat had to pass "
        "through the state. Nobody trained on this sentence.",
        2,
        finds=("boat", "éléphant"),
    ),
    Scene(
        link("sequences-time=2", sequences_part=TIME),
        "Does a gate help?",
        "Not by being there. A default GRU has about as little left as the RNN after 20 words; with an open gate it is "
        "0.41. Choose the five one after the other.",
        2,
        asks=True,
        finds=("0.41", "GRU, default"),
    ),
    Scene(
        link("sequences-length=8", sequences_part=LENGTH),
        "How long a row fits into one state?",
        "Drag the length from 4 to 10. At 8 letters 34% are right from one state, with attention 100%. Where do the "
        "mistakes stand? Reading backwards helps here; the page has the table below, in which it hurts on translation.",
        2,
        asks=True,
        finds=("34%", "100%"),
    ),
    Scene(
        link(sequences_part=DESK, sequences_reader=DESKS[FORGETS]),
        "Does the help desk remember the name?",
        "All that was said goes in, and the next answer comes out. This desk has no attention: what it knows of the conversation "
        "is one state, 64 numbers. Take a vote, then uncover. It keeps what kind of thing was said, and loses who said it.",
        2,
        asks=True,
        finds=("great that helped", "you are welcome clara"),
    ),
)
