"""Parameter counts of published models, by part: each built from our own layers without memory."""

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, column, picture, reveals_answer, row, table, text
from lessons.gpt.figures.model_sizes import words as say
from transformer.measure.cost import sizes

COUNTED = "transformer.measure.cost.sizes.parameters_by_part"
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"))
MANY = ((1e15, "10¹⁵"), (1e12, "10¹²"), (1e9, "10⁹"))


def model_sizes() -> Figure:
    """Build the figure of the models in `transformer.measure.cost.sizes.PUBLISHED`."""
    published = sizes.PUBLISHED
    parts = {name: sizes.parameters_by_part(config) for name, (_, config, _) in published.items()}
    called = [*next(iter(parts.values()))]
    each = np.array([[of[part] for part in called] for of in parts.values()], np.float64)
    total = each.sum(1)
    arrays = {
        "all": Array(total.astype(np.float32), "model", "parameters", COUNTED),
        "number": Array(np.arange(1, len(published) + 1, dtype=np.float32), "model", "parameters", COUNTED),
        "share": Array((each / total[:, None]).astype(np.float32), "model part", "parameters", COUNTED,
                       {"part": [say.PARTS[part] for part in called]}),
    }  # fmt: skip
    choices = [
        choice("model", say.MODEL, [*published], values=[*published], control="tiles", keys="←→", opens="GPT-3"),
    ]  # fmt: skip
    exact = by("model", [[f"{int(n):,}" for n in counts] for counts in each])
    formulas = [say.FORMULAS[part] for part in called]
    columns = [
        column(say.FORMULA, formulas, hue="soft"),
        reveals_answer(column(say.COUNT, exact)),
        reveals_answer(column(say.SHARE, "share[model, :]:3", bar=True)),
    ]
    panels = [
        text(by("model", [_model_text(name, *published_model) for name, published_model in published.items()]), "told"),
        row([table(say.PART, [say.PARTS[part] for part in called], columns)],
            [text(by("model", [_costs(template, config) for _, config, _ in published.values()]), "told") for template in say.COSTS],
            widths="640px auto", least=860),
        text(say.ABOUT, "caption"),
    ]  # fmt: skip
    look = {"texts": [*published], "rows": list(range(len(published)))}
    dots = trace("all", "number", dots=11, wide=0, shown=True, side="top center", ink="ink", size=13, reads=",", **look)  # fmt: skip
    shown = panel(say.CHART, axis(bare=True), axis("", powers=True), [dots])
    drawn = chart([shown], height=250, picks="model")
    return picture("model_sizes", say.TITLE, choices, panels, arrays, chart=drawn)


def _model_text(name: str, year: int, config, printed: str) -> str:
    count = sum(sizes.parameters_by_part(config).values())
    return say.SAID.format(
        name=name, year=year, count=f"{count:,}", printed=printed, layers=config.decoder_layers, heads=config.self_heads,
        d=f"{config.d_model:,}", words=f"{config.target_vocabulary:,}", places=f"{config.max_length:,}",
    )  # fmt: skip


def _costs(template: str, config: sizes.GPTConfig) -> str:
    count, products = sum(sizes.parameters_by_part(config).values()), sizes.multiply_adds(config)
    return template.format(
        memory=short(sizes.BYTES * count, UNITS), training=short(sizes.BYTES * sizes.KEPT * count, UNITS),
        places=f"{config.max_length:,}", products=short(products, MANY), flops=short(6 * products, MANY),
        each=f"{products / config.max_length / count:.2f}",
    )  # fmt: skip


def short(amount: float, units: tuple) -> str:
    """Write a size, as 498 MB or 0.142 · 10¹²."""
    size, unit = next(((size, unit) for size, unit in units if amount >= size), units[-1])
    gap = " · " if unit.startswith("10") else " "
    return f"{amount / size:.3g}{gap}{unit}"
