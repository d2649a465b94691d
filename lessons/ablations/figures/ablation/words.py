"""All text of the ablation figure. Text between ** and ** is bold."""

from collections.abc import Sequence

from transformer.measure.statistics import interval_of_difference

TITLE = "{model} without {part}"
TITLE_OWN = "{model} with {part}"
PART_OWN = "your {kind} “{name}”"
PARTS = {
    "head": "one head",
    "scaling": "scaling",
    "positions": "positions",
    "mask": "the causal mask",
    "residual": "residual connections",
    "norm": "LayerNorm",
    "feed_forward": "feed-forward",
    "smoothing": "label smoothing",
    "warmup": "warm-up",
    "nothing": "nothing (different seed)",
}
COLUMNS = {
    "whole": "Whole",
    "off": "{part} switched off",
    "without": "Trained without {part}",
}
MAPS = (
    ("encoder.{}.self_attention", "encoder self-attention"),
    ("decoder.{}.self_attention", "decoder self-attention"),
    ("decoder.{}.cross_attention", "cross-attention"),
)
TRAINED_WITH = "With your layer"
OTHER_SEED = {"off": "Switched off", "without": "Retrained with a different seed"}
COVERED = "Make a prediction to see this."
TRAINING_ONLY = (
    "This part exists only in training. In a trained model there is nothing to switch off."
)
OWN_ONLY = "Your own layer has its own parameters, so there is nothing to switch off."
NOT_TRAINED = "This model has not been trained yet."
SAME_WEIGHTS = "the same weights"
SHIPPED = "ships with the project, seed {seed}"
HERE = "trained here, seed {seed}"


def part_name(part: str) -> str:
    """Name the removed part, or your own layer, such as “attention=mine”, that replaces a part."""
    kind, _, name = part.partition("=")
    return PART_OWN.format(kind=kind.replace("_", "-"), name=name) if name else PARTS[part]


def column_title(name: str, part: str) -> str:
    """Build the title of a column. It names the part, so that the figure is complete on its own."""
    if name == "without" and "=" in part:
        return TRAINED_WITH
    if part == "nothing" and name in OTHER_SEED:
        return OTHER_SEED[name]
    title = COLUMNS[name].format(part=part_name(part))
    return title[0].upper() + title[1:]


VERDICTS = {
    "better": "better",
    "same": "no difference seen",
    "worse": "worse",
    "broken": "broken: under half the accuracy",
}
UNCHANGED = "Not one of the {count} outputs changed."
CHANGED = "{changed} of {count} outputs changed."
PAIRED = (
    "Correct only in the whole model: {only_first}; only in this model: {only_second}. Equal models would differ by "
    "at least this much in {chance} of cases. {difference}"
)
PERCENT = "% correct"
RIGHT = "{right:,} of {count:,} correct"
NEXT = "next {unit} (%)"
INTERVAL = "95% interval {low} to {high}."
MOVED = "weight that moved: {moved}"
MAP = "map"
CHOSEN = {
    "changed": "The first held-out {row}s with a changed output. ",
    "covered": "One held-out {row}. ",
    "unchanged": "No output changed. One held-out {row}. ",
}
ANSWER = "correct answer"
NOTHING = "(nothing)"
ROWS = (
    "Rows attend; columns are attended to. The map is the mean of the last layer’s heads. The decoder reads the "
    "correct {unit}s. Hatched cells are masked. Below each map is the model’s own output. "
    "Next {unit}: the accuracy of the next {unit}, given the {unit}s before it."
)
READS = "{row} attends to {column}: {value}"
ORIGIN = "Models: {models}; {count:,} held-out {row}s."


def unit_of(task) -> dict[str, str]:
    """Return what the model of a task writes: words of a sentence, or letters of a string."""
    if task.translates:
        return {"unit": "word", "row": "sentence"}
    return {"unit": "letter", "row": "string"}


def difference(whole: Sequence[bool], other: Sequence[bool]) -> str:
    """Describe the interval of the difference of two models on the same sentences, in percentage points."""
    low, high = (100 * end for end in interval_of_difference(whole, other))
    return f"95% interval of the difference: {low:+.1f} to {high:+.1f} points.".replace("-", "−")


def probability_in_words(probability: float) -> str:
    """Format a probability for readers."""
    if probability < 0.0001:
        return "less than 0.01%"
    percent = 100 * probability
    return f"{percent:.2f}%" if percent < 1 else f"{percent:.0f}%"
