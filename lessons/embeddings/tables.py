"""Small HTML tables and bars for the page. Every word is escaped, since a user may have typed it."""

from collections.abc import Sequence
from html import escape

from lessons.embeddings.measure.word_vectors import Lengths, Lookup, Scores


def lookup_table(looked_up: Lookup) -> str:
    """Show a few rows of the table, the one-hot vector and their product."""
    words, size = looked_up.size
    shown, rest = len(looked_up.product), "<td class=more>…</td>"
    body = "".join(
        f"<tr class={'on' if entry else 'off'}><th>{row}</th><th><bdi translate=no>{escape(word)}</bdi></th>"
        f"<td class=hot>{entry}</td>{_numbers(numbers)}{rest}</tr>"
        for row, word, entry, numbers in looked_up.beside
    )
    dots = f"<tr class=dots><td>⋮</td><td></td><td>⋮</td><td colspan={shown + 1}></td></tr>"
    sums = "".join(
        f"<tr class=sum><th colspan=3>{title}</th>{_numbers(numbers)}{rest}</tr>"
        for title, numbers in (
            ("one-hot × table", looked_up.product),
            (f"row {looked_up.row}", looked_up.looked_up),
        )
    )
    head = f"<tr><th>row</th><th>word</th><td>one-hot</td><td colspan={shown + 1}>table, {words} × {size}: {shown} of {size} columns</td></tr>"
    return f"<div class=scroll><table class=rows><thead>{head}</thead><tbody>{dots}{body}{dots}{sums}</tbody></table></div>"


def length_bars(measured: Sequence[Lengths], longest: float) -> str:
    """Draw three bars for each word: its row, its scaled row and its positional encoding."""
    rows = "".join(
        f"<div class=length><bdi translate=no title='{escape(lengths.word, quote=True)}'>{escape(lengths.word)}</bdi>"
        f"<div class=track>{_bar('plain', lengths.plain, longest)}{_bar('scaled', lengths.token, longest)}"
        f"{_bar('place', lengths.position, longest)}</div></div>"
        for lengths in measured
    )
    return f"<div class=lengths>{rows}</div>"


def length_legend() -> str:
    """Draw the legend of the three bars."""
    kinds = (
        ("plain", "row of the table"),
        ("scaled", "row × √d_model, as the model uses it"),
        ("place", "positional encoding"),
    )
    bars = "".join(f"<div class='bar {kind}'><span></span>{what}</div>" for kind, what in kinds)
    return f"<div class=bars-legend>{bars}</div>"


def score_table(scores: Scores, place: int) -> str:
    """List the best words: dot product by hand, captured logit and their difference."""
    rows = "".join(
        f"<tr class={'on' if n == 0 else 'off'}><th><bdi translate=no>{escape(candidate.word)}</bdi></th><td>{candidate.row}</td>"
        f"<td>{_signed(candidate.product, 6)}</td><td>{_signed(candidate.logit, 6)}</td><td>{candidate.difference:.1g}</td></tr>"
        for n, candidate in enumerate(scores.candidates)
    )
    head = (
        f"<tr><th>word at position {place + 1}</th><td>row</td><td>vector · row</td><td>captured logit</td>"
        "<td>difference</td></tr>"
    )
    return f"<div class=scroll><table class=rows><thead>{head}</thead><tbody>{rows}</tbody></table></div>"


def terms_table(scores: Scores) -> str:
    """List all products of the best word, which add up to its logit."""
    cells = "".join(
        f"<div><i>{n}</i>{_signed(vector, 2)} · {_signed(row, 2)}<b>{_signed(product, 3)}</b></div>"
        for n, (vector, row, product) in enumerate(scores.terms, start=1)
    )
    total = sum(product for *_, product in scores.terms)
    return f"<div class=terms>{cells}</div><p class=total>The sum is {_signed(total, 6)}.</p>"


def _bar(kind: str, value: float, longest: float) -> str:
    return (
        f"<div class='bar {kind}'><span style='width:{100 * value / longest:.1f}%'></span>"
        f"<i>{value:.2f}</i></div>"
    )


def _numbers(values: Sequence[float]) -> str:
    return "".join(f"<td>{_signed(value, 3)}</td>" for value in values)


def _signed(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−")
