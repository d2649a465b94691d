"""Ten minutes on alignment: one step, the matrix, and the fault that no score finds."""

from lessons.alignment import MOVING, PARTS, RECURRENT, REVERSED, SENTENCE
from lessons.kit.scenes import Scene, link

STEP, MAP, SCORED = (PARTS[name][0] for name in PARTS)

SCENES = (
    Scene(
        link("alignment-step=6", alignment_part=STEP, alignment_text=SENTENCE),
        "How large is what the decoder takes from a sentence?",
        "“pas” goes in. Read from left to right: twelve energies, twelve weights, one context. Ask for the size of the context "
        "before you uncover it. A short sentence gives just as many numbers.",
        2,
        asks=True,
        finds=("Look, then move", "traversé"),
    ),
    Scene(
        link("alignment-step=10", alignment_part=STEP, alignment_text=SENTENCE),
        "Where does it look when it writes “il”?",
        "Not at “it”: at “tired”, with 0.99. Only an animal is tired, and “animal” is masculine. The look helps to "
        "choose the word; it need not be the word’s translation.",
        2,
        finds=("tired", "0.99"),
    ),
    Scene(
        link(
            "alignment-step=3",
            alignment_part=STEP,
            alignment_model=RECURRENT[MOVING][0],
            alignment_text=REVERSED,
        ),
        "Move first, then look?",
        "Luong’s decoder. The columns have changed places: the state moves on, then it asks.",
        2,
        finds=("Move, then look", "économique"),
    ),
    Scene(
        link("", alignment_part=MAP, alignment_mapped=REVERSED),
        "Where does it look for the adjectives?",
        "A diagonal would be the same order. Here “zone” looks at the last word, “area”, and the weights come back.",
        2,
        asks=True,
        finds=("european",),
    ),
    Scene(
        link("alignment-scored=english_french_bahdanau/early", alignment_part=SCORED),
        "One step early: what changes?",
        "Nothing that anybody translates. And the map is wrong in nearly every row. Only somebody who knows the right alignment sees it.",
        2,
        asks=True,
        finds=("one step early",),
    ),
    Scene(
        link("alignment-scored=dates_bahdanau/used", alignment_part=SCORED),
        "Every date is right. And where does it look?",
        "At the first digit of the year: never on it. The look goes one further, to a state that has read both digits.",
        2,
        finds=("the first digit of the year",),
    ),
)
