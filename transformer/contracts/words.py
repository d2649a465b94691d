"""The result of a check as text, for a terminal and for a notebook without graphics."""

from transformer.contracts.result import GREEN, GREY, RED, CheckResult

SIGN = {GREEN: "✓", RED: "✗", GREY: "·"}
WORD = {GREEN: "green", RED: "RED", GREY: "grey"}


def as_text(check: CheckResult) -> str:
    """Return one result as text; below a red one, its cell, likely cause and line."""
    lines = [f"{SIGN[check.state]} {WORD[check.state]:<5}  {check.name}: {check.says}"]
    if check.cell is not None:
        lines.append(f"           cell     {check.cell}")
    if check.likely:
        lines.append(f"           likely   {check.likely}")
    if check.look_at and check.state == RED:
        lines.append(f"           look at  {check.look_at}")
    return "\n".join(lines)
