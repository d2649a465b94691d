"""Ten minutes on decoding: greedy decoding, beam search, sampling, speculative decoding and BLEU."""

from lessons.decoding import PARTS
from lessons.kit.scenes import Scene, link

WOLF = "the old wolf did not move the ball because it was very slippery"
BOTTLE = "my bottle was not on the road"


def tree(beams: int, steps: int, text: str = WOLF, **more: str) -> str:
    return link(
        f"decoding-figure-tree={beams}/{steps}/0.0/-",
        decoding_part=PARTS["tree"][0],
        decoding_text=text,
        **more,
    )


def part(name: str, text: str) -> str:
    return link("", decoding_part=PARTS[name][0], decoding_text=text)


SCENES = (
    Scene(
        tree(1, 4),
        "Greedy decoding: the most probable word at each step",
        "Point to the second word, “vieux”, the most probable word at its step. Say that greedy decoding keeps one "
        "hypothesis and never takes a word back.",
        2,
        finds=("−0.04",),
    ),
    Scene(
        tree(1, 16),
        "A search error or a model error?",
        "Point to “le vieux vieux loup” and its total, −4.332. Compare this total with that of the correct "
        "translation, −4.158. Ask which kind of error this is: the search missed a more probable translation, so it is "
        "a search error.",
        2,
        finds=("−4.332", "−4.158", "Search error"),
    ),
    Scene(
        tree(3, 16),
        "Does a beam of three find the correct translation?",
        "Say that beam search keeps three hypotheses at a time. Point to the path of the answer: “vieil” was not the "
        "best word at its step but was kept. Read out the total of the correct answer, −4.16.",
        2,
        finds=("−4.16",),
    ),
    Scene(
        tree(2, 6, BOTTLE, decoding_complete="1"),
        "When does the search stop?",
        "Say that some slides stop the search after T steps, or when n hypotheses are finished. Point to n = 1: the "
        "fragment “ma bouteille n’était pas” is finished first, with a total of −3.89, and ends the search. Add "
        "that with n = 2 the search finds the whole sentence.",
        1,
        finds=("n = 1",),
    ),
    Scene(
        part("sampling", "the b"),
        "How is the next letter sampled?",
        "Say that the letter after “the b” is sampled 10,000 times. Point to a bar and its mark: the actual and "
        "expected counts agree. Point to the letter “e”, which has a probability of 0.453.",
        1,
        finds=("0.453",),
    ),
    Scene(
        part("drafting", "the b"),
        "Can a draft model save forward passes for a large one?",
        "Say that a draft model proposes eight letters, and the target model checks them all at once. Point to a "
        "rejected letter: the rest of its row is discarded. Stress that the text still follows the target model.",
        1,
        finds=("16 of 20",),
    ),
    Scene(
        part("bleu", WOLF),
        "How close is the greedy translation to the correct one?",
        "Say that BLEU counts shared n-grams. Point to “vieux”, which occurs twice but counts once. Point to the four "
        "precisions, then to the score, 88.4: the translation has one word too many.",
        1,
        finds=("88.4",),
    ),
)
