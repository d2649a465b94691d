"""What the machine page says beside its figures (markdown). Numbers are those of the figure."""

from lessons.figures.kit.figure import Figure

NOTICE = {
    "model": "- **The size does not change**: {count} vectors of {size} numbers go into a layer, and as many come out.\n"
    "- Words meet only in **attention**: the lines. Everything else works on each vector alone.\n"
    "- The two sides touch in one kind of box: **cross-attention** (“looks across”), in each layer of the decoder.\n"
    "- Layers are alike. Their numbers differ: each has learned its own.\n"
    "- A **layer norm** keeps the numbers of a vector neither huge nor tiny. The decks have it after each sum, this model "
    "before each part and once more at the end, as its own code says: the drawing follows the code.",
    "writing": "- The **keys stay**: the sentence is read once. What changes from step to step is the query.\n"
    "- Row 1 never shows a word that is still to come: that is what “masked” says.\n"
    "- **With the right words**, all steps can be computed at once, since every word that goes in is known. "
    "That is why training is fast, and writing is slow.\n"
    "- This sentence was **chosen**, since a slip leads to more. In most sentences both ways make the same slips, or none.\n"
    "- The decks let this decoder begin with a start symbol, and stop at an end symbol: ⟨start⟩ and ⟨end⟩ here.",
}


def context(sentence: str, last: str) -> str:
    """What stands above the row of words and numbers."""
    return (
        f"**Does it matter how the sentence ends?** “{sentence}”, and the same with “{last}”: how far apart are "
        "the two vectors of each word, when they leave the encoder? Those that go in are equal, but for the last."
    )


def notice(part: str, figure: Figure) -> str:
    """What to look for in the open part."""
    if part == "writing":
        return NOTICE[part]
    box = next(
        one for one in figure.header["boxes"] if one["depth"] == 1 and len(one["shape"]) == 2
    )
    (_, count), (_, size) = box["shape"]
    return NOTICE[part].format(count=count, size=size)
