"""Sentences of the page on hidden words beside its figures (markdown). All numbers are measured."""

from collections.abc import Mapping

from lessons.kit.tables import table

TOO_MANY = "These are {count} sentences; two are read at most. Take {spare} away."
SUM = (
    "**One word twice.** Step through the tokens with →. The two “the” of a sentence share their first row, and nothing else is the "
    "same: another position, and perhaps another sentence.\n\n"
    "**Two rows are enough for segments.** Everything up to the first [SEP] is sentence A, the rest is B. The strips “+ segment” "
    "have only two patterns.\n\n"
    "**Type** *the ___ is in the hall*. What is hidden has a vector, too: that of [MASK], the same for every hidden word."
)
HIDE = (
    "**Hide “is”.** Both models know it: “queen” stands before it. Hide “reads”, and only one does: “letter” comes after it.\n\n"
    "**Hide “young”.** Nobody knows. Four adjectives, or none, are equally likely in this grammar, and no other word tells which. "
    "A good model is unsure where nobody can know.\n\n"
    "**Change “queen” to “king”** and hide “she”: the answer stands one sentence earlier.\n\n"
    "**The map** of the model that looks only back has nothing above its diagonal. Its [CLS] stands first and so sees nothing but itself: "
    "of pairs it tells {back:.1%}, which is chance. The other one tells {both:.1%}."
)
LEARNING = (
    "**Near comes before far.** “is” hangs on the noun beside it: learned after {near} steps. The verb hangs on the thing and on "
    "“she”, in the same sentence: {verb}. “he or she” hangs on a noun in the sentence before: it stays at one half, and then climbs, within "
    "some hundred steps ({jump}).\n\n"
    "**Choose “he or she” and play.** Long before it knows the answer, it knows that it is one of these two.\n\n"
    "**A score of {words:.1%} is not a bad score.** Ask what is possible before you judge: at best {best_words:.1%}.\n\n"
    "**Train it yourself:** on the page *Training*, task *Hidden words*."
)
TABLES = (
    "**Sinusoids** make a stripe: the nearer, the more alike. A formula promises that.\n\n"
    "**The decoder** found something like it by itself. It copies rows of letters, for which it looks a few places back.\n\n"
    "**This BERT** did not. In its short sentences each place has a role of its own (article, adjective or noun, verb), so neighbours have little in "
    "common. A learned table is what its task needs, and it ends where training ended: here after {rows} positions.\n\n"
    "**Segments:** one row each for the first and the second sentence.\n\n"
    "**A model from outside** that learned its positions, as GPT-2 or BERT, stands here, too, once you have opened its folder on the training page."
)
COUNTED = "Counted on {rows:,} training pairs: of {words:,} words {asked:.1%} have to be guessed."
WHY = (
    "If every word to guess became [MASK], a model could get away with thinking only where it reads [MASK], which never stands in a real text. "
    "So one of ten is another word, and one of ten stays as it is: any word may have to be guessed."
)
NAMES = {"[MASK]": "becomes [MASK]", "other": "becomes another word", "same": "stays as it is"}


def too_many(sentences: int) -> str:
    """Why so many sentences cannot be read; "" where they can."""
    return "" if sentences <= 2 else TOO_MANY.format(count=sentences, spare=sentences - 2)


def counted(found: Mapping[str, int]) -> tuple[str, str]:
    """What is said of the words that were drawn, and the table (HTML)."""
    asked = sum(found[name] for name in NAMES)
    said = COUNTED.format(rows=found["rows"], words=found["words"], asked=asked / found["words"])
    rows = [
        (what, f"{found[name]:,}", f"{found[name] / asked:.1%}") for name, what in NAMES.items()
    ]
    return f"{said} {WHY}", table("bert-counted", ("a word to guess", "words", "of them"), rows)
