# Text and code of the lesson “Attention”. `python -m lessons.build` turns them into the notebook.

# %% [markdown]
# # Attention: Which words does “it” attend to?
#
# {opening}

# %%
import math

import torch

from lessons.attention import CHANGED, SENTENCE, UNGUIDED
from lessons.figures.attention_map import attention_map
from lessons.models.facts import Facts
from transformer.probe import record, replace
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture
#
# ### Three inputs, by hand · 5 min
#
# Basili and Croce’s deck (*Attention in NNs*, “Attention in action”) computes **self-attention** with three inputs.
# The deck shows its numbers only as images, so the figure uses the numbers from the article on which the deck is
# based. Step through the calculation with ← and →, and click a number to see how it is computed.

# %%
from lessons.attention.figures.three_inputs import three_inputs

three_inputs()

# %% [markdown]
# - A **query** describes what an input looks for, a **key** describes what it offers for matching, and a **value** is
#   what it passes on.
# - A **score** is the dot product of a query and a key; it shows how well the two match.
# - **Softmax** turns scores into weights between 0 and 1 that add up to 1. Larger scores get larger weights.
# - An **attention weight** shows how much one input attends to another.
# - The **output** for an input is the sum of all values, each multiplied by its weight.
# - A **head** is one **attention mechanism** with its own matrices W_Q, W_K and W_V.
#
# The Transformer uses **scaled dot-product attention**: it divides each score by √d_k before the softmax, where d_k
# is the dimension of a key. The switch above the figure turns this division on. The article omits this division. To
# reproduce the article’s numbers with our `attention`, we multiply the query by √d_k, which undoes the division.

# %%
from lessons.attention.measure.three_inputs import ROUNDED, W_K, W_Q, W_V, x
from transformer.attention import attention

query, key, value = x @ W_Q, x @ W_K, x @ W_V  # (input, 3)

row = (query @ key.T)[0]
exact = row.softmax(-1)
print("scores of input 1 ", row)
print("weights           ", exact)
print("output, exact     ", exact @ value)
print("output, rounded   ", ROUNDED @ value, " with weights", ROUNDED, ", as in the article")
print("all three, exact\n", attention(query * math.sqrt(3), key, value))
print("all three, ÷ √d_k\n", attention(query, key, value))

# %% [markdown]
# Early rounding changes the three components by 0.06, 0.32 and 0.10. Round only at the end.
#
# ### A sentence, in a trained model · 6 min
#
# This Transformer was trained to translate English into French. The *encoder* reads the English sentence and has two
# layers with several heads each. The figure shows the **attention map** of one sentence. Each row is a word that
# attends, each column is a word that it attends to, and the weights of each row add up to 1.
#
# Move with ← and → through the same steps: scores, division by √d_k, mask, softmax, output. (A **mask** removes cells
# before the softmax; in this encoder every word may attend to every word.) Press `H` for the next head and `L` for
# the next layer. Click a cell to see its arithmetic.

# %%
from IPython.display import display

trained = load("english_french")
picture = attention_map(trained, SENTENCE).live()
display(picture)

# %% [markdown]
# Choose a cell of the encoder, in any layer and head, and run the next cell. The figure tells Python which cell you
# chose. The code recomputes this weight from the query of the row and all keys. (Before you click, the code uses the
# figure’s initial cell.)

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
    print("Choose a cell of the encoder first. Then run this cell again.")

# %% [markdown]
# **Two heads of this model were guided.** In training, a small **auxiliary loss** rewarded one encoder head for
# attending from the pronoun *it* to its noun (**coreference**). The loss also rewarded the last *cross-attention*
# layer, in which the French output attends to the English input, for attending to the word being translated. The
# other heads had no auxiliary loss. This **guided attention** makes the map readable. In practice, guided attention
# produces a word **alignment**, which links each word of a translation to a source word (Garg et al. 2019). The
# model’s card states which heads were guided, and how accurate they are on sentences not seen in training.

# %%
guide, it = trained.card["settings"]["guide"], trained.card["held_out"]["it"]
print(
    f"guided: layer {guide['layer'] + 1}, head {guide['head'] + 1}, weight {guide['weight']} in the loss"
)
print(f"held-out sentences translated exactly: {trained.card['held_out']['exact_match']:.1%}")
aligned = trained.card["held_out"]["alignment"]
print(f"largest cross-attention weight on the correct word: {aligned:.1%} of the output words")
print(f"it → the correct noun: {it['right']:.1%} of {it['sentences']} sentences")

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue: click an option and read the reply. The answer stays hidden until you open it.

# %%
from lessons.attention.prediction import about_it
from lessons.kit.prediction import ask, covered

ask(about_it(Facts.measure(trained, CHANGED), guided=True))

# %% [markdown]
# ## Run · 9 min
#
# Here the same model reads the changed sentence.

# %%
covered(attention_map(trained, CHANGED))

# %% [markdown]
# Vitay’s deck (*Neurocomputing – Transformers*) shows this pair of sentences and expresses the hope that the new
# vector of *it* contains part of the vector of *animal*, or of *street*. Does a model learn this link without an
# auxiliary loss? Here are two models trained with the same recipe and different seeds, but no guided head. For each
# model we take the head that best links *it* to its noun.

# %%
unguided, other_seed = (load(name) for name in UNGUIDED)
ask(about_it(Facts.measure(unguided, CHANGED), guided=False))

# %% [markdown]
# Here is the same question about the model with seed 2:

# %%
ask(about_it(Facts.measure(other_seed, CHANGED), guided=False))

# %%
with covered():
    for model in (trained, unguided, other_seed):
        print(model.name)
        for text in (SENTENCE, CHANGED):
            facts = Facts.measure(model, text)
            looks = f"animal {facts.it.on('animal'):.2f}, street {facts.it.on('street'):.2f}"
            print(f"    … too {text.split()[-1]}: it attends to {looks}\n    {facts.translation}")

# %% [markdown]
# Is this attention the reason *why* the pronoun is translated correctly? A **causal intervention** can answer this
# question: change the model and compare the outputs. *Predict* for each of the three models: what happens if *it* is
# prevented from attending to its noun in every encoder layer and head? What happens if attention to the other noun is
# forbidden? The first three rows show the shipped models. The other rows show control runs of the same recipes with
# several seeds.

# %%
from lessons.attention import pronoun

with covered():
    cards = [model.card for model in (trained, unguided, other_seed)]
    print(pronoun.text_table(pronoun.rows(cards, pronoun.control())))

# %% [markdown]
# The head can develop without guidance, as the model with seed 2 shows. But most unguided training runs develop no
# such head, and all of these models translate about equally well. On a different processor, the same seed can give a
# different model, because rounding differs. You cannot tell from the French output which model has the head.
#
# The same intervention has two outcomes. Every guided model relies on that head: without attention to the noun, most
# of these sentences are translated wrongly, but forbidding the other noun does no harm. The unguided model with seed
# 2 relies on its head as well. For the other unguided models the intervention changes nothing: the gender reaches the
# pronoun in another way.
#
# So read attention maps carefully: they show where information *can* flow, not why the model gives its answer. Jain
# and Wallace (2019) and Wiegreffe and Pinter (2019) debate whether attention is an explanation. To find out whether a
# weight matters, forbid it and see whether the answer changes. Then repeat this test with a second training run. (The
# lesson *Multi-head attention* shows another intervention, **activation patching**.)

# %% [markdown]
# ## Read the source · 8 min · optional
#
# The models were trained with this code, and the figures use it too. Each step is a method that passes its result
# through a probe (a **hook point**). `attend` calls the steps in order.

# %%
import inspect

from transformer.attention import MultiHeadAttention, ScaledDotProduct, softmax

print(inspect.getsource(ScaledDotProduct))
print(inspect.getsource(softmax))

# %%
for part in (MultiHeadAttention.forward, MultiHeadAttention.split, MultiHeadAttention.merge):
    print(inspect.getsource(part))

# %% [markdown]
# Compute one weight by hand, from the query of *it* and all keys, and compare it with the model’s.

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
scores = torch.stack([(q * key).sum() for key in k])  # one number per word
scaled = scores / math.sqrt(len(q))
weight = scaled[noun].exp() / scaled.exp().sum()
shown = trace.one(f"{HEAD}.weights")[0, head, it, noun]
print(f"d_k {len(q)}, score {scores[noun]:.4f}, scaled {scaled[noun]:.4f}")
print(
    f"weight by hand {weight:.6f}, in the model {shown:.6f}, difference {abs(weight - shown):.1e}"
)
print("computed by", trace.lines[f"{HEAD}.weights"])

# %% [markdown]
# ### What the decks print, and what the code says · 5 min · optional
#
# Slides contain mistakes. The lesson *Attention scores* checks statements about √d_k and explains the names *query*,
# *key* and *value*. *Attention masks* checks statements about masks. *Multi-head attention* asks whether more heads
# need more parameters.

# %% [markdown]
# **What does the decoder take from the encoder?** Vitay’s deck says *query and value* on one slide and *key and
# value* on a later one. The later slide is correct. The shapes show why: there must be one output for each *target*
# word.

# %%
from transformer.decoding import greedy
from transformer.vocabulary import START

written = greedy(trained.model, source)  # (1, target)
fed = torch.cat((torch.tensor([[START]]), written[:, :-1]), dim=1)  # the output, shifted by one
with record(trained.model) as trace:
    trained.model(source, fed)
for name in ("query", "key", "value", "weights", "output"):
    stage = f"decoder.layers.0.cross_attention.{name}"
    print(f"{name:8} {tuple(trace.one(stage).shape)}   {trace.axes[stage]}")
print(f"{len(words)} source words, {fed.shape[1]} target words")

# %% [markdown]
# The recorded forward pass shows this more directly. What is the input of each matrix in cross-attention?

# %%
from transformer.measure.architecture import read

lanes = read(trained, source[0].tolist()).lanes
boxes = {box.path: box for lane in lanes for top in lane.boxes for box in top.walk()}
for matrix in ("W_Q", "W_K", "W_V"):
    (reads,) = boxes[f"decoder.layers.0.cross_attention.{matrix}"].reads
    print(f"{matrix} reads the output of {reads.path}")

# %% [markdown]
# Keys and values come from the encoder. The query comes from the decoder.
#
# **How large is the vocabulary?** The same deck computes the last softmax over 25,000 words. In the paper, 25,000 is
# the number of tokens in a training *batch*; the vocabulary contains about 37,000 tokens. The paper’s model has 65
# million *parameters* (learned numbers). Count the parameters for both vocabulary sizes. Which count is closer to 65
# million?

# %%
from transformer.config import TransformerConfig
from transformer.model import Transformer

sizes = {"encoder_layers": 1, "decoder_layers": 1, "self_heads": 8, "cross_heads": 8}
encoder_decoder = Transformer(
    TransformerConfig(4, 4, d_model=512, d_ff=2048, **sizes)
)  # one layer each, four words


def parameters(*parts):
    return sum(each.numel() for part in parts for each in part.parameters())


six = 6 * parameters(encoder_decoder.encoder.layers, encoder_decoder.decoder.layers)
norms = parameters(encoder_decoder.encoder.norm, encoder_decoder.decoder.norm)
for count in (25_000, 37_000):
    in_all = six + norms + count * 512  # the paper has one table for both languages
    print(f"{count:,} words: {in_all / 1e6:.1f} million parameters")

# %% [markdown]
# **Rows or columns?** Gunhee Kim’s deck (*Self-Attention and Transformer*) writes words as columns. Its matrix then
# contains KᵀQ, the *transpose* of the weights that the deck defined earlier, so the softmax must run down the
# columns. The rows must be k¹, k², k³, but the deck writes k¹ three times. (A caption there also calls the weighted
# average over all inputs *convolution*; it is attention.)

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
# Your turn. Open `lessons/attention/exercise.py` next to this notebook, fill in `forward`, and save the file. The
# checks stop at the first failure and report what they found.

# %%
from lessons.attention.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your layer can replace the real one. Put your layer into the encoder of the trained model.
# Your layer then computes the figure below, which quotes a line of your code.

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
# ## Modify · 7 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. No scaling.** Change `stretch` to `math.sqrt(d_k)`, which undoes the division. *Expect* a larger maximum weight
# in every head: the softmax becomes more confident, right or wrong.

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
# **2. A wrong softmax axis.** Change `dim` to −2. *Expect* the columns, not the rows, to sum to 1, so every word
# receives the same total attention.

# %%
dim = -1

pattern = seen.one(f"{HEAD}.masked")[0, head].softmax(dim=dim)  # (query, key)
print("rows   ", pattern.sum(-1))
print("columns", pattern.sum(-2))

# %% [markdown]
# **3. A causal mask.** Change `mask` to `masks.causal(len(words))`, so that each word may attend only to itself and
# to earlier words. *Expect* no weights above the diagonal. This is how a decoder reads. The encoder has learned to
# attend in both directions, so its translation can get worse.

# %%
from transformer import masks

mask = torch.ones(len(words), len(words), dtype=torch.bool)

hide = {
    f"encoder.layers.{n}.self_attention.masked": lambda m: m.masked_fill(~mask, -math.inf)
    for n in range(trained.model.config.encoder_layers)
}
with replace(trained.model, hide):
    print(Facts.measure(trained, SENTENCE).translation)

# %% [markdown]
# ## Break · 7 min
#
# This bug looks like progress. At its end, an attention layer concatenates the outputs of its heads:
# `x.transpose(1, 2).flatten(2)`. Suppose that a colleague saves a step and writes `x.reshape(batch, words, d_model)`.
# Every shape matches, there is no error, and each row of weights still adds up to 1.
#
# Two small models learn to copy a string of letters, with the same seed and number of steps. The second model uses
# this layer. The [loss](#term-loss) measures how improbable each next letter is for a model that has read the correct
# letters before it. *Before you continue:* which model will have the lower loss on strings not seen in training? Which
# model would you rather use?

# %%
from lessons.attention.mistakes import MISTAKES
from transformer.objectives.batch import Batch
from transformer.objectives.loss import cross_entropy
from transformer.objectives.scores import exact_match
from transformer.tasks import TASKS
from transformer.training import build, train, vocabularies
from transformer.training.settings import Settings
from transformer.variants import variant

variant("attention", "merged_wrong")(*MISTAKES["MergedWithoutTranspose"].code)
letters = TASKS["copy"]()
held_out = Batch.from_examples(letters.held_out[:300], *vocabularies(letters))
copiers = {}
for layer_name in ("standard", "merged_wrong"):
    sizes = {"encoder_layers": 1, "decoder_layers": 1, "d_ff": 128}
    copier = copiers[layer_name] = build(letters, attention=layer_name, **sizes)
    with torch.enable_grad():
        for _step in train(copier, letters, Settings(steps=300, batch=32, smoothing=0.0)):
            pass
    scores = copier.eval()(held_out.source, held_out.target[:, :-1])
    loss = cross_entropy(scores, held_out.target[:, 1:]).item()
    print(f"{layer_name:13} held-out loss {loss:.4f}")

# %% [markdown]
# Now use the models as in practice: each model writes the strings without seeing the correct letters.

# %%
for layer_name, copier in copiers.items():
    print(f"{layer_name:13} strings copied without a mistake: {exact_match(copier, held_out):.1%}")

# %% [markdown]
# What happened? Use six letters to test the layer for two properties that attention must have.
#
# - *Shuffle the words.* An output is a sum over all words, and the order of its terms does not matter. So each word
#   must get the same vector as before.
# - *Change the last word*, under a **causal mask**: each word may attend only to itself and to earlier words. The
#   outputs for the other five words must not change.

# %%
from transformer.masks import causal

order = [3, 0, 4, 1, 5, 2]
for layer_name, copier in copiers.items():
    layer = copier.decoder.layers[0].self_attention
    x = copier.target_embedding.table.weight[4:10][None]  # (1, word, d_model), six letters
    plain, shuffled = layer(x, x)[0], layer(x[:, order], x[:, order])[0]
    changed = torch.cat((x[:, :5], x[:, :1]), dim=1)  # another last letter
    before, after = (
        layer(inputs, inputs, causal(6))[0] for inputs in (x, changed)
    )  # (word, d_model)
    moved = (after - before).abs().amax(-1)  # (word,)
    print(f"{layer_name:13} shuffled: {(plain[order] - shuffled).abs().max():.1e} apart", end="   ")
    print(f"last one changed: {int((moved[:5] > 1e-4).sum())} of the 5 before it change")

# %% [markdown]
# The reshape puts components of other words into the vector of each word. These words include later ones, which the
# mask should hide. In training, these components reveal the next letter; in decoding, there is no next letter yet.
# You can find such a bug without training or a reference layer if you test a property that must hold. (The lesson
# *Attention masks* continues from here.)
#
# On its own, attention ignores the order of words: it cannot distinguish *the dog sees the cat* from *the cat sees
# the dog*. The lesson *Positional encoding* shows a solution.
#
# Common mistakes in this exercise, and what each check reports:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:24} ✗ {result.failed:34} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. Which three factors does an attention weight depend on, besides the other keys?
# 2. Which numbers in an attention map add up to 1, and why?
# 3. A head has d_k = 16 in a model with d_model = 64. What are the scores divided by?
# 4. Why does a mask set scores to −∞ instead of setting weights to 0?
# 5. Seven French words attend to five English words. What shape does the map have? Where do queries, keys and values
#    come from?
# 6. You shuffle the input words of an attention layer that has no mask. How do its outputs change?
# 7. A head attends from *it* to *animal*. What do you know, and what do you not know?

# %% [markdown]
# ### Answers
#
# 1. The weight depends on the query of the attending word, the key of the other word, and the mask between them.
# 2. The weights of each row add up to 1, because the softmax runs over the keys.
# 3. The scores are divided by 4, the square root of d_k.
# 4. With −∞ the remaining weights still sum to 1. If weights were set to 0 afterwards, the rest would sum to less
#    than 1.
# 5. The map is 7 × 5. Queries come from the French side; keys and values come from the English side.
# 6. The outputs are the same vectors, shuffled in the same way, because the order of terms in a sum does not
#    matter.
# 7. You know that *it* receives what the vector at *animal* contains. You do not know whether the answer depends on
#    this weight until you forbid it and compare the answers. Nor do you know whether a second training run would
#    develop this head.
#
# Next: the lesson *Attention scores*. What else can a score be, why is it divided by √d_k, and how well does an
# attention map explain an answer? Or change a layer in `transformer/attention.py` while the app is open (`make app`),
# and watch every figure change.
