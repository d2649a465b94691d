"""Sentences of the heads page with measured numbers."""

from lessons.figures.kit.figure import Figure
from lessons.heads import COPYING, MODEL, OTHER_SEED, UNGUIDED
from lessons.heads.prediction import signed
from transformer.measure.attention.head_roles import Roles
from transformer.measure.controls import Table

ABOUT_SUM = (
    "**Multi-head attention.** Each column shows one head of a layer for the word that you choose. The head outputs "
    "are concatenated and multiplied by the **output projection** W_O. This product equals a sum: each head output is "
    "multiplied by its own block of W_O, and the layer adds up the results. So you can measure what each head "
    "contributes."
)


def notice(part: str, results) -> str:
    """Say what to look for in the open part (markdown)."""
    if part == "roles":
        return about_roles(*(results.roles(name) for name in (MODEL, UNGUIDED, OTHER_SEED)))
    if part == "patch":
        return about_paths(*(results.opening(name) for name in (MODEL, UNGUIDED)))
    return about_layers(
        *(results.trained(name).card["held_out"]["repeated_right"] for name in COPYING)
    )


def about_roles(guided: Roles, unguided: Roles, other_seed: Roles) -> str:
    def named(roles: Roles) -> str:
        labels = [head.label for head in roles.heads if head.label]
        each = (f"{labels.count(name)} × {name}" for name in dict.fromkeys(labels))
        return f"{len(labels)} of {len(roles.heads)} heads ({', '.join(each)})"

    def pronoun(roles: Roles) -> float:
        return max(head.scores.get("pronoun → noun", 0.0) for head in roles.heads)

    return (
        "**Most heads have no name.** In the guided model, trained with an extra loss on two heads, "
        f"{named(guided)} have a name. In the unguided model with seed 0, {named(unguided)} have a name; the best "
        f"head for *it* puts {pronoun(unguided):.2f} of its weight on the noun. With seed 2, "
        f"{named(other_seed)} have a name; the best head puts {pronoun(other_seed):.2f} of its weight on the noun "
        "without any extra loss. Voita et al. (2019) and Clark et al. (2019) name heads of larger models similarly. "
        "Michel et al. (2019) remove most heads with little loss of quality (**head pruning**).\n\n"
        f"{about_copies(guided)}\n\n"
        "**One sentence can mislead.** For short sentences, many maps seem to follow a rule. A head’s name must "
        "describe its behaviour in many sentences. The orange mark shows the share under uniform attention."
    )


def about_copies(roles: Roles) -> str:
    """Describe the head that loses its name because of its control."""
    refuted = [head for head in roles.heads if head.refuted]
    if not refuted:
        return "**Naming heads requires a control**, in which the pattern does not hold at the same positions."
    head = refuted[0]
    score, control = head.scores[head.best], head.controls[head.best]
    return (
        f"**Naming heads requires a control.** Head {head.head + 1} of {head.map} layer {head.layer + 1} has a share "
        f"of {score:.2f} for “{head.best}”. But the share is still {control:.2f} where the words have no earlier copy. "
        "The head attends from the second article to the subject, even when the two articles differ. "
        "So the high share does not justify the name."
    )


def about_paths(guided: Figure, unguided: Figure) -> str:
    """Say which heads change the difference in each model."""
    return (
        "The figure shows **activation patching** (Vig et al. 2020; Meng et al. 2022 call a variant **causal "
        f"tracing**). {_path(guided)}\n\n"
        "**The models use different heads for the same French sentence.** In the unguided model, "
        f"{_path(unguided)[0].lower()}{_path(unguided)[1:]} A result for one model need not hold for another.\n\n"
        "**Feed-forward layers** hardly change most of these effects: compare their rows with the rows above."
    )


def _path(figure: Figure) -> str:
    header = figure.header
    kinds = {kind["name"]: kind for kind in header["kinds"]}
    heads, words = kinds["heads"]["rows"], kinds["source"]["rows"]
    encoder = [n for n, row in enumerate(heads) if row["probe"].startswith("encoder")]
    change = figure.arrays["heads.change"].values[0]  # (layer, head)
    ranked = sorted(
        ((abs(change[n, h]), n, h) for n in encoder for h in range(heads[n]["count"])), reverse=True
    )
    strong = [
        head
        for head in ranked
        if head[0] > abs(header["ends"][0]["given"] - header["ends"][0]["before"]) / 2
    ]
    head_names = " and ".join(
        f"head {h + 1} of {heads[n]['title']} ({signed(change[n, h])})" for _, n, h in strong
    )
    last = figure.arrays["source.change"].values[0][len(words) - 1]  # (word,)
    place = int(abs(last).argmax())
    word = header["sentences"][0]["source"][place]["label"]
    if not strong:
        verdict = "No single head flips the pronoun."
    elif len(strong) == 1:
        verdict = f"One head flips the pronoun: {head_names}."
    else:
        verdict = f"These heads flip the pronoun: {head_names}."
    return f"{verdict} After the last layer, the vector of “{word}” carries the difference ({signed(last[place])})."


def about_layers(two_layers: float, one_layer: float, fixed: float) -> str:
    return (
        f"**On held-out sequences, two layers predict {two_layers:.1%} of the repeated characters and one layer predicts "
        f"{one_layer:.1%}.** In the textbook solution, the first layer writes the previous character into each position. "
        "The second layer has an **induction head**: it attends to the position whose previous character equals the "
        "current character, and copies that position’s character (Olsson et al. 2022). The first layer of this trained "
        "model also uses positions further back; the notebook masks some of them.\n\n"
        "**A trap.** A one-layer model trained on "
        f"a single period predicts {fixed:.1%} of the characters at that period, and one of its heads is named an "
        "induction head. But the head attends a constant distance back. With most other periods the model fails, "
        "though not with period 6, because two periods of 6 make 12. So test on more than one period."
    )


def about_control(control: Table) -> str:
    """Describe models whose first layer can attend only one position back."""

    def mean(arm: str, steps: int) -> str:
        scores = control.scores_of(arm, steps)
        seeds = "one seed" if len(scores) == 1 else f"mean of {len(scores)} seeds"
        return f"{sum(scores) / len(scores):.1%} after {steps:,} steps ({seeds})"

    only = "first layer sees one position back"
    steps = control.arms()[only]
    return (
        "Masking a *trained* model shows only what the model uses. To test what the task needs, train with the "
        "restriction from the start. With a first layer that can attend only one position back, the accuracy is "
        f"{mean(only, steps[0])} and {mean(only, steps[-1])}. So one position is enough to learn the task, as the "
        "textbook says."
    )


def about_rows(figure: Figure) -> str:
    base, donor = (sentence["text"].replace(" ", "") for sentence in figure.header["sentences"])
    this, that = figure.header["this"], figure.header["that"]
    return (
        f"The two-layer model continues `{base}` with **{this}**, and `{donor}` with **{that}**. The sequences "
        "differ in one character of the first period. Which position in which layer carries this difference to the end?"
    )


def about_counting(counted: dict[int, dict[str, int]]) -> str:
    """Compare what the slides say with the count."""
    sizes = {counts["weights"] for counts in counted.values()}
    return (
        "In their lecture slides *Attention and Transformer Networks*, Militsis and Pitas write that heads make "
        "it easier to add more parameters. But an attention layer with d_model = 512 has "
        f"{', '.join(f'{n:,}' for n in sorted(sizes))} parameters, without biases, whatever the number of heads. "
        "With more heads, each head is narrower (d_model / heads dimensions)."
    )


def counting_table(counted: dict[int, dict[str, int]]) -> str:
    """Build an HTML table with one row per number of heads."""
    names = [name for name in next(iter(counted.values())) if name not in ("weights", "all")]
    top = "".join(
        f"<td>{name}</td>" for name in ("dimensions per head", *names, "parameters", "with biases")
    )
    rows = "".join(
        f"<tr><th>{heads}</th><td>{512 // heads}</td>"
        + "".join(f"<td>{each[name]:,}</td>" for name in (*names, "weights", "all"))
        + "</tr>"
        for heads, each in counted.items()
    )
    return f"<div class=heads-count><table><thead><tr><th>heads</th>{top}</tr></thead><tbody>{rows}</tbody></table></div>"
