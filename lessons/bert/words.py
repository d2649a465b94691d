"""Texts of the page on BERT (markdown), with measured numbers."""

from collections.abc import Mapping

from lessons.kit.tables import table

TOO_MANY = "You entered {count} sentences; the model reads at most two. Remove {spare}."
SUM = (
    "**The same word twice.** Step through the tokens with →. The two occurrences of “the” in one sentence share "
    "their token embedding and their segment embedding. Only the position embedding differs.\n\n"
    "**Two rows are enough for segments.** Everything up to the first [SEP] is sentence A; the rest is sentence B. "
    "So the strips labelled “+ segment” show only two patterns.\n\n"
    "**Type** *the ___ is in the hall* (for this lesson’s own BERT). A masked word also has a token embedding: "
    "that of [MASK], which is the same for every masked word."
)
HIDE = (
    "**Mask “is”.** Both models predict “is”, because “queen” comes before it. Mask “reads”: only one model "
    "predicts this verb, because “letter” comes after it.\n\n"
    "**Mask “young”.** No model can know this word. In this grammar four adjectives are equally likely, and no other "
    "word depends on the adjective.\n\n"
    "**Change “queen” to “king”** and mask “she”. The word that determines the pronoun is in the first sentence.\n\n"
    "**The attention map** of the causal model is empty above its diagonal. Here, the answer for a pair is read from "
    "the [CLS] vector. [CLS] comes first, so in the causal model it attends only to itself. The causal model judges "
    "{back:.1%} of the pairs correctly, which is chance level; the bidirectional model judges {both:.1%} "
    "correctly. The handicap comes from reading the answer from [CLS], not from the causal mask: in GPT, "
    "the answer is read from the last token.\n\n"
    "**A real BERT.** Open the model’s folder on the page *The Transformer* (*Open a model*), and choose the model from the "
    "list on this page."
)
LEARNING = (
    "**Near dependencies are learned before far ones.** “is” depends on the noun next to it and is learned after "
    "{near} steps. The verb depends on the object "
    "and on “she” in the same sentence, and is learned after {verb}. “he” or “she” depends on a noun in the previous "
    "sentence. The pronoun accuracy stays "
    "at 50% and then rises within a few hundred steps ({jump}).\n\n"
    "**Choose “he or she” and play the recording.** Long before the model knows which pronoun is correct, it knows "
    "that the word is one of these two.\n\n"
    "**A probability of {she:.0%} suffices for 100% accuracy.** After “queen”, the model assigns “she” a probability "
    "of {she:.0%}, so “she” ranks first and counts as correct. Even the best possible guess assigns “she” only "
    "{best_she:.1%}, because "
    "half of the second sentences come from elsewhere and the word can be “he” even after “queen”.\n\n"
    "**An accuracy of {words:.1%} is not bad.** Even the best possible "
    "guess predicts only {best_words:.1%} of the words correctly.\n\n"
    "**Train a model yourself** on the page *Training* (task *Hidden words*)."
)
TABLES = (
    "**Sinusoids** form a stripe along the diagonal, because nearby positions have similar vectors. The formula "
    "guarantees this similarity.\n\n"
    "**The decoder** learned a similar stripe. This decoder copies strings of letters and attends a few positions "
    "back.\n\n"
    "**This BERT** did not learn a stripe. In its short sentences each position has its own role, so neighbours "
    "have little in "
    "common. A learned table takes whatever form its task needs, and it covers only the {rows} positions used in "
    "training.\n\n"
    "**The segment table** has one row for the first sentence and one for the second.\n\n"
    "**An external model** with learned position embeddings, such as GPT-2 or BERT, also appears here. First open the "
    "model’s folder on the page *The Transformer* (*Open a model*)."
)
COUNTED = "In {rows:,} training pairs with {words:,} words, the model has to predict {asked:.1%} of the words."
WHY = (
    "If every word to predict became [MASK], the model would only need to compute a useful vector at [MASK], which "
    "never occurs in a real text. "
    "So one in ten becomes a different word, and one in ten stays the same. As a result, the model may have to "
    "predict any word."
)
NAMES = {"[MASK]": "becomes [MASK]", "other": "becomes a different word", "same": "stays the same"}


def too_many_sentences(sentences: int) -> str:
    """Return the error for too many sentences; "" if the model can read them."""
    return "" if sentences <= 2 else TOO_MANY.format(count=sentences, spare=sentences - 2)


def about_masking(counts: Mapping[str, int]) -> tuple[str, str]:
    """Return the text on the chosen words, and their table (HTML)."""
    chosen = sum(counts[name] for name in NAMES)
    sentence = COUNTED.format(
        rows=counts["rows"], words=counts["words"], asked=chosen / counts["words"]
    )
    rows = [
        (what, f"{counts[name]:,}", f"{counts[name] / chosen:.1%}") for name, what in NAMES.items()
    ]
    return f"{sentence} {WHY}", table("bert-counted", ("a word to predict", "words", "share"), rows)
