"""Sentences next to the figures of the decoding page (markdown). All counts are computed."""

from collections.abc import Sequence
from operator import attrgetter

from lessons.decoding.measure.drafted import AHEAD, Tally, middle_80_percent, total_tally
from lessons.decoding.measure.judged import Judged, error_counts

KINDS = {"rescued": "beam search fixes it", "search": "search error", "model": "model error"}
NO_REFERENCE = "BLEU requires a reference translation, but there is none for this sentence. Choose one of the examples."
TABLE = "Last word: the possible next words, each with its probability"
FIRST_TABLE = "greedy decoding and a beam of two miss the best sentence"
NOTICE = {
    "tree": "- The total of a candidate is a **sum**: the total of the hypothesis that it extends, plus the log p "
    "of its last word.\n"
    "- The beam can keep two candidates that extend the same hypothesis, and none that extends another.\n"
    "- A **finished** hypothesis is put aside and shown in the list of answers.\n"
    "- **Set T or n**: the search stops after T steps, or when n hypotheses are finished. With a small n the search "
    "may stop before the best hypothesis is finished.\n"
    "- **Change α** (*length normalisation*): in this grammar little changes, because the translations of one "
    "sentence have nearly the same length. To see an effect, choose the language model, whose answers differ in "
    "length.\n"
    "- **Enter a table**: exhaustive search can try all its sentences. The ★ marks the prefix of the best sentence, "
    "as far as the beam kept it.",
    "sampling": "- A **temperature** below 1 makes probable words more probable; it removes no words.\n"
    "- **Top-k** (Fan et al. 2018) counts words; **top-p** or **nucleus sampling** (Holtzman et al. 2020) adds up "
    "probabilities. If the model is confident, top-p can keep a single word.\n"
    "- The kept probabilities are **renormalized** to add up to 1.\n"
    "- In 10,000 draws, a count with expected value n differs from n by about √n. "
    "Chi-square combines these differences.",
    "drafting": "- A token is always accepted if the target model finds it at least as probable as the draft model "
    "does.\n"
    "- The first rejected token is replaced by one drawn from the **residual**: the part of the target model’s "
    "probabilities that the draft model’s do not cover. So the text still follows the target model’s probabilities.\n"
    "- A worse draft model means more forward passes, but text of the same quality.",
    "bleu": "- An n-gram is counted at most as often as it occurs in the reference, so “the the the” gains nothing "
    "from repetition.\n"
    "- One wrong word changes up to four 4-grams, so BLEU falls faster than the fraction of correct words.\n"
    "- A good translation gets a low BLEU score if no reference uses the same words.",
}


def example_label(kind: str, sentence: str) -> str:
    """Return a sentence in the list of examples, with what it shows."""
    if kind == "table":
        return FIRST_TABLE
    return f"{sentence}  ({KINDS[kind]})" if kind in KINDS else sentence


def notice(part: str, judged: Sequence[tuple[str, Judged]]) -> str:
    """Return the text “What to notice” of a part of the page."""
    if part != "tree":
        return NOTICE[part]
    return f"{about_counts(judged)}\n\n{NOTICE[part]}\n\n{about_brevity(judged)}"


def about_tallies(tallies: Sequence[Tally]) -> str:
    """Describe what speculative decoding saves, measured in many texts."""
    whole = total_tally(tallies)
    shares, rates = (middle_80_percent(tallies, attrgetter(name)) for name in ("share", "rate"))
    return (
        f"In {len(tallies)} runs with held-out prefixes and {AHEAD} tokens per draft, "
        f"**{whole.share:.0%} of the checked tokens were accepted**. The target model wrote **{whole.rate:.1f} "
        "tokens per forward pass**; without a draft model it writes 1. In four of five texts, the share is between "
        f"{shares[0]:.0%} and {shares[1]:.0%}, and the rate is between {rates[0]:.1f} and {rates[1]:.1f}."
    )


def about_slides(vocabulary: int) -> str:
    """Answer questions that the slides on beam search leave open (*Mining Unstructured Data 12*)."""
    ten = f"{vocabulary**10:.1e}".replace("e+", " · 10^")
    return (
        f"- **How many translations does exhaustive search track?** With a vocabulary of V words there are V^t "
        f"prefixes of t words: {ten} for V = {vocabulary} and t = 10.\n"
        "- **When is a hypothesis finished?** A hypothesis that produces END is finished and put aside. The search "
        "continues until step T or until at least n hypotheses are finished.\n"
        "- **Does |y| count END?** The slide that divides by |y|^α does not specify this. Here END counts, as in "
        "Hugging Face’s `generate`."
    )


def about_brevity(judged: Sequence[tuple[str, Judged]]) -> str:
    """Describe the length of translations without length normalisation, here and in large models."""
    results = [result for _, result in judged]
    lengths = [
        sum(len(getattr(result, side)) for result in results) / len(results)
        for side in ("beam", "right")
    ]
    return (
        "**The brevity problem.** Each word adds a negative log p, so search tends to prefer short translations. In "
        f"this grammar the lengths hardly differ: with α = 0, the beam writes {lengths[0]:.2f} tokens on average, "
        f"and the correct translations contain {lengths[1]:.2f}. In large models the lengths differ. Wu et "
        "al. (2016) improve translations with length normalisation. A wider beam can translate *worse*, because its "
        "answers become too short (Koehn and Knowles 2017; Murray and Chiang 2018). The most probable translation "
        "is often the empty one (Stahlberg and Byrne 2019)."
    )


def about_counts(judged: Sequence[tuple[str, Judged]]) -> str:
    """Describe how the examples were found, and how many there are of each kind."""
    counts = error_counts([result for _, result in judged])
    return (
        f"**How the examples were found:** a model that was stopped early translated {counts['sentences']} held-out "
        f"sentences with greedy decoding and with a beam of five. Of these translations, {counts['greedy right']} "
        f"(greedy) and {counts['beam right']} (beam) are correct; the beam fixed {counts['rescued by the beam']} and "
        f"spoiled {counts['lost by the beam']}. Of the beam’s wrong translations, {counts['search errors']} are search "
        f"errors and {counts['model errors']} are model errors."
    )
