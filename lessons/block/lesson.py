# The text and code of the lesson on a layer. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # A layer: what does it add?
#
# {opening}

# %%
import copy
import inspect

import torch

from lessons.block.mistakes import MISTAKES
from lessons.block.prediction import about_depth, about_firing, about_scale, about_stopping
from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.four_numbers import four_numbers
from lessons.figures.hidden_units import hidden_units
from lessons.figures.residual_stream import residual_stream
from lessons.kit.prediction import ask, covered
from transformer.decoding import greedy
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.measure.stream import depth
from transformer.measure.stream import hidden_units as units
from transformer.measure.stream import residual_stream as measure
from transformer.measure.stream.four_numbers import DIVISORS, steps
from transformer.probe import replace
from transformer.vocabulary import START
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A model that translates English into French. Inside, each word is one vector. The model is a stack of
# *layers*, each with two or three *sub-layers*: attention, once or twice, then feed-forward. None of them
# replaces the vector: attention looks at other words and **adds** what it found, then feed-forward, a small
# network for each word alone, adds something too. This adding to what was there is called the
# [residual](#term-residual), and the vector that runs through all layers, from sum to sum, the *residual stream*.
#
# Here is the stream of the encoder, which reads the English. Each row is a moment in it, and a cell is the
# English word that fits the vector best. Press the space bar and watch row by row. Does a word stay itself?

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
residual_stream(trained, SENTENCE, stack="encoder")

# %% [markdown]
# ## Predict · 4 min
#
# The decoder, which writes the French, has a stream too. At its end stands the word that is written next.
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it.

# %%
counted = measure.habit(trained)
ask(about_stopping(counted))

# %%
covered(residual_stream(trained, SENTENCE))

# %% [markdown]
# ## Run
#
# ### If it stopped here · 5 min
#
# How do you make a model stop early? You leave out the later layers and do the rest as usual: the last
# LayerNorm, then the dot product with each row of the table, which is the score of that word. (This is known
# as the *logit lens*; nostalgebraist 2020.) Here is a real model with one layer fewer, compared with the same row
# of the decoder’s picture.

# %%
source = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])  # (1, source)
trace, written = measure.followed(trained, source[0].tolist())
read = [START, *trained.target_vocabulary.encode(written)]
stream = measure.stream(trained.model, trace, "decoder")
table = trained.model.target_embedding.table.weight  # (vocabulary, d_model), reads and scores

shorter = copy.deepcopy(trained.model)
shorter.decoder.layers = shorter.decoder.layers[:1]
logits = shorter(source, torch.tensor([read]))[0]  # (position, vocabulary)
row = stream.places.index((1, "feed-forward"))
same_row = measure.stopped(stream, table)[row]  # (position, vocabulary)
french = trained.target_vocabulary.words
print("reads        ", " ".join(french[k] for k in read))
print("one layer    ", " ".join(french[k] for k in logits.argmax(-1)))
print("two layers   ", *written, "<end>")
print(f"largest difference to the row of the picture: {(logits - same_row).abs().max():.1e}")

# %% [markdown]
# Over many sentences that nobody trained on, which word is the best one after each sub-layer?

# %%
with covered():
    print(f"best word, at {counted.words} places    the one just read   the one at the end")
    for place, reads, writes in zip(counted.places, counted.read, counted.written, strict=True):
        print(f"{place[0]} {place[1]:24} {reads:16.0%} {writes:20.0%}")

# %% [markdown]
# At first it is the word that was just read: the table that scores is the table that reads, and nothing but
# the position has been added yet. Only the last cross-attention, which looks at the English sentence, brings
# the next word. What the first layer does meanwhile, this lens does not show: it shows words, and not what
# prepares them.
#
# **And in the encoder?** It reads with the English table, so we ask that one; and, to compare, the French one:

# %%
encoder = measure.stream(trained.model, trace, "encoder")
english = trained.source_vocabulary.words
other = trained.model.source_embedding.table.weight  # (vocabulary, d_model), English
for name, found, words in (("English", other, english), ("French", table, french)):
    scores = measure.stopped(encoder, found)  # (place, position, vocabulary)
    probability = scores.softmax(-1).amax(-1).mean(-1)  # (place,)
    for place in (0, -1):
        best = " ".join(words[k] for k in scores[place].argmax(-1))
        print(f"{name:8} {encoder.places[place][1]:13} {probability[place]:4.0%}  {best}")

# %% [markdown]
# In the English table nearly every word is still itself at the end of the encoder. But look at *it*: the
# vector has moved so far towards *he* that *he* fits better, and *il* is what French needs here, since
# *l’animal* is masculine. (Try “… because it was too wide”, where *it* is the street: *she* comes second.)
# The French words mean nothing: in training the encoder’s vectors were never compared with the French table.
# Some word always fits best, and the low probability shows that none fits well.
#
# ### Whose word is it? · 3 min
#
# The score of a word is a dot product of the last vector and the row of the word. The last vector is
# a sum. So the score is a sum as well: so much from the word that was read, so much from its position, so
# much from each sub-layer. One obstacle: before scoring comes a LayerNorm. Of the d_model numbers of one
# vector x it takes the mean μ and the variance σ², and gives γ · (x − μ) / √(σ² + ε) + β. (γ and β are
# learned, with one number for each of the d_model; ε = 0.00001 keeps it from dividing by 0.)
#
# Once σ is *known*, all else in it can be done part by part: subtract the part’s own mean, multiply by γ,
# divide by the one root. Only β belongs to no part; it stands at the end.

# %%
position = 1  # where the decoder reads "l'" and writes "animal"
asked = trained.target_vocabulary.encode(["animal"])[0]
rows = table[asked].expand(len(read), 1, -1)  # (position, 1, d_model)
parts = measure.contributions(stream, rows)[:, position, 0]  # (part,)
names = ["the word", "its position", *[f"{n} {name}" for n, name in stream.places[1:]], "β of LayerNorm"]  # fmt: skip
for name, part in zip(names, parts.tolist(), strict=True):
    print(f"{name:18} {part:7.3f}  {'█' * round(4 * abs(part))}")
score = trace.one("logits")[0, position, asked]
print(f"{'in all':18} {parts.sum():7.3f}")
print(f"the score in the model {score:.6f}, difference {abs(parts.sum() - score):.0e}")

# %% [markdown]
# The two longest bars are the last cross-attention and the last feed-forward. In the decoder’s picture, tick
# *and not “…”* to ask the better question: why this word and not that one?
#
# What the split does **not** say is what would happen *without* a part. Then σ would be another, and the
# sub-layers after it would read something else. For that you take the part away, as the last lesson does
# (*Ablations*).
#
# ### LayerNorm by hand · 4 min · further
#
# Four numbers are enough. Step with → until the last row, then change what is divided by.

# %%
ask(about_scale())

# %%
four_numbers()

# %% [markdown]
# Two sets of lecture slides print another σ; the picture says which. Choose 10 20 30 40 in it. Without the root the
# result depends on how large x is: ten times the numbers, a tenth of the spread.
#
# Two smaller slips. The slides *Mining Unstructured Data 12* have the right formula, but call x_i the input of
# layer *i*, with one a and one b (γ and β here) for each layer. In LayerNorm i counts the numbers of one vector,
# and γ and β have one number for each of them. And what is added must be as wide as what it is added to: d_model
# (d_m in Militsis and Pitas), not the width *d* before the embedding. You write LayerNorm in *Ablations*.
#
# ### Twenty-four layers · 5 min
#
# What are residual and LayerNorm *for*? Build stacks of 2 to 24 layers, give them the task of writing a row of
# letters backwards, and compute one gradient, before any training. A gradient says how the loss changes with
# each weight, so a weight whose gradient is next to nothing learns next to nothing. *Pre* is LayerNorm before
# each sub-layer, x + sublayer(LayerNorm(x)); *post* is LayerNorm after each sum, LayerNorm(x + sublayer(x)).

# %%
passes = depth.all_passes()
ask(about_depth(passes))

# %%
covered(depth_gradients(passes))

# %% [markdown]
# Go through the five; the picture says what becomes of each. Then choose 2 layers and look at *words alike*. With
# LayerNorm and no residual the gradient is of a healthy size, and the stack is useless all the same: every
# attention is a weighted mean, each mean makes words more alike, and nothing tells them apart again. (Dong et al.
# 2021 prove it for attention alone.) The residual carries every word past the attention. In *pre* nothing changes
# it on its way; in *post* each LayerNorm shrinks it, and after 24 layers the words are alike here, too.
#
# ### Feed-forward: one word at a time · 5 min
#
# d_model numbers become d_ff, and those below 0 become 0; then back to d_model. (In the paper of 2017: 512 →
# 2048 → 512.) It is done with the same two matrices at every position, and no word sees another. How can that be
# shown? Put another word in one place, and measure how far the outputs at all *other* places move, at most, as a
# share of their own length. And for comparison the same for the self-attention of the same layer:

# %%
layers = units.feed_forwards(trained.model)
for layer in layers:
    moved = units.elsewhere(trained, source[0].tolist(), layer)
    print(layer.path, {name: round(value, 2) for name, value in moved.items()})

# %% [markdown]
# Feed-forward moves nothing elsewhere: exactly 0. (Another test proves nothing: turn the whole row round, and the
# outputs are turned round, too. Self-attention without a mask passes it as well, since nothing in it says who
# stands where: the reason for positions.)
#
# The d_ff numbers between the two matrices are called *hidden units*. A unit *fires* where it is above 0. When
# does that happen?

# %%
found = units.all_units(trained)
ask(about_firing(found[layers[0].path]))

# %%
covered(hidden_units(trained, SENTENCE, found))

# %% [markdown]
# Go through the strongly coloured cells. In the first layer of the encoder unit 195 answers to animals and unit 81
# to verbs, and nobody told them to. Others answer to words without anything in common that we can see. And in the
# second layer of the encoder about half of the units never fire.
#
# ## Read the source · 5 min · further
#
# This is the code that was trained. There is no other copy.

# %%
for part in (FeedForward, Residual, EncoderLayer):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 35 min
#
# Your turn. Open `lessons/block/exercise.py` beside this notebook. Write `feed_forward`, then
# `encoder_layer`, then `through_norm`, and save. The checks read the file anew each time. They stop at the
# first thing that does not hold, and say what they saw.

# %%
from lessons.block.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions can do what the real ones do. Put them into the encoder of the trained
# model, and let it translate:

# %%
from lessons.block.checks import Student


def translate(model, text=SENTENCE):
    ids = torch.tensor([trained.source_vocabulary.encode(text.split())])
    return trained.task.join(trained.target_vocabulary.decode(greedy(model, ids)[0].tolist()))


def with_mine(layer, mine):
    """The layer, run by your two functions with the trained weights."""
    one, two = layer.feed_forward.expand, layer.feed_forward.contract
    both = layer.attention_residual, layer.feed_forward_residual

    def forward(x, mask=None):
        def attention(y):
            return layer.self_attention(y, y, mask)

        def network(y):
            return mine["feed_forward"](y, one.weight.T, one.bias, two.weight.T, two.bias)

        return mine["encoder_layer"](x, attention, network, *(r.norm for r in both), both[0].pre)

    return forward


if check().passed:
    student = Student()
    student.find()
    yours = copy.deepcopy(trained.model)
    for layer in yours.encoder.layers:
        layer.forward = with_mine(layer, student.found)
    print(translate(yours))
else:
    print("Not yet. This cell waits for your layer.")

# %% [markdown]
# ## Modify · 10 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another word.** Change `place` to 7, where the decoder reads *la* and writes *rue*. *Expect* the last
# cross-attention and the last feed-forward to lead again; and compare how much each of them adds.

# %%
place = 1

best = int(trace.one("logits")[0, place].argmax())
rows = table[best].expand(len(read), 1, -1)  # (position, 1, d_model)
shares = measure.contributions(stream, rows)[:, place, 0]  # (part,)
for number in shares.argsort(descending=True)[:3].tolist():
    print(f"{french[best]:8} {names[number]:18} {shares[number]:.2f}")

# %% [markdown]
# **2. Silence hidden units.** Change `silenced` to 64: that many units of the feed-forward in the encoder’s second
# layer, those that fire most strongly, become 0. *Expect* a translation of the same length, with one pronoun changed.
# (Which one, and what changes along with it?)

# %%
silenced = 0

busy = found["encoder.layers.1.feed_forward"]
order = (busy.strength * busy.counts).sum(1).argsort(descending=True)  # (unit,)


def silence(hidden):
    hidden = hidden.clone()
    hidden[..., order[:silenced]] = 0  # (batch, position, d_ff)
    return hidden


with replace(trained.model, {"encoder.layers.1.feed_forward.hidden": silence}):
    print(translate(trained.model))

# %% [markdown]
# **3. Another stack.** Change `way` to "post", then to "without residual". *Expect* gradients that
# neither vanish nor explode, in all three, and words that are alike after 24 layers in the last two.

# %%
way = "pre"

for layers_in_all in (2, 24):
    one = depth.backward(way, layers_in_all)
    size = 10 ** one.gradients.log10().mean(0)  # (layer,)
    print(f"{way}, {layers_in_all} layers: first {size[0]:.2g}, last {size[-1]:.2g}", end=", ")
    print(f"words alike {one.alike:.2f}")

# %% [markdown]
# **4. Four equal numbers.** Change `x` to `(3.0, 3.0, 3.0, 3.0)`. *Expect* zeros from the right formula, and 0/0, which
# is no number, from those that have no ε.

# %%
x = (1.0, 2.0, 3.0, 4.0)

for rule in DIVISORS:
    print(f"{rule:16} {steps(torch.tensor(x), rule)['divided'].numpy().round(4)}")

# %% [markdown]
# ## Break · 6 min
#
# A friend has changed the split. *"In your picture the bars of the early sub-layers are too short to see. I
# normalise each part by itself, as LayerNorm should: **every part gets its own σ**. Now one sees what
# each of them does!"* It does look better:

# %%
_, _, friends = MISTAKES["EachItsOwnDivisor"].code
norm = trained.model.decoder.norm
word, states = trace.one("target_embedding.tokens").double(), stream.states.double()
# The word, its position, and (this model is "pre") what each sub-layer added.
pieces = torch.cat((word, states[:1] - word, states.diff(dim=0)))[:, position]  # (part, d_model)
row_of_animal = table[asked].double()  # (d_model,)
yours = measure.through_norm(pieces, norm.weight.double(), norm.bias.double()) @ row_of_animal
theirs = friends(pieces, norm.weight.double(), norm.bias.double()) @ row_of_animal
print(f"{'':18}   all with one σ   each with its own")
for name, a, b in zip(names, yours.tolist(), theirs.tolist(), strict=True):
    print(f"{name:18} {a:10.3f} {b:17.3f}  {'█' * round(4 * abs(b))}")

# %% [markdown]
# *Before you run on:* which number would you ask your friend for?

# %%
print(f"the score in the model {score:.3f}")
print(f"all with one σ         {yours.sum():.3f}")
print(f"each with its own      {theirs.sum():.3f}")

# %% [markdown]
# The friend’s parts add up to another score. Dividing each part by its own σ makes a small vector as
# long as a large one, so every bar shows where a part *points* and none shows how much it *counts*. **The parts
# of a score must add up to the score**, and to check it takes one line.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:22} ✗ {result.failed:46} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. A sub-layer gives zeros. What becomes of the vector, pre and post?
# 2. Why is the decoder’s best word, before its first layer, the one that it has just read?
# 3. LayerNorm is not linear. Why can a score be split up all the same, and which part belongs to no sub-layer?
# 4. LayerNorm of 5 6 7 8, with γ = 1 and β = 0?
# 5. A stack has LayerNorm and no residuals. Its gradient is of a healthy size. What is lost?
# 6. Without the ReLU between them, what can the two matrices of feed-forward do that one cannot?
# 7. How do you show by measuring that feed-forward looks at one word only?
# 8. A picture shows a French word in the English encoder. What do you ask?

# %% [markdown]
# ### Answers
#
# 1. Pre: it stays as it is. Post: it is still normalised, although nothing was added.
# 2. The table that scores is the one that reads, and nothing has been added to the word but its position.
# 3. With σ as it was in this pass, all else is linear: each part is centred, stretched and divided alone. And β.
# 4. That of 1 2 3 4: −1.34, −0.45, 0.45, 1.34. Adding 4 to all moves the mean and nothing else.
# 5. The difference between the words: each attention is a weighted mean, and they become the same vector.
# 6. Nothing: x W_1 W_2 is x times one matrix.
# 7. Change another word: its output must not move at all. To turn the whole row round shows nothing: attention
#    without a mask passes that too.
# 8. How probable it is, and whether that table was ever used at this place. Some word always fits best.
#
# Next: the lesson *Training* shows how such a model learns. Or change `FeedForward.activate` in
# `transformer/layers.py` while the app is open (`make app`), and watch every picture follow.
