# The text and code of the masks lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Masks: who may look at whom?
#
# {opening}

# %%
import math

import torch

from lessons.figures.mask_painter import mask_painter
from lessons.figures.walk_bits import walk_bits
from transformer.masks import causal, padding
from transformer.measure.masks.influence import MOVED, influence
from transformer.measure.masks.leaks import Rule, named, planted
from transformer.measure.masks.mask_lab import seen, sentences
from transformer.measure.masks.masking import both, masked_softmax, reach
from transformer.vocabulary import PAD
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=2, sci_mode=False, linewidth=100)
_ = torch.set_grad_enabled(False)  # we only look

translator = load("english_french")
TEXTS = ["the cat sleeps", "the animal was too tired", "we sing"]
SPLIT = [text.split() for text in TEXTS]

# %% [markdown]
# ## Picture · 3 min
#
# A **mask** says which word may look at which. Three sentences are read side by side here. The shorter ones are
# filled up with ⟨pad⟩, because a batch is a rectangle; the mask hides these places. Rows look, columns are looked
# at, and a hatched cell is forbidden. On the right are the attention weights of the real model.
#
# In this notebook you can paint, and the weights of layer 1 follow; on the page of the app the model itself reads
# the sentences again under your mask.

# %%
mask_painter(translator, TEXTS, "encoder")

# %% [markdown]
# ## Predict · 4 min
#
# Answer before you go on: click what you think, and read the reply.

# %%
from lessons.kit.prediction import ask, covered
from lessons.masks.prediction import about_padding

chosen = sentences(translator, SPLIT, "encoder")
nothing = chosen.presets()["none"]
weights = seen(translator, chosen, [nothing] * len(chosen.paths)).weights
ask(about_padding(TEXTS, weights[chosen.paths[0]]))

# %%
covered(mask_painter(translator, TEXTS, "encoder", nothing).at(sentence=3))

# %% [markdown]
# ## Run
#
# ### From True and False to −∞ · 4 min
#
# A mask with True and False is easy to read. Inside the model it becomes numbers: a forbidden score is set to −∞.
# The softmax computes e to the power of each score, and e to the power of −∞ is *exactly* 0. Two masks are used most.
# The **padding mask** hides the places that only fill up a sentence. The **causal mask** hides from a word all that
# comes after it: a decoder learns to write the next word, so it must not see it. Here is the causal one for four words:

# %%
may = causal(4)
added = torch.zeros(4, 4).masked_fill(~may, -math.inf)
print(may.int(), added, sep="\n")

scores = torch.tensor([[1.0, 2.0, 0.0, 3.0]]).expand(4, 4)
weights = (scores + added).softmax(-1)
print("weights, hidden before the softmax:", weights, "their sums:", weights.sum(-1), sep="\n")
print("set to 0 after it, they sum to:", (scores.softmax(-1) * may).sum(-1))

# %% [markdown]
# Three slips in lecture slides, to check against these numbers. *Mining Unstructured Data 12* says both on one slide:
# “setting attention scores to −∞”, which is right, and adding a mask “to the attention weights before the softmax”.
# Before the softmax there are no weights yet, only scores. Basili and Croce (*Attention in NNs*) write that masked
# elements get “a score near to 0”: the weight is exactly 0. And they use masks “to handle sequences of different
# lengths”, beside a picture of the causal mask. Lengths need the padding mask.
#
# **PyTorch means two opposite things by True.** In `scaled_dot_product_attention` True means *may look*, as
# everywhere in this project. In `nn.MultiheadAttention` True means *may NOT look*. Neither complains
# about the other’s mask.

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
    print(f"MultiheadAttention(attn_mask={how}): off by {away:.4f}; row 1 looks at", shares[0, 0])

# %% [markdown]
# With the wrong meaning the first word looks only ahead, as the last line shows. And the last word has nothing left
# to look at: its row is 0/0, which is NaN (not a number), and so is the difference.
#
# ### Two masks at once · 2 min
#
# A decoder needs both: nobody looks ahead, and nobody looks at padding. A cell is open if the one mask *and* the
# other allow it: `&`. The shapes do the rest: (n, n) and (batch, 1, 1, n) become (batch, 1, n, n).

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
# ### Only the last rows · 1 min
#
# A decoder writes word by word. Under a causal mask no earlier word ever sees a later one, so the keys and values of
# the words so far stay as they are. A program can keep them (this is called a *cache*) and compute only what is new.
# Then there is one query, that of the newest word, and there are as many keys as words. The causal mask for it is the
# last row of the usual one; for two new words it is the last two rows:

# %%
print(causal(5).int(), causal(1, 5).int(), causal(2, 5).int(), sep="\n")

# %% [markdown]
# ### What a sentence knows of its neighbours · 1 min
#
# Why hide padding at all? Because otherwise the vectors of a sentence depend on how long its neighbours in the batch
# happen to be. Read *we sing* alone, and beside longer sentences:

# %%
hide_padding = True

alone = sentences(translator, SPLIT[2:], "encoder")
name = "padding" if hide_padding else "none"
vectors = []
for group in (alone, chosen):
    mask = group.presets()[name]
    found = seen(translator, group, [mask] * len(group.paths))
    vectors.append(
        found.weights[group.paths[0]][-1, :, 0, :2]
    )  # (head, key): how “we” looks at “we”, “sing”
print(
    f"{name}: its weights change by {(vectors[0] - vectors[1]).abs().max():.4f} beside its neighbours"
)

# %% [markdown]
# ### What moves what · 4 min
#
# Does a mask do what it should? Do not read the code: **measure**. Put another word in one place, run the model
# again, and see which outputs moved and how far. Do this for every place, and you have a matrix. The outline is what
# the mask allows; everything outside it should stand still.

# %%
mask_painter(translator, TEXTS, "decoder").at(view="moves", layer=3)

# %% [markdown]
# A mask holds for one layer; several layers reach further. With a *window*, a word sees one neighbour on each
# side in each layer. After two layers something two words away can move it. To know who can be reached, no model is
# needed: the masks are multiplied as matrices. A word always reaches itself, whatever the mask says, because of the
# [residual](#term-residual): what a word’s attention finds is added to its own vector.

# %%
window = sentences(translator, SPLIT, "encoder").presets()["window"]
for layers in (1, 2):
    print(f"{layers} layer(s): sentence 2, who can be reached\n", reach([window] * layers)[1].int())

# %% [markdown]
# ### Name the mistake · 2 min
#
# Seven cases, six with a mistake and one without, in a batch with as many sentences as places. `named` gets the
# measured matrices, one for each layer, and the rule. It compares what moved with what each known mistake would let
# through. It never sees a mask or a line of code. A *leak* is a pair that moves although the rule forbids it.

# %%
from lessons.masks import LAB

lab = sentences(translator, [text.split() for text in LAB], "decoder")
rule = Rule(lab.words[1], backward=True)
for mistake, masks in (planted(rule, 2) | {"none of them": [rule.allowed] * 2}).items():
    measured = influence(translator.model, lab.drawn, lab.batch, masks)
    wrong = (measured.moves & ~reach([rule.allowed] * 2)).sum()
    print(
        f"planted: {mistake:20} {wrong:3} leaks   named: {', '.join(named(measured.layers, rule))}"
    )

# %% [markdown]
# *padding_on_queries* (padding was hidden as rows, not as columns) shows 0 leaks in this decoder, and is named all
# the same, by what does **not** move. Padding stands at the end, so the causal mask already hides it from every word.
# In an encoder the same mistake would leak.
#
# One thing this matrix cannot show: whether a word may look at **itself**. The residual hands its vector on in any case.

# %% [markdown]
# ## Read the source · 2 min · further
#
# This is what hides the cells in every model here. There is no other copy.

# %%
import inspect

for part in (causal, padding, both, masked_softmax):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 36 min
#
# Your turn. Open `lessons/masks/exercise.py` beside this notebook. First write `causal`, then `padding`, `both`
# and `masked_softmax`, and save. The checks read the file anew each time. They stop at the first thing that does
# not hold, and say what they saw.

# %%
from lessons.masks.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, show by measuring that your mask does not leak in the real model:

# %%
from lessons.masks.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.ask("both", torch.tensor(lab.keys), PAD)[:, 0]
    measured = influence(translator.model, lab.drawn, lab.batch, [mine, mine])
    print("what moves under your mask says:", *named(measured.layers, rule))
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 8 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Let them see the padding.** Go back to *What a sentence knows of its neighbours* and change `hide_padding` to
# False. *Expect* the weights of *we sing* to depend on its neighbours.
#
# **2. −1 in place of −∞.** Change `hidden` to -1. *Expect* a hidden word to get a little weight: the mask leaks.

# %%
hidden = -math.inf

scores = torch.tensor([2.0, 1.0, 3.0])
print("weights:", torch.where(torch.tensor([True, True, False]), scores, hidden).softmax(-1))

# %% [markdown]
# **3. A wider view.** Change `preset` to "prefix". *Expect* the first two columns to be open for all, and every pair
# that may move to do so.

# %%
preset = "causal"

mask = sentences(translator, SPLIT, "encoder").presets()[preset]
measured = influence(translator.model, chosen.drawn, chosen.batch, [mask, mask])
promised = reach([mask, mask])
print(f"{preset}: {promised.sum()} pairs may move, {(measured.moves & promised).sum()} do, "
      f"{(measured.moves & ~promised).sum()} others do")  # fmt: skip

# %% [markdown]
# **4. A real model that leaks.** Change `name` to "english_french_without_mask". *Expect* leaks in every sentence: it was
# trained without the causal mask, and each word looks at all that come after it.

# %%
name = "english_french"

leaky = load(name)
measured = influence(leaky.model, lab.drawn, lab.batch)
back = causal(measured.whole.shape[1])
print(f"{name}: {(measured.moves & ~back).sum()} leaks, in", len(lab.keys), "sentences")

# %% [markdown]
# ## Break · 10 min
#
# **A model that is much better.** The task: a walk on a ring of eight letters. Before each step a coin is tossed:
# heads means one letter on, tails one back. The loss is counted in *bits*, minus the logarithm to base 2 of the
# probability that the model gave to the right letter. A friend trained the same model as you, with the same settings
# and a single line changed, and sends you this:

# %%
honest, friend = load("walk"), load("walk_without_mask")
for who, trained in (("you", honest), ("your friend", friend)):
    print(f"{who:12} {trained.card['held_out']['bits']:.3f} bits a letter, held-out rows")

# %% [markdown]
# *Before you run on:* how many bits does a coin cost that nobody can foresee? What is the smallest loss that a model
# can have here if it does not know the coins? This smallest loss is called the *floor*.

# %%
from lessons.masks.prediction import about_use
from transformer.measure.training.coins import bits
from transformer.tasks.walk import LENGTH, floor, floor_of_rows

print(
    "floor of the first places:",
    [floor(place) for place in range(4)],
    "and of the end:",
    floor(LENGTH),
)
print(f"on average over a row: {floor_of_rows():.3f} bits")
ask(about_use(bits(honest), bits(friend)))

# %%
covered(walk_bits(honest, friend).at(how="alone"))

# %% [markdown]
# The friend's model looks at the letter that it is to predict. **A loss below the floor does not show a better model
# but a leak.** For real text nobody knows the floor so exactly. Then ask two things: which outputs move when a *later*
# word changes? And is the model as good when it writes as it was in training? The first question, asked here:

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
# The mistakes that people make in the exercise, and what each check says:

# %%
from lessons.masks.mistakes import MISTAKES

for mistake, planted_one in MISTAKES.items():
    result = check(*planted_one.code)
    print(f"{mistake:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. Why −∞ and not 0 for a forbidden score?
# 2. What does True mean in `nn.MultiheadAttention`, and what in `scaled_dot_product_attention`?
# 3. Which shape does a padding mask need for scores (batch, head, query, key), and why?
# 4. A row may look nowhere. What does a plain softmax give, and what does this model give?
# 5. Four words have been read, and the keys are kept. What does the causal mask of the fifth word look like?
# 6. Each layer has a window of one word on each side. How far does a word reach after three layers?
# 7. What can the matrix of *what moves what* not show about a mask, and why?
# 8. The loss is lower than you thought possible. Which two measurements do you make?

# %% [markdown]
# ### Answers
#
# 1. e⁰ = 1, so a score of 0 still gets a share. e to the power of −∞ is 0.
# 2. In the first one: may not look. In the second: may look.
# 3. (batch, 1, 1, key): it depends on the sentence and on who is looked at; the other two are repeated.
# 4. 0/0, which is NaN. Here the row gets zeros, and the word keeps what the residual hands on.
# 5. One row of five, all True: the only query stands last, and all five words have been read.
# 6. Three words on each side: each layer adds one.
# 7. Whether a word may look at itself: the residual hands on its vector in any case.
# 8. Which outputs move when a later word changes; and the loss when only what came before is there.
#
# Next: the lesson *Heads* asks what each head does with what it may see. Or paint a mask of your own on the page, and
# read off what it lets through.
