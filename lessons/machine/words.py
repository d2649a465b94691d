"""Texts next to the figures of the machine page (markdown). The numbers come from the figure."""

from lessons.figures.kit.figure import Figure
from lessons.kit.tables import table
from lessons.models.facts import Facts

NOTICE = {
    "model": "- **The size does not change**: {count} vectors of dimension {size} go into a layer, and just as many "
    "come out.\n"
    "- Words exchange information only in **attention** (the lines). All other boxes process each vector "
    "separately.\n"
    "- Only one kind of box connects the encoder with the decoder: **encoder–decoder attention** "
    "(cross-attention), in each layer of the decoder.\n"
    "- All layers have the same structure but different parameters.\n"
    "- **Layer normalization** prevents the components of a vector from becoming huge or tiny. The decks show "
    "LayerNorm after each sum (post-norm). This model applies it before each sub-layer and once more at the end "
    "(pre-norm).",
    "writing": "- The **keys stay the same** because the sentence is read once. Only the query changes from step to step.\n"
    "- Row 1 never contains a later word, because self-attention is **masked**.\n"
    "- With the correct words given (**teacher forcing**), all steps can be computed at once, because every input "
    "word is known. So training is fast, but **autoregressive** decoding is slow.\n"
    "- We **chose** this sentence because one mistake leads to more mistakes. In most sentences, the model makes "
    "the same mistakes in both modes, or none.\n"
    "- In the decks, the decoder starts with a start symbol and stops at an end symbol (here ⟨start⟩ and ⟨end⟩).",
}
GUIDED = (
    "The model that this page opens with was **guided**: an extra loss trained one encoder head to attend from *it* to "
    "its noun. So the model did not learn the link from *it* to *animal* by itself. Choose an unguided model and "
    "follow *it* again. For each model, the table shows the head with the largest weight on the correct noun, and the "
    "translation."
)


def looks_table(looks: dict[str, Facts]) -> str:
    """Return a table with one row per training run: the largest weight of *it*, and the translation."""
    rows = [
        (title, f"{facts.it.on('animal'):.2f}", facts.it.strongest()[0], facts.translation)
        for title, facts in looks.items()
    ]
    heads = ("model", "weight on “animal”", "largest weight on", "French")
    return table("control-table", heads, rows)


def context(sentence: str, last: str) -> str:
    """Return the text above the row of words and numbers."""
    return (
        f"**Contextual embeddings.** The encoder reads “{sentence}”, and the same sentence with “{last}” as its last "
        "word. How far apart are the two output vectors of each word? The input vectors are equal except for the last "
        "one."
    )


def notice(part: str, figure: Figure) -> str:
    """Return what to look for in the open part."""
    if part == "writing":
        return NOTICE[part]
    box = next(
        box for box in figure.header["boxes"] if box["depth"] == 1 and len(box["shape"]) == 2
    )
    (_, count), (_, size) = box["shape"]
    return NOTICE[part].format(count=count, size=size)
