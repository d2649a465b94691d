# The text and code of the lesson on fine-tuning. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Fine-tuning: one body, four heads, what changes?
#
# {opening}

# %%
import inspect
import math
from statistics import fmean

import torch

from lessons.figures.search_orders import search_orders
from lessons.finetuning import BODY, HEADS, LEARNED_FROM, search_results
from lessons.finetuning.mistakes import MISTAKES
from lessons.finetuning.prediction import about_forgetting, about_labels, about_size
from lessons.finetuning.results import curves, measured, model, moved, read, reading, sizes
from lessons.finetuning.search_results import NAME, SHOWN
from lessons.kit.prediction import ask, covered
from transformer.finetuning import heads
from transformer.finetuning.heads import Span, best_span, span_loss, tag_loss
from transformer.finetuning.labelled import LABELS, every, split
from transformer.finetuning.tuning import answers, batch_of, begin, score, train, tuned
from transformer.measure.finetuning import remembers
from transformer.measure.searching import ASKED, search
from transformer.measure.statistics import interval_of_mean
from transformer.retrieval.bm25 import BM25
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 2 min
#
# BERT was trained on plain text: it guesses hidden words, and says whether a sentence comes next. Nobody needs just that. But what it had to
# learn for it can be used: take the trained *body*, put a small new *head* on it, and train on with the few texts for which
# somebody has written down the answer. That is [fine-tuning](#term-fine-tuning) (Devlin et al. 2019, sections 3.2 and 4).
#
# Here are four tasks on the sentences of the lesson on hidden words. Each needs another kind of answer.

# %%
trained = load(BODY)
for task in LABELS:
    example = split(task, 0)[0][0]
    print(f"{task:9}", " ".join(example.source), "→", end=" ")
    if task == "span":
        first, last = example.right
        print(" ".join(("[CLS]", *example.source)[first : last + 1]))
    else:
        print(" ".join(LABELS[task][label] for label in example.right))

# %% [markdown]
# ## Predict · 4 min
#
# The third task is to find an answer in a text. It is told by its first and its last word, and the words between them: a [span](#term-span).
# (The body knows 58 words, and “what” is none of them; so a question is a sentence with a gap.) Answer before you go on: click what you think, and
# read the reply.

# %%
ask(about_size(sizes("span")))

# %%
covered(read("span", reading("span", HEADS["span"][1])))

# %% [markdown]
# ## Run
#
# ### Four heads · 2 min
#
# Read the figure from above: words go in, the body makes a vector of each position, and the head reads some of these.
#
# 1. **A pair of sentences**: [CLS] first sentence [SEP] second sentence [SEP]. The head reads [CLS] alone.
# 2. **One sentence**: [CLS] sentence [SEP]. The same head, with other labels.
# 3. **A span**: [CLS] question [SEP] text [SEP]. At each position of the text: how well would it do as the start, how well as the end?
# 4. **Tags**: [CLS] sentence [SEP]. At each position a label, for that word.
#
# All four are one linear layer. What it multiplies by hand is what the head says:

# %%
tagger = model("tags")
example = split("tags", 1)[1][3]
batch = batch_of(trained, "tags", [example])
x, pooled = tagger.features(batch.tokens, batch.segments)  # (1, position, d_model), (1, d_model)
linear = tagger.head.linear
by_hand = x @ linear.weight.T + linear.bias  # (1, position, label)
print(f"largest difference to the head: {(by_hand - tagger.head(x, pooled)).abs().max():.0e}")
for word, scores in zip(example.source, by_hand[0, 1:], strict=False):
    print(f"{word:9} {LABELS['tags'][scores.argmax()]}")

# %% [markdown]
# “the” and “old” have another tag in *the old queen is in the library* than in *she reads the old letter*. The head sees one position, but what stands
# there has looked at all others on its way through the body.
#
# ### Labels · 5 min
#
# Labels are dear: somebody has to write them. So the question is how far one gets with few. Three ways:
#
# - **[frozen](#term-frozen)**: the body stays as it is, and only the head learns. Its outputs are *features*.
# - **fine-tuned**: body and head learn together.
# - **from scratch**: the same network, but its body begins with weights drawn by lot.
#
# All see the same texts equally often. No text of a test was learned from: `split` shuffles a list that has each text once, and takes the tests first.

# %%
ask(about_labels(measured()))

# %%
covered(curves())

# %% [markdown]
# Look at all four heads. There is no best way; there is a question to ask: **how near is the new task to what the body has learned?** For pairs it
# is near, and to change the body with a dozen labels does harm. For spans it is far: frozen features are no better than always the same answer.
#
# One cell of that picture, trained again now, and the interval of its five draws:

# %%
task, way, labels = "sentence", "tuned", 6
found = measured()
five = found["tasks"][task]["scores"][way][found["labels"].index(labels)]
low, high = interval_of_mean(five)
print(f"now, draw 1: {tuned(trained, task, way, labels, 1)[1]:.1%}")
print(f"shipped: {five}, mean {fmean(five):.1%}, 95% interval {low:.1%} to {high:.1%}")

# %% [markdown]
# The upper end lies beyond 100%: with five numbers, Student’s interval knows nothing of where a share must end. The figure cuts it there. That the interval is wide is the truth about six labels:
# *which* six matters.
#
# ### What moved · 4 min · further
#
# Fine-tuning changes the body. Is it still the body that it was?

# %%
ask(about_forgetting(measured()))

# %%
covered(moved())

# %% [markdown]
# ### Search · 7 min · further
#
# An encoder can also find things. A question comes in, and one of many documents answers it: which? The usual way counts shared words, with [BM25](#term-bm25)
# (Robertson & Zaragoza 2009). The other way needs no shared word: the mean of the encoder's outputs is one vector for the question and one for each document, and
# the [cosine](#term-cosine) of the two says how near they are. This encoder was trained on pairs of a question and its document, with the other
# documents of the batch as wrong answers. Here is one of 250 documents, each with a code of its own, and five kinds of questions about it: with the same words,
# with two or all five of those that count replaced by a synonym, in Italian, or the code alone. Training has shown every synonym and every
# Italian word, and none of the facts that stand in these documents.

# %%
searcher = load(NAME)
collection, documents = searcher.task, searcher.task.documents
print("document  ", " ".join(documents[SHOWN]))
for kind in ASKED:
    print(f"{kind:10}", " ".join(collection.questions(kind)[SHOWN]))

# %%
ask(search_results.predict())

# %%
italian = collection.questions("italian")[SHOWN]
found = search(searcher, italian, documents)
covered(search_orders(found, NAME, SHOWN, "italian", search_results.measured()))

# %% [markdown]
# What one word adds to BM25, by hand: the fewer documents have it, the more.

# %%
has = [document.count("castle") for document in documents]
idf = math.log(1 + (len(has) - sum(has) + 0.5) / (sum(has) + 0.5))
by_hand = idf * 1 * (1.5 + 1) / (1 + 1.5)  # once in a document that is as long as all others
print(f"{sum(has)} of {len(has)} documents have “castle”; by hand it adds {by_hand:.3f}")
print(f"BM25: {BM25(documents).part('castle')[has.index(1)].item():.3f}")

# %% [markdown]
# How often each order is right, and what training has to do with it, stands in the figure. No order is the best. BM25 needs a shared word: with all five
# replaced, other documents share some, and win. Vectors know nothing of a code that no training has seen. The product is an *and*: it follows BM25 also where
# that is sure and wrong. Where BM25 is silent, the vectors decide.

# %% [markdown]
# ## Read the source · 7 min · further
#
# This is the code that trained all of it. There is no other copy. To freeze a body is one line: `requires_grad_(False)`.

# %%
for part in (begin, train, heads.Head, heads.Span, tag_loss, span_loss, best_span):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/finetuning/exercise.py` beside this notebook. Write `tag_loss`, then `span_loss`, then `best_span`, and save.
# The checks read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.finetuning.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your loss trains a head for spans, and your function reads its answers:

# %%
from lessons.finetuning.checks import Student

learn, tests = split("span", 0)
if check().passed:
    student = Student()
    student.find()
    yours = student.found
    right_loss, heads.span_loss = heads.span_loss, yours["span_loss"]
    asked = batch_of(trained, "span", learn[:LEARNED_FROM])
    mine = train(begin(trained, "span", "tuned", 0), asked, "tuned", 0)
    heads.span_loss = right_loss
    batch = batch_of(trained, "span", tests)
    said = yours["best_span"](mine(batch.tokens, batch.segments), batch.inside)
    print(f"your answers: {score(said, batch):.1%} right")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. More labels for a frozen body.** Change `labels` to 96. *Expect* hardly more: what a span needs is not in these features.

# %%
labels = 12

print(f"frozen, {labels} labels: {tuned(trained, 'span', 'frozen', labels, 0)[1]:.1%}")

# %% [markdown]
# **2. A longer training.** Change `steps` to 300. *Expect* that the pairs that are learned from are all right, and others not more often than before.

# %%
steps = 100

learn, others = split("pair", 0)
few, many = batch_of(trained, "pair", learn[:12]), batch_of(trained, "pair", others)
one = train(begin(trained, "pair", "tuned", 0), few, "tuned", 0, steps)
seen, new = (score(answers(one, some), some) for some in (few, many))
print(f"learned from: {seen:.1%}; others: {new:.1%}")

# %% [markdown]
# **3. What is forgotten.** Change `head` to "span". *Expect* that the body guesses fewer hidden words than after it learned from single sentences.

# %%
head = "sentence"

after, before = (remembers(trained, body) for body in (model(head).body, trained.model))
print(f"hidden words after {head}: {after:.1%}, before {before:.1%}")

# %% [markdown]
# ## Break · 4 min
#
# A friend reads answers in the simplest way: *“The start is the position with the highest score for a start, the end the one with the highest score for an
# end. Two argmax, done.”* With many labels that works. This head has learned from twelve:

# %%
young = tuned(trained, "span", "tuned", 12, 0)[0]
batch = batch_of(trained, "span", tests)
scores = young(batch.tokens, batch.segments).masked_fill(~batch.inside[..., None], -torch.inf)
simple = scores.argmax(1)  # (text, 2): each for itself
backwards = simple[:, 1] < simple[:, 0]
print(f"{score(simple, batch):.1%} right")

# %% [markdown]
# *Before you run on:* what can go wrong with two choices of which neither knows of the other?

# %%
print(f"{int(backwards.sum())} of {len(backwards)} answers end before they start")
words = trained.source_vocabulary
for row in torch.nonzero(backwards)[:3, 0].tolist():
    line = words.decode(batch.tokens[row])
    print(" ".join(line), "→ from", line[simple[row, 0]], "to", line[simple[row, 1]])
together = answers(young, batch)
print(f"read together: {score(together, batch):.1%} right, none backwards")

# %% [markdown]
# An answer that ends before it starts is no answer at all, and a program that cuts it out of the text gets an empty string, without an error. **Look at
# what comes out, not only at the score**: reading the pairs in order repairs some of these answers, and the others are wrong words, but words.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. Which positions does the head read for a pair of sentences, for a span, for tags?
# 2. How does “the” get another tag before “queen” than before “letter”, if the head sees one position alone?
# 3. What stays as it is with frozen features, and what does not?
# 4. When were frozen features better than fine-tuning, and why?
# 5. When were they no better than always the same answer, and why?
# 6. Five draws with six labels give a wide interval. What differs between the draws?
# 7. Why are start and end not chosen each for itself?
# 8. Which question does only BM25 answer, and which one only the vectors?

# %% [markdown]
# ### Answers
#
# 1. [CLS] alone; each position of the text; each position.
# 2. The body has mixed the context into what stands at that position.
# 3. The body stays, and only the head learns.
# 4. For pairs with few labels: the body had already learned nearly that question.
# 5. For spans: its first training never asked it to find one sentence in another.
# 6. Which texts are learned from and tested on, and with which weights the head begins.
# 7. The end could stand before the start; the pair with the largest sum, in order, is an answer.
# 8. A code that no training has seen; a question that shares no word with its document.
#
# Next: a model that looks only back, and writes.
