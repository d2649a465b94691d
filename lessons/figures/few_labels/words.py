"""Every word that people read in the picture of scores over the number of labels. Between ** and **: bold."""

TITLE = "Frozen, fine-tuned, from scratch: how many labels does it take?"
HEAD, COUNT = "head", "labelled texts"
HEADS = {"pair": "two sentences", "sentence": "one sentence", "span": "a span", "tags": "tags"}
WAYS = {"frozen": "frozen", "tuned": "fine-tuned", "scratch": "from scratch"}
HUES = {"frozen": "query", "tuned": "value", "scratch": "key"}
CHART = {
    "pair": "**Pairs judged correctly:** fits, wrong person, wrong place",
    "sentence": "**Sentences judged correctly:** male or female",
    "span": "**Answers of which both ends are right**",
    "tags": "**Words with the right tag**",
}
CONSTANT, WORD = "always the same answer", "each word its usual tag"
COLUMNS = ("", "mean", "95% interval", "each draw")
ORIGIN = (
    "{seeds} draws each: other texts to learn from, other first weights; {tests} texts to be tested on, none of them learned from; {steps} steps. "
    "The upright lines are 95% intervals of the mean (Student’s t), cut at 0 and 100%. python -m transformer.measure.finetuning"
)
