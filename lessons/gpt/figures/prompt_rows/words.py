"""All text of the figure of a batch with prompts. Text between ** and ** is bold."""

TITLE = "Which tokens does the loss count?"
COUNTED, ROW, PLACE = "the loss counts", "row", "next word"
WAYS = {"answer": "only the answer", "everything": "the whole sequence"}
BATCH = "**Loss of each next word**, in nats; each row is one example of the batch"
TIP = "{row}, position {column}: {value}"
HATCHED = (
    "Hatched cells are not counted, because the word is given or is padding. The largest loss has the strongest "
    "colour."
)
COUNTS = {
    (
        True,
        "answer",
    ): "After “{before}”, the next word is **{word}**. It is part of the answer, so its loss of {{loss}} counts.",
    (
        True,
        "end",
    ): "After “{before}”, the sequence ends. The model also learns to stop; the loss is {{loss}}.",
    (
        True,
        "prompt",
    ): "After “{before}”, the next word is **{word}**. A prompt is unpredictable; the loss is {{loss}}.",
    (
        False,
        "prompt",
    ): "After “{before}”, the next word is **{word}**. It is given, so it adds no loss.",
}
TOTALS = {
    "answer": "**{counted} of {places} positions count**. Mean loss of the model trained this way: **{{mean}}**.",
    "everything": "**{counted} of {places} positions count**. Mean loss of the model trained this way: **{{mean}}**; on the answers "
    "only: {{answers}}.",
}
ORIGIN = "One forward pass of {models} on held-out examples."
