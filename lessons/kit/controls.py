"""The control experiment of a claim: the scores of all seeds for each arm and training length."""

from lessons.kit.tables import table
from transformer.measure.controls import Table, read

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them
HEADINGS = ("trained", "steps", "score of each seed", "loss of each seed")


def control_rows(control: Table, *arms: str) -> list[tuple[str, str, str, str]]:
    """Return one row per arm and number of steps: the scores and the final losses, in the order of the seeds.

    `arms`: only these, in this order; by default all.
    """
    rows, trained = [], control.arms()
    for arm in arms or trained:
        for steps in trained[arm]:
            scores = " · ".join(f"{score:.1%}" for score in control.scores_of(arm, steps))
            losses = " · ".join(f"{loss:.2f}" for loss in control.losses(arm, steps))
            rows.append((arm, f"{steps:,}", scores, losses))
    return rows


def control_table(name: str, *arms: str) -> str:
    """Return the results of a control, or of some of its arms, as an HTML table."""
    return table("control-table", HEADINGS, control_rows(read(name), *arms))


def control_text(name: str, *arms: str) -> str:
    """Return the same table as lines of text, for a notebook."""
    rows = [HEADINGS, *control_rows(read(name), *arms)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(HEADINGS))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
