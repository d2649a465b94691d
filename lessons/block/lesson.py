# The text and code of the lesson *The Transformer block*. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # The Transformer block: What does each sub-layer add to a word’s vector?
#
# {opening}

# %%
import copy
import inspect

import torch

from lessons.block.figures.depth_gradients import depth_gradients
from lessons.block.figures.four_numbers import four_numbers
from lessons.block.figures.hidden_units import hidden_units
from lessons.block.figures.residual_stream import residual_stream
from lessons.block.measure import depth
from lessons.block.measure import hidden_units as units
from lessons.block.measure import residual_stream as measure
from lessons.block.measure.four_numbers import DIVISORS, steps
from lessons.block.mistakes import MISTAKES
from lessons.block.prediction import about_depth, about_firing, about_scale, about_stopping
from lessons.kit.prediction import ask, covered
from transformer.decoding import greedy
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.probe import replace
from transformer.vocabulary import START
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# This model translates English into French and represents each word by one vector. The model is a stack of *layers*.
# Each layer has two or three *sub-layers*: one or two attention sub-layers, then a **feed-forward network**, which
# processes each word separately. No sub-layer replaces the vector. Each sub-layer **adds** its output to the vector
# through a **residual connection** (*skip connection*). The vector that runs through all layers is the **residual
# stream** (Elhage et al. 2021).
#
# Here is the stream of the encoder, which reads the English sentence. Each row shows the vectors after one more
# sub-layer, and each cell shows the English word that best matches the vector. Press the space bar and watch the rows
# appear. Does each vector still match its own word best?

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
residual_stream(trained, SENTENCE, stack="encoder")

# %% [markdown]
# ## Predict · 4 min
#
# The decoder, which writes the French sentence, also has a residual stream, and its last vector determines the next
# word. Answer before you continue: click an option and read the reply. The part that gives away the answer stays hidden
# until you open it.

# %%
counted = measure.best_words(trained)
ask(about_stopping(counted))

# %%
covered(residual_stream(trained, SENTENCE))

# %% [markdown]
# ## Run
#
# ### The logit lens · 6 min
#
# To stop a model early, leave out the later layers and compute the rest as usual: the last **layer normalization**
# (LayerNorm), then the dot product with each row of the embedding table. The result is the **logit** of each word. The
# method is called the **logit lens** (nostalgebraist 2020). The next cell runs a real model with one layer fewer and
# compares it with the same row of the decoder figure.

# %%
source = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])  # (1, source)
trace, written = measure.recorded_pass(trained, source[0].tolist())
read = [START, *trained.target_vocabulary.encode(written)]
stream = measure.stream(trained.model, trace, "decoder")
table = trained.model.target_embedding.table.weight  # (vocabulary, d_model), reads and scores

shorter = copy.deepcopy(trained.model)
shorter.decoder.layers = shorter.decoder.layers[:1]
logits = shorter(source, torch.tensor([read]))[0]  # (position, vocabulary)
row = stream.places.index((1, "feed-forward"))
same_row = measure.early_logits(stream, table)[row]  # (position, vocabulary)
french = trained.target_vocabulary.words
print("reads        ", " ".join(french[k] for k in read))
print("one layer    ", " ".join(french[k] for k in logits.argmax(-1)))
print("two layers   ", *written, "<end>")
print(f"largest difference from the row of the figure: {(logits - same_row).abs().max():.1e}")

# %% [markdown]
# Across many held-out sentences, which word scores highest after each sub-layer?

# %%
with covered():
    print(f"best word, at {counted.words} positions    just read   the one at the end")
    for place, reads, writes in zip(counted.places, counted.read, counted.written, strict=True):
        print(f"{place[0]} {place[1]:24} {reads:16.0%} {writes:20.0%}")

# %% [markdown]
# At first the best word is the word just read, because the same table embeds and scores words, and so far only the
# positional encoding has been added. In this model only the last cross-attention, which attends to the English
# sentence, introduces the next word. The logit lens does not show what the first layer prepares.
#
# **What does the logit lens show in the encoder?** The encoder embeds words with the English table, so we score its
# vectors with this table and, for comparison, with the French table:

# %%
encoder = measure.stream(trained.model, trace, "encoder")
english = trained.source_vocabulary.words
other = trained.model.source_embedding.table.weight  # (vocabulary, d_model), English
for name, table_rows, words in (("English", other, english), ("French", table, french)):
    scores = measure.early_logits(encoder, table_rows)  # (place, position, vocabulary)
    probability = scores.softmax(-1).amax(-1).mean(-1)  # (place,)
    for place in (0, -1):
        best = " ".join(words[k] for k in scores[place].argmax(-1))
        print(f"{name:8} {encoder.places[place][1]:13} {probability[place]:4.0%}  {best}")

# %% [markdown]
# With the English table, nearly every vector still matches its own word best at the end of the encoder. But at *it*,
# *he* matches better than *it*, and French needs *il*, since *l’animal* is masculine. (In “… because it was too
# wide”, *it* means the street, and *she* ranks second.) The French words are meaningless, because training
# never compared the encoder’s vectors with the French embedding table. Some word always matches best; the low
# probability shows that none matches well.
#
# **This model was guided.** During training an extra loss made one encoder head attend from *it* to its noun. Do
# unguided models also store the gender at *it*? For 300 held-out sentences, count which English word best matches the
# vector of *it*. Also count in how many sentences *he* or *she*, whichever matches better, agrees with the French
# pronoun; the chance level is 50%.

# %%
from lessons.block import TRAININGS
from lessons.block.measure.pronoun import measure_at_it

models = {title: load(name) for name, title in TRAININGS.items()}
for title, model in models.items():
    seen = measure_at_it(model)
    print(f"{title:22} agrees {seen.agrees} of {seen.sentences}   best: {seen.best}")

# %% [markdown]
# Both guided models store the gender at *it*, and so does one unguided model. The other unguided model is at chance,
# although it translates equally well. So the result depends on guidance and the seed.
#
# ### Direct logit attribution · 3 min
#
# The logit of a word is the dot product of the last vector and the word’s row of the embedding table. The last vector
# is a sum, so the logit is also a sum: one part comes from the word that was read, one from its position, and one
# from each sub-layer. This decomposition is called **direct logit attribution**. The one obstacle is the LayerNorm
# before the dot product. LayerNorm computes the mean μ and the variance σ² of one vector x over its d_model dimensions,
# and returns γ · (x − μ) / √(σ² + ε) + β. (γ and β are learned, with one parameter per dimension; ε = 0.00001 avoids
# division by 0.)
#
# Once σ is *known*, the rest can be computed part by part: subtract each part’s own mean, multiply by γ, and divide by
# the common root. Only β belongs to no part.

# %%
position = 1  # here the decoder reads "l'" and writes "animal"
word_number = trained.target_vocabulary.encode(["animal"])[0]
rows = table[word_number].expand(len(read), 1, -1)  # (position, 1, d_model)
parts = measure.contributions(stream, rows)[:, position, 0]  # (part,)
names = ["the word", "its position", *[f"{n} {name}" for n, name in stream.places[1:]], "β of LayerNorm"]  # fmt: skip
for name, part in zip(names, parts.tolist(), strict=True):
    print(f"{name:18} {part:7.3f}  {'█' * round(4 * abs(part))}")
score = trace.one("logits")[0, position, word_number]
print(f"{'in all':18} {parts.sum():7.3f}")
print(f"the logit in the model {score:.6f}, difference {abs(parts.sum() - score):.0e}")

# %% [markdown]
# The last cross-attention and the last feed-forward network have the longest bars. In the decoder figure, tick *and not
# “…”* to compare two words: why does the model write this word and not the other?
#
# The attribution does **not** show what would happen *without* a part: σ would change, and later sub-layers would read
# different vectors. To find out, remove the part, as the lesson *Ablations* does.
#
# ### LayerNorm by hand · 4 min · optional
#
# Press → until the last row appears, then change the divisor.

# %%
ask(about_scale())

# %%
four_numbers()

# %% [markdown]
# Two sets of lecture slides define σ differently; the figure names them. Choose 10 20 30 40 in the figure. Without the
# root the result depends on the size of x: numbers ten times as large produce a result with a tenth of the spread.
#
# The slides contain two smaller errors. First, *Mining Unstructured Data 12* prints the correct formula, but calls x_i
# the input of layer *i*, with one *a* and one *b* (γ and β here) per layer. In LayerNorm, *i* indexes the dimensions of
# one vector, and γ and β have one parameter per dimension. Second, the two vectors of a residual sum must have the same
# dimension: d_model (d_m in Militsis and Pitas), not the width *d* before the embedding. You will write LayerNorm in
# the lesson *Ablations*.
#
# ### Residual connections in deep stacks · 6 min
#
# What do residual connections and LayerNorm *do*? Build stacks of 2 to 24 layers with the usual **initialization**
# (Xavier, also called Glorot) for the task of reversing a sequence of letters. Compute one gradient before any
# training; it shows how the loss changes with each parameter. **In plain gradient descent**, each parameter is updated
# by its gradient times the learning rate. So a parameter with a tiny gradient hardly changes. **Pre-norm** applies
# LayerNorm before each sub-layer: x + sublayer(LayerNorm(x)). **Post-norm** applies LayerNorm after each sum:
# LayerNorm(x + sublayer(x)).

# %%
passes = depth.all_passes()
ask(about_depth(passes))

# %%
covered(depth_gradients(passes))

# %% [markdown]
# Go through the five stacks; the figure explains each. Then choose 2 layers and look at the column *words alike*. With
# LayerNorm but no residual connections, the gradient has a normal size, yet the stack is useless. Every attention
# output is a weighted mean, each mean makes the words more alike, and no later layer can tell them apart. This effect
# is **rank collapse**, or *oversmoothing* (Dong et al. 2021 prove it for attention-only networks). The residual
# connection carries each word past the attention sub-layer. In pre-norm nothing rescales the residual stream; in
# post-norm each LayerNorm shrinks it, and after 24 layers the word vectors are nearly identical.
#
# **All models in this course are trained with Adam**, which divides out the size of the gradient. How large is Adam’s
# first step, relative to the learning rate, for the median parameter of the first layer? Is attention the only cause of
# rank collapse? To test that, let each word attend only to itself:

# %%
for way in depth.WAYS:
    gradient = 10 ** passes[way, 24].gradients.log10().mean(0)[0]
    step = passes[way, 24].adam.mean(0)[0]
    print(f"{way:17} 24 layers: gradient {gradient:8.1g}, Adam’s first step {step:.2f}")
for layers_deep in (6, 24):
    only_itself = depth.cosine_without_mixing("without residual", layers_deep)
    mixed = passes["without residual", layers_deep].alike
    print(
        f"{layers_deep:2} layers without residual, words alike: {mixed:.2f}, without mixing {only_itself:.2f}"
    )

# %% [markdown]
# The gradient of the last stack is one ten-millionth of a normal gradient. Adam’s step is only about ten times smaller
# than normal, because ε = 0.00000001 begins to matter. An exploding gradient does not change the step at all. With
# Adam, the size of the gradient is no longer a danger, but noise and rank collapse remain. Attention is not the only
# cause of rank collapse: feed-forward networks on their own also make the words alike, especially in deep stacks.
#
# ### Feed-forward: one word at a time · 6 min
#
# The **position-wise feed-forward network** maps d_model dimensions to d_ff, sets negative values to 0 (ReLU), and maps
# back to d_model. (Vaswani et al. 2017 use the sizes 512 → 2048 → 512.) The network uses the same two matrices at every
# position, and the words do not interact. To test this, change the word at one position and measure the largest
# relative change in the outputs at all *other* positions. Repeat the test for self-attention in the same layer:

# %%
layers = units.feed_forwards(trained.model)
for layer in layers:
    moved = units.change_elsewhere(trained, source[0].tolist(), layer)
    print(layer.path, {name: round(value, 2) for name, value in moved.items()})

# %% [markdown]
# In the feed-forward network, the change at other positions is exactly 0. (Reversing the sentence would prove nothing,
# because unmasked self-attention, which ignores positions, also passes that test.)
#
# The d_ff values between the two matrices are called *hidden units* or **neurons**. A unit *fires* where its value is
# above 0. How many units fire on one word?

# %%
all_units = units.all_units(trained)
ask(about_firing(all_units[layers[0].path]))

# %%
covered(hidden_units(trained, SENTENCE, all_units))

# %% [markdown]
# Click the strongly coloured cells. In the first encoder layer, unit 195 responds to animals and unit 81 to verbs,
# although no loss term rewards this. Other units respond to words with nothing obvious in common; these neurons are
# **polysemantic**. Many units never fire at all: does their number depend on the training run?

# %%
for title, model in models.items():
    silent = [layer.silent() for layer in units.all_units(model).values()]
    print(f"{title:22} units that never fire, by layer: {silent}")

# %% [markdown]
# In the second encoder layer 76 to 192 of 256 units never fire, depending on the training run. These units are **dead
# ReLUs**: if a unit is below 0 for every word, its gradient is 0, and training cannot revive it. A high learning rate,
# here 0.01, is known to kill units. (We have not tested this cause.)
#
# ## Read the source · 5 min · optional
#
# The models were trained with this code.

# %%
for part in (FeedForward, Residual, EncoderLayer):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 35 min
#
# Your turn. Open `lessons/block/exercise.py` next to this notebook. Write `feed_forward`, then `encoder_layer`, then
# `through_norm`, and save. The checks re-read the file each time, stop at the first failure, and report what they
# found.

# %%
from lessons.block.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions can replace the reference functions. The next cell inserts your functions into
# the encoder of the trained model and translates the sentence:

# %%
from lessons.block.checks import Student


def translate(model, text=SENTENCE):
    ids = torch.tensor([trained.source_vocabulary.encode(text.split())])
    return trained.task.join(trained.target_vocabulary.decode(greedy(model, ids)[0].tolist()))


def with_mine(layer, mine):
    """Run the layer with your two functions and the trained parameters."""
    expand, contract = layer.feed_forward.expand, layer.feed_forward.contract
    both = layer.attention_residual, layer.feed_forward_residual

    def forward(x, mask=None):
        def attention(y):
            return layer.self_attention(y, y, mask)

        def network(y):
            return mine["feed_forward"](
                y, expand.weight.T, expand.bias, contract.weight.T, contract.bias
            )

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
# ## Modify · 10 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A different word.** Change `place` to 7, where the decoder reads *la* and writes *rue*. *Expect* the last
# cross-attention and the last feed-forward network to contribute most again. Compare the two contributions.

# %%
place = 1

best = int(trace.one("logits")[0, place].argmax())
rows = table[best].expand(len(read), 1, -1)  # (position, 1, d_model)
shares = measure.contributions(stream, rows)[:, place, 0]  # (part,)
for number in shares.argsort(descending=True)[:3].tolist():
    print(f"{french[best]:8} {names[number]:18} {shares[number]:.2f}")

# %% [markdown]
# **2. Silence hidden units.** Change `silenced` to 64: this sets to 0 the 64 units that fire most strongly in the
# feed-forward network of the second encoder layer. *Expect* a translation of the same length, with one changed pronoun.
# (Which pronoun changes, and which other word changes with it?)

# %%
silenced = 0

busy = all_units["encoder.layers.1.feed_forward"]
order = (busy.strength * busy.counts).sum(1).argsort(descending=True)  # (unit,)


def silence(hidden):
    hidden = hidden.clone()
    hidden[..., order[:silenced]] = 0  # (batch, position, d_ff)
    return hidden


with replace(trained.model, {"encoder.layers.1.feed_forward.hidden": silence}):
    print(translate(trained.model))

# %% [markdown]
# **3. A different stack.** Change `way` to `"post"`, then to `"without residual"`. *Expect* that gradients neither
# vanish nor explode in any of the three stacks, and that after 24 layers the words are alike in the last two.

# %%
way = "pre"

for layers_in_all in (2, 24):
    measured = depth.backward(way, layers_in_all)
    size = 10 ** measured.gradients.log10().mean(0)  # (layer,)
    print(f"{way}, {layers_in_all} layers: first {size[0]:.2g}, last {size[-1]:.2g}", end=", ")
    print(f"words alike {measured.alike:.2f}")

# %% [markdown]
# **4. Four equal numbers.** Change `x` to `(3.0, 3.0, 3.0, 3.0)`. *Expect* zeros from the correct formula, and 0/0 (not
# a number) from the formulas without ε.

# %%
x = (1.0, 2.0, 3.0, 4.0)

for rule in DIVISORS:
    print(f"{rule:16} {steps(torch.tensor(x), rule)['divided'].numpy().round(4)}")

# %% [markdown]
# ## Break · 6 min
#
# A friend has changed the attribution. *“In your figure the bars of the early sub-layers are too short to see. I
# normalise each part separately, as LayerNorm should: **every part gets its own σ**. Now you can see what each part
# does!”* The friend’s figure does look better:

# %%
_, _, friends = MISTAKES["EachItsOwnDivisor"].code
norm = trained.model.decoder.norm
word, states = trace.one("target_embedding.tokens").double(), stream.states.double()
# The word, its position, and (this model is "pre") what each sub-layer added.
pieces = torch.cat((word, states[:1] - word, states.diff(dim=0)))[:, position]  # (part, d_model)
row_of_animal = table[word_number].double()  # (d_model,)
yours = measure.through_norm(pieces, norm.weight.double(), norm.bias.double()) @ row_of_animal
theirs = friends(pieces, norm.weight.double(), norm.bias.double()) @ row_of_animal
print(f"{'':18}   all with one σ   each with its own")
for name, a, b in zip(names, yours.tolist(), theirs.tolist(), strict=True):
    print(f"{name:18} {a:10.3f} {b:17.3f}  {'█' * round(4 * abs(b))}")

# %% [markdown]
# *Before you run the next cell:* which number would you ask your friend for?

# %%
print(f"the logit in the model {score:.3f}")
print(f"all with one σ         {yours.sum():.3f}")
print(f"each with its own      {theirs.sum():.3f}")

# %% [markdown]
# The friend’s parts do not add up to the logit. Dividing each part by its own σ makes a small vector as long as a large
# one. So every bar shows only the *direction* of a part, not its *size*. **The parts of a logit must add up to the
# logit**, and one line of code checks this.
#
# The next cell lists common mistakes and what each check reports:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:22} ✗ {result.failed:46} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. A sub-layer outputs zeros. What happens to the vector in pre-norm and in post-norm?
# 2. Before the first decoder layer, why is the best word the one that was just read?
# 3. LayerNorm is not linear. Why can a logit still be split into parts, and which part belongs to no sub-layer?
# 4. What is LayerNorm of 5 6 7 8, with γ = 1 and β = 0?
# 5. A stack with LayerNorm but no residual connections has a gradient of normal size. What is lost?
# 6. Without the ReLU, what can the two matrices of a feed-forward network do that one matrix cannot?
# 7. How do you test that a feed-forward network processes each word separately?
# 8. A figure shows a French word in the English encoder. What do you check?

# %% [markdown]
# ### Answers
#
# 1. Pre-norm leaves the vector unchanged. Post-norm still normalises it, although nothing was added.
# 2. The same table embeds and scores the words, and so far only the positional encoding has been added.
# 3. If σ is fixed at its value in this forward pass, the rest is linear: each part is centred, scaled and divided
#    separately. β belongs to no sub-layer.
# 4. The result is the same as for 1 2 3 4: −1.34, −0.45, 0.45, 1.34. Adding 4 to every number only shifts the mean.
# 5. The difference between the words is lost: each attention output is a weighted mean, and all vectors become
#    identical (rank collapse).
# 6. Nothing: x W_1 W_2 is x times a single matrix.
# 7. Change one word: the output at all other positions must not change at all. Reversing the sentence proves nothing,
#    since unmasked attention also passes that test.
# 8. Check how probable the word is, and whether training ever compared these vectors with the French table. Some word
#    always matches best.
#
# Next: the lesson *Training* shows how this model learns. Alternatively, change `FeedForward.activate` in
# `transformer/layers.py` while the app is open (`make app`), and watch every figure change.
