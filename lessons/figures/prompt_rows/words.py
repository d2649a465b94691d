"""Every word that people read in the picture of a batch with prompts. Between ** and **: bold."""

TITLE = "What does the loss count?"
COUNTED, ROW, PLACE = "the loss counts", "row", "next word"
WAYS = {"answer": "only the answer", "everything": "all of the row"}
BATCH = "**Loss of each next word**, in nats: a row is a row of the batch"
TIP = "{row}, place {column}: {value}"
HATCHED = "Hatched: does not count, because it is given, or because it is padding. The colour is full at the largest loss."
COUNTS = {
    (
        True,
        "answer",
    ): "After “{before}” the next word is **{word}**. It belongs to the answer, so it counts: loss {{loss}}.",
    (True, "end"): "After “{before}” the row is over. To stop is learned, too: loss {{loss}}.",
    (
        True,
        "prompt",
    ): "After “{before}” the next word is **{word}**. Nobody can know how a prompt goes on: loss {{loss}}.",
    (
        False,
        "prompt",
    ): "After “{before}” the next word is **{word}**. It is given: no loss, nothing to learn here.",
}
TOTALS = {
    "answer": "Of {places} places **{counted} count**. Mean loss of the model that was trained so: **{{mean}}**.",
    "everything": "Of {places} places **{counted} count**. Mean loss of the model that was trained so: **{{mean}}**; on the answers "
    "alone {{answers}}.",
}
ORIGIN = "One pass of {models} over held-out rows."
