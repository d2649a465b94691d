"""Sentences about a text or an edit, computed from the learned merges."""

from difflib import SequenceMatcher

from lessons.tokens import BASES, ENDS, MOST_CHARACTERS, TIES
from lessons.tokens.figures.bpe_player.words import visible
from transformer.tokens.bpe import BPE

SETTINGS = (("ties", TIES), ("start from", BASES), ("end of word", ENDS))
FEW = 3  # number of words that a sentence about an edit can name


def text_problem(text: str) -> str:
    """Return the problem of a text that is empty or too long, or an empty string."""
    if not text.strip():
        return "There is no word in the box. Type a text or choose an example."
    if len(text) > MOST_CHARACTERS:
        return (
            f"The text has {len(text):,} characters, but the limit is {MOST_CHARACTERS:,}. "
            "Upload a longer text as a file."
        )
    return ""


def merge_problem(text: str, learned: BPE) -> str:
    """Return why no merge was learned from a text that has words, or an empty string."""
    if learned.merges:
        return ""
    typed = text.split()
    what = "this text" if len(typed) > 1 else f"“{_short(typed[0])}”" if typed else "this text"
    if not learned.at(0).pairs:
        return f"{what[0].upper()}{what[1:]} is one symbol, so it contains no pair. Type a longer word."
    return (
        f"No pair occurs twice in {what}, so there is nothing to merge. "
        "Repeat a word, or add one that shares letters with it."
    )


def change(before: tuple[str, ...], now: tuple[str, ...], old: BPE, new: BPE) -> str:
    """Return what differs between two settings (text, tie, base, end), and where their merges diverge.

    Return an empty string if more than one of the four differs.
    """
    settings = [
        f"{name}: “{names[a]}” became “{names[b]}”."
        for (name, names), a, b in zip(SETTINGS, before[1:], now[1:], strict=True)
        if a != b
    ]
    edit = edit_text(before[0], now[0]) if before[0] != now[0] else ""
    if len(settings) + (before[0] != now[0]) != 1 or not (settings or edit):
        return ""
    what = edit or settings[0][0].upper() + settings[0][1:]
    return f"{what} {divergence_text(old, new)}"


def edit_text(before: str, now: str) -> str:
    """Return an edit of a few words at one position as text; otherwise an empty string."""
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
    return f"“{gone}” was removed." if kind == "delete" else f"“{new}” was added."


def divergence_text(old: BPE, new: BPE) -> str:
    """Return a sentence about the first merge in which two lists of merges differ."""
    for number, (a, b) in enumerate(zip(old.merges, new.merges, strict=False), start=1):
        if a.pair != b.pair:
            return f"The merges diverge at merge {number}: {pair_text(a.pair)} before, {pair_text(b.pair)} now."
    shared, longer = sorted((old, new), key=lambda learned: len(learned.merges))
    count = len(shared.merges)
    if count == len(longer.merges):
        return f"All {count} merges stay the same."
    next_pair = pair_text(longer.merges[count].pair)
    same = f"The first {count} merges stay the same. " if count else ""
    if longer is new:
        return f"{same}Merge {count + 1} is new: {next_pair}."
    return f"{same}Merge {count + 1}, {next_pair}, is no longer learned."


def pair_text(two: tuple[str, str]) -> str:
    """Return a pair as text: ("e", "s") → (e, s)."""
    return f"({visible(two[0])}, {visible(two[1])})"


def _short(text: str, most: int = 40) -> str:
    line = visible(text).replace("␣", " ")
    return line if len(line) <= most else line[: most - 1] + "…"
