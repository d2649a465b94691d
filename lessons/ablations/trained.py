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
    """The control in which every part of a model was left out."""
    return control(CONTROLS[model])


def shares(scores: Sequence[float]) -> str:
    """Format the accuracies of several seeds: "34.4% to 76.3%", or one number if they print alike."""
    low, high = (f"{score:.1%}" for score in (min(scores), max(scores)))
    return low if low == high else f"{low} to {high}"


def listed(scores: Sequence[float]) -> str:
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
    """Whether the model was trained without the part with several seeds."""
    return model in CONTROLS and ARMS[part] in parts_control(model).arms()


def seeds(model: str, part: str) -> str:
    """Return one sentence with the accuracies of the seeds at each length."""
    if not has_seeds(model, part):
        return ONE_RUN
    found, arm = parts_control(model), ARMS[part]
    told = [
        f"{shares(found.scores_of(arm, steps))} after {steps:,} steps"
        for steps in found.arms()[arm]
    ]
    return f"Several seeds of this recipe reach {', '.join(told)}."


def rows(model: str, *named: str) -> list[tuple[str, ...]]:
    """One row per part, two columns per length: the accuracy of each seed, and the verdict."""
    found, lines = parts_control(model), []
    for part in named or [part for part in ARMS if has_seeds(model, part)]:
        cells = [ARMS[part]]
        for steps in lengths_of(model):
            whole, scores = (scores_of(found, arm, steps) for arm in (WHOLE, ARMS[part]))
            cells.append(" · ".join(f"{score:.1%}" for score in scores) or "–")
            compared = part != WHOLE and whole and scores
            cells.append(verdict(whole, scores) if compared else "")
        lines.append(tuple(cells))
    return lines


def scores_of(found: Table, arm: str, steps: int) -> list[float]:
    """The accuracies of all seeds; [] if there are no runs of this length."""
    return found.scores_of(arm, steps) if steps in found.arms().get(arm, ()) else []


def lengths_of(model: str) -> list[int]:
    return sorted({steps for lengths in parts_control(model).arms().values() for steps in lengths})


def headings(model: str) -> tuple[str, ...]:
    named = [(f"{steps:,} steps", "verdict") for steps in lengths_of(model)]
    return ("trained without", *(cell for pair in named for cell in pair))


def parts_table(model: str, part: str = "") -> str:
    """An HTML table of all parts, or of one part and the whole model; "" if there is only one run."""
    if not has_seeds(model, part or "nothing"):
        return ""
    named = dict.fromkeys((WHOLE, part)) if part else ()
    return table("control-table", headings(model), rows(model, *named))


def parts_text(model: str) -> str:
    """All parts as lines of text, for a notebook."""
    lines = [headings(model), *rows(model)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def tables(model: str, part: str) -> list[str]:
    """The runs without a part, and the controls that show the reason, as HTML tables."""
    found = [parts_table(model, part)]
    if name := FURTHER.get((model, part)):
        found.append(control_table(name))
    return [table for table in found if table]


def lead(model: str, part: str) -> str:
    """Summarise the tables."""
    return f"{seeds(model, part)} {reason(model, part)}".strip()


def reason(model: str, part: str) -> str:
    """Summarise the further runs that show the reason."""
    name = FURTHER.get((model, part))
    return REASONS[name](control(name)) if name else ""


def _scaling(found: Table) -> str:
    slow = [found.scores_of("not divided, rate 0.003", steps) for steps in (600, 1800)]
    first = found.scores_of("not divided, same initial scores", 600)
    return (
        "**The learning rate of 0.01 is too large for unscaled scores.** At a rate of 0.003, the model without the "
        f"division reaches {shares(slow[0])} after 600 steps and {shares(slow[1])} after 1,800. At 0.01, a model that "
        f"*starts* with the scores of the scaled model gets {shares(first)}, so a sharp softmax at the start is not "
        f"the reason."
    )


def _depth(found: Table) -> str:
    arm = "2 + 2 layers, without residual connections"
    shallow = shares(parts_control("reverse").scores_of(ARMS["residual"], 1800))
    return (
        "**The deeper model needs its residual connections more.** On this task, after 1,800 steps without them, models with "
        f"1 + 1 layers reach {shallow} (at a rate of 0.01), and models with 2 + 2 layers reach "
        f"{shares(found.scores_of(arm, 1800))} (at 0.003, where the whole model reaches "
        f"{shares(found.scores_of('2 + 2 layers, whole', 600))} after 600 steps)."
    )


def _feed_forward(found: Table) -> str:
    told = []
    for task in ("addition", "sort"):
        whole, without = (f"{task}, {arm}" for arm in ("whole", "without feed-forward"))
        steps = max(set(found.arms()[whole]) & set(found.arms()[without]))
        scores = [shares(found.scores_of(arm, steps)) for arm in (whole, without)]
        told.append(f"{scores[0]} with it and {scores[1]} without it on *{task}* ({steps:,} steps)")
    return f"**The benefit of the feed-forward network depends on the task:** the accuracy is {told[0]}, and {told[1]}."


def _warmup(found: Table) -> str:
    each = [
        f"{where} the sub-layer, the accuracies are {listed(found.scores_of(f'{order}, warm-up', 600))} with warm-up and "
        f"{listed(found.scores_of(f'{order}, no warm-up', 600))} without it"
        for order, where in (("pre", "before"), ("post", "after"))
    ]
    return (
        f"**Without warm-up, training with LayerNorm after the sub-layer can fail.** With LayerNorm {each[0]} (600 steps, all "
        f"seeds). With LayerNorm {each[1]}. Xiong et al. (2020) study this effect in deep models."
    )


def _residual_french(found: Table) -> str:
    ((arm, lengths),) = found.arms().items()
    told = [f"{shares(found.scores_of(arm, steps))} after {steps:,} steps" for steps in lengths]
    return f"At a smaller learning rate ({arm}), the model reaches {', '.join(told)}."


REASONS = {
    "scaling": _scaling,
    "depth": _depth,
    "feed_forward": _feed_forward,
    "warmup": _warmup,
    "residual_french": _residual_french,
}
