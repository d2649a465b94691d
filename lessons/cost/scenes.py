"""Scenes on cost: masks, the length where the curves meet, two operators, and path lengths."""

from lessons.cost import PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "") -> str:
    return link(f"cost-{name}={place}" if place else "", cost_part=PARTS[name][0])


SCENES = (
    Scene(
        part("table", "512/32/3/5"),
        "What does a mask save?",
        "Ask the class to read the row for self-attention: 18.87 million multiplications for 512 words. Ask how "
        "much computation is saved by masking all but five words. Show that a mask saves nothing, because the layer "
        "computes every score first.",
        2,
        asks=True,
        finds=("18.87",),
    ),
    Scene(
        part("table", "512/128/3/5"),
        "How many sequential operations does each layer need?",
        "Point to the column of sequential operations: the GRU needs 512, and attention needs one. Ask which of "
        "the two numbers a GPU cannot reduce. Point to the printed table, which shows O(n) for the recurrent layer "
        "and O(1) for self-attention.",
        2,
        finds=("Sequential Operations", "512"),
    ),
    Scene(
        part("meet", "gru/64/16"),
        "Above what sequence length does attention cost more than a GRU?",
        "Collect guesses for complete layers with d = 64, then show the answer. Switch to the LSTM, "
        "the plain "
        "RNN and Table 1 as printed: the two curves meet at a different length, or never.",
        3,
        asks=True,
        finds=("4nd² + 2n²d against 6nd²",),
    ),
    Scene(
        part("operators", "convolution/given/4"),
        "Which weights change when a distant bump moves?",
        "Point to the two equal bumps and ask the question. Show the answer. Switch to attention and show that the top "
        "of the first bump attends to the second bump as much as to itself. Then move the second bump.",
        2,
        asks=True,
        finds=("A convolution weights inputs by distance",),
    ),
    Scene(
        part("paths", "attention/1"),
        "How many layers are needed to connect two words?",
        "Say that attention needs one layer. Ask the question about the convolution and show the answer. Choose k = 3, "
        "then the dilated "
        "kernel. Tell the class that O(log_k n) in Table 1 applies only to dilated kernels.",
        2,
        asks=True,
        finds=("layers of attention",),
    ),
)
