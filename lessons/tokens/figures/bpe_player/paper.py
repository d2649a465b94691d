"""Print the BPE player with matplotlib: one row per merge, with the corpus as split at that point."""

from pathlib import Path

from matplotlib.patches import FancyBboxPatch

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.tokens.figures.bpe_player.words import PAPER

ROWS = 17  # merges on one page: the last ones before the chosen step
WIDE, PITCH = 9.0, 0.36  # inches: the page, and from row to row
LEFT, FIRST = 2.75, 0.8  # inches: where words start, after and before the first merge
SIZE = 9  # of letters, in points
LETTER = 0.602 * SIZE / 72  # inches that a letter of DejaVu Sans Mono takes


def write(figure: Figure, path: Path) -> None:
    """Draw the merges up to the step that `figure.at(merge=…)` chose; all of them at 0, and none if
    the pairs are not counted yet."""
    header, start = figure.header, figure.header["start"]
    last = start["merge"] or len(header["merges"]) * start["counted"]
    rows = range(max(0, last - ROWS + 1), last + 1)
    colours = header["palette"]["light"]
    cuts = [[_tokens_after(word, merge) for word in header["words"]] for merge in rows]
    left = LEFT if last else FIRST
    fitting = min(_fitting(cut, header["labels"], left) for cut in cuts)
    height = max(0.9, 0.25 + PITCH * len(rows))
    with sheet(figure, path, (WIDE, height), _caption(header, last, fitting)) as paper:
        whole = paper.get_figheight()
        axes = paper.add_axes((0, 1 - height / whole, 1, height / whole))
        axes.set(xlim=(0, WIDE), ylim=(height, 0))
        axes.axis("off")
        for n, (merge, cut) in enumerate(zip(rows, cuts, strict=True)):
            y = 0.25 + PITCH * (n + 0.5)
            _step(axes, header, merge, y, colours)
            _corpus(axes, header, cut[:fitting], (left, y), merge, colours)


def _text(axes, x: float, y: float, text: str, **look) -> None:
    axes.text(x, y, text, va="center", **look)


def _tokens_after(word: dict, merge: int) -> list[int]:
    """Return the tokens of a word after this many merges, as far as they are shown."""
    tokens = [tokens for begin, tokens in word["history"] if begin <= merge][-1]
    return [token for token in tokens if token >= 0]


def _wide(token: int, labels: list[str]) -> float:
    return LETTER * len(labels[token]) + 0.1


def _fitting(words: list[list[int]], labels: list[str], x: float) -> int:
    """Return the number of words that fit in a row that starts at x."""
    for count, tokens in enumerate(words):
        x += sum(_wide(token, labels) + 0.03 for token in tokens) + 0.14
        if x > WIDE - 0.1:
            return count
    return len(words)


def _step(axes, header: dict, merge: int, y: float, colours: dict[str, str]) -> None:
    """Write the merged pair, its count and the number of ties."""
    if merge == 0:
        _text(axes, 0.2, y, PAPER["start"], size=SIZE, color=colours["soft"])
        return
    made, labels = header["merges"][merge - 1], header["labels"]
    left, right = (labels[token] for token in made["pair"])
    text = PAPER["merge"].format(merge=merge, left=left, right=right)
    _text(axes, 0.2, y, text, size=SIZE, color=colours["ink"])
    times = PAPER["tied" if made["ties"] > 1 else "count"].format(**made)
    _text(axes, LEFT - 0.15, y, times, size=SIZE - 1, color=colours["soft"], ha="right")


def _corpus(axes, header: dict, words, at: tuple, merge: int, colours: dict[str, str]) -> None:
    labels, symbols, tints = header["labels"], header["symbols"], header["tints"]
    fresh = header["merges"][merge - 1]["token"] if merge else None
    x, y = at
    for tokens in words:
        for token in tokens:
            merged = symbols <= token
            box = FancyBboxPatch(
                *((x, y - 0.115), _wide(token, labels), 0.23),
                boxstyle="round,pad=0,rounding_size=0.04",
                fc=colours[f"tint-{(token - symbols) % tints}" if merged else "panel"],
                ec=colours["ink" if token == fresh else "line"],
                lw=1.2 if token == fresh else 0.5,
            )
            axes.add_patch(box)
            ink = colours["ink"]
            _text(
                *(axes, x + _wide(token, labels) / 2, y, labels[token]),
                size=SIZE, family="DejaVu Sans Mono", ha="center", color=ink,
            )  # fmt: skip
            x += _wide(token, labels) + 0.03
        x += 0.14


def _caption(header: dict, last: int, fitting: int) -> str:
    """Return the caption: the step, the rules and the source of the numbers."""
    step, run = header["steps"][last], header["run"]
    caption = PAPER["caption"].format(
        merge=last,
        all=header["all_merges"],
        tokens=f"{step['tokens']:,}",
        first=f"{header['steps'][0]['tokens']:,}",
        vocabulary=f"{step['vocabulary']:,}",
        **run,
    )
    some = ""
    if fitting < header["all_words"]:
        some = PAPER["some_words"].format(shown=fitting, all=f"{header['all_words']:,}")
    return f"{caption} {PAPER['source'].format(**run)}{some}"
