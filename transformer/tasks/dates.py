"""Dates: "3 May 1998" → "1998-05-03", written in many formats, read character by character.

The known alignment: each digit of the year at its own digit, the month at the first character of its name or
number. The day is aligned with its last digit (its tens with the first digit, where there are two).
"""

import random
from datetime import date, timedelta

from transformer.tasks.characters import CharacterTask, characters
from transformer.tasks.task import Example, Split, Task

TRAIN, HELD_OUT = 10000, 1000
FIRST, LAST = date(1950, 1, 1), date(2049, 12, 31)
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
# {day}, {month} (its name), {short} (three letters), {number}: in the order in which they are written.
WAYS = (
    "{day} {month} {year}",
    "{month} {day}, {year}",
    "{day} {short} {year}",
    "{day}.{number}.{year}",
)


def build(seed: int = 0) -> Task:
    def make() -> Split:
        rng = random.Random(seed)
        made: dict[tuple[str, ...], Example] = {}
        days = (LAST - FIRST).days
        while len(made) < TRAIN + HELD_OUT:
            day, way = FIRST + timedelta(rng.randint(0, days)), rng.choice(WAYS)
            written = example(day, way)
            made[written.source] = written
        examples = tuple(made.values())
        return examples[:TRAIN], examples[TRAIN:]

    shown = ("3 may 1998", "december 24, 2024", "17 mar 1984", "9.11.1989", "february 29, 2000")
    return CharacterTask("dates", "Dates", shown, make)


def example(day: date, way: str) -> Example:
    """Return one date, written in one of the `WAYS`."""
    month = MONTHS[day.month - 1]
    parts = {
        "day": day.day,
        "month": month,
        "short": month[:3],
        "number": day.month,
        "year": day.year,
    }
    text, starts = "", {}
    for piece in way.replace("{", "|{").replace("}", "}|").split("|"):
        name = piece.strip("{}") if piece.startswith("{") else ""
        if name:
            starts["month" if name in ("short", "number") else name] = len(text)
        text += str(parts[name]) if name else piece
    year, first_digit = starts["year"], starts["day"]
    last_digit = first_digit + len(str(day.day)) - 1
    places = (*range(year, year + 4), year, *[starts["month"]] * 2, year, first_digit, last_digit)
    source = tuple(characters(text))
    return Example(source, tuple(day.isoformat()), places)
