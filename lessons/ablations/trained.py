"""Results of models trained without a part: several seeds and lengths, from the controls (markdown)."""

from collections.abc import Sequence
from functools import cache

from lessons.kit.controls import control_table
from lessons.kit.tables import table
from transformer.measure.controls import Table, read

# The controls in which parts of these models were left out, with several seeds.
CONTROLS = {"reverse": "parts_reverse", "english_french": "parts_french"}
WHOLE = "nothing"
ARMS = {
    "norm": "layer normalization",
    "mask": "causal mask",
    "scaling": "scaling",
    "residual": "residual connections",
    "feed_forward": "feed-forward",
    "positions": "positions",
    "head": "one head",
    "smoothing": "label smoothing",
    "warmup": "warm-up",
    "nothing": WHOLE,
}
# Further controls that show the reason.
FURTHER = {
    ("reverse", "scaling"): "scaling",
    ("reverse", "residual"): "depth",
    ("reverse", "feed_forward"): "feed_forward",
    ("reverse", "warmup"): "warmup",
    ("english_french", "residual"): "residual_french",
    ("english_french", "feed_forward"): "feed_forward",
}
SAME, WORSE, BETTER, BROKEN = "no difference seen", "worse", "better", "fails"
ONE_RUN = (
    "This is one training run, with one seed and one number of steps. *Reverse* was trained with several seeds and "
    "step counts."
)
RULE = (
    "The table shows the accuracy for every seed; all runs use the recipe of the whole model. *Worse*: every seed "
    "scores below every seed of the whole model. *Fails*: every seed scores less than half of the whole model’s "
    "accuracy. *No difference seen*: the accuracies overlap."
)


@cache
def control(name: str) -> Table:
    """Return the shipped results of a control."""
    return read(name)


def parts_control(model: str) -> Table:
    """Return the control in which every part of a model was left out."""
    return control(CONTROLS[model])


def score_range(scores: Sequence[float]) -> str:
    """Format the accuracies of several seeds: "34.4% to 76.3%", or one number if they print alike."""
    low, high = (f"{score:.1%}" for score in (min(scores), max(scores)))
    return low if low == high else f"{low} to {high}"


def score_list(scores: Sequence[float]) -> str:
    """List the accuracies of several seeds."""
    return ", ".join(f"{score:.1%}" for score in scores)


def verdict(whole: Sequence[float], without: Sequence[float]) -> str:
    """Compare the seeds of both sides."""
    if max(without) < min(whole) / 2:
        return BROKEN
    if max(without) < min(whole):
        return WORSE
    return BETTER if min(without) > max(whole) else SAME


def has_seeds(model: str, part: str) -> bool:
    """Return whether the model was trained without the part with several seeds."""
    return model in CONTROLS and ARMS[part] in parts_control(model).arms()


def about_seeds(model: str, part: str) -> str:
    """Return one sentence with the accuracies of the seeds at each length."""
    if not has_seeds(model, part):
        return ONE_RUN
    runs, arm = parts_control(model), ARMS[part]
    results = [
        f"{score_range(runs.scores_of(arm, steps))} after {steps:,} steps"
        for steps in runs.arms()[arm]
    ]
    return f"Several seeds of this recipe reach {', '.join(results)}."


def rows(model: str, *parts: str) -> list[tuple[str, ...]]:
    """Return one row per part, two columns per length: the accuracy of each seed, and the verdict."""
    runs, lines = parts_control(model), []
    for part in parts or [part for part in ARMS if has_seeds(model, part)]:
        cells = [ARMS[part]]
        for steps in lengths_of(model):
            whole, scores = (scores_of(runs, arm, steps) for arm in (WHOLE, ARMS[part]))
            cells.append(" · ".join(f"{score:.1%}" for score in scores) or "–")
            compared = part != WHOLE and whole and scores
            cells.append(verdict(whole, scores) if compared else "")
        lines.append(tuple(cells))
    return lines


def scores_of(runs: Table, arm: str, steps: int) -> list[float]:
    """Return the accuracies of all seeds; [] if there are no runs of this length."""
    return runs.scores_of(arm, steps) if steps in runs.arms().get(arm, ()) else []


def lengths_of(model: str) -> list[int]:
    return sorted({steps for lengths in parts_control(model).arms().values() for steps in lengths})


def headings(model: str) -> tuple[str, ...]:
    pairs = [(f"{steps:,} steps", "verdict") for steps in lengths_of(model)]
    return ("trained without", *(cell for pair in pairs for cell in pair))


def parts_table(model: str, part: str = "") -> str:
    """Return an HTML table of all parts, or of one part and the whole model; "" if there is only one run."""
    if not has_seeds(model, part or "nothing"):
        return ""
    parts = dict.fromkeys((WHOLE, part)) if part else ()
    return table("control-table", headings(model), rows(model, *parts))


def parts_text(model: str) -> str:
    """Return all parts as lines of text, for a notebook."""
    lines = [headings(model), *rows(model)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def tables(model: str, part: str) -> list[str]:
    """Return the runs without a part, and the controls that show the reason, as HTML tables."""
    html_tables = [parts_table(model, part)]
    if name := FURTHER.get((model, part)):
        html_tables.append(control_table(name))
    return [table for table in html_tables if table]


def lead(model: str, part: str) -> str:
    """Summarise the tables."""
    return f"{about_seeds(model, part)} {reason(model, part)}".strip()


def reason(model: str, part: str) -> str:
    """Summarise the further runs that show the reason."""
    name = FURTHER.get((model, part))
    return REASONS[name](control(name)) if name else ""


def _scaling(runs: Table) -> str:
    slow = [runs.scores_of("not divided, rate 0.003", steps) for steps in (600, 1800)]
    first = runs.scores_of("not divided, same initial scores", 600)
    return (
        "**The learning rate of 0.01 is too large for unscaled scores.** At a rate of 0.003, the model without the "
        f"division reaches {score_range(slow[0])} after 600 steps and {score_range(slow[1])} after 1,800. At 0.01, a model that "
        f"*starts* with the scores of the scaled model gets {score_range(first)}, so a sharp softmax at the start is not "
        f"the reason."
    )


def _depth(runs: Table) -> str:
    arm = "2 + 2 layers, without residual connections"
    shallow = score_range(parts_control("reverse").scores_of(ARMS["residual"], 1800))
    return (
        "**The deeper model needs its residual connections more.** On this task, after 1,800 steps without them, models with "
        f"1 + 1 layers reach {shallow} (at a rate of 0.01), and models with 2 + 2 layers reach "
        f"{score_range(runs.scores_of(arm, 1800))} (at 0.003, where the whole model reaches "
        f"{score_range(runs.scores_of('2 + 2 layers, whole', 600))} after 600 steps)."
    )


def _feed_forward(runs: Table) -> str:
    benefits = []
    for task in ("addition", "sort"):
        whole, without = (f"{task}, {arm}" for arm in ("whole", "without feed-forward"))
        steps = max(set(runs.arms()[whole]) & set(runs.arms()[without]))
        scores = [score_range(runs.scores_of(arm, steps)) for arm in (whole, without)]
        benefits.append(
            f"{scores[0]} with it and {scores[1]} without it on *{task}* ({steps:,} steps)"
        )
    return f"**The benefit of the feed-forward network depends on the task:** the accuracy is {benefits[0]}, and {benefits[1]}."


def _warmup(runs: Table) -> str:
    each = [
        f"{where} the sub-layer, the accuracies are {score_list(runs.scores_of(f'{order}, warm-up', 600))} with warm-up and "
        f"{score_list(runs.scores_of(f'{order}, no warm-up', 600))} without it"
        for order, where in (("pre", "before"), ("post", "after"))
    ]
    return (
        f"**Without warm-up, training with LayerNorm after the sub-layer can fail.** With LayerNorm {each[0]} (600 steps, all "
        f"seeds). With LayerNorm {each[1]}. Xiong et al. (2020) study this effect in deep models."
    )


def _residual_french(runs: Table) -> str:
    ((arm, lengths),) = runs.arms().items()
    results = [
        f"{score_range(runs.scores_of(arm, steps))} after {steps:,} steps" for steps in lengths
    ]
    return f"At a smaller learning rate ({arm}), the model reaches {', '.join(results)}."


REASONS = {
    "scaling": _scaling,
    "depth": _depth,
    "feed_forward": _feed_forward,
    "warmup": _warmup,
    "residual_french": _residual_french,
}
