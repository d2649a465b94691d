"""The decoding lesson: the parts of its page, and the models that write there."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "tree": (
        "Beam search",
        "Several beginnings at a time: which go on, which are cut, and why? Step through it, or click a word.",
    ),
    "sampling": (
        "Sampling",
        "The next word drawn at random: what temperature, top-k and top-p leave of the model’s probabilities.",
    ),
    "drafting": (
        "Drafting",
        "A quick model proposes several symbols, a better one checks them all at once. What is written follows the better one.",
    ),
    "bleu": (
        "BLEU",
        "How close is a translation to the right one? Counted by hand: runs of words in common, and the length.",
    ),
}
EARLY = "english_french_early"  # stopped at step 300: it still makes mistakes, which are found here
WRITER = "language_model"  # goes on with a text
PROMPTS = "prompts"  # does what the last word of its text asks for
DESK = "desk_prompt"  # answers a conversation
TYPED_TABLE = "table"  # that somebody types
# Greedy search is wrong here, a beam of two misses the best too, and a beam of three finds it.
OPENING_TABLE = """\
<start>: the .5, my .3, rain .2
the: cat .4, dog .35, bird .25
my: cat .7, dog .3
rain: falls .9, <end> .1
cat: sleeps .6, sings .4
dog: sleeps .5, sings .5
bird: sings 1
sleeps: <end> 1
sings: <end> 1
falls: <end> 1"""
# Of the others: the first that is found, or their first example.
OPENING = {
    WRITER: "the b",
    PROMPTS: "the old cat never sleeps <to-fr>",
    DESK: "<user> hello this is hugo the vpn does not connect <desk>",
    TYPED_TABLE: OPENING_TABLE,
}
BEAMS = 4
JUDGED = 150  # held-out sentences in which the page looks for mistakes
