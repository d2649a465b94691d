"""Sentences of the attention page that hold numbers: each number comes from a card or a trace."""

from lessons.attention.facts import Facts
from lessons.glossary import TERMS
from lessons.models import catalogue
from transformer.config import TransformerConfig
from transformer.weights import Trained

# What the part by hand explains, in the order of its steps.
STEPS = ("query", "key", "value", "score", "softmax", "attention weight", "head")


def terms() -> str:
    """The terms of a computation by hand, one sentence each (markdown)."""
    return "\n".join(f"- **{term}**: {TERMS[term]}" for term in STEPS)


def not_asked(trained: Trained) -> str:
    """Why nothing is asked about a model."""
    if catalogue.from_outside(trained.card):
        return "Nothing is asked about a model from outside."
    if trained.remark:
        return "Nothing is asked about this model: with this code it was not trained."
    return "This model writes nothing yet, so there is nothing to predict. Train it longer."


def about(trained: Trained) -> list[str]:
    """What the model is and what it is worth, in three short facts."""
    card = trained.card
    if trained.remark:  # the card tells of another model
        numbers = sum(parameter.numel() for parameter in trained.model.parameters())
        return ["not measured", _size(trained), f"{numbers:,} parameters"]
    if catalogue.from_outside(card):
        return [f"from {card['folder']}", _size(trained), f"{card['parameters']:,} parameters"]
    score, sentences = card["held_out"]["exact_match"], card["sentences"]["held_out"]
    after = f" after step {card['step']:,}" if "step" in card else ""  # of a run of this app
    held_out = (
        "not measured"
        if score is None
        else f"{score:.1%} of {sentences:,} sentences right to the last word"
    )
    if "bleu" in card["held_out"]:
        held_out += f", BLEU {card['held_out']['bleu']:.2f} in the task’s words"
    return [
        f"held-out{after}: {held_out}",
        _size(trained),
        f"{card['parameters']:,} parameters, trained in {card['seconds']:.0f} s",
    ]


def _size(trained: Trained) -> str:
    """How large the model is; of another family than that of the Transformer, what family it is."""
    config = trained.model.config
    if not isinstance(config, TransformerConfig):
        return f"family {trained.family.name}"
    return f"{config.encoder_layers} + {config.decoder_layers} layers, {config.self_heads} heads"


def notice(trained: Trained) -> str:
    """What to look for in the picture (markdown), with the numbers of the model's card."""
    if trained.remark:
        return trained.remark
    held_out, guide = trained.card["held_out"], trained.card.get("settings", {}).get("guide")
    if "alignment" not in held_out:
        return (
            "Nobody has written down which of your words renders which, so there is nothing to count. "
            "Look for yourself: while the model writes a word, does the last cross-attention look at "
            "the one that it renders?"
        )
    aligned = (
        "The last cross-attention looks most at the word that it renders in "
        f"{held_out['alignment']:.1%} of held-out words."
    )
    found = held_out.get("it")
    if not found and guide:
        return f"{aligned} Its first head was told to, by a small extra loss in training."
    if not found:
        return f"{aligned} Nobody told it to: the source alone says what comes next."
    place = f"head {found['head'] + 1} of encoder layer {found['layer'] + 1}"
    if guide:
        told = (
            f"**{place.capitalize()} links *it* to its noun**, because it was told to: in training a "
            f"small extra loss pulled it there. On {found['sentences']:,} held-out sentences the noun "
            f"is its strongest word in {found['strongest']:.1%}."
        )
        aligned += " It had the same kind of help. All other heads were left alone."
    else:
        told = (
            f"**No head was told anything.** The one that comes nearest, {place}, gives the right noun "
            f"more than the wrong one in {found['right']:.1%} of {found['sentences']:,} held-out "
            f"sentences; 50% would be chance. {_all_the_same(held_out['exact_match'])}"
        )
    return f"{told}\n\n{aligned}"


def _all_the_same(score: float | None) -> str:
    """What a head without a clear picture says of the answers, or does not."""
    if score is None or score < 0.5:
        return "This model has not learned much yet: train it longer, and look again."
    return (
        f"Still {score:.1%} of all sentences come out right: attention shows where information can "
        "flow, not why an answer is what it is."
    )


def about_sentence(facts: Facts) -> str:
    """How to read the row of words (markdown), and where "it" looks in this sentence."""
    said = (
        "Under each word the source word that the last cross-attention looks at most while writing "
        "it, and how much."
    )
    if facts.it:
        word, weight = facts.it.strongest()
        place = f"head {facts.it.head + 1} of encoder layer {facts.it.layer + 1}"
        said += f" In {place}, *it* looks most at “{plain(word)}”, {weight:.2f}."
    return said


def plain(word: str) -> str:
    """A typed word inside markdown: every sign that could be markup is escaped."""
    return "".join(c if c.isalnum() or c.isspace() else f"\\{c}" for c in word)
