"""Fifteen minutes on the Transformer block: residual connections, layer normalization, and the feed-forward network."""

from lessons.block import PARTS, VIEWS
from lessons.kit.scenes import Scene, link, section_key
from lessons.models.shipped import SENTENCE


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(place, block_part=PARTS[name][0], **chosen)


STREAM, HAND, DEPTH, UNITS = (
    f"block-figure-{name}=" for name in ("stream", "hand", "depth", "units")
)

SCENES = (
    Scene(
        part("stream", f"{STREAM}decoder/1/7/2/1/0", block_text=SENTENCE),
        "After which sub-layer does the decoder’s word appear?",
        "Explain the residual connection: every sub-layer adds its output to the vector of the word, and none "
        "replaces the vector. So we can ask after each sub-layer what the decoder would write. Point to the first row, "
        "which shows the words that were just read. Take a vote.",
        2,
        asks=True,
        finds=("embedding", "animal"),
    ),
    Scene(
        part("stream", f"{STREAM}decoder/1/7/2/1/0", block_text=SENTENCE, answered="true"),
        "Which sub-layer adds most to the logit of “animal”?",
        "Explain direct logit attribution: the logit is a sum with one part per sub-layer. Point to the two long "
        "bars: the last cross-attention, which attends to the source, and the last feed-forward network. All "
        "rows add up to 9.2070, the logit of the model.",
        2,
        finds=("9.2070", "2 cross-attention"),
    ),
    Scene(
        part("stream", "", block_text=SENTENCE, answered="true"),
        "Does the vector of “it” encode the gender in every training run?",
        "Point to the guided models: in 300 of 300 sentences, “he” matches better than “she” exactly where the "
        "French has “il”. One unguided model is at chance, and the other is nearly always right. All four models "
        "translate equally well.",
        2,
        finds=("300 of 300", "159 of 300"),
        only=section_key("Guided or unguided?"),
    ),
    Scene(
        part("norm", f"{HAND}2/1/6", block_view=VIEWS["hand"]),
        "What does LayerNorm return for numbers ten times as large?",
        "Ask the class to compute x − μ and σ for 1 2 3 4. Take a vote. Then point to the last row: the last number "
        "is 1.3416, the same as for 1 2 3 4.",
        2,
        asks=True,
        finds=("1.3416",),
    ),
    Scene(
        part("norm", f"{HAND}2/2/6", block_view=VIEWS["hand"], answered="true"),
        "What goes wrong in LayerNorm without the root?",
        "Point to the formula without the root, and say that lecture slides print it. The standard deviation should "
        "be 1, but here it is 0.0894. The larger the numbers, the smaller this value gets.",
        1,
        below=True,
        finds=("0.0894", "Vitay"),
    ),
    Scene(
        part("norm", f"{DEPTH}24/4", block_view=VIEWS["depth"]),
        "How large is the first layer’s gradient in 24 layers without residual connections?",
        "Explain that these stacks are untrained. Point to the stack with LayerNorm but no residual connections. "
        "Take a vote: does the gradient of its first layer vanish compared with that of the last layer?",
        2,
        asks=True,
        finds=("no residual",),
    ),
    Scene(
        part("norm", f"{DEPTH}6/4", block_view=VIEWS["depth"], answered="true"),
        "What do residual connections preserve in six layers?",
        "Point to the last column of the table. Without residual connections all words of a sequence have the same "
        "vector (cosine 1.00). In pre-norm the cosine is 0.65. LayerNorm keeps the gradient at a stable size; "
        "residual connections keep the word vectors distinct.",
        2,
        finds=("no residual", "1.00", "0.65"),
    ),
    Scene(
        part("units", f"{UNITS}1/5/81", block_text=SENTENCE),
        "How many hidden units of the feed-forward network are active for one word?",
        "Explain that after attention each word passes separately through a small network: a matrix, a ReLU, and "
        "another matrix. The network is the same at every position. Take a vote.",
        2,
        asks=True,
        finds=("Unit 81",),
    ),
    Scene(
        part("units", f"{UNITS}1/5/81", block_text=SENTENCE, answered="true"),
        "What does hidden unit 81 respond to?",
        (
            "Read the words of unit 81 aloud and ask what they have in common: they are verbs, although no loss term "
            "rewards this."
        ),
        1,
        finds=("Unit 81", "tasted"),
    ),
)
