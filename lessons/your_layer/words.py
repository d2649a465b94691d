"""Texts and tables of the page on your own layer. All numbers are measured."""

from collections.abc import Sequence
from html import escape

from lessons.figures.kit.figure import Figure
from lessons.your_layer.measure.fair_trainings import Score, verdict
from lessons.your_layer.measure.layer_cost import Cost
from transformer.contracts import CheckResult

STATES = {"green": "✓", "red": "✗", "grey": "–"}
USUAL = "All shipped models use this layer."
WROTE = "{file} was written; “Source” shows it. When you edit and save the file, this page updates."
ENOUGH = "You have written {most} layers: {names}. Delete one first."
TAKEN_BACK = "my_{name}.py was deleted."
NOT_TRAINED = (
    "Neither layer has been trained on this task with this seed yet. One training run takes about ten seconds; you can "
    "leave the page meanwhile."
)
SAME_START = "Both runs use the same task, seed and batches and, where shapes allow, the same initial parameters."
EVERYTHING = (
    "Five successive training runs take about a minute. The runs continue if you leave the page."
)
PUT_IN = (
    "The layer replaces the standard layer in a model that was trained without it and, where names and shapes agree, "
    "uses the trained parameters. The accuracy on the model’s card does not apply to the modified model."
)
TWO_RUNS = (
    "A comparison requires two training runs. To train a pair, choose a kind of layer, then **Two training runs**. "
    "The page *Training* trains any model, and loads a run that was sent to you."
)
OTHER_WORDS = "{} and {} have different vocabularies, so they cannot read the same sentence. Both curves are under **Two training runs**."
OTHER_FAMILY = "One run belongs to the family {}, the other to the family {}, so their steps cannot be compared."
NO_ATTENTION = (
    "The two models have no attention layer at the same position, so their maps cannot be compared."
)
NO_LAYER = "A layer file for one run is missing here, so its model cannot run."
ONE_TASK = (
    "A stored run covers only one task. To train a layer on every task, choose a kind of layer."
)
SAME_LAYERS = "Both models have the same layers, with the same code and checks."
OF_RUNS = (
    "The time is the median wall-clock time of a training step, stored with the run; another computer, or a busy one, "
    "can take longer. The memory was measured just now, with the batch size of the run."
)
CAME = "This layer file came with {run}; it is shown, but never run."
LIGHTS = (
    "**Green does not mean good.** A contract check tests one property, for example that the layer runs, that it sees "
    "no later word, or that all its parameters receive a gradient. Only training runs can show whether one layer is "
    "better than another.\n\n"
    "**A red check names the first wrong cell**, its value and a likely cause.\n\n"
    "**In a terminal**: `python -m transformer.variants new attention mine` writes the same file, and "
    "`python -m transformer.contracts attention mine` runs the same checks."
)
COMPARE = (
    "**Only the layer differs.** Task, seed, batches and, where shapes allow, the initial parameters are the same. So a "
    "difference in accuracy comes from the layer or from chance.\n\n"
    "**How large is the effect of chance?** The confidence interval contains the true accuracies that are compatible "
    "with the count. McNemar’s test counts only the sentences that exactly one model answers correctly.\n\n"
    "**One seed is one sample.** Before you trust a difference, train both layers with other seeds.\n\n"
    "**The recipe favours the baseline.** The learning rate was chosen for the standard layer. Before you call the "
    "other layer worse, train it with another learning rate and for longer.\n\n"
    "**You can compare any two runs**, including a run that was sent to you: choose *runs* in the first menu."
)
SOURCE = (
    "**Look for the first step that differs**, not for the largest difference. All later steps differ because of that "
    "step.\n\n"
    "**You can edit the line of code.** The line passes its result through a hook; the shape shown is that of the "
    "result. When you save an edit, this page compares the new version with the last one."
)
CONTROL = (
    "With the standard recipe, *unscaled* is far worse than the standard layer. The recipe’s learning rate of "
    "0.01 was chosen for the standard layer. Here both layers are trained with two learning rates and three seeds per "
    "rate, and again with three times as many steps."
)
ARMS = (
    "divided, rate 0.01",
    "not divided, rate 0.01",
    "divided, rate 0.003",
    "not divided, rate 0.003",
)


def about_model(figure: Figure, remark: str) -> str:
    """Return what the model writes with this layer."""
    run = figure.header["run"]
    return f"The model writes: *{run['output'] or 'nothing'}*. {remark}"


def interval(score: Score) -> str:
    low, high = score.interval
    return f"{low:.1%} – {high:.1%}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of plain text as HTML."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
        for row in rows
    )
    return (
        f"<div class=layers><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def scores_table(
    names: Sequence[str], scores: Sequence[Score | None], seen: Sequence[str] = ("", ""), same=True
) -> str:
    """Return a comparison of two trained models on their held-out sentences; without whole answers, show what was `seen`
    in training. `same`: both have the same sentences."""
    rows = [
        (
            name,
            f"{sum(score.right)} of {len(score.right)}" if score else note,
            interval(score) if score else "",
            f"{score.parameters:,}" if score else "",
            comparison_text(scores[0], score, same) if place else "",
        )
        for place, (name, score, note) in enumerate(zip(names, scores, seen, strict=True))
    ]
    return table(("", "correct", "95% interval", "parameters", f"compared with {names[0]}"), rows)


def comparison_text(first: Score | None, second: Score | None, same: bool) -> str:
    """Return whether the second model is better, or why they are not compared, as text."""
    if not same:
        return "not compared: different held-out sentences"
    return (
        verdict(first, second)
        if first and second
        else "not compared: a run has no complete answers"
    )


def tasks_table(name: str, rows: Sequence[dict]) -> str:
    """Return a table with one row per task: the shipped standard layer and this layer."""
    table_rows = []
    for row in rows:
        standard, score = row["standard"], row["score"]
        mine = row["state"] or "not trained yet"
        if score is not None:
            mine = f"{sum(score.right)} of {len(score.right)}"
            mine += ", by an earlier version of the code" * bool(row["old"])
            mine += ", ships with the project" * row["ships"]
        table_rows.append(
            (
                row["task"],
                f"{sum(standard.right)} of {len(standard.right)}",
                mine,
                "" if score is None else interval(score),
                "" if score is None else verdict(standard, score),
            )
        )
    return table(("task", "standard", name, "95% interval", f"{name} is"), table_rows)


def cost_table(names: Sequence[str], costs: Sequence[Cost], time: str = "CPU time") -> str:
    """Return a table of time and memory of a training step, with their ratios."""
    first, second = costs
    rows = [
        ("parameters", f"{first.parameters:,}", f"{second.parameters:,}", _ratio(second.parameters, first.parameters)),
        (time, f"{1000 * first.seconds:.1f} ms", f"{1000 * second.seconds:.1f} ms", _ratio(second.seconds, first.seconds)),
        ("stored for the gradient", f"{first.kept / 1e6:.2f} MB", f"{second.kept / 1e6:.2f} MB", _ratio(second.kept, first.kept)),
    ]  # fmt: skip
    return table(("a training step", *names, "ratio"), rows)


def _ratio(value: float, baseline: float) -> str:
    return f"× {value / baseline:.2f}"


def lights_table(names: Sequence[str], both: Sequence[Sequence[CheckResult]]) -> str:
    """Return a table of the contract checks of two layers side by side, with the message of a red or grey one."""
    rows = []
    for first, second in zip(*both, strict=True):
        messages = "; ".join(check.says for check in (first, second) if check.state != "green")
        rows.append((first.name, STATES[first.state], STATES[second.state], messages))
    return table(("check", *names, ""), rows)


def other_code(card: dict, code: dict[str, str]) -> bool:
    """Return whether a run was trained with other code than the present version, or with several versions."""
    return "code" in card and (card["code"] != code or "codes" in card)


def about_start(name: str, taken: tuple[int, int], old: bool) -> str:
    """Return what differs from the standard layer before the first step, and whether the code has changed."""
    sentences = []
    if taken[0] < taken[1]:
        sentences.append(
            f"{name} started with {taken[0]:,} of its {taken[1]:,} parameters equal to the standard layer’s; the other "
            f"{taken[1] - taken[0]:,} are new."
        )
    if old:
        sentences.append(
            f"{name} was trained with an earlier version of the code: train it again to compare the "
            "current version."
        )
    return " ".join(sentences)
