"""What the masks page says about what it shows."""

NAMES = {
    "right": "Nothing is wrong: in every layer just what the rule allows moves.",
    "inverted": "True and False are swapped: what should be hidden is seen, and the rest is hidden.",
    "one_ahead": "Off by one: each word also sees the next one, which it is to predict.",
    "padding_on_queries": "Padding was hidden on the axis of the queries: ⟨pad⟩ looks nowhere, and everybody "
    "still looks at ⟨pad⟩.",
    "wrong_axis": "The padding mask (sentence, place) was taken for (query, key), because there are as many "
    "sentences as places: row 3 of every sentence is hidden where sentence 3 is short.",
    "forgotten_in_layer_1": "Layer 1 forgot its mask; the other layer has it.",
    "forgotten_in_layer_2": "Layer 2 forgot its mask; the other layer has it.",
}
UNNAMED = "What moves fits no mistake on the list. Compare the hatched cells with the outline."

NOTICE = {
    "paint": "**A mask is a rule about pairs**, not about words. Take everything away from one row: its weights "
    "are all 0, and only the residual is left, which hands on the word’s own vector.\n\n"
    "**“What moves what” is measured**: another word is put in the place of a column, and the model runs again. "
    "Choose *window* and go from layer 1 to all layers: the rule allows one neighbour on each side, and two layers "
    "reach two.\n\n"
    "**PyTorch has two meanings of True.** Compare the two in the box below the picture.",
    "leak": "**The outline is what the rule allows; the colour is what was measured.** Orange stands where an "
    "output moves although nobody may look there.\n\n"
    "**One layer at a time.** Through all layers a mask that one layer forgot looks like a mask that all forgot.\n\n"
    "**What cannot be seen here:** whether a word may look at itself. The residual hands its vector on in any case, so "
    "under a mask that forbids it the same outputs move.",
    "cheat": "**Below the floor is not better.** The floor is the smallest loss of a model that does not know what is "
    "still to come. It follows from the task: log₂ 8 = 3 bits for the first letter, 1 bit for each coin. No training "
    "and no size changes it.\n\n"
    "**For real text nobody knows the floor so exactly**, so a leak shows only as a loss that is surprisingly low, and "
    "as a model that writes nonsense.",
}


def about_diagnosis(names: tuple[str, ...]) -> str:
    """The mistake in a sentence; several where this batch cannot tell them apart."""
    return " Or: ".join(NAMES[name] for name in names) if names else UNNAMED
