"""Sentences of the page on fine-tuning beside its figures (markdown). All numbers are measured."""

from collections.abc import Sequence

from lessons.figures.few_labels.words import HEADS, WAYS
from transformer.tasks.discourses import MASK, SEP

ONE_SENTENCE = "These are {count} sentences; this head reads one. Take {spare} away."
TWO_SENTENCES = "This head reads two sentences with a full stop between them, and here {is_are} {count}. Type for example: the king is in the hall. he plays the piano"
QUESTION = (
    "This head reads a question with one gap, a full stop, and a text in which the answer stands; there is no {lacks}. "
    "Type for example: she reads the ___. today she reads the new letter"
)
NO_ANSWER = "The question speaks of “{word}”, and the text does not: the answer is not there. A head for spans must point somewhere, so ask what the text tells."
NOTICE = {
    "heads": (
        "**Only the end differs.** Change the head: before it stands the same body each time, trained on a little for this head. A head for a whole text reads [CLS], which has looked "
        "at all words; for a span or for tags it reads each position.\n\n"
        "**Two scores a position** are enough for an answer: start and end. The best pair of them counts, of those whose end does not stand before "
        "the start.\n\n"
        "**Same word, other tag.** In *today she reads the old letter*, “old” belongs to what is read; in *the old king is in the hall*, to who is there. The head sees only one "
        "position at a time. The body has mixed the context into it before.\n\n"
        "**Why a gap in place of “what”?** The body knows 58 words, and “what” is none of them."
    ),
    "labels": (
        "**Two sentences: frozen wins at first.** The body had already learned whether a sentence comes next, which is nearly this question. Its features are ready; to change "
        "them with few labels does harm.\n\n"
        "**One sentence: fine-tuning wins early.** Nobody told the body who is female, but it had to say “he” or “she”.\n\n"
        "**A span: frozen fails.** Nothing in its first training asked to find one sentence in another. With frozen features it is no better than always the same answer, even with {most} labels.\n\n"
        "**Tags: from two dozen labels on all three are close.** Each word’s usual tag is right in {word:.1%} already. Context decides only the rest."
    ),
    "moved": (
        "**The top moves most.** Each layer moves more than the one below it, and the pooler only where a head reads [CLS]. No part goes far from where the "
        "first training left it.\n\n"
        "**It forgets some of what nobody asks for any more**, here the guessing of hidden words; for spans and tags more than for [CLS]. On a larger scale that is called "
        "*catastrophic forgetting*. Who wants both keeps a copy of the body, or leaves it frozen.\n\n"
        "**One body for many tasks** is the good side of frozen features: four heads, and a body that is stored and computed once."
    ),
}
TRAIN = "Other texts to learn from than in all draws above. It takes a few seconds here."
NOW = "**{head}, {way}, {labels} labels:** {right} on {tests} texts, after {seconds:.1f} s of one processor."


def unfit(head: str, words: Sequence[str]) -> str:
    """Why a head cannot take these words; "" where it can."""
    count = words.count(SEP) + 1
    if head in ("sentence", "tags"):
        return ONE_SENTENCE.format(count=count, spare=count - 1) if count > 1 else ""
    if head == "pair":
        return "" if count == 2 else TWO_SENTENCES.format(count=count, is_are="is" if count == 1 else "are")  # fmt: skip
    question, text = (words[: words.index(SEP)], words[words.index(SEP) + 1 :]) if SEP in words else (words, ())  # fmt: skip
    lacks = "text" if not text else "gap (___)" if MASK not in question else ""
    if not lacks and question.count(MASK) > 1:
        lacks = f"single gap, but {question.count(MASK)}"
    if not lacks and count > 2:
        lacks = f"single text, but {count - 1}"
    if lacks:
        return QUESTION.format(lacks=lacks)
    missing = [word for word in question if word != MASK and word not in text]
    return NO_ANSWER.format(word=missing[0]) if missing else ""


def now(head: str, way: str, labels: int, score: float, tests: int, seconds: float) -> str:
    """What a training on the page has reached."""
    return NOW.format(head=HEADS[head], way=WAYS[way], labels=labels, right=f"{score:.1%} right", tests=tests, seconds=seconds)  # fmt: skip
