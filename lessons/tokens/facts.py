"""Sentences about a text and about an edit, each read from what was learned."""

from difflib import SequenceMatcher

from lessons.figures.bpe_player.words import visible
from lessons.tokens import BASES, ENDS, MOST_CHARACTERS, TIES
from transformer.tokens.bpe import BPE

SETTINGS = (("ties", TIES), ("start from", BASES), ("end of word", ENDS))
FEW = 3  # words that a sentence about an edit can name


def too_short(text: str) -> str:
    """A problem that needs no learning to be seen."""
    if not text.strip():
        return "There is no word in the box. Type a text, or pick one of the examples."
    if len(text) > MOST_CHARACTERS:
        return (
            f"These are {len(text):,} characters; the box takes {MOST_CHARACTERS:,}. "
            "Upload a longer text as a file."
        )
    return ""


def nothing_to_merge(text: str, learned: BPE) -> str:
    """Why no merge was learned from a text that has words."""
    if learned.merges:
        return ""
    found = text.split()
    what = "this text" if len(found) > 1 else f"“{_short(found[0])}”" if found else "this text"
    if not learned.at(0).pairs:
        return f"{what[0].upper()}{what[1:]} is one symbol: it has no pair. Type a longer word."
    return (
        f"No pair occurs twice in {what}, so there is nothing to merge. "
        "Repeat a word, or type one that shares letters with it."
    )


def change(before: tuple[str, ...], now: tuple[str, ...], old: BPE, new: BPE) -> str:
    """What differs between two scenes (text, tie, base, end) and where their histories part.

    Empty where more than one thing differs: then it is another scene, not an edit.
    """
    settings = [
        f"{name}: “{names[a]}” became “{names[b]}”."
        for (name, names), a, b in zip(SETTINGS, before[1:], now[1:], strict=True)
        if a != b
    ]
    edit = edited(before[0], now[0]) if before[0] != now[0] else ""
    if len(settings) + (before[0] != now[0]) != 1 or not (settings or edit):
        return ""
    what = edit or settings[0][0].upper() + settings[0][1:]
    return f"{what} {parted(old, new)}"


def edited(before: str, now: str) -> str:
    """The edit in words, if it is one word or a few in one place."""
    a, b = before.split(), now.split()
    edits = [
        e for e in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if e[0] != "equal"
    ]
    if len(edits) != 1:
        return ""
    kind, i, j, k, m = edits[0]
    if max(j - i, m - k) > FEW:
        return ""
    gone, new = _short(" ".join(a[i:j])), _short(" ".join(b[k:m]))
    if kind == "replace":
        return f"“{gone}” became “{new}”."
    return f"“{gone}” is gone." if kind == "delete" else f"“{new}” is new."


def parted(old: BPE, new: BPE) -> str:
    """The first merge at which two histories differ."""
    for number, (a, b) in enumerate(zip(old.merges, new.merges, strict=False), start=1):
        if a.pair != b.pair:
            return f"History parts at merge {number}: before {pair(a.pair)}, now {pair(b.pair)}."
    shared, longer = sorted((old, new), key=lambda learned: len(learned.merges))
    count = len(shared.merges)
    if count == len(longer.merges):
        return f"History stays the same: all {count} merges are as before."
    goes_on = longer.merges[count].pair
    same = f"The first {count} merges stay the same; " if count else ""
    if longer is new:
        return f"{same}then history goes on, with merge {count + 1}: {pair(goes_on)}."
    return f"{same}merge {count + 1}, {pair(goes_on)}, is not made any more."


def pair(two: tuple[str, str]) -> str:
    """("e", "s") as people write it: (e, s)."""
    return f"({visible(two[0])}, {visible(two[1])})"


def _short(text: str, most: int = 40) -> str:
    line = visible(text).replace("␣", " ")
    return line if len(line) <= most else line[: most - 1] + "…"
