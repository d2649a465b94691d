# The text and code of the masks lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Attention masks: Which positions may attend to which?
#
# {opening}

# %%
import math

import torch

from lessons.masks.figures.mask_painter import mask_painter
from lessons.masks.figures.walk_bits import walk_bits
from lessons.masks.measure.influence import MOVED, influence
from lessons.masks.measure.leaks import Rule, name_mistakes, planted
from lessons.masks.measure.mask_lab import mask_effects, sentences
from lessons.masks.measure.masking import both, masked_softmax, reach
from transformer.masks import causal, padding
from transformer.vocabulary import PAD
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=2, sci_mode=False, linewidth=100)
_ = torch.set_grad_enabled(False)  # only training needs gradients

translator = load("english_french")
TEXTS = ["the cat sleeps", "the animal was too tired", "we sing"]
SPLIT = [text.split() for text in TEXTS]

# %% [markdown]
# ## Picture · 3 min
#
# A **mask** defines which positions may attend to which. The figure shows three sentences in one batch. The shorter
# sentences are padded with ⟨pad⟩, because a batch must be rectangular; the mask hides these positions. Rows are
# queries, columns are keys, and hatched cells are forbidden. The attention weights of the real model are on the
# right.
#
# In this notebook, the attention weights of layer 1 are updated as you paint a mask. In the app, the whole model runs
# again with your mask.

# %%
mask_painter(translator, TEXTS, "encoder")

# %% [markdown]
# ## Predict · 4 min
#
# Click your answer and read the reply before you continue.

# %%
from lessons.kit.prediction import ask, covered
from lessons.masks.prediction import about_padding

chosen = sentences(translator, SPLIT, "encoder")
nothing = chosen.presets()["none"]
weights = mask_effects(translator, chosen, [nothing] * len(chosen.paths)).weights
ask(about_padding(TEXTS, weights[chosen.paths[0]]))

# %%
covered(mask_painter(translator, TEXTS, "encoder", nothing).at(sentence=3))

# %% [markdown]
# ## Run
#
# ### Boolean and additive masks · 4 min
#
# A **boolean mask** of True and False is easy to read. Inside the model it becomes an **additive mask**, which sets
# each forbidden score to −∞. The softmax computes e to the power of each score, and e to the power of −∞ is
# *exactly* 0. The **padding mask** hides the positions that only pad a sentence to the common length. The **causal
# mask** (look-ahead mask) hides all later words from each word: a decoder learns to predict the next word, so it must
# not see that word. The next cell prints the causal mask of four words:

# %%
may = causal(4)
added = torch.zeros(4, 4).masked_fill(~may, -math.inf)
print(may.int(), added, sep="\n")

scores = torch.tensor([[1.0, 2.0, 0.0, 3.0]]).expand(4, 4)
weights = (scores + added).softmax(-1)
print("weights, hidden before the softmax:", weights, "their sums:", weights.sum(-1), sep="\n")
print("set to 0 after the softmax, they sum to:", (scores.softmax(-1) * may).sum(-1))

# %% [markdown]
# Check three errors in lecture slides against these numbers. *Mining Unstructured Data 12* makes two statements on
# one slide: “setting attention scores to −∞”, which is correct, and adding a mask “to the attention weights before
# the softmax”. Before the softmax there are only scores. Basili and Croce (*Attention in NNs*) write that masked
# elements get “a score near to 0”, but their weight is exactly 0. The same deck uses masks “to handle sequences of
# different lengths”, next to a figure of the causal mask, but different lengths require the padding mask.
#
# **True has two opposite meanings in PyTorch.** In `scaled_dot_product_attention` True means *may attend*, as
# everywhere in this project. In `nn.MultiheadAttention` True means *may NOT attend*. Neither function rejects the
# other’s mask.

# %%
from torch.nn.functional import scaled_dot_product_attention

x = translator.model.source_embedding(torch.tensor([[5, 9, 13, 17]]))  # (1, 4, d_model): four words
layer = torch.nn.MultiheadAttention(64, 1, batch_first=True)
layer.in_proj_weight.copy_(
    torch.eye(64).repeat(3, 1)
)  # no projections, so that the two can be compared
layer.out_proj.weight.copy_(torch.eye(64))
right = scaled_dot_product_attention(x, x, x, attn_mask=may)
for how, mask in (("~may", ~may), ("may ", may)):
    out, shares = layer(x, x, x, attn_mask=mask)
    away = (out - right).abs().max()
    print(f"MultiheadAttention(attn_mask={how}): off by {away:.4f}; weights of row 1", shares[0, 0])

# %% [markdown]
# With the wrong meaning the first word attends only to later words, as the last line shows. The last word
# cannot attend to anything, so its row is 0/0, and the difference is NaN (not a number).
#
# ### Combining two masks · 2 min
#
# A decoder combines both masks: no word may attend to later words or padding. A cell is open only if both masks allow
# it, so we use `&`. Broadcasting combines the shapes: (n, n) and (batch, 1, 1, n) become (batch, 1, n, n).

# %%
tokens = torch.tensor([[1, 20, 30, 40], [1, 50, PAD, PAD]])
print(
    tuple(causal(4).shape),
    "&",
    tuple(padding(tokens, PAD).shape),
    "=",
    tuple(both(tokens, PAD).shape),
)
print(both(tokens, PAD)[:, 0].int())

# %% [markdown]
# ### The causal mask with a KV cache · 1 min
#
# A decoder is **autoregressive**: it writes one word after another. Under a causal mask no word sees a later word, so
# the keys and values of earlier words stay the same. A program can keep these vectors in a **KV cache** and compute
# only those of new words. Then there is one query, for the newest word, and one key per word. The causal mask for
# this query is the last row of the usual mask; for two new words it is the last two rows:

# %%
print(causal(5).int(), causal(1, 5).int(), causal(2, 5).int(), sep="\n")

# %% [markdown]
# ### Does padding change a sentence? · 1 min
#
# If padding is visible, the vectors of a sentence depend on the other sentences in the batch. In the next cell the
# model reads *we sing* on its own, then in a batch with longer sentences:

# %%
hide_padding = True

alone = sentences(translator, SPLIT[2:], "encoder")
name = "padding" if hide_padding else "none"
vectors = []
for group in (alone, chosen):
    mask = group.presets()[name]
    effects = mask_effects(translator, group, [mask] * len(group.paths))
    # (head, key): the weights of “we” for “we”, “sing”
    vectors.append(effects.weights[group.paths[0]][-1, :, 0, :2])
print(
    f"{name}: its weights change by {(vectors[0] - vectors[1]).abs().max():.4f} in a batch with longer sentences"
)

# %% [markdown]
# ### What moves what: measuring a mask · 4 min
#
# Does a mask do what it should? **Measure** it. Put a different word at one position, run the model again, and see
# which outputs change and by how much. Do this for every position to get a matrix. The outline shows what the mask
# allows; nothing outside it should change.

# %%
mask_painter(translator, TEXTS, "decoder").at(view="moves", layer=3)

# %% [markdown]
# A mask applies to one layer, but several layers reach further. In a **sliding-window** mask (local attention), a
# word sees one neighbour on each side in each layer. After two layers, its output can depend on words two positions
# away. You can compute this reach without a model by multiplying the masks as matrices. A word reaches itself under
# any mask, because the [residual](#term-residual) connection adds its own vector. (Decoders for long texts, such as
# StreamingLLM, often add the first tokens to the window as an **attention sink**.)

# %%
window = sentences(translator, SPLIT, "encoder").presets()["window"]
for layers in (1, 2):
    print(f"{layers} layer(s): reach in sentence 2\n", reach([window] * layers)[1].int())

# %% [markdown]
# ### Diagnosing a wrong mask · 2 min
#
# We test seven cases, six with a mistake and one without, in a batch with as many sentences as positions. The
# function `name_mistakes` takes the measured matrices, one per layer, and the rule. It compares the measured changes with
# those that each known mistake would cause. A *leak* is a pair of positions in which one affects the other although
# the rule forbids it.

# %%
from lessons.masks import LAB

lab = sentences(translator, [text.split() for text in LAB], "decoder")
rule = Rule(lab.words[1], backward=True)
for mistake, masks in (planted(rule, 2) | {"none of them": [rule.allowed] * 2}).items():
    measured = influence(translator.model, lab.drawn, lab.batch, masks)
    wrong = (measured.moves & ~reach([rule.allowed] * 2)).sum()
    print(
        f"planted: {mistake:20} {wrong:3} leaks   named: {', '.join(name_mistakes(measured.layers, rule))}"
    )

# %% [markdown]
# *padding_on_queries* (padding was masked in rows, not in columns) shows 0 leaks in this decoder. `name_mistakes` still finds
# this mistake from the outputs that do **not** change. Padding is at the end, so the causal mask already hides it
# from every word. In an encoder the same mistake would cause leaks.
#
# This matrix cannot show whether a word may attend to **itself**, because the residual connection always passes on
# the word’s vector.

# %% [markdown]
# ## Read the source · 2 min · optional
#
# These functions apply the masks in every model here.

# %%
import inspect

for part in (causal, padding, both, masked_softmax):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 36 min
#
# Open `lessons/masks/exercise.py` next to this notebook. First write `causal`, then `padding`, `both` and
# `masked_softmax`, and save. The checks re-read the file each time and stop at the first failure.

# %%
from lessons.masks.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, measure whether your mask leaks in the real model:

# %%
from lessons.masks.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.ask("both", torch.tensor(lab.keys), PAD)[:, 0]
    measured = influence(translator.model, lab.drawn, lab.batch, [mine, mine])
    print("diagnosis of your mask:", *name_mistakes(measured.layers, rule))
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 8 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. Visible padding.** Go back to *Does padding change a sentence?* and change `hide_padding` to `False`. *Expect*
# the weights of *we sing* to depend on the other sentences.
#
# **2. −1 instead of −∞.** Change `hidden` to `-1`. *Expect* a hidden word to get a small weight, so the mask leaks.

# %%
hidden = -math.inf

scores = torch.tensor([2.0, 1.0, 3.0])
print("weights:", torch.where(torch.tensor([True, True, False]), scores, hidden).softmax(-1))

# %% [markdown]
# **3. A prefix mask.** Change `preset` to `"prefix"`. *Expect* the first two columns to be open for all words, and
# every allowed pair to show an effect.

# %%
preset = "causal"

mask = sentences(translator, SPLIT, "encoder").presets()[preset]
measured = influence(translator.model, chosen.drawn, chosen.batch, [mask, mask])
promised = reach([mask, mask])
print(f"{preset}: {promised.sum()} pairs may move, {(measured.moves & promised).sum()} do, "
      f"{(measured.moves & ~promised).sum()} others do")  # fmt: skip

# %% [markdown]
# **4. A leaking model.** Change `name` to `"english_french_without_mask"`. *Expect* leaks in every sentence, because
# this model was trained without the causal mask.

# %%
name = "english_french"

leaky = load(name)
measured = influence(leaky.model, lab.drawn, lab.batch)
back = causal(measured.whole.shape[1])
print(f"{name}: {(measured.moves & ~back).sum()} leaks, in", len(lab.keys), "sentences")

# %% [markdown]
# ## Break · 10 min
#
# **This model looks much better.** The task is a random walk on a ring of eight letters. Before each step a coin is
# tossed: heads means one letter forward, and tails means one letter back. The loss is measured in *bits*: it is minus
# the base-2 logarithm of the probability that the model assigned to the correct letter. (A loss of b bits is a
# **perplexity** of 2ᵇ.) A friend trained the same model as you, but changed a single line, and sent you this result:

# %%
honest, friend = load("walk"), load("walk_without_mask")
for who, trained in (("you", honest), ("your friend", friend)):
    print(f"{who:12} {trained.card['held_out']['bits']:.3f} bits per letter, held-out sequences")

# %% [markdown]
# *Before you continue:* how many bits does a model need for an unpredictable coin toss? What is the lowest loss that
# a model can reach without knowing the tosses? This loss is called the *floor*.

# %%
from lessons.masks.measure.coins import bits
from lessons.masks.prediction import about_use
from transformer.tasks.walk import LENGTH, floor, floor_of_rows

print(
    "floor of the first positions:",
    [floor(place) for place in range(4)],
    "and of the end:",
    floor(LENGTH),
)
print(f"on average over a sequence: {floor_of_rows():.3f} bits")
ask(about_use(bits(honest), bits(friend)))

# %%
covered(walk_bits(honest, friend).at(how="alone"))

# %% [markdown]
# The friend’s model attends to the letter that it should predict. **A loss below the floor shows data leakage, not a
# better model.** For real text the floor is not known exactly, so ask two questions: which outputs change when a
# *later* word changes? And is the model as good at writing as it was in training, with **teacher forcing**? Answer
# the first question:

# %%
drawn = friend.family.maps[0]
row = friend.family.objective.batch(
    friend.task.held_out[:1], (friend.source_vocabulary, friend.target_vocabulary)
)
for who, trained in (("you", honest), ("your friend", friend)):
    moves = influence(trained.model, drawn, row).moves[0]
    print(
        f"{who:12} outputs that a later letter moves: {int(moves.triu(1).any(1).sum())} of {len(moves)}"
    )

# %% [markdown]
# Common mistakes in this exercise, and what each check says:

# %%
from lessons.masks.mistakes import MISTAKES

for mistake, planted_one in MISTAKES.items():
    result = check(*planted_one.code)
    print(f"{mistake:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. Why is a forbidden score set to −∞ and not to 0?
# 2. What does True mean in `nn.MultiheadAttention` and in `scaled_dot_product_attention`?
# 3. What shape must a padding mask have for scores (batch, head, query, key), and why?
# 4. What do a plain softmax and this model compute for a row in which every position is masked?
# 5. Four words have been read, and their keys are cached. What does the causal mask of the fifth word look like?
# 6. Each layer has a window of one word on each side. How far does a word reach after three layers?
# 7. What can the matrix of *what moves what* not show about a mask, and why?
# 8. The loss is lower than you thought possible. Which two measurements should you make?

# %% [markdown]
# ### Answers
#
# 1. A score of 0 still gets a weight, because e⁰ = 1, but e to the power of −∞ is 0.
# 2. In the first function, True means *may not attend*; in the second, *may attend*.
# 3. The shape is (batch, 1, 1, key), because the mask depends only on the sentence and the key; the other two axes
#    are broadcast.
# 4. A plain softmax gives 0/0, which is NaN. This model computes zeros, and the residual connection preserves the
#    word’s own vector.
# 5. The mask is one row of five values, all True, because the only query is the last position.
# 6. A word reaches three words on each side, because each layer adds one word.
# 7. The matrix cannot show whether a word may attend to itself, because the residual connection always passes on the
#    word’s vector.
# 8. Measure which outputs change when a later word changes, and measure the loss when the model sees only earlier
#    words.
#
# Next: the lesson *Multi-head attention* asks what each head does with the words that it may attend to. Or paint your
# own mask on the page.
