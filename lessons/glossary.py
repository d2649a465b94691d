"""The glossary: each term in one sentence, for pages and notebooks alike.

A text names a term as people write it; here it becomes a link (in a page, where `lessons/kit/terms.js`
opens the sentence) or an abbreviation with a title (in a notebook).
"""

import re
from collections.abc import Callable
from html import escape

TERMS = {
    "token": "One piece of a text as a model reads it: a word, a part of a word, a character or a byte.",
    "vocabulary": "The list of all tokens that a model knows; each has a number in it.",
    "byte-pair encoding": "A way to find tokens: begin with characters, and join the most frequent pair of neighbours again and again.",
    "merge": "One step of byte-pair encoding: two tokens that often stand side by side become one.",
    "vector": "A row of numbers; a model computes with one for each word.",
    "one-hot": "A vector with a single 1, at the number of the token, and 0 everywhere else.",
    "embedding": "The vector of numbers that a model has learned for a token.",
    "d_model": "How many numbers the vector of each word has inside the model.",
    "d_k": "How many numbers a query and a key have in one head; the scores are divided by its square root.",
    "dot product": "Multiply two vectors number by number and add everything up: large when they point the same way.",
    "query": "The vector with which a word asks: its dot product with a key says how well the two match.",
    "key": "The vector by which a word is found: it is compared with the queries.",
    "value": "The vector that a word hands on to those who look at it.",
    "score": "The dot product of a query and a key: how well the two match, before the softmax.",
    "soft lookup": "A dictionary that always answers, with a mixture of its values: the better a key fits, the larger the share of its value.",
    "multiply-add": "One multiplication, whose result is added to a sum: what a matrix product is made of.",
    "convolution": "The same small matrix laid on every place of a picture, or of a row: what comes out at a place depends on that place and its neighbours.",
    "kernel": "How many neighbouring places a convolution reads at once.",
    "softmax": "Turns any row of numbers into shares between 0 and 1 that add up to 1; a larger number gets a larger share.",
    "attention weight": "The share of its attention that one word gives to another; the shares of a row add up to 1.",
    "head": "One attention of its own inside a layer, with its own queries, keys and values; a layer has several side by side.",
    "layer": "One of the identical blocks that an encoder or a decoder stacks: attention, then a small network for each position. In code, its parts are called layers, too.",
    "mask": "A table that says which word may look at which; a score that is masked becomes −∞ and gets weight 0.",
    "causal mask": "The mask of a decoder: each word may look at itself and at what came before it, never ahead.",
    "padding": "Empty tokens at the end of shorter sentences, so that all sentences of a batch have one length.",
    "recurrent network": "A network that reads a text word after word with one and the same cell, which makes a new state of the old one and the word.",
    "hidden state": "The vector in which a recurrent network keeps what it has read so far.",
    "GRU": "A recurrent cell with two gates: one says how much of each number of the state stays, the other how much of the old state is seen.",
    "LSTM": "A recurrent cell with a memory beside its state, and three gates that say what enters it, what stays and what leaves.",
    "bottleneck": "A place where everything has to pass through few numbers, as a sentence through the last state of its reader.",
    "alignment": "Which word of the source each word of the answer comes from.",
    "encoder": "The half of the model that reads the source sentence.",
    "decoder": "The half of the model that writes the answer, one token after the other.",
    "self-attention": "Attention in which the words of one text look at each other.",
    "cross-attention": "Attention in which the words that are being written look at the words of the source.",
    "hop": "One look of a question at all facts of a memory; what is found is added to the question, and the next hop asks with both.",
    "memory network": "A model that answers a question by looking at facts, once or several times, as far as the question and what was found lead it.",
    "masked language modelling": "Words of a text are hidden, and a model learns to guess them from the words on both sides.",
    "fine-tuning": "Training goes on: a model that was trained on plain text learns a task from labelled examples, and all its weights may change.",
    "frozen": "Weights are frozen where training may not change them; what they compute is used as it is.",
    "span": "Words that follow each other in a text, told by the first and the last of them.",
    "next sentence prediction": "Two sentences are read, and a model learns to say whether the second one comes next in the text.",
    "BM25": "A score for how well a document fits a question, by the words that both have: a rare word counts more, and each further time a word comes counts less.",
    "cosine": "How far two vectors point the same way, from −1 to 1: their dot product, divided by both lengths.",
    "premise": "A sentence that is taken as true; whether another one, the hypothesis, follows from it is the question.",
    "entailment": "One sentence follows from another: whoever takes the first one as true must take the second one, too.",
    "residual": "A part's input is added to its output, so the part only has to learn what to change.",
    "LayerNorm": "Shifts and scales the numbers of one vector to mean 0 and variance 1, then applies a learned factor and offset.",
    "feed-forward": "The small network, two matrices with a ReLU between, that works on every position alone, between two attentions.",
    "residual stream": "The vector of a word on its way through the layers: each sub-layer adds to it what it found.",
    "sub-layer": "Self-attention, cross-attention or feed-forward: each layer has two or three of them, one after the other.",
    "ReLU": "Sets every number below 0 to 0 and leaves the others as they are.",
    "hidden unit": "One of the numbers between the two matrices of a feed-forward network; it fires where it is above 0.",
    "logit lens": "A vector from the middle of a model is scored as if it were the last one, to see which word the model would write.",
    "logit": "The raw number that a model gives to each token of the vocabulary; a softmax makes probabilities of them.",
    "task token": "A word of the vocabulary that stands in no text, such as <to-fr>: after a prompt it says what is to be done with it.",
    "prompt": "What a decoder is given to go on with; it is read, and never written.",
    "loss mask": "Says which next words of a row are learned: those of the answer, and neither the prompt nor padding.",
    "loss": "One number that says how wrong the model is; training makes it smaller.",
    "cross-entropy": "The loss of a model that gives probabilities: minus the logarithm of the probability of the right answer, on average.",
    "nats": "The unit of a loss or an entropy when the natural logarithm is used; one nat is 1.44 bits.",
    "entropy": "How uncertain a distribution is: 0 when one outcome is sure, largest when all are equally likely.",
    "gradient": "For every weight of the model, which way and how steeply the loss changes when it grows.",
    "learning rate": "How large a step training takes against the gradient.",
    "warm-up": "The first steps of a training, in which the learning rate grows from almost 0.",
    "weight decay": "At each step all weights shrink a little, so that none grows without need.",
    "bias correction": "Adam's averages begin at 0 and are too small at first; dividing by 1 − βᵗ makes up for it.",
    "dropout": "In training, some numbers are set to 0 at random, so that the model does not lean on any one of them.",
    "label smoothing": "The right token is asked for with slightly less than 1, and the rest is spread over all others.",
    "teacher forcing": "In training the decoder reads the right words so far, whatever it would have written itself.",
    "free running": "The decoder reads the words that it has written itself, as it must when nobody knows the right ones.",
    "held-out": "Examples that are kept away from training, to measure what was really learned.",
    "exact match": "The share of answers that are right to the last token.",
    "BLEU": "A score for translations from 0 to 100: how many runs of 1 to 4 words they share with a right one. What is one word, the task says.",
    "greedy": "Writing by taking the most probable token at every step.",
    "beam search": "Writing with several unfinished answers side by side; at each step only the best few are kept.",
    "temperature": "All logits are divided by it before the softmax: below 1 the model grows surer, above 1 more adventurous.",
    "top-k": "Only the k most probable tokens may be drawn.",
    "top-p": "Only the most probable tokens may be drawn: as many as it takes for their shares to reach p.",
    "seed": "The number from which a computer's random numbers start; the same seed gives the same numbers.",
    "confidence interval": "A range that holds the true value in, say, 95 of 100 such measurements.",
    "ablation": "Take one part away and measure what becomes worse: that is what the part was for.",
    "activation patching": "Take a value from inside one run of a model, write it into another run, and see how the answer changes.",
    "induction head": "A head that looks at what came next when the present token was there before, and so copies it.",
    "W_O": "The matrix by which the results of the heads, side by side, become the output of the attention.",
    "variant": "A part of the model, such as an attention, that can stand in the place of the standard one, under a name of its own.",
    "probe": "A place in the code that hands a number on unchanged, so that pictures and checks can read it.",
    "checkpoint": "A file with everything that is needed to go on with a training as if it had never stopped.",
    "captioner": "A model that writes what is on a picture.",
    "temporal attention": "Attention over the frames of a film: before each word it says which frames count.",
    "straight-through": "Forwards a choice, which has no gradient; backwards the gradient of the soft weights instead.",
    "deck": "One of the five sets of slides that this course follows: by Militsis and Pitas, Vitay, Basili and Croce, Gunhee Kim, and “Mining Unstructured Data 12”.",
}
# Words that also mean something else are a term only where an author links them: [score](#term-score).
LINKED_ONLY = {
    "key",
    "value",
    "score",
    "head",
    "layer",
    "mask",
    "merge",
    "loss",
    "greedy",
    "residual",
    "span",
    "cosine",
}
PLURALS = {"query": "queries", "vocabulary": "vocabularies", "entropy": "entropies"}

# What is never searched: code, links, headings, tags, formulas.
APART = r"(```.*?```|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)|<[^>]*>|^#[^\n]*$|\$[^$\n]*\$)"
AUTHORS = re.compile(r"\[([^\]]+)\]\(#term-([\w-]+)\)")


def name_of(term: str) -> str:
    """The term in an address: "dot product" → "dot-product"."""
    return term.lower().replace(" ", "-")


NAMED = {name_of(term): term for term in TERMS}


EVERY_FORM = {  # as people write it, small → the term
    form.lower(): term for term in TERMS for form in (term, PLURALS.get(term, f"{term}s"))
}
FORMS = {form: term for form, term in EVERY_FORM.items() if term not in LINKED_ONLY}


def _words(forms: dict[str, str]) -> re.Pattern:
    longest = sorted(forms, key=len, reverse=True)  # "cross-entropy" before "entropy"
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


FOUND, ANYWHERE = _words(FORMS), _words(EVERY_FORM)


def used(markdown: str) -> list[str]:
    """Every term as often as it stands in a text, also where it may mean something else."""
    return [EVERY_FORM[word.lower()] for word in ANYWHERE.findall(markdown)]


def _each(markdown: str, seen: set[str], write: Callable[[str, str], str]) -> str:
    """The text with `write(word, term)` where each term first stands; `seen` is brought up to date."""

    def put(word: str, term: str) -> str:
        if term in seen:
            return word
        seen.add(term)
        return write(word, term)

    pieces = re.split(APART, markdown, flags=re.S | re.M)
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = AUTHORS.sub(lambda m: put(m[1], NAMED[m[2]]), piece)
        else:
            pieces[number] = FOUND.sub(lambda m: put(m[1], FORMS[m[1].lower()]), piece)
    return "".join(pieces)


def linked(markdown: str, seen: set[str] | None = None) -> str:
    """For a page: where a term first stands, a link that opens its sentence."""

    def link(word: str, term: str) -> str:
        return f"[{word}](#term-{name_of(term)})"

    return _each(markdown, set() if seen is None else seen, link)


def titled(markdown: str, seen: set[str]) -> str:
    """For a notebook: where a term first stands, its sentence when the mouse rests on it."""

    def abbreviation(word: str, term: str) -> str:
        return f'<abbr title="{escape(TERMS[term])}">{word}</abbr>'

    return _each(markdown, seen, abbreviation)


def listed(seen: set[str]) -> str:
    """The terms of a notebook and their sentences, folded (markdown)."""
    rows = "\n".join(f"- **{term}**: {TERMS[term]}" for term in sorted(seen, key=str.lower))
    return f"<details><summary><b>The terms of this lesson</b></summary>\n\n{rows}\n\n</details>"
