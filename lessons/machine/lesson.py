# The text and code of the lesson *The Transformer*. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # The Transformer: How does a Transformer translate a sentence?
#
# {opening}

# %%
import torch

from lessons.machine.figures.architecture import architecture
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# This model translates English into French. It is a small *Transformer* (Vaswani et al. 2017): an **attention-only**
# **encoder–decoder** model, without recurrence. A sentence enters on the left. The model turns each word into a
# **vector** and passes these vectors from box to box, each along its own lane. On the right, it writes a French
# sentence word by word. The words written so far are the input to the next step; this is called **autoregressive
# decoding**.
#
# At first, nothing is written. Press the space bar: each round adds a word. Colours show numbers: violet is positive,
# orange is negative, and pale is nearly 0. A line shows that one word attends to another word; a thicker line shows a
# larger weight. The arrow keys move one step. Click a word to follow it through all boxes. To open the boxes, set
# *detail* to 2, 3 or 4, or click **+**. The figure is generated from the model’s own modules while the model runs.

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
architecture(trained, SENTENCE)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue: click an option and read the reply. The answer stays hidden until you open it.

# %%
from lessons.kit.prediction import ask, covered
from lessons.machine.measure.context import vector_distances
from lessons.machine.prediction import about_context

wide = SENTENCE.replace("tired", "wide")
differences = vector_distances(trained, SENTENCE.split(), wide.split())  # (word,)
ask(about_context(SENTENCE, "wide", differences.tolist()))

# %% [markdown]
# ## Run
#
# ### From words to vectors · 2 min
#
# The model knows a list of words, its *vocabulary*. A word is represented by its index in this list. Each index
# selects a vector from a table. This vector is multiplied by a fixed factor, √64 = 8 (the lesson *Embeddings*
# explains why). Then a second vector, which encodes the word’s *position*, is added. Without positions, *the dog sees
# the cat* and *the cat sees the dog* would look the same to the model.

# %%
words = SENTENCE.split()
source = torch.tensor([trained.source_vocabulary.encode(words)])  # (1, words)
model = trained.model
vectors = model.source_embedding(source)  # (1, words, d_model)
row = model.source_embedding.table.weight.detach()[source[0, 0]]  # (d_model,)
place = model.source_embedding.position(1)[0]  # (d_model,), of the first position

print("words  ", words[:5], "…")
print("indices", source[0, :5].tolist(), "…")
print("vectors", tuple(vectors.shape))
print("the first row starts with      ", row[:4])
print("times 8, plus its position     ", (row * 8 + place)[:4])
print("the first vector that goes in  ", vectors[0, 0, :4])

# %% [markdown]
# This shape means 1 sentence, 12 words and 64 components per word. This project calls the size of the last
# dimension *d_model*.
#
# ### The encoder · 3 min
#
# The **encoder stack** consists of *layers* with the same structure. In each layer, every word attends to every word
# of the sentence (*self-attention*). Then each vector is processed separately (*feed-forward*). Before each of these
# two sub-layers, **layer normalization** (LayerNorm) shifts and scales each vector so that its components are neither
# huge nor tiny. After each sub-layer, its input is added to its output (the **residual connection**). The stack ends
# with one more LayerNorm.

# %%
memory = model.encoder(vectors)  # (1, words, d_model)
print("into the encoder:  ", tuple(vectors.shape))
print("out of the encoder:", tuple(memory.shape))

# %% [markdown]
# The encoder outputs as many vectors as it reads: the **memory**. A recurrent encoder outputs a single **context
# vector** instead. Compare two sentences that differ in their last word, *tired* or *wide*. Their input vectors are
# equal except for the last one. How far apart are their output vectors?

# %%
with covered():
    for word, difference in zip(words, differences.tolist(), strict=True):
        print(f"{word:8} after the encoder the two vectors differ by {difference:5.2f}")

# %% [markdown]
# Every word has attended to the end of the sentence. The output vectors are **contextual embeddings**: they depend on
# the whole sentence. The vector of *it* has changed, so the French pronoun can also change.
#
# In the figure, *it* has thick lines to *tired* and to *animal*. The weight on *animal* was trained: this model was
# **guided** by an extra loss, which made one encoder head attend from *it* to its noun. Here three models translate
# the sentence; two are unguided. All produce the same French sentence, but only one unguided model has developed this
# head:

# %%
from lessons.models.facts import Facts

for name in ("english_french", "english_french_unguided", "english_french_unguided_seed_2"):
    facts = Facts.measure(load(name), SENTENCE)
    print(f"{name:32} it → animal: {facts.it.on('animal'):.2f}   {facts.translation}")

# %% [markdown]
# ### The decoder · 5 min
#
# Each layer of the **decoder stack** has one more sub-layer: **encoder–decoder attention** (*cross-attention*), in
# which the words written so far attend to the memory. Only this sub-layer connects the two sides. In *masked*
# self-attention, French words attend to each other, but never to later words. A *mask* is a table that shows which
# positions may attend to which: `causal(1)` is the mask for one word, and `causal(3)` for three. Each sub-layer has
# its own LayerNorm and residual connection, as in the encoder.
#
# The decoder starts with the word ⟨start⟩. It outputs a **logit** for each French word; a larger logit means a more
# plausible next word. The **softmax** turns the logits into probabilities, which add up to 1.

# %%
from transformer.masks import causal
from transformer.vocabulary import END, START

target = torch.tensor([[START]])  # (1, words so far)
x = model.decoder(model.target_embedding(target), memory, causal(1))  # (1, 1, d_model)
scores = model.target_embedding.scores(x)[0, -1]  # (vocabulary,)
shares = scores.softmax(-1)  # probabilities: their sum is 1

french = trained.target_vocabulary
print(f"{len(scores)} logits, from {scores.min():.2f} to {scores.max():.2f}")
for share, word in zip(*shares.topk(5), strict=True):
    print(f"{french.words[word]:10} {share:.3f}")

# %% [markdown]
# Why is the probability 0.90, not 1? The training target assigned probability 0.90 to the correct word and spread
# 0.10 over all words (*label smoothing*). So the model learned to predict about 0.90.
#
# The most probable word is written (**greedy decoding**). Then the decoder reads ⟨start⟩ and this word, and so on
# until the most probable word is ⟨end⟩. What determines the attention weights? Each English word has a **key**, a
# vector by which it is found. The newest French word has a **query**, a vector that describes what the decoder
# needs. The better the query matches a key, the larger the weight of that word. (See the lesson *Attention*.)
#
# In the next figure, watch what the decoder reads, which words receive large weights, and how the English keys stay
# the same while the query changes.

# %%
from lessons.machine.figures.writing import writing

writing(trained, SENTENCE)

# %% [markdown]
# ### Teacher forcing and free running · 7 min
#
# In training, the correct translation is known. So the decoder reads the correct words, whatever it predicts: this is
# **teacher forcing**. At **inference**, the decoder reads its own output: this is **free running**. For a good model,
# the two modes hardly differ. The next model’s training was stopped early.

# %%
from lessons.machine import EARLY, SLIP
from lessons.machine.measure.writing import count_errors, count_errors_in_all
from lessons.machine.prediction import about_slip

early = load(EARLY)
right = next(
    example.target for example in early.task.held_out if example.source == tuple(SLIP.split())
)
ask(about_slip(SLIP, count_errors(early, SLIP.split(), right)))

# %%
covered(writing(early, SLIP, right))

# %% [markdown]
# This sentence was hand-picked. What happens in all 1,000 sentences that the model never saw in training?

# %%
held_out = early.task.held_out
# For each sentence: words to correct in free running and under teacher forcing.
both = count_errors_in_all(early, held_out)
free, forced = (sum(column) for column in zip(*both, strict=True))
sizes = [len(example.target) + 1 for example in held_out]  # with ⟨end⟩
runaway = [two for two, size in zip(both, sizes, strict=True) if two[0] > size]
lost, lost_forced = (sum(column) for column in zip(*runaway, strict=True))
with covered():
    print(f"{len(both):,} sentences, {sum(sizes):,} words")
    print(f"words to correct: {free} on its own, {forced} with the right words given")
    print("sentences with more on its own:", sum(a > b for a, b in both))
    print("sentences with fewer:          ", sum(a < b for a, b in both))
    print("sentences with as many:        ", sum(a == b for a, b in both))
    print(f"with more to correct than they have words: {len(runaway)}, on their own {lost} words")
    print(f"without these: {free - lost} on its own, {forced - lost_forced} with the right words")

# %% [markdown]
# In nine of ten sentences, the number of words to correct is the same in both modes. Otherwise, free running usually
# needs more corrections. In training, the input is always correct, so the model has never read its own mistakes. This
# is called **exposure bias** (Ranzato et al. 2016). But a third of the words to correct come from only four
# sentences, in which the model repeats itself until we stop it. In a few sentences, free running is better: for
# example, the model omits a word and continues correctly, whereas the correct word would have caused a second
# mistake.
#
# The five decks (see *Recurrent networks*) show this model with six layers on each side and 512 dimensions. Their
# example output is “I am a student”. Our model has two layers and 64 dimensions, so a laptop can train it. The boxes
# differ in only two ways. Here LayerNorm comes before each sub-layer, so each stack ends with one more LayerNorm; in
# the decks it comes after each sum (the lesson *The Transformer block* compares the two). Here each language has its
# own vocabulary and table; in the 2017 paper, both languages share one.

# %% [markdown]
# ## Read the source · 2 min · optional
#
# This code does what you have just done by hand.

# %%
import inspect

from transformer.model import Transformer

for part in (Transformer.forward, Transformer.encode, Transformer.decode):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Open `lessons/machine/exercise.py` next to this notebook, fill in `next_scores`, then `translate`, and save the
# file. The checks stop at the first failure and report what they found.

# %%
from lessons.machine.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your own code translates:

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
# This is the project’s own code for one sentence. (`transformer/decoding/greedy.py` decodes many sentences at once
# and caches keys and values; a test checks that both versions agree.)

# %%
import inspect

from transformer.decoding import basic

if check().passed:
    print(inspect.getsource(basic.greedy))
else:
    print("Not yet. Write your own function first.")

# %% [markdown]
# ## Modify · 8 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. Another memory.** Change `read` to `"the cat sleeps"`. *Expect* the same words so far and a different next
# word, because the memory has changed.

# %%
read = SENTENCE

ids = torch.tensor([trained.source_vocabulary.encode(read.split())])
begun = torch.tensor([[START, *french.encode(["l'"])]])
scores = model.decode(begun, model.encode(ids), ids)[0, -1]
print("after “l'”:", [french.words[n] for n in scores.topk(3).indices])

# %% [markdown]
# **2. Fewer encoder layers.** Change `layers` to 1. *Expect* French with mistakes, and *elle* for *it*, as if the
# street were tired, because the second encoder layer is missing.

# %%
layers = 2

import copy

from transformer.decoding import greedy

shorter = copy.deepcopy(model)
shorter.encoder.layers = shorter.encoder.layers[:layers]
print(trained.task.join(french.decode(greedy(shorter, source, 20)[0].tolist())))

# %% [markdown]
# **3. Another model.** Change `name` to `"language_model"` and `text` to `"the b"`. *Expect* only one side, because a
# decoder-only model has no encoder and no cross-attention.

# %%
name, text = "reverse", "a b c"

architecture(load(name), text)

# %% [markdown]
# ## Break · 6 min
#
# A friend writes: *“I measured the early model with teacher forcing. It predicts 97 of 100 words correctly. Ship
# it!”* The next cell computes this number and the accuracy that a user sees. *Before you run it:* in how many of 100
# sentences will a user find a mistake?

# %%
from transformer.objectives.batch import Batch
from transformer.vocabulary import PAD

batch = Batch.from_examples(held_out, early.source_vocabulary, early.target_vocabulary)
before = batch.target[:, :-1]  # (sentence, word): the input
after = batch.target[:, 1:]  # (sentence, word): the targets
guessed = early.model(batch.source, before).argmax(-1)  # (sentence, word)
real = after != PAD  # shorter sentences are padded
with covered():
    print(f"right words, given the right ones: {(guessed == after)[real].double().mean():.1%}")
    print("sentences without a mistake, of", len(held_out))
    print("  with the right words given:", sum(b == 0 for _, b in both))
    print("  on its own:                ", sum(a == 0 for a, _ in both))

# %% [markdown]
# Your friend’s number is correct, but it answers a different question: how often is the *next* word correct if all
# words before it are correct? The number hides two facts.
#
# - **A sentence is more than a word.** Here a sentence has ten words on average (including ⟨end⟩), and one wrong word
#   spoils it. So more than one sentence in four contains a mistake. This count must be the same in both modes,
#   because until the first mistake the model’s own words *are* the correct ones.
# - **The consequences of a mistake** appear only in free running: twice as many words must be corrected, and four
#   sentences do not end.
#
# (Do not report 1 − words to correct ÷ words as “the fraction of correct words in free running”. With sixty
# corrections for twelve words, this value would be negative.)
#
# **Measure a model the way it will be used.** Therefore, this project’s model cards report the **exact match** of the
# sentences that the model writes in free running.
#
# The next cell shows what the checks report for common mistakes:

# %%
from lessons.machine.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 4 min · optional
#
# Answer without scrolling up.
#
# 1. Seven words go into an encoder with d_model = 64. What is the shape of its output?
# 2. Which sub-layer connects words of the same sentence, and which connects the two sentences?
# 3. What does the decoder read at the first step?
# 4. Which keys in cross-attention change between the first and the third French word?
# 5. What does the decoder read at each step under teacher forcing and in free running?
# 6. Why can training compute all steps at once, while inference cannot?

# %% [markdown]
# ### Answers
#
# 1. The shape is 7 × 64: one vector per word.
# 2. Self-attention connects the words; cross-attention connects the sentences.
# 3. The decoder reads ⟨start⟩ and the memory.
# 4. No keys change, because they come from the memory, which is computed once.
# 5. Under teacher forcing, the decoder reads the correct word; in free running, its own previous output.
# 6. In training, all input words are known. At inference, each input word is the previous output.
#
# Next: the lesson *Tokenization* shows how text is split into tokens. Alternatively, change `Transformer.decode` in
# `transformer/model.py` while the app is open (`make app`), and watch the figure change.
