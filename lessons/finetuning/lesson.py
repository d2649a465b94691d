# The text and code of the lesson on fine-tuning. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Fine-tuning: How is one pretrained model adapted to four tasks?
#
# {opening}

# %%
import inspect
import math
from statistics import fmean

import torch

from lessons.finetuning import BODY, HEADS, LEARNED_FROM, search_results
from lessons.finetuning.figures.few_labels.words import WAYS
from lessons.finetuning.figures.search_orders import search_orders
from lessons.finetuning.measure.finetuning import masked_accuracy, texts_seen_before
from lessons.finetuning.measure.searching import ASKED, bm25_mistakes, search
from lessons.finetuning.mistakes import MISTAKES
from lessons.finetuning.prediction import about_forgetting, about_labels, about_size
from lessons.finetuning.results import (
    curves_figure,
    encode,
    head_figure,
    measured,
    model,
    moved_figure,
    sizes,
)
from lessons.finetuning.search_results import NAME, SHOWN
from lessons.kit.prediction import ask, covered
from transformer.finetuning import heads
from transformer.finetuning.heads import Span, best_span, span_loss, tag_loss
from transformer.finetuning.labelled import LABELS, every, split
from transformer.finetuning.tuning import answers, batch_of, initial_model, score, train, tuned
from transformer.measure.statistics import interval_of_mean
from transformer.retrieval.bm25 import BM25
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 2 min
#
# BERT was **pretrained** on plain text: it predicts masked words and decides whether a sentence comes next. These two
# tasks are rarely useful in themselves, but the **pretrained model** can be adapted to other tasks. Take the *body*,
# put a small new **classification head** on it, and continue training with a few labelled texts. This method is called
# [fine-tuning](#term-fine-tuning) (Devlin et al. 2019, sections 3.2 and 4). The paper evaluates this method on
# **GLUE**, a set of tasks on sentences and pairs of sentences, and on **SQuAD**, where the answer to a question is a
# span of a text.
#
# Here are four tasks on the sentences from the lesson *BERT*.

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
# The third task is **span extraction**: find an answer in a text. The answer is a [span](#term-span), given by its
# first and last word. (The body knows 58 words, and “what” is not among them, so a question is a sentence with a
# gap.) Answer before you continue.

# %%
ask(about_size(sizes("span")))

# %%
covered(head_figure("span", encode("span", HEADS["span"][1])))

# %% [markdown]
# ## Run
#
# ### Four heads · 2 min
#
# Read the figure from top to bottom: the body reads words and outputs a vector for each position, and the head reads
# some of these vectors.
#
# 1. **A pair of sentences**: [CLS] first sentence [SEP] second sentence [SEP]. The head reads only [CLS].
# 2. **One sentence**: [CLS] sentence [SEP]. The head has the same form, but different labels.
# 3. **A span**: [CLS] question [SEP] text [SEP]. Each position of the text gets a **start logit** and an **end
#    logit**.
# 4. **Tags** (**token classification**): [CLS] sentence [SEP]. Each word gets a label.
#
# The **pooler**, the body’s last layer, transforms the [CLS] vector for the head. Each head is one linear layer. The
# next cell computes one head’s output by hand:

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
# “the” and “old” have different tags in *the old queen is in the library* and in *she reads the old letter*. The head
# reads only one position, but inside the body this position has attended to all others.
#
# ### Four ways to train with few labels · 7 min
#
# Labels are expensive, because people must write them. Four training methods were compared:
#
# - **[frozen](#term-frozen)**: the body does not change, and only the head learns. The outputs of the body are
#   **frozen features**.
# - **fine-tuned**: body and head learn together from the start.
# - **head first, then both**: the head learns on the frozen body, then body and head learn together.
# - **from scratch**: the network is the same, but the parameters of its body are random at first.
#
# All four methods use the same training texts. No test text was used to train a head: `split` shuffles a list that
# contains each text once, and takes the test texts first. Pretraining may have included test pairs, but without their
# labels; a cell below counts these pairs.

# %%
ask(about_labels(measured()))

# %%
covered(curves_figure())

# %% [markdown]
# No method is always best. **How close is the new task to pretraining?** The pair task resembles pretraining, so frozen
# features suffice. The span task differs greatly from pretraining, so frozen features are no better than a constant
# answer.
#
# Why is fine-tuning worse than a frozen body for pairs? Perhaps twelve labels are too few to change a body. The control
# refutes this explanation. Even with other learning rates and three times as many steps, fine-tuning remains worse.
# When the head is trained first, the body also changes, but no accuracy is lost. The gradients of an untrained head do
# the harm (Kumar et al. 2022):

# %%
measurements = measured()
at = measurements["labels"].index(12)
print(f"frozen: {fmean(measurements['tasks']['pair']['scores']['frozen'][at]):.1%}")
for row in measurements["control"]:
    way, rate, steps = WAYS[row["way"]], row["rate"], row["steps"]
    print(f"{way:21} rate {rate:<6g} {steps} steps: {fmean(row['scores']):.1%}")
read_before = [texts_seen_before(trained, "pair", draw) for draw in measurements["seeds"]]
print(f"of 100 test pairs per draw, pretraining contained: {read_before}")

# %% [markdown]
# The next cell recomputes one point of the figure, and the confidence interval of five draws:

# %%
task, way, labels = "sentence", "tuned", 6
five = measurements["tasks"][task]["scores"][way][measurements["labels"].index(labels)]
low, high = interval_of_mean(five)
print(f"now, draw 1: {tuned(trained, task, way, labels, 1)[1]:.1%}")
print(f"shipped: {five}, mean {fmean(five):.1%}, 95% interval {low:.1%} to {high:.1%}")

# %% [markdown]
# The upper limit of the interval exceeds 100%, because Student’s interval ignores this bound. The interval is wide
# because it matters *which* six texts are labelled.
#
# ### Catastrophic forgetting · 4 min · optional
#
# Fine-tuning changes the body. Can the body still predict masked words? The loss of an earlier ability is called
# **catastrophic forgetting**.

# %%
ask(about_forgetting(measured()))

# %%
covered(moved_figure())

# %% [markdown]
# ### Dense retrieval · 7 min · optional
#
# An encoder can also search: which of many documents answers a question? The usual method, [BM25](#term-bm25), counts
# shared words (Robertson & Zaragoza 2009). **Dense retrieval** needs no shared words. The encoder’s outputs are
# averaged (**mean pooling**) into one vector for the question and one for each document, and the [cosine](#term-cosine)
# of two vectors measures how similar they are. This encoder was trained with **contrastive learning** on pairs of a
# question and its document; the other documents in the batch serve as wrong answers (**in-batch negatives**). Here is
# one of 250 documents, each with its own code, and five kinds of questions about it. The questions contain the
# document’s words, synonyms for two or all five content words, Italian words, or only the code. The training data
# contained every synonym and every Italian word, but none of the facts in these documents.

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
result = search(searcher, italian, documents)
covered(search_orders(result, NAME, SHOWN, "italian", search_results.measured_recall()))

# %% [markdown]
# The fewer documents contain a word, the more the word adds to the BM25 score. This factor is called **idf** (inverse
# document frequency). The next cell computes one word’s contribution:

# %%
has = [document.count("castle") for document in documents]
idf = math.log(1 + (len(has) - sum(has) + 0.5) / (sum(has) + 0.5))
by_hand = idf * 1 * (1.5 + 1) / (1 + 1.5)  # once, in a document of average length
print(f"{sum(has)} of {len(has)} documents have “castle”; by hand it adds {by_hand:.3f}")
print(f"BM25: {BM25(documents).part('castle')[has.index(1)].item():.3f}")
print("two words replaced:", bm25_mistakes(collection, "two"))

# %% [markdown]
# With two words replaced, BM25 often puts a wrong document first. In most of these cases, this document shares no more
# words with the question than the correct one does, but the shared words have a higher idf.
#
# The figure shows how often each ranking puts the correct document first. If all five words are replaced, other
# documents share words with the question and rank first in BM25. Vectors contain no information about a code that never
# occurred in training. The product ranking works like a logical *and*: it follows BM25 even if BM25 is confident and
# wrong. If all documents score 0 in BM25, the vectors decide.

# %% [markdown]
# ## Read the source · 7 min · optional
#
# All heads were trained with this code. One line freezes a body: `requires_grad_(False)`.

# %%
for part in (initial_model, train, heads.Head, heads.Span, tag_loss, span_loss, best_span):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/finetuning/exercise.py` next to this notebook. Write `tag_loss`, then `span_loss`, then
# `best_span`, and save. The checks re-read the file each time, stop at the first failure, and report what they
# found.

# %%
from lessons.finetuning.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your loss trains a span head, and your `best_span` extracts its answers:

# %%
from lessons.finetuning.checks import Student

learn, tests = split("span", 0)
if check().passed:
    student = Student()
    student.find()
    yours = student.found
    right_loss, heads.span_loss = heads.span_loss, yours["span_loss"]
    train_batch = batch_of(trained, "span", learn[:LEARNED_FROM])
    mine = train(initial_model(trained, "span", "tuned", 0), train_batch, "tuned", 0)
    heads.span_loss = right_loss
    batch = batch_of(trained, "span", tests)
    spans = yours["best_span"](mine(batch.tokens, batch.segments), batch.inside)
    print(f"your answers: {score(spans, batch):.1%} right")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. More labels.** Change `labels` to 96. *Expect* half again as many correct answers as before, but no more than a
# constant answer gets (35%), because the frozen features hardly contain what a span head needs.

# %%
labels = 12

print(f"frozen, {labels} labels: {tuned(trained, 'span', 'frozen', labels, 0)[1]:.1%}")

# %% [markdown]
# **2. A longer training run.** Change `steps` to 300. *Expect* all training pairs to be judged correctly, but no more
# of the other pairs than before. This is **overfitting**.

# %%
steps = 100

learn, others = split("pair", 0)
few, many = batch_of(trained, "pair", learn[:12]), batch_of(trained, "pair", others)
tuned_model = train(initial_model(trained, "pair", "tuned", 0), few, "tuned", 0, steps)
seen, new = (score(answers(tuned_model, some), some) for some in (few, many))
print(f"learned from: {seen:.1%}; others: {new:.1%}")

# %% [markdown]
# **3. Forgetting.** Change `head` to `"span"`. *Expect* fewer correctly predicted masked words than after fine-tuning
# on single sentences.

# %%
head = "sentence"

after, before = (masked_accuracy(trained, body) for body in (model(head).body, trained.model))
print(f"masked words after {head}: {after:.1%}, before {before:.1%}")

# %% [markdown]
# ## Break · 4 min
#
# A friend extracts answers in the simplest way: *“The start is the position with the highest start logit, and the end
# is the position with the highest end logit. Two calls to argmax are enough.”* The head below has learned from only
# twelve labels:

# %%
young = tuned(trained, "span", "tuned", 12, 0)[0]
batch = batch_of(trained, "span", tests)
scores = young(batch.tokens, batch.segments).masked_fill(~batch.inside[..., None], -torch.inf)
simple = scores.argmax(1)  # (text, 2): chosen independently
backwards = simple[:, 1] < simple[:, 0]
print(f"{score(simple, batch):.1%} right")

# %% [markdown]
# *Before you run the next cell:* what can go wrong with two independent choices?

# %%
print(f"{int(backwards.sum())} of {len(backwards)} answers end before they start")
words = trained.source_vocabulary
for row in torch.nonzero(backwards)[:3, 0].tolist():
    line = words.decode(batch.tokens[row])
    print(" ".join(line), "→ from", line[simple[row, 0]], "to", line[simple[row, 1]])
together = answers(young, batch)
print(f"read together: {score(together, batch):.1%} right, none backwards")

# %% [markdown]
# An answer that ends before it starts is not an answer. A program that extracts such an answer gets an empty string,
# without an error. **Look at the outputs, not only at the accuracy.** Choosing start and end together fixes some of
# these answers; the others remain wrong, but not empty.
#
# Here are common mistakes in this exercise and the message each one triggers:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. Which positions does the head read for a pair of sentences, for a span, and for tags?
# 2. How does “the” get different tags before “queen” and before “letter”, although the head reads only one position?
# 3. With frozen features, what changes in training, and what does not?
# 4. When were frozen features better than fine-tuning from the start, and why?
# 5. When were frozen features no better than a constant answer, and why?
# 6. What differs between the five random draws of six labelled texts?
# 7. Why must start and end not be chosen independently?
# 8. Which questions can only BM25 answer, and which can only the vectors answer?

# %% [markdown]
# ### Answers
#
# 1. For a pair, the head reads only [CLS]; for a span, it reads each position of the text; for tags, it reads each
#    position.
# 2. The body has mixed the context into the vector at that position.
# 3. Only the head changes; the body does not.
# 4. With few labels, frozen features beat fine-tuning for sentence pairs. The pretraining task was nearly the same, and
#    an untrained head sends random gradients into the body.
# 5. Frozen features failed for spans, because pretraining never required finding one sentence in another.
# 6. The training texts, the test texts, and the initial parameters of the head differ.
# 7. The end could come before the start. The ordered pair with the largest sum is always a possible answer.
# 8. Only BM25 can answer a question with a code that never occurred in training. Only the vectors can answer a
#    question that shares no word with its document.
#
# Next: the lesson *GPT* introduces a decoder-only model that writes text.
