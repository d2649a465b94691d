"""Ten minutes on alignment: one decoder step, the alignment matrix, and an off-by-one alignment."""

from lessons.alignment import MOVING, PARTS, RECURRENT, REVERSED, SENTENCE
from lessons.kit.scenes import Scene, link, section_key

STEP, MAP, SCORED = (PARTS[name][0] for name in PARTS)

SCENES = (
    Scene(
        link("alignment-step=6", alignment_part=STEP, alignment_text=SENTENCE),
        "How large is the context vector?",
        "Explain that the decoder now reads “pas”. Go from left to right: twelve energies, twelve weights, and one "
        "context vector. Ask how large the context vector of a shorter sentence is, then reveal that the size is the "
        "same.",
        2,
        asks=True,
        finds=("Look, then move", "traversé"),
    ),
    Scene(
        link("alignment-step=10", alignment_part=STEP, alignment_text=SENTENCE),
        "Which word does the decoder attend to when it writes “il”?",
        "Let the class guess between “it” and “animal”, then point to “tired”, which has weight 0.99. Explain that "
        "the largest weight need not be on the word being translated.",
        2,
        finds=("tired", "0.99"),
    ),
    Scene(
        link(
            "alignment-step=3",
            alignment_part=STEP,
            alignment_model=RECURRENT[MOVING][0],
            alignment_text=SENTENCE,
        ),
        "Does the decoder attend before or after its state moves on?",
        "Explain that this is Luong’s decoder. Point to the columns in their new order: the state moves on "
        "before the decoder attends.",
        2,
        finds=("Move, then look",),
    ),
    Scene(
        link("", alignment_part=MAP, alignment_mapped=REVERSED),
        "Which word does the decoder attend to for an adjective?",
        "Explain that the same word order in both languages would produce a diagonal. Take a vote, reveal the matrix, "
        "and click the cell of “économique”.",
        2,
        asks=True,
        finds=("european",),
    ),
    Scene(
        link("alignment-swaps=english_french_luong", alignment_part=MAP, alignment_mapped=SENTENCE),
        "Does the word with the largest weight decide the pronoun?",
        "Point out that Luong’s decoder attends to “because”. With the state at “because” replaced, the decoder "
        "writes “elle”; with that at “tired” replaced, nothing changes. Explain that the state at “because” already "
        "includes “tired”.",
        3,
        finds=("because",),
        only=section_key("Which state decides “il”?"),
    ),
    Scene(
        link("alignment-scored=english_french_bahdanau/used", alignment_part=SCORED),
        "What changes if a decoder attends at the end of a step?",
        "Take a vote, reveal the answer, and choose “rewritten”. Point out that all translations stay the same, but "
        "nearly every row of the map is wrong. Explain that only a known alignment reveals this error.",
        2,
        asks=True,
        finds=("Where the weight is",),
    ),
    Scene(
        link("alignment-scored=dates_bahdanau/used", alignment_part=SCORED),
        "Which character of a date gets the largest weight?",
        "Point to the first digit of the year: it never gets the largest weight. Point to the digit on its right, "
        "whose state includes both digits.",
        2,
        finds=("the first digit of the year",),
    ),
)
