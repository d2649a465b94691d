"""Every word that people read in the picture of an ablation. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "{model} without {part}"
TITLE_OWN = "{model} with {part}"
PART_OWN = "your {kind} “{name}”"
PARTS = {
    "head": "one head",
    "scaling": "scaling",
    "positions": "positions",
    "mask": "the causal mask",
    "residual": "residuals",
    "norm": "LayerNorm",
    "feed_forward": "feed-forward",
    "smoothing": "label smoothing",
    "warmup": "warm-up",
    "nothing": "nothing (other seed)",
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
TRAINED_WITH = "Trained with it"
OTHER_SEED = {"off": "Switched off", "without": "Trained again, with another seed"}
COVERED = "Covered until you have predicted."
TRAINING_ONLY = (
    "Only training knows this part. In a trained model there is nothing left to switch off."
)
OWN_ONLY = "A layer of your own needs weights of its own: there is nothing to switch off."
NOT_TRAINED = "No such training is here yet."
SAME_WEIGHTS = "the same weights"
SHIPPED = "ships with the project, seed {seed}"
HERE = "trained here, seed {seed}"


def part_name(part: str) -> str:
    """What is removed, or the layer of one's own, “attention=mine”, that takes another's place."""
    kind, _, name = part.partition("=")
    return PART_OWN.format(kind=kind.replace("_", "-"), name=name) if name else PARTS[part]


def column(name: str, part: str) -> str:
    """The title of a column; it names the part, so that the picture can stand alone."""
    if name == "without" and "=" in part:
        return TRAINED_WITH
    if part == "nothing" and name in OTHER_SEED:
        return OTHER_SEED[name]
    title = COLUMNS[name].format(part=part_name(part))
    return title[0].upper() + title[1:]


VERDICTS = {
    "better": "better",
    "same": "within chance",
    "worse": "worse",
    "broken": "broken: less than half as many right",
}
UNCHANGED = "Not one of the {count} outputs changed."
CHANGED = "{changed} of {count} outputs changed."
PAIRED = (
    "Right only whole: {only_first}. Right only here: {only_second}. "
    "Equal models would differ so in {chance} of cases."
)
WORDS = {
    "right": "{right} of {count} right",
    "between": "95% interval {low} – {high}",
    "next": "next word right, given the words before it: {next}",
    "moved": "weight that moved: {moved}",
    "map": "map",
    "sentence": "The first outputs that changed",
    "covered": "One held-out sentence",
    "unchanged": "No output changed. One held-out sentence",
    "given": "given",
    "answer": "right answer",
    "writes": "writes",
    "nothing": "(nothing)",
    "rows": "Rows look, columns are looked at. Heads averaged; last layer; the right words are fed. Hatched: "
    "hidden by the mask, not small.",
    "reads": "{row} looks at {column}: {weight}",
    "hidden": "{row} may not look at {column}",
    "start": "⟨start⟩",
    **BUTTONS,
    "keys": [[["←", "→"], "sentence"], [["M"], "map"]],
    "origin": "Models {names}; {count} held-out sentences.",
}
LETTERS = {
    "next": "next letter right, given the letters before it: {next}",
    "covered": "One held-out row",
    "unchanged": "No output changed. One held-out row",
    "rows": WORDS["rows"].replace("the right words", "the right letters"),
    "keys": [[["←", "→"], "row"], [["M"], "map"]],
    "origin": "Models {names}; {count} held-out rows.",
}
PAPER = {
    "caption": "{title}: the share of {count} held-out examples that is right to the end, with 95% "
    "intervals (Wilson), and the {map} of “{sentence}”.",
    "share": "right to the end (%)",
}


def words_of(task) -> dict:
    """The words of the picture: a row of letters is no sentence of words."""
    return WORDS if task.translates else WORDS | LETTERS


def probability_in_words(probability: float) -> str:
    """A probability as people read it."""
    if probability < 0.0001:
        return "less than 0.01%"
    percent = 100 * probability
    return f"{percent:.2f}%" if percent < 1 else f"{percent:.0f}%"
