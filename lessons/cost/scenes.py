"""Ten minutes on cost: what a mask saves, where the curves meet, who reads whom, and how far words are apart."""

from lessons.cost import PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "") -> str:
    return link(f"cost-{name}={place}" if place else "", cost_part=PARTS[name][0])


SCENES = (
    Scene(
        part("table", "64/64/3/5"),
        "What does a mask save?",
        "64 words, d = 64. Let everybody read the two first rows: as many millions, 1.57. Then the question: all but five words are "
        "hidden from each word. Nothing is saved, since every score is computed first.",
        2,
        asks=True,
        finds=("1.57",),
    ),
    Scene(
        part("table", "512/32/3/5"),
        "And with 512 words?",
        "d = 32. Attention has more products by far, and the GRU has 512 steps that wait for each other. Ask which of the two "
        "a graphics card minds more. The milliseconds are those of the machine that runs this page.",
        2,
        finds=("self-attention", "512"),
    ),
    Scene(
        part("meet", "gru/64/16"),
        "From which length on does attention cost more?",
        "Whole layers. Collect guesses, then uncover: they meet at n = d. Go through what can be counted: an LSTM, a plain RNN, the "
        "table as it is printed. Each time they meet elsewhere, or never.",
        3,
        asks=True,
        finds=("4nd² + 2n²d against 6nd²",),
    ),
    Scene(
        part("operators", "attention/given/4"),
        "Who reads whom?",
        "Attention at the top of the first bump: it looks at the top of the second one as much as at itself. Switch to convolution: "
        "three lines, at every place the same. Then move the second bump.",
        2,
        asks=True,
        finds=("By content",),
    ),
    Scene(
        part("paths", "three/1"),
        "After how many layers do they know of each other?",
        "Sixteen words, fifteen layers. Choose the dilated kernel: its reach doubles. Slides give log_k n for both, which is "
        "true of dilated kernels alone.",
        2,
        asks=True,
        finds=("One place further",),
    ),
)
