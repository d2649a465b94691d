"""All text of the figure of accuracy by number of labels. Text between ** and ** is bold."""

TITLE = "Accuracy by number of labels"
HEAD, COUNT = "head", "labelled texts"
HEADS = {"pair": "two sentences", "sentence": "one sentence", "span": "a span", "tags": "tags"}
WAYS = {
    "frozen": "frozen",
    "tuned": "fine-tuned",
    "head_first": "head first, then both",
    "scratch": "from scratch",
}
HUES = {"frozen": "query", "tuned": "value", "head_first": "weight", "scratch": "key"}
CHART = {
    "pair": "**Pairs classified correctly:** fits, wrong person, wrong place",
    "sentence": "**Sentences classified correctly:** male or female",
    "span": "**Answers with both ends correct**",
    "tags": "**Words with the correct tag**",
}
CONSTANT, WORD = "always the same answer", "the usual tag of each word"
COLUMNS = ("", "mean", "95% interval", "each draw")
ORIGIN = (
    "Each method is run {seeds} times with different training texts and different initial parameters, and is tested "
    "on {tests} texts that were not used for training. Training takes {steps} steps, and twice as many for “head "
    "first”. Vertical lines are 95% intervals of the mean (Student’s t), cut at 0 and 100%. python -m "
    "lessons.finetuning.measure.finetuning"
)
