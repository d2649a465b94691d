"""Sentences of the page on alignment beside its figures (markdown)."""

STEP = (
    "**The same states are looked at every time.** The encoder has read the sentence once; h₁ … h_T stay as they are. Only "
    "the state s changes from word to word, and with it the energies.\n\n"
    "**A selective summary of fixed size.** As many energies and weights as there are words, but one context: a weighted "
    "sum of the hⱼ. A few words or many, it has the same size.\n\n"
    "**hⱼ is more than word j.** It is [→hⱼ; ←hⱼ]: one reader comes from the left, one from the right, and each has "
    "seen the words on its way. (Gunhee Kim’s slides print →hⱼ twice.)\n\n"
    "**Look, then move, or move, then look?** Choose Luong’s model: the columns change places. Bahdanau’s decoder asks "
    "before it has taken in the word it wrote last, Luong’s afterwards."
)
MAP = (
    "**Mostly a diagonal.** Where both languages have the same order, the largest weights go down step by step.\n\n"
    "**Adjectives are reversed**: *zone* looks at *area*, far ahead, then the weights come back: *économique* at "
    "*economic*, *européenne* at *european*.\n\n"
    "**A weight need not be the translation.** Type the sentence about the tired animal: Bahdanau’s model looks at *tired* "
    "when it writes *il*, and not at *it*. *tired* is what decides between *il* and *elle*.\n\n"
    "**Choose a Transformer** and the same sentence. The guided one was also rewarded for the right look; the other one "
    "was not, and strays more often than Bahdanau’s."
)
SCORED = (
    "**Well translated is not well aligned.** Nothing in training asks for a look at the right word, only for the right "
    "next word. Dates are always right, and the look is on the aligned character in less than half of the places.\n\n"
    "**Why it may look beside it:** the state of a neighbour has read the word, too. Choose *Dates*, and look at the first "
    "digit of the year: never on it, since the state one further on knows both.\n\n"
    "**One step early** is the fault that no score finds. Look for it on the map: a clean diagonal, one row too high."
)


def notice(part: str) -> str:
    """What to look for in what is shown."""
    return {"step": STEP, "map": MAP, "scored": SCORED}[part]
