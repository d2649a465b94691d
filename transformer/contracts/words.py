"""A light as text, for a terminal and for a notebook without graphics."""

from transformer.contracts.light import GREEN, GREY, RED, Light

SIGN = {GREEN: "✓", RED: "✗", GREY: "·"}
WORD = {GREEN: "green", RED: "RED", GREY: "grey"}


def as_text(light: Light) -> str:
    """One light as text; below a red one, its cell, likely cause and line."""
    lines = [f"{SIGN[light.state]} {WORD[light.state]:<5}  {light.name}: {light.says}"]
    if light.cell is not None:
        lines.append(f"           cell     {light.cell}")
    if light.likely:
        lines.append(f"           likely   {light.likely}")
    if light.look_at and light.state == RED:
        lines.append(f"           look at  {light.look_at}")
    return "\n".join(lines)
