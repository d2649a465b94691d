# The text and code of the machine lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # The machine: how does it translate a sentence?
#
# {opening}

# %%
import torch

from lessons.figures.architecture import architecture
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A program that translates English into French. It is a *Transformer* (Vaswani et al. 2017), a small one.
# A sentence goes in at the left. The program turns each word into a row of numbers, a **vector**, and
# passes these rows from box to box, each along its lane. At the right it writes a French sentence, one word after
# the other, and each word that is written goes in again.
#
# At first nothing is written. Press the space bar: a word comes each round. Numbers are colours: violet for positive,
# orange for negative, pale for nearly 0. A line says that a word looks at another one, the thicker the more. The arrow
# keys step; a click on a word follows it through all boxes. A *detail* of 2 to 4, or a **+**, opens the boxes.
# Nobody drew this picture: it is made from the program's own parts while it runs.

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
architecture(trained, SENTENCE)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.kit.prediction import ask, covered
from lessons.machine.prediction import about_context
from transformer.measure.words.context import apart

wide = SENTENCE.replace("tired", "wide")
differences = apart(trained, SENTENCE.split(), wide.split())  # (word,)
ask(about_context(SENTENCE, "wide", differences.tolist()))

# %% [markdown]
# ## Run
#
# ### Words are numbers · 2 min
#
# The program knows a list of words, its *vocabulary*. A word is its number in that list, nothing more.
# Each number names one row of a table. Two things happen to this row before it goes in: it is made larger by
# a fixed factor, √64 = 8 (the embeddings lesson says why), and a second vector is added, which says at which
# place the word stands, its *position*. Without positions *the dog sees the cat* and *the cat sees the dog*
# would be the same to the program.

# %%
words = SENTENCE.split()
source = torch.tensor([trained.source_vocabulary.encode(words)])  # (1, words)
model = trained.model
vectors = model.source_embedding(source)  # (1, words, d_model)
row = model.source_embedding.table.weight.detach()[source[0, 0]]  # (d_model,)
place = model.source_embedding.position(1)[0]  # (d_model,), of the first place

print("words  ", words[:5], "…")
print("numbers", source[0, :5].tolist(), "…")
print("vectors", tuple(vectors.shape))
print("the first row begins with      ", row[:4])
print("times 8, plus its position     ", (row * 8 + place)[:4])
print("the first vector that goes in  ", vectors[0, 0, :4])

# %% [markdown]
# The shape is read from left to right: 1 sentence, 12 words, 64 numbers for each word. In this project the
# last size is called *d_model*.
#
# ### The encoder reads · 3 min
#
# The **encoder** is a stack of *layers*, all built alike. In each, every word looks at every word of the
# sentence (*self-attention*) and takes a little from each; then each vector is worked on alone
# (*feed-forward*). Before each of the two stands a *LayerNorm*, which shifts and scales the numbers of a vector so
# that they are neither huge nor tiny. After each of the two, what was there before is added to what came out
# (the *residual*). One more LayerNorm stands at the end of the stack.

# %%
memory = model.encoder(vectors)  # (1, words, d_model)
print("into the encoder:  ", tuple(vectors.shape))
print("out of the encoder:", tuple(memory.shape))

# %% [markdown]
# As many vectors come out as went in. They are called the **memory**. What has changed is what they
# know. Take two sentences that differ in their last word, *tired* or *wide*. The rows that go in are the
# same, but for the last one. And those that come out?

# %%
with covered():
    for word, difference in zip(words, differences.tolist(), strict=True):
        print(f"{word:8} after the encoder the two vectors differ by {difference:5.2f}")

# %% [markdown]
# Every word has seen how the sentence ends. The vector of *it* is another one, and in French another word
# may follow from that.
#
# ### The decoder writes · 5 min
#
# The **decoder** is a stack of layers too, with one part more: *cross-attention*, in which the words that
# are written look at the memory. That is the only place where the two sides touch. Its own words look
# at each other through *masked* self-attention: back, never ahead. A *mask* is a table of who may look at whom;
# `causal(1)` is the one for a single word, `causal(3)` for three. Each part has its LayerNorm and its sum, as in the
# encoder.
#
# It begins with the word ⟨start⟩. Out comes a score for each French word: how well would it come next? The
# *softmax* makes shares of the scores, which add up to 1.

# %%
from transformer.masks import causal
from transformer.vocabulary import END, START

target = torch.tensor([[START]])  # (1, words so far)
x = model.decoder(model.target_embedding(target), memory, causal(1))  # (1, 1, d_model)
scores = model.target_embedding.scores(x)[0, -1]  # (vocabulary,)
shares = scores.softmax(-1)  # between 0 and 1, together 1

french = trained.target_vocabulary
print(f"{len(scores)} scores, from {scores.min():.2f} to {scores.max():.2f}")
for share, word in zip(*shares.topk(5), strict=True):
    print(f"{french.words[word]:10} {share:.3f}")

# %% [markdown]
# Why .90 and not 1? The model is sure. But its training asked for nine tenths on the right word and spread the
# last tenth over all words (*label smoothing*), so it learned to say about .90.
#
# The best word is written. Then ⟨start⟩ and this word go in, and out comes the next one; and so on, until
# the best word is ⟨end⟩. And how does a word “look”? Each English word has a **key**, a row of numbers by which it
# is found; the newest French word has a **query**, a row of numbers that says what it looks for. The better
# query and key fit, the more it takes from that word. (How exactly, the attention lesson says.)
#
# Here it is step by step. Watch three things: what goes in, where it looks, and that the keys of the English
# words stay while the query changes.

# %%
from lessons.figures.writing import writing

writing(trained, SENTENCE)

# %% [markdown]
# ### Two ways to run the decoder · 7 min
#
# In training, the right translation is known. So the decoder is given the right words, whatever it would
# have said itself: **teacher forcing**. When it translates on its own, its own words go in: **free
# running**. In a good model they hardly differ. Take one that was stopped early in its training.

# %%
from lessons.machine import EARLY, SLIP
from lessons.machine.prediction import about_slip
from transformer.measure.decoding.writing import compared, compared_all

early = load(EARLY)
right = next(one.target for one in early.task.held_out if one.source == tuple(SLIP.split()))
ask(about_slip(SLIP, compared(early, SLIP.split(), right)))

# %%
covered(writing(early, SLIP, right))

# %% [markdown]
# That is one sentence, and a chosen one: we looked for it. What about all 1,000 sentences that the model never saw
# in training?

# %%
held_out = early.task.held_out
both = compared_all(early, held_out)  # of each sentence: words to mend on its own, and when forced
free, forced = (sum(column) for column in zip(*both, strict=True))
sizes = [len(one.target) + 1 for one in held_out]  # with ⟨end⟩
runaway = [two for two, size in zip(both, sizes, strict=True) if two[0] > size]
lost, lost_forced = (sum(column) for column in zip(*runaway, strict=True))
with covered():
    print(f"{len(both):,} sentences, {sum(sizes):,} words")
    print(f"words to mend: {free} on its own, {forced} with the right words given")
    print("sentences with more on its own:", sum(a > b for a, b in both))
    print("sentences with fewer:          ", sum(a < b for a, b in both))
    print("sentences with as many:        ", sum(a == b for a, b in both))
    print(f"with more to mend than they have words: {len(runaway)}, on their own {lost} words")
    print(f"without these: {free - lost} on its own, {forced - lost_forced} with the right words")

# %% [markdown]
# In nine sentences of ten both ways are alike. Where they differ, its own words mostly cost more: a slip that
# goes in again is something that training never showed, for there what goes in is always right. This is
# called *exposure bias* (Ranzato et al. 2016). But look where the words to mend come from: a third of them
# from four sentences. There the model runs away: it says the same again and again, until we stop it.
# And in a few sentences it does better on its own: it has left a word out, say, and goes on well, where the right
# word would have led it to a second slip.
#
# This course follows five *decks* of slides with which attention is taught: *Attention and Transformer
# Networks* (Militsis and Pitas), *Mining Unstructured Data 12* (of a master's course in data science),
# *Attention in NNs: the advent of Transformers* (Basili and Croce), *Neurocomputing – Transformers* (Vitay) and
# *Self-Attention and Transformer* (Gunhee Kim). “The decks” are these five; what they print is recomputed
# along the way.
#
# They draw this machine with six layers on each side and 512 numbers for a word, and let it write
# “I am a student”. Ours has two layers and 64 numbers, so that it trains on a laptop. The boxes are the same,
# with these differences. Here a LayerNorm stands before each part, in the decks after each sum (the lesson
# *A layer* compares the two); so here one more is needed at the end of each side. And here each language has a
# vocabulary and a table of its own; in the paper of 2017 both share one.

# %% [markdown]
# ## Read the source · 2 min · further
#
# This is what you have just done by hand. There is no other copy.

# %%
import inspect

from transformer.model import Transformer

for part in (Transformer.forward, Transformer.encode, Transformer.decode):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Your turn. Open `lessons/machine/exercise.py` beside this notebook, fill in `next_scores`, then
# `translate`, and save. The checks read the file anew each time. They stop at the first thing that does
# not hold, and say what they saw.

# %%
from lessons.machine.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, let your own code translate:

# %%
from lessons.machine.checks import Student

if check().passed:
    student = Student()
    student.find()
    written = student.found["translate"](model, source, 30)
    print(trained.task.join(french.decode(written)))
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# And this is how the project writes it, for one sentence. (`transformer/decoding/greedy.py` does many sentences
# at once and remembers keys and values; a test holds the two together.)

# %%
import inspect

from transformer.decoding import basic

if check().passed:
    print(inspect.getsource(basic.greedy))
else:
    print("Not yet. First write your own.")

# %% [markdown]
# ## Modify · 8 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another memory.** Change `read` to `"the cat sleeps"`. *Expect* the same words so far and another
# next word: what was written is the same, what was read is not.

# %%
read = SENTENCE

ids = torch.tensor([trained.source_vocabulary.encode(read.split())])
begun = torch.tensor([[START, *french.encode(["l'"])]])
scores = model.decode(begun, model.encode(ids), ids)[0, -1]
print("after “l'”:", [french.words[n] for n in scores.topk(3).indices])

# %% [markdown]
# **2. A shorter machine.** Change `layers` to 1. *Expect* French with slips, and *elle* for *it*, as if the
# street were tired: what the second layer of the encoder adds is missing.

# %%
layers = 2

import copy

from transformer.decoding import greedy

shorter = copy.deepcopy(model)
shorter.encoder.layers = shorter.encoder.layers[:layers]
print(trained.task.join(french.decode(greedy(shorter, source, 20)[0].tolist())))

# %% [markdown]
# **3. Draw another machine.** Change `name` to `"language_model"` and `text` to `"the b"`. *Expect* one
# side only: a decoder alone, which reads nothing and has no cross-attention.

# %%
name, text = "reverse", "a b c"

architecture(load(name), text)

# %% [markdown]
# ## Break · 6 min
#
# A number that looks better. A friend writes: *“I measured the early model while I gave it the right words.
# It guesses 97 of 100 words. Ship it!”* Here is your friend's number, and what a user will get. *Before you
# run:* in how many of 100 sentences will a user find a mistake?

# %%
from transformer.objectives.batch import Batch
from transformer.vocabulary import PAD

batch = Batch.of(held_out, early.source_vocabulary, early.target_vocabulary)
before = batch.target[:, :-1]  # (sentence, word): what it reads
after = batch.target[:, 1:]  # (sentence, word): what it should guess
guessed = early.model(batch.source, before).argmax(-1)  # (sentence, word)
real = after != PAD  # shorter sentences are filled up
with covered():
    print(f"right words, given the right ones: {(guessed == after)[real].double().mean():.1%}")
    print("sentences without a mistake, of", len(held_out))
    print("  with the right words given:", sum(b == 0 for _, b in both))
    print("  on its own:                ", sum(a == 0 for a, _ in both))

# %% [markdown]
# Your friend's number is right. It answers another question: how often is the *next* word right, when
# everything before it was? It hides two things.
#
# - **A sentence is more than a word.** It has ten words here (on average, with ⟨end⟩), and one wrong word spoils
#   it. So more than one sentence in four has a mistake. This count is the same both ways, and must be: as long
#   as no guess is wrong, the words that the model writes *are* the right ones.
# - **What follows a slip** is seen only when the model runs freely: twice as many words to mend, and four
#   sentences that do not end.
#
# (Do not write 1 − words to mend ÷ words for “the share of right words on its own”. A sentence of twelve words
# with sixty to mend has no such share.)
#
# **Measure a model the way it will be used.** That is why the accuracy on the cards of this project's models is
# of sentences that they write on their own, right to the last word.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
from lessons.machine.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 4 min · further
#
# Answer without scrolling up.
#
# 1. Seven words go into an encoder with d_model 64. What is the shape of what comes out?
# 2. In which box do words of the same sentence meet? In which do the two sentences meet?
# 3. What does the decoder read at the first step?
# 4. The third French word is being chosen. Which keys of cross-attention have changed since the first?
# 5. What goes in at a step under teacher forcing, and what when the model runs freely?
# 6. Why can training compute all steps at once, while writing cannot?

# %% [markdown]
# ### Answers
#
# 1. 7 × 64: as many vectors as went in.
# 2. In self-attention; in cross-attention.
# 3. ⟨start⟩, and the memory.
# 4. None. They come from the memory, and the sentence is read once. The query has changed.
# 5. The right word, whatever the model would have said; the word that it wrote at the step before.
# 6. In training all words that go in are known before. In writing, each waits for the one before it.
#
# Next: the tokens lesson begins where this machine begins, with a text that falls into pieces. Or change
# `Transformer.decode` in `transformer/model.py` while the app is open (`make app`), and watch the drawing follow.
