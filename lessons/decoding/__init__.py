"""The lesson on decoding: the parts of its page, and the models that write there."""

# Name in the address → (name on the page, sentence under it).
PARTS = {
    "tree": (
        "Beam search",
        "Which hypotheses are extended, which are pruned, and why? A beam size of one means greedy decoding.",
    ),
    "sampling": (
        "Sampling",
        (
            "See how temperature, top-k and top-p (nucleus sampling) change the probabilities from which the next "
            "word is sampled."
        ),
    ),
    "drafting": (
        "Speculative decoding",
        "Speculative decoding: a fast draft model proposes several tokens, and the target model checks them in one "
        "forward pass.",
    ),
    "bleu": (
        "BLEU",
        (
            "How close is a translation to the correct one? BLEU counts the n-grams that the two translations share, "
            "and compares their lengths."
        ),
    ),
}
EARLY = "english_french_early"  # stopped at step 300, so it still makes mistakes
WRITER = "language_model"  # continues a text
PROMPTS = "prompts"  # does the task that the last word of its text names
DESK = "desk_prompt"  # replies in a conversation
TYPED_TABLE = "table"  # typed by the visitor
# Greedy decoding and a beam of two miss the best sentence here; a beam of three finds it.
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
# The other models open with the first sentence found, or with their first example.
OPENING = {
    WRITER: "the b",
    PROMPTS: "the old cat never sleeps <to-fr>",
    DESK: "<user> hello this is hugo the vpn does not connect <desk>",
    TYPED_TABLE: OPENING_TABLE,
}
BEAMS = 5  # the beam size in the question
MOST_T, MOST_N = 64, 10  # the largest T (steps) and n (finished hypotheses) of the search
JUDGED = 150  # held-out sentences that the page searches for mistakes
