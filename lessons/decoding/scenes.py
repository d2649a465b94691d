"""Ten minutes on decoding: greedy search goes wrong, a beam helps or does not, and words by lot."""

from lessons.decoding import PARTS
from lessons.kit.scenes import Scene, link

WOLF = "the old wolf did not move the ball because it was very slippery"


def tree(beams: int, steps: int) -> str:
    return link(
        f"decoding-figure-tree={beams}/{steps}/0.0/-",
        decoding_part=PARTS["tree"][0],
        decoding_text=WOLF,
    )


def part(name: str, text: str) -> str:
    return link("", decoding_part=PARTS[name][0], decoding_text=text)


SCENES = (
    Scene(
        tree(1, 4),
        "Always the most probable word: what can go wrong?",
        "Greedy search has one beginning. Point at the second word: vieux, the most probable. Step on with →. "
        "It never goes back.",
        2,
        finds=("−0.04",),
    ),
    Scene(
        tree(1, 16),
        "Who is to blame, the model or the search?",
        "“le vieux vieux loup”, with a total of −4.332. The right translation has −4.158: the model likes it "
        "more, and the search has missed it. A search error.",
        2,
        finds=("−4.332", "−4.158", "Search error"),
    ),
    Scene(
        tree(3, 16),
        "Does a wider beam find it?",
        "Three beginnings at a time. Point at the way of the answer: vieil was not the best at its step, and "
        "was kept. Under each step stands how many were computed and cut.",
        2,
        finds=("−4.16",),
    ),
    Scene(
        part("sampling", "the b"),
        "And if we want to be surprised?",
        "The next letter after “the b”, drawn 10,000 times. Point at a bar and its mark: drawn and expected "
        "agree. Turn down the temperature: what becomes of the e?",
        2,
        finds=("0.453",),
    ),
    Scene(
        part("drafting", "the b"),
        "Can a bad model help a good one?",
        "A quick model drafts eight letters, the good one checks them all at once. Point at a refusal: the "
        "rest of the row was for nothing. What is written still follows the good model.",
        1,
        finds=("16 of 20",),
    ),
    Scene(
        part("bleu", WOLF),
        "How close is that to the right translation?",
        "BLEU counts runs of words. vieux stands twice and counts once. Point at the four shares, then at "
        "the product: 88.4, for one word too many.",
        1,
        finds=("88.4",),
    ),
)
