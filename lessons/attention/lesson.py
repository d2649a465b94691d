# The text and code of the attention lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Attention: where does “it” look?
#
# {opening}

# %%
import math

import torch

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.facts import Facts
from lessons.figures.attention_map import attention_map
from transformer.probe import record, replace
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture
#
# ### Three inputs, by hand · 5 min
#
# Basili and Croce's deck (*Attention in NNs*, “Attention in action”) walks through attention with three
# inputs. Its numbers stand in pictures; these are those of the article that it follows. Step with ← and →,
# and click a number to see how it is computed.

# %%
from lessons.figures.three_inputs import three_inputs

three_inputs()

# %% [markdown]
# - A **query** says what an input looks for, a **key** what it can be found by, a **value** what it hands on.
# - A **score** is the dot product of a query and a key: how well the two fit.
# - **Softmax** turns numbers into shares that add up to 1. Larger numbers get larger shares.
# - A **weight** is such a share: how much one input is looked at by another.
# - The **output** of an input is the mixture of all values, by its weights.
# - A **head** is one such attention, with matrices W_Q, W_K and W_V of its own.
#
# The Transformer divides each score by √d_k before the softmax, where d_k is the number of numbers in a
# key; the box above the picture switches that on. The article does not divide. To get its numbers from
# our `attention`, we multiply the query by √d_k, which undoes the division.

# %%
from transformer.attention import attention
from transformer.measure.attention.three_inputs import ROUNDED, W_K, W_Q, W_V, x

query, key, value = x @ W_Q, x @ W_K, x @ W_V  # (input, 3)

row = (query @ key.T)[0]
exact = row.softmax(-1)
print("scores of input 1 ", row)
print("weights           ", exact)
print("output, exact     ", exact @ value)
print("output, rounded   ", ROUNDED @ value, " from weights", ROUNDED, ", as in the article")
print("all three, exact\n", attention(query * math.sqrt(3), key, value))
print("all three, ÷ √d_k\n", attention(query, key, value))

# %% [markdown]
# Rounding early moves the three numbers by 0.06, 0.32 and 0.10. Keep the digits until the end.
#
# ### A sentence, in a trained model · 6 min
#
# A Transformer was trained to translate English into French. Its *encoder*, which reads the English, has
# two layers, one after the other, with several heads each. Here it reads one sentence. Each row is a word
# that looks, each column a word that is looked at, and each row adds up to 1.
#
# Step with ← and → through the same steps: scores, divided by √d_k, masked, softmax, output. (A **mask**
# forbids looks before the softmax; in this encoder every word may look at every word.) `H` shows the next
# head, `L` the next layer. Click a cell to see its arithmetic.

# %%
from IPython.display import display

trained = load("english_french")
picture = attention_map(trained, SENTENCE).live()
display(picture)

# %% [markdown]
# The picture tells Python where you are. Choose a cell of the encoder, in any layer and head, and run the next cell:
# it computes that weight again, from the query of its row and all the keys. (Before you click, it is the cell that the
# picture opens with.)

# %%
at = picture.chosen  # counted from 1, as on the screen
source = torch.tensor([trained.source_vocabulary.encode(trained.task.split(SENTENCE))])
with record(trained.model) as trace:
    trained.model.encode(source)

if at["map"] == "encoder" and at["row"]:
    there = f"encoder.layers.{at['layer'] - 1}.self_attention"
    q = trace.one(f"{there}.query")[0, at["head"] - 1, at["row"] - 1]  # (d_k,)
    k = trace.one(f"{there}.key")[0, at["head"] - 1]  # (key, d_k)
    again = (k @ q / math.sqrt(len(q))).softmax(-1)[at["column"] - 1]
    print(f"{there}, head {at['head']}, row {at['row']}, column {at['column']}: {again:.6f}")
else:
    print("Choose a cell of the encoder first, and run this cell again.")

# %% [markdown]
# One thing to know first: **two heads had help.** During training a small extra loss pulled one encoder head
# from *it* to its noun, and the last *cross-attention*, where the French that is being written looks at the
# English, to the word that is being translated. All other heads found their pattern
# alone. What is such help for? Here it makes a picture that a class can read. In practice it gives word
# alignments: which word of a translation comes from which word of the text (Garg et al. 2019). The model's
# card says which head had help, and how well it does on sentences that it never saw.

# %%
guide, it = trained.card["settings"]["guide"], trained.card["held_out"]["it"]
print(
    f"guided: layer {guide['layer'] + 1}, head {guide['head'] + 1}, weight {guide['weight']} in the loss"
)
print(f"held-out sentences translated exactly: {trained.card['held_out']['exact_match']:.1%}")
aligned = trained.card["held_out"]["alignment"]
print(f"cross-attention looks most at the right word: {aligned:.1%} of the words written")
print(f"it → the right noun: {it['right']:.1%} of {it['sentences']} sentences")

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.attention.prediction import about_it
from lessons.kit.prediction import ask, covered

ask(about_it(Facts.of(trained, CHANGED), guided=True))

# %% [markdown]
# ## Run · 9 min
#
# The same model, the last word changed.

# %%
covered(attention_map(trained, CHANGED))

# %% [markdown]
# Vitay's deck (*Neurocomputing – Transformers*) shows this pair of sentences and says what one hopes
# for: the new vector of *it* should hold something of *animal*, or of *street*. Does a model look
# there without being told to? Beside ours is a second one, trained in the same way but without help for
# either head. For each model we take the head that links *it* to its noun best.

# %%
unguided = load("english_french_unguided")
ask(about_it(Facts.of(unguided, CHANGED), guided=False))

# %%
with covered():
    for model in (trained, unguided):
        print(model.name)
        for text in (SENTENCE, CHANGED):
            facts = Facts.of(model, text)
            looks = f"animal {facts.it.on('animal'):.2f}, street {facts.it.on('street'):.2f}"
            print(f"    … too {text.split()[-1]}: it looks at {looks}\n    {facts.translation}")

# %% [markdown]
# And over all held-out sentences with an *it*. In each, two nouns could be meant. A head that does not
# care prefers the right one in about half of them.

# %%
for model in (trained, unguided):
    held_out = model.card["held_out"]
    it = held_out["it"]
    print(f"{model.name}: {held_out['exact_match']:.1%} translated exactly")
    print(f"    cross-attention on the right word:       {held_out['alignment']:.1%}")
    print(f"    the right noun gets more than the other: {it['right']:.1%}")
    print(f"    it gets more than every other word:      {it['strongest']:.1%}")

# %% [markdown]
# Compare the two. The second model translates about as well, and even its best head does no better than
# chance: it finds *il* or *elle* in another way. The word *wide* says that a street or a river is meant,
# and other words can carry the gender to where it is needed. So the famous picture did not come by
# itself; ours had help.
#
# Is the look of *it* at its noun *why* the pronoun comes out right? *Predict* for each model what
# happens when *it* may not look there, in any encoder layer and head. Then test it.

# %%
from transformer.objectives.batch import Batch
from transformer.objectives.scores import exact_match
from transformer.training import vocabularies

pronouns = [e for e in trained.task.held_out if e.referent][:300]
batch = Batch.of(pronouns, *vocabularies(trained.task))
sentence = torch.arange(len(batch))


def forbid(masked):  # (batch, head, query, key)
    masked = masked.clone()
    masked[sentence, :, batch.it, batch.noun] = -torch.inf
    return masked


for model in (trained, unguided):
    layers = range(model.model.config.encoder_layers)
    hidden = {f"encoder.layers.{n}.self_attention.masked": forbid for n in layers}
    before = exact_match(model.model, batch)
    with replace(model.model, hidden):
        after = exact_match(model.model, batch)
    print(f"{model.name:24} exact: {before:.1%} free, {after:.1%} when it may not look there")

# %% [markdown]
# The same ban, two outcomes. The guided model had learned to rely on this look; without it most of these
# sentences come out wrong. The other hardly notices. From its French alone you could not tell which
# model is which.
#
# So read a map with care. It shows where information *can* flow, not why the answer is what it is. To
# know whether a look matters, forbid it and see whether the answer changes.

# %% [markdown]
# ## Read the source · 8 min · further
#
# This is the code that was trained and that drew the pictures. There is no other copy. Each step is a
# method that hands its result to a probe; `attend` puts them in order.

# %%
import inspect

from transformer.attention import MultiHeadAttention, ScaledDotProduct, softmax

print(inspect.getsource(ScaledDotProduct))
print(inspect.getsource(softmax))

# %%
for part in (MultiHeadAttention.forward, MultiHeadAttention.split, MultiHeadAttention.merge):
    print(inspect.getsource(part))

# %% [markdown]
# One weight, computed by hand from the query of *it* and all keys, beside the one that the model
# used.

# %%
words = trained.task.split(SENTENCE)
source = torch.tensor([trained.source_vocabulary.encode(words)])
layer, head = trained.card["held_out"]["it"]["layer"], trained.card["held_out"]["it"]["head"]
HEAD = f"encoder.layers.{layer}.self_attention"
with record(trained.model) as trace:
    trained.model.encode(source)

it, noun = words.index("it"), words.index("animal")
q = trace.one(f"{HEAD}.query")[0, head, it]  # (d_k,)
k = trace.one(f"{HEAD}.key")[0, head]  # (key, d_k)
scores = torch.stack([(q * key).sum() for key in k])  # one number a word
scaled = scores / math.sqrt(len(q))
weight = scaled[noun].exp() / scaled.exp().sum()
shown = trace.one(f"{HEAD}.weights")[0, head, it, noun]
print(f"d_k {len(q)}, score {scores[noun]:.4f}, scaled {scaled[noun]:.4f}")
print(
    f"weight by hand {weight:.6f}, in the model {shown:.6f}, difference {abs(weight - shown):.1e}"
)
print("made by", trace.lines[f"{HEAD}.weights"])

# %% [markdown]
# ### What the decks print, and what the code says · 5 min · further
#
# Slides have mistakes, like everything that people write. Here are some that you can recompute. Those about √d_k
# are in the scores lesson (as is the dictionary from which *query*, *key* and *value* have their names), those
# about masks in the masks lesson, and whether more heads are more parameters is in the heads lesson.

# %% [markdown]
# **What does the decoder take from the encoder?** Vitay's deck says *query and value* on one slide and
# *key and value* on a later one. The later one is right: the target asks, the source is looked at.
# The shapes tell: there must be one answer for each *target* word.

# %%
from transformer.decoding import greedy
from transformer.vocabulary import START

written = greedy(trained.model, source)  # (1, target)
fed = torch.cat((torch.tensor([[START]]), written[:, :-1]), dim=1)  # each word sees those before it
with record(trained.model) as trace:
    trained.model(source, fed)
for name in ("query", "key", "value", "weights", "output"):
    stage = f"decoder.layers.0.cross_attention.{name}"
    print(f"{name:8} {tuple(trace.one(stage).shape)}   {trace.axes[stage]}")
print(f"{len(words)} source words, {fed.shape[1]} target words")

# %% [markdown]
# The recorded pass says it more directly. What does each matrix of cross-attention read?

# %%
from transformer.measure.architecture import read

lanes = read(trained, source[0].tolist()).lanes
boxes = {box.path: box for lane in lanes for top in lane.boxes for box in top.walk()}
for matrix in ("W_Q", "W_K", "W_V"):
    (reads,) = boxes[f"decoder.layers.0.cross_attention.{matrix}"].reads
    print(f"{matrix} reads what has left {reads.path}")

# %% [markdown]
# Keys and values come from the encoder. The query comes from the decoder: it is the decoder that asks.
#
# **How many words are there to choose from?** The same deck computes the last softmax over 25,000 words. In
# the paper 25,000 is the number of tokens in a *batch* of training; its vocabulary has about 37,000. Its model
# has 65 million *parameters* (the numbers that training sets). Build it twice and count: which vocabulary
# comes closer?

# %%
from transformer.config import TransformerConfig
from transformer.model import Transformer

sizes = {"encoder_layers": 1, "decoder_layers": 1, "self_heads": 8, "cross_heads": 8}
one = Transformer(TransformerConfig(4, 4, 512, 2048, **sizes))  # one layer a side, four words


def parameters(*parts):
    return sum(each.numel() for part in parts for each in part.parameters())


six = 6 * parameters(one.encoder.layers, one.decoder.layers)
norms = parameters(one.encoder.norm, one.decoder.norm)
for count in (25_000, 37_000):
    in_all = six + norms + count * 512  # the paper has one table for both languages
    print(f"{count:,} words: {in_all / 1e6:.1f} million parameters")

# %% [markdown]
# **Rows or columns?** Gunhee Kim's deck (*Self-Attention and Transformer*) writes words as columns. Its
# matrix then has KᵀQ, the *transpose* of the weights that it defined before, so the softmax runs
# down the columns; and the rows must be k¹, k², k³, not three times k¹. (A caption there also calls
# the weighted average over all inputs *convolution*; it is attention.)

# %%
Q, K, V = query.T, key.T, value.T  # words are columns now: (3, input)
columns = V @ (K.T @ Q / math.sqrt(3)).softmax(dim=0)
print("KᵀQ, softmax down the columns:", torch.allclose(columns.T, attention(query, key, value)))
rows = V @ (K.T @ Q / math.sqrt(3)).softmax(dim=1)
print("KᵀQ, softmax along the rows:  ", torch.allclose(rows.T, attention(query, key, value)))
same = K[:, :1].T.expand(3, -1) @ Q  # three times k¹
print("rank with three times k¹:", torch.linalg.matrix_rank(same).item())

# %% [markdown]
# ## Write · 47 min
#
# Your turn. Open `lessons/attention/exercise.py` beside this notebook, fill in `forward`, and save.
# The checks read the file anew each time. They stop at the first thing that does not hold, and say
# what they saw.

# %%
from lessons.attention.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your layer can do what the real one does. Put it into the encoder of the
# trained model: the picture below is then drawn by your code, and its source line is yours.

# %%
import copy
from dataclasses import replace as but

from lessons.attention.trial import Student

if check().passed:
    student = Student()
    student.find()
    with_mine = copy.deepcopy(trained.model)
    config = with_mine.config
    for encoder_layer in with_mine.encoder.layers:
        weights_to_take = encoder_layer.self_attention.state_dict()
        encoder_layer.self_attention = student.found(config.d_model, config.self_heads).eval()
        encoder_layer.self_attention.load_state_dict(weights_to_take)
    display(attention_map(but(trained, model=with_mine), SENTENCE))
else:
    print("Not yet. This cell waits for your layer.")

# %% [markdown]
# ## Modify · 7 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Forget the scaling.** Change `stretch` to `math.sqrt(d_k)`, as if nobody had divided. *Expect* a
# larger strongest weight in every head: the softmax becomes surer of everything, right or wrong.

# %%
d_k = trained.model.config.d_model // trained.model.config.self_heads
stretch = 1.0

with (
    replace(trained.model, {f"{HEAD}.scaled": lambda s: s * stretch}),
    record(trained.model) as seen,
):
    trained.model.encode(source)
strongest = seen.one(f"{HEAD}.weights")[0].amax(-1).mean(-1)  # (head,)
print("strongest weight, mean over the words, for each head:", strongest)

# %% [markdown]
# **2. Softmax over the wrong axis.** Change `dim` to −2. *Expect* columns that sum to 1 instead of
# rows: every word is looked at equally much, whether anyone needs it or not.

# %%
dim = -1

pattern = seen.one(f"{HEAD}.masked")[0, head].softmax(dim=dim)  # (query, key)
print("rows   ", pattern.sum(-1))
print("columns", pattern.sum(-2))

# %% [markdown]
# **3. No looking ahead.** Change `mask` to `masks.causal(len(words))`, so that each word may look only at itself and
# at those before it. *Expect* nothing above the diagonal. This is how a decoder reads; the encoder that learned to look both ways may now translate worse.

# %%
from transformer import masks

mask = torch.ones(len(words), len(words), dtype=torch.bool)

hide = {
    f"encoder.layers.{n}.self_attention.masked": lambda m: m.masked_fill(~mask, -math.inf)
    for n in range(trained.model.config.encoder_layers)
}
with replace(trained.model, hide):
    print(Facts.of(trained, SENTENCE).translation)

# %% [markdown]
# ## Break · 7 min
#
# A bug that looks like progress. At its end, a layer of attention puts what its heads found side by side:
# `x.transpose(1, 2).flatten(2)`. Somebody saves a step: `x.reshape(batch, words, d_model)`. Every shape fits,
# nothing complains, and each row of weights still adds up to 1.
#
# Two small models learn to copy a row of letters, with the same seed and the same steps; the second has this
# layer. The [loss](#term-loss) says how surprised a model is by each next letter, while it is given the right
# ones before. *Before you run:* which of the two will have the lower loss on rows that training never saw?
# Which one would you rather have?

# %%
from lessons.attention.mistakes import MISTAKES
from transformer.objectives.loss import cross_entropy
from transformer.tasks import TASKS
from transformer.training import build, train
from transformer.training.settings import Settings
from transformer.variants import variant

variant("attention", "merged_wrong")(*MISTAKES["MergedWithoutTranspose"].code)
letters = TASKS["copy"]()
held_out = Batch.of(letters.held_out[:300], *vocabularies(letters))
copiers = {}
for layer_name in ("standard", "merged_wrong"):
    sizes = {"encoder_layers": 1, "decoder_layers": 1, "d_ff": 128}
    copier = copiers[layer_name] = build(letters, attention=layer_name, **sizes)
    with torch.enable_grad():
        for _step in train(copier, letters, Settings(steps=450, batch=32, smoothing=0.0)):
            pass
    scores = copier.eval()(held_out.source, held_out.target[:, :-1])
    loss = cross_entropy(scores, held_out.target[:, 1:]).item()
    print(f"{layer_name:13} held-out loss {loss:.4f}")

# %% [markdown]
# Now use them as one uses a model: let each write the rows on its own.

# %%
for layer_name, copier in copiers.items():
    print(f"{layer_name:13} rows copied without a mistake: {exact_match(copier, held_out):.1%}")

# %% [markdown]
# What has happened? Ask the layer alone, with six letters, for two properties that attention must have.
#
# - *Shuffle the words.* An output is a sum over all words, and a sum does not know the order of its terms. So
#   each word must get the vector that it got before.
# - *Change the last word*, under a **causal mask**: each word may look at itself and at those before it. The
#   five words before must stay as they were.

# %%
from transformer.masks import causal

order = [3, 0, 4, 1, 5, 2]
for layer_name, copier in copiers.items():
    layer = copier.decoder.layers[0].self_attention
    x = copier.target_embedding.table.weight[4:10][None]  # (1, word, d_model), six letters
    plain, shuffled = layer(x, x)[0], layer(x[:, order], x[:, order])[0]
    changed = torch.cat((x[:, :5], x[:, :1]), dim=1)  # another last letter
    before, after = (layer(one, one, causal(6))[0] for one in (x, changed))  # (word, d_model)
    moved = (after - before).abs().amax(-1)  # (word,)
    print(f"{layer_name:13} shuffled: {(plain[order] - shuffled).abs().max():.1e} apart", end="   ")
    print(f"last one changed: {int((moved[:5] > 1e-4).sum())} of the 5 before it move")

# %% [markdown]
# The reshape puts numbers of other words into the vector of each word, and also those of later words, past the
# mask. In training the next letter can be seen there; while the model writes, there is none yet. You need no
# training to find such a bug, and no reference layer, only a property that must hold. (The masks lesson
# goes on from here.)
#
# Keep the first property in mind. Attention alone does not see the order of words: *the dog sees the cat* and
# *the cat sees the dog* are the same to it. The positions lesson says what is done about
# that.
#
# Here are other mistakes, each planted into the layer, and what the checks say:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:24} ✗ {result.failed:34} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. Which three things does one attention weight depend on, besides the other keys?
# 2. In a map, what adds up to 1, and why?
# 3. A head has d_k = 16 in a model of d_model = 64. By what are the scores divided?
# 4. Why is −∞ put into the scores, and not 0 into the weights?
# 5. Seven French words look at five English ones. Which shape has the map? Where do queries, keys and
#    values come from?
# 6. You shuffle the words that a layer of attention reads, without a mask. What becomes of its outputs?
# 7. A head looks from *it* to *animal*. What do you know, and what not?

# %% [markdown]
# ### Answers
#
# 1. The query of the word that looks, the key of the word looked at, and the mask between them.
# 2. Each row: the softmax runs over the keys, so every word hands out exactly 1.
# 3. By 4, the square root of d_k.
# 4. So that the remaining weights still sum to 1. Zeros put in afterwards leave rows with less.
# 5. 7 × 5. Queries from the French side, keys and values from the English side.
# 6. They are shuffled in the same way, and otherwise unchanged: a sum does not know the order of its terms.
# 7. That *it* takes up what the vector at *animal* holds. Not that the answer depends on it; for that,
#    forbid the look and compare.
#
# Next: the scores lesson. What else can a score be, why is it divided by √d_k, and how far does a map of
# weights explain an answer? Or change a layer in `transformer/attention.py` while the app is open
# (`make app`), and watch every picture follow.
