"""Sentences of the heads page that hold numbers: each comes from a measurement, a card or a count."""

from lessons.figures.kit.figure import Figure
from lessons.heads import COPYING, MODEL, UNGUIDED
from lessons.heads.prediction import signed
from transformer.measure.attention.head_roles import Roles

ABOUT_SUM = (
    "Each column is one head of a layer, at the word that you choose. Concatenating the heads and multiplying by W_O is the "
    "same as letting each head write through its own block of W_O and adding up what they write. So one can ask "
    "how much each head writes."
)


def notice(part: str, results) -> str:
    """What to look for in the open part (markdown)."""
    if part == "roles":
        return about_roles(*(results.roles(name) for name in (MODEL, UNGUIDED)))
    if part == "patch":
        return about_paths(*(results.opening(name) for name in (MODEL, UNGUIDED)))
    return about_layers(
        *(results.trained(name).card["held_out"]["repeated_right"] for name in COPYING)
    )


def about_roles(guided: Roles, unguided: Roles) -> str:
    def named(roles: Roles) -> str:
        labels = [head.label for head in roles.heads if head.label]
        each = (f"{labels.count(name)} × {name}" for name in dict.fromkeys(labels))
        return f"{len(labels)} of {len(roles.heads)} ({', '.join(each)})"

    best = max(
        head.scores["pronoun → noun"] for head in unguided.heads if "pronoun → noun" in head.scores
    )
    return (
        f"**Most heads have no name.** With help for two heads: {named(guided)}. Trained without help: "
        f"{named(unguided)}; there the best head for *it* puts {best:.2f} of its weight on the noun. Choose *unguided* and "
        "compare.\n\n**One sentence can mislead.** Try short sentences: many maps look like a rule. The name "
        "comes from many sentences, and the orange mark shows what an even look would score."
    )


def about_paths(guided: Figure, unguided: Figure) -> str:
    """Where the difference travels in each of the two models."""
    return (
        f"**One head, one word.** {_path(guided)}\n\n**The same French, another way.** In the unguided model, "
        f"{_path(unguided)[0].lower()}{_path(unguided)[1:]} What is true of one model need not be true of another.\n\n"
        "**Feed-forward** leaves most of these numbers as they are: compare its rows with those above."
    )


def _path(figure: Figure) -> str:
    header = figure.header
    kinds = {kind["name"]: kind for kind in header["kinds"]}
    heads, words = kinds["heads"]["rows"], kinds["source"]["rows"]
    encoder = [n for n, row in enumerate(heads) if row["probe"].startswith("encoder")]
    change = figure.arrays["heads.change"].values[0]  # (layer, head)
    found = sorted(
        ((abs(change[n, h]), n, h) for n in encoder for h in range(heads[n]["count"])), reverse=True
    )
    strong = [
        one
        for one in found
        if one[0] > abs(header["ends"][0]["given"] - header["ends"][0]["before"]) / 2
    ]
    said = " and ".join(
        f"head {h + 1} of {heads[n]['title']} ({signed(change[n, h])})" for _, n, h in strong
    )
    last = figure.arrays["source.change"].values[0][len(words) - 1]  # (word,)
    place = int(abs(last).argmax())
    word = header["sentences"][0]["source"][place]["label"]
    turn = (
        f"{said} turn{'s' * (len(strong) == 1)} the answer"
        if strong
        else "No head alone turns the answer"
    )
    return f"{turn[0].upper()}{turn[1:]}. After the last layer the difference sits at “{word}” ({signed(last[place])})."


def about_layers(two: float, one: float, fixed: float) -> str:
    return (
        f"**Two layers {two:.1%}, one layer {one:.1%}** of what stood there before, on held-out rows. In the textbook "
        "the first layer writes into every place which character stood one place before. The second looks for the place "
        "that has the present character written into it, and takes what stands there: it is called "
        "an **induction head** (Olsson et al. 2022). This model does so too, but its first layer also needs places "
        f"further back; the notebook forbids them one by one.\n\n**A trap.** One layer that always saw the same period gets {fixed:.1%} "
        "on such rows, and one of its heads gets the name of an induction head there. It looks a constant distance "
        "back. At most other periods it is lost, but not at period 6, because two rounds of six are twelve. "
        "So test on more than one period."
    )


def about_rows(figure: Figure) -> str:
    base, donor = (sentence["text"].replace(" ", "") for sentence in figure.header["sentences"])
    this, that = figure.header["this"], figure.header["that"]
    return (
        f"Two rows for the model with two layers: `{base}` goes on with **{this}**, `{donor}` with **{that}**. One "
        "character differs, in the first round. Which place, in which layer, carries it to the end?"
    )


def about_counting(counted: dict[int, dict[str, int]]) -> str:
    """What the slides say, and what is counted."""
    sizes = {one["weights"] for one in counted.values()}
    return (
        "Militsis and Pitas, in their lecture slides *Attention and Transformer Networks*, write that heads make it easier "
        f"to add more parameters. Counted in an attention that was built, with d_model = 512: {', '.join(f'{n:,}' for n in sorted(sizes))} weights "
        "for every number of heads. More heads are narrower heads: each gets d_model / heads numbers."
    )


def counting_table(counted: dict[int, dict[str, int]]) -> str:
    """One row for each number of heads, as HTML; all of it numbers."""
    names = [name for name in next(iter(counted.values())) if name not in ("weights", "all")]
    top = "".join(
        f"<td>{name}</td>" for name in ("numbers in a head", *names, "weights", "with biases")
    )
    rows = "".join(
        f"<tr><th>{heads}</th><td>{512 // heads}</td>"
        + "".join(f"<td>{each[name]:,}</td>" for name in (*names, "weights", "all"))
        + "</tr>"
        for heads, each in counted.items()
    )
    return f"<div class=heads-count><table><thead><tr><th>heads</th>{top}</tr></thead><tbody>{rows}</tbody></table></div>"
