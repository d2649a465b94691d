"""Texts of the masks page."""

NAMES = {
    "right": "Nothing is wrong: in every layer, only allowed outputs change.",
    "inverted": "True and False are swapped: each word sees what should be hidden, and nothing else.",
    "one_ahead": "Off by one: each word also sees the next word, which it should predict.",
    "padding_on_queries": "Padding was masked on the query axis: ⟨pad⟩ attends to nothing, and every word "
    "still attends to ⟨pad⟩.",
    "wrong_axis": "The padding mask (sentence, position) was mistaken for (query, key), because there are as many "
    "sentences as positions. In every sentence, row 3 hides the padding positions of sentence 3.",
    "forgotten_in_layer_1": "Layer 1 has no mask; the other layer has one.",
    "forgotten_in_layer_2": "Layer 2 has no mask; the other layer has one.",
}
UNNAMED = (
    "The measured outputs match no mistake on the list. Compare the hatched cells with the outline."
)

NOTICE = {
    "paint": "**A mask is a rule about pairs**, not about words. Close all cells of one row: all its weights become "
    "0, and only the residual connection passes on the word’s own vector.\n\n"
    "**“What moves what” is measured**: a different word replaces the word of a column, and the model runs again. "
    "Choose *window* (**sliding-window attention**) and switch from layer 1 to all layers: the rule allows one "
    "neighbour on each side, so two layers reach two neighbours on each side.\n\n"
    "**True has two meanings in PyTorch.** Compare the two "
    "meanings in the box below the figure.",
    "leak": "**The outline shows what the rule allows; the colour shows what was measured.** Orange cells are "
    "outputs that change although the rule forbids it.\n\n"
    "**Compare single layers.** Measured through all layers, a mask missing in one layer looks like a mask missing in "
    "every layer.\n\n"
    "**This figure cannot show** whether a word may attend to itself. The residual connection passes on "
    "the word’s vector, so the same outputs change under a mask that forbids this attention.",
    "cheat": "**The floor** is the lowest loss that a model can reach without knowing what comes next. The floor "
    "follows from the task: log₂ 8 = 3 bits for the first letter and 1 bit for each coin toss. Longer training or a larger "
    "model does not change the floor.\n\n"
    "**For real text the floor is not known exactly.** Without a known floor, only a surprisingly low "
    "loss and nonsense output reveal **data leakage**.",
}

SLIDES = (
    "- **Scores or weights?** *Mining Unstructured Data 12* adds the mask “to the attention weights before the softmax”. "
    "Before the softmax there are only scores. If some weights are set to 0 after the softmax, the rest no longer sum "
    "to 1.\n"
    "- **Near to 0?** Basili and Croce write that a masked element gets “a score near to 0”. Its score is −∞, and its "
    "weight is exactly 0. With a score of 0 the element would still get a weight.\n"
    "- **Different lengths?** The same deck uses masks “to handle sequences of different lengths” and shows the "
    "*causal* mask. Different lengths need the *padding* mask."
)


def about_diagnosis(names: tuple[str, ...]) -> str:
    """Return the mistake as a sentence, or several mistakes that this batch cannot separate."""
    return " Or: ".join(NAMES[name] for name in names) if names else UNNAMED
