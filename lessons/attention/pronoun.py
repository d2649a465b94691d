"""Which models link *it* to its noun, and which rely on it: the shipped models and the control runs."""

from collections.abc import Sequence

from lessons.kit.tables import table
from transformer.measure.controls import Run, Table, read

HEADINGS = (
    "trained",
    "steps",
    "seed",
    "exact",
    "weight on the noun",
    "noun is strongest",
    "exact, noun forbidden",
    "exact, other noun forbidden",
)
BUILT = 0.5  # a head links *it* to its noun if this fraction of its weight is on the noun
Row = tuple[str, ...]


def links_pronoun(run: Run) -> bool:
    """Return whether the best head of a control run links *it* to its noun."""
    return run.held_out["it"]["mass"] > BUILT


def unguided(control: Table) -> list[Run]:
    """Return the control runs without guidance."""
    return [run for run in control.runs if run.arm.startswith("unguided")]


def shipped_row(card: dict) -> Row:
    """Return the row of a shipped model, from its card."""
    settings = card["settings"]
    name = "guided" if settings["guide"] else "unguided"
    return _row(f"shipped, {name}", settings["steps"], settings["seed"], card["held_out"])


def control_row(run: Run) -> Row:
    """Return the row of a control run."""
    return _row(f"control, {run.arm.partition(',')[0]}", run.steps, run.seed, run.held_out)


def rows(cards: Sequence[dict], control: Table) -> list[Row]:
    """Return the rows of the shipped models, then those of the control."""
    return [*map(shipped_row, cards), *map(control_row, control.runs)]


def html_table(table_rows: list[Row]) -> str:
    """Format the rows as an HTML table."""
    return table("control-table", HEADINGS, table_rows)


def text_table(table_rows: list[Row]) -> str:
    """Format the rows as lines of text, for a notebook."""
    shown = [HEADINGS, *table_rows]
    widths = [max(len(row[k]) for row in shown) for k in range(len(HEADINGS))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in shown)


def control() -> Table:
    """Load the control of the guidance."""
    return read("unguided")


def _row(name: str, steps: int, seed: int, held_out: dict) -> Row:
    look, ban = held_out["it"], held_out["forbidden"]
    shares = (held_out["exact_match"], look["strongest"], ban["noun"], ban["other_noun"])
    exact, strongest, noun, other = (f"{share:.1%}" for share in shares)
    return (name, f"{steps:,}", str(seed), exact, f"{look['mass']:.2f}", strongest, noun, other)
