"""Sentences of the page “Attention” with numbers from a card or a trace."""

from lessons.attention import pronoun
from lessons.glossary import TERMS
from lessons.models import catalogue
from lessons.models.facts import Facts
from transformer.config import TransformerConfig
from transformer.families import Family
from transformer.weights import Trained

# Terms of the part “By hand”, in the order of its steps.
STEPS = ("query", "key", "value", "score", "softmax", "attention weight", "head")


def terms() -> str:
    """Return the terms of the part “By hand”, one sentence each (markdown)."""
    return "\n".join(f"- **{term}**: {TERMS[term]}" for term in STEPS)


def why_no_question(trained: Trained) -> str:
    """Say why there is no question about a model."""
    if catalogue.from_outside(trained.card):
        return "There is no question for an external model."
    if trained.remark:
        return "There is no question for this model, since it was not trained with this code."
    return "There is no question yet, since the model produces no output. Train the model longer."


def model_facts(trained: Trained) -> list[str]:
    """Describe the model and its accuracy in three short facts."""
    card = trained.card
    if trained.remark:  # the card describes another model
        numbers = sum(parameter.numel() for parameter in trained.model.parameters())
        return ["not measured", _size(trained), f"{numbers:,} parameters"]
    if catalogue.from_outside(card):
        return [f"from {card['folder']}", _size(trained), f"{card['parameters']:,} parameters"]
    score, sentences = card["held_out"]["exact_match"], card["sentences"]["held_out"]
    after = f" after step {card['step']:,}" if "step" in card else ""  # of a run of this app
    held_out = (
        "not measured" if score is None else f"{score:.1%} of {sentences:,} sentences match exactly"
    )
    if "bleu" in card["held_out"]:
        held_out += f", BLEU {card['held_out']['bleu']:.2f} with the task’s tokenization"
    return [
        f"held-out{after}: {held_out}",
        _size(trained),
        f"{card['parameters']:,} parameters, trained in {card['seconds']:.0f} s",
    ]


def _size(trained: Trained) -> str:
    """Return the size of a Transformer, or the name of another model family."""
    config = trained.model.config
    if not isinstance(config, TransformerConfig):
        return f"family {trained.family.name}"
    return f"{config.encoder_layers} + {config.decoder_layers} layers, {config.self_heads} heads"


def notice(trained: Trained) -> str:
    """Return what to look for in the figure (markdown), with the numbers of the model's card."""
    if trained.remark:
        return trained.remark
    held_out, guide = trained.card["held_out"], trained.card.get("settings", {}).get("guide")
    if trained.family.map("target", "source") is None:
        return (
            "This model has no **cross-attention**: it attends only to the words of its own text. See for yourself: which "
            "heads attend to the word before, and which to the first word?"
        )
    if "alignment" not in held_out:
        return (
            "This text has no known **alignment**, so the page cannot count correct words. See for yourself: while the "
            "model writes a word, does the last cross-attention layer attend to the word being translated?"
        )
    aligned = (
        f"For {held_out['alignment']:.1%} of the held-out words, the last cross-attention layer assigns its largest "
        "weight to the word being translated."
    )
    pronoun_head = held_out.get("it")
    if not pronoun_head:
        how = (
            "An auxiliary loss trained the layer’s first head to attend this way."
            if guide
            else "No auxiliary loss trained this layer to attend this way."
        )
        return f"{aligned} {how}"
    place = f"head {pronoun_head['head'] + 1} of encoder layer {pronoun_head['layer'] + 1}"
    share = (
        f"On average, {pronoun_head['mass']:.2f} of the head’s weight is on the correct noun. The noun has the largest "
        f"weight in {pronoun_head['strongest']:.1%} of {pronoun_head['sentences']:,} held-out sentences."
    )
    if guide:
        pronoun_text = f"**{place.capitalize()} links *it* to its noun.** The head was guided by a small auxiliary loss. {share}"
        aligned += " The layer’s first head was guided as well; the other heads were not."
    elif pronoun_head["mass"] > pronoun.BUILT:
        pronoun_text = (
            f"**{place.capitalize()} links *it* to its noun**, without an auxiliary loss. {share}"
        )
    else:
        pronoun_text = (
            f"**No head was guided, and no head links *it* to its noun.** The best head is {place}. {share} "
            f"{_accuracy_without_head(held_out['exact_match'])}"
        )
    return f"{pronoun_text}\n\n{aligned}"


def _accuracy_without_head(score: float | None) -> str:
    """Say how the answers of a model without such a head turn out."""
    if score is None or score < 0.5:
        return "This model has not learned much yet. Train the model longer, and try again."
    return (
        f"Even so, the model translates {score:.1%} of all sentences exactly: attention shows where information can "
        f"flow, not why the model gives its answer."
    )


def about_guidance(control) -> str:
    """Describe the result of the control without guidance (markdown)."""
    runs = pronoun.unguided(control)
    built = sum(map(pronoun.links_pronoun, runs))
    return (
        "Two shipped models were trained without **guidance**, with the same recipe and different seeds. "
        "One model has developed the head that links *it* to its noun; the other has not. The control repeats the "
        f"training with {len(runs)} seeds: {built} runs developed the head. So most unguided training runs develop "
        "no such head, and all of these models translate about equally well. You cannot tell from the French "
        "output which model has the head.\n\n"
        "**Does the model need the head?** The last two columns show a causal intervention: *it* is prevented from "
        "attending to one of the nouns in every encoder layer and head. Every guided model relies on that head: "
        "most of these sentences are translated wrongly if the correct noun is forbidden, but hardly any if the "
        "other noun is forbidden. The shipped unguided model that developed the head relies on it as well. For the "
        "other models, the intervention changes nothing."
    )


def about_sentence(facts: Facts, family: Family) -> str:
    """Explain the row of words (markdown), and which word "it" attends to in this sentence."""
    if family.map("target", "source") is None:
        return (
            "This model has no cross-attention, so no source word belongs to a word that it writes."
        )
    text = (
        "Below each word is the source word with the largest weight in the last cross-attention layer, together with "
        "that weight."
    )
    if facts.it:
        word, weight = facts.it.strongest()
        place = f"head {facts.it.head + 1} of encoder layer {facts.it.layer + 1}"
        text += f" In {place}, *it* attends most to “{escaped(word)}”, with weight {weight:.2f}."
    return text


def escaped(word: str) -> str:
    """Escape a typed word for markdown."""
    return "".join(c if c.isalnum() or c.isspace() else f"\\{c}" for c in word)
