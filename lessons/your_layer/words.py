"""Sentences and tables of the page on a layer of one's own. What is a number was measured."""

from collections.abc import Sequence
from html import escape

from lessons.figures.kit.figure import Figure
from transformer.measure.fair_trainings import Score, verdict
from transformer.measure.layer_cost import Cost
from transformer.measure.lights import Light

STATES = {"green": "✓", "red": "✗", "grey": "–"}
USUAL = "The layer of the machine itself, as all models that ship have it."
WROTE = "{file} is written. Open it in your editor, change it and save: this page follows."
NOT_TRAINED = (
    "Neither of the two is trained yet with this task and seed. A training takes about ten seconds; you may "
    "leave the page meanwhile."
)
SAME_START = "Same task, seed and batches; the weights begin as those of the standard layer wherever they fit."
EVERYTHING = "Five trainings, one after the other, about a minute in all. They go on when you leave the page."
PUT_IN = (
    "The layer stands in the place of the standard one, in a model that was trained without it. Where names and shapes "
    "agree it has the trained weights. What the model’s card says of its score is not said of this one."
)
LIGHTS = (
    "**Green is not good.** A light says that a layer keeps a promise: it runs, it sees no later word, all its weights get a gradient. "
    "Whether it is better than another, only trainings can say.\n\n"
    "**Red has a first cell.** The sentence names the first number that is wrong, and a likely cause.\n\n"
    "**In a terminal**: `python -m transformer.variants new attention mine` writes the same file, and "
    "`python -m transformer.measure.lights attention mine` measures the same lights."
)
COMPARE = (
    "**One thing differs.** Task, seed, batches and, where shapes allow, the initial weights are the same. So what "
    "differs in the end comes from the layer, or from chance.\n\n"
    "**Chance has a size.** The interval says which true shares are no surprise. The paired test looks only at "
    "sentences on which one is right and the other wrong.\n\n"
    "**One seed is one coin.** Before you believe a difference, train both with another seed."
)
SOURCE = (
    "**Look for the first step that differs**, not for the largest difference: everything after it differs "
    "because of it.\n\n"
    "**The line is yours.** Each step was handed to its probe by one line; the shape beside it is what it had. Change "
    "that line in your file and save: this page compares it with the last version."
)


def about_model(figure: Figure, remark: str) -> str:
    """What the model writes with the layer put in."""
    run = figure.header["run"]
    return f"It writes: *{run['output'] or 'nothing'}*. {remark}"


def interval(score: Score) -> str:
    low, high = score.interval
    return f"{low:.1%} – {high:.1%}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as HTML; all that stands in it is plain text."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
        for row in rows
    )
    return (
        f"<div class=layers><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def scores_table(names: Sequence[str], scores: Sequence[Score]) -> str:
    """Two trained models on the same held-out sentences."""
    rows = [
        (
            name,
            f"{sum(score.right)} of {len(score.right)}",
            interval(score),
            f"{score.parameters:,}",
            verdict(scores[0], score) if place else "",
        )
        for place, (name, score) in enumerate(zip(names, scores, strict=True))
    ]
    return table(("layer", "right", "95 % interval", "parameters", f"beside {names[0]}"), rows)


def tasks_table(name: str, rows: Sequence[dict]) -> str:
    """A row for each task: the standard layer as it ships, and this one."""
    told = []
    for row in rows:
        standard, score = row["standard"], row["score"]
        mine = row["state"] or "not trained yet"
        if score is not None:
            mine = f"{sum(score.right)} of {len(score.right)}{', by an earlier version of the code' * bool(row['old'])}"
        told.append(
            (
                row["task"],
                f"{sum(standard.right)} of {len(standard.right)}",
                mine,
                "" if score is None else interval(score),
                "" if score is None else verdict(standard, score),
            )
        )
    return table(("task", "standard", name, "95 % interval", f"{name} is"), told)


def cost_table(names: Sequence[str], costs: Sequence[Cost]) -> str:
    """Time and memory of a training step, and as a ratio."""
    one, other = costs
    rows = [
        ("parameters", f"{one.parameters:,}", f"{other.parameters:,}", _ratio(other.parameters, one.parameters)),
        ("processor time", f"{1000 * one.seconds:.1f} ms", f"{1000 * other.seconds:.1f} ms", _ratio(other.seconds, one.seconds)),
        ("kept for the gradient", f"{one.kept / 1e6:.2f} MB", f"{other.kept / 1e6:.2f} MB", _ratio(other.kept, one.kept)),
    ]  # fmt: skip
    return table(("a training step", *names, "ratio"), rows)


def _ratio(one: float, other: float) -> str:
    return f"× {one / other:.2f}"


def lights_table(names: Sequence[str], both: Sequence[Sequence[Light]]) -> str:
    """The lights of two layers side by side; of a red or grey one, what it says."""
    rows = []
    for one, other in zip(*both, strict=True):
        said = "; ".join(light.says for light in (one, other) if light.state != "green")
        rows.append((one.name, STATES[one.state], STATES[other.state], said))
    return table(("light", *names, ""), rows)


def other_code(card: dict, code: dict[str, str]) -> bool:
    """Whether a run was trained with other code than the present one, or with more than one."""
    return "code" in card and (card["code"] != code or "codes" in card)


def about_start(name: str, taken: tuple[int, int], old: bool) -> str:
    """What differs from the standard layer before the first step, and whether the code is still the same."""
    said = []
    if taken[0] < taken[1]:
        said.append(
            f"{name} began with {taken[0]:,} of its {taken[1]:,} weights like the standard layer; the other "
            f"{taken[1] - taken[0]:,} are new."
        )
    if old:
        said.append(
            f"{name} was trained with an earlier version of the code: train it again to compare what stands in the "
            "file now."
        )
    return " ".join(said)
