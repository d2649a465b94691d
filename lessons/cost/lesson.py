# The text and code of the lesson on cost. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Cost: what does it cost to look everywhere?
#
# {opening}

# %%
import inspect
import math

import torch

from lessons.cost.mistakes import MISTAKES
from lessons.cost.prediction import about_layers, about_masks, about_meeting, about_moving
from lessons.figures.cost_curves import cost_curves
from lessons.figures.cost_table import cost_table
from lessons.figures.reach import reach
from lessons.figures.two_operators import two_operators
from lessons.kit.prediction import ask, covered
from transformer.measure.cost import grid
from transformer.measure.cost.counting import counted, milliseconds, multiply_adds
from transformer.measure.cost.layers import NearAttention
from transformer.measure.cost.paths import layers_needed, reads, spread
from transformer.measure.cost.signal import attended

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we only run layers, nothing is trained

# %% [markdown]
# ## Picture · 3 min
#
# A row of n words, each a vector of d numbers. A layer makes n new vectors of them, and in each of the new ones
# there should be something of the other words. There are four ways to do that:
#
# * **attention**: every word looks at every word;
# * **recurrent**: a state is handed on from word to word, as in a GRU;
# * **convolution**: each word is made of itself and its neighbours, k words in all;
# * **attention to near words**: every word looks at r words around it.
#
# The paper that introduced the Transformer (Vaswani et al. 2017) compares them in its Table 1. Here is that table,
# but counted: every layer runs under PyTorch’s counter of multiplications, and by the clock of your machine.
# Change n, d, k and r. Which row grows fastest with n?

# %%
products, clocked = grid.products(), grid.clocked()
cost_table(products, clocked, mask=False)

# %% [markdown]
# ## Predict · 4 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays folded until
# you open it.

# %%
ask(about_masks())

# %%
covered(cost_table(products, clocked))

# %% [markdown]
# ## Run
#
# ### A formula for each row · 2 min
#
# A vector of d numbers times a matrix (d, d) takes d · d multiplications. So a convolution takes n · k · d² of
# them, a GRU with its six matrices 6 n d². Attention has four matrices, 4 n d², and two products of all words with
# all words: scores and mixture, n² d each. We hold the formulas against what is counted:

# %%
for kind in ("attention", "gru", "convolution", "restricted"):
    for n, d in ((16, 32), (64, 64), (200, 48)):
        sizes = n, d, 3, 5
        print(f"{kind:12} n={n:3} d={d:2}  counted {counted(kind, *sizes):>9,}", end="   ")
        print(f"formula {multiply_adds(kind, *sizes):>9,}")

# %% [markdown]
# Table 1 of the paper has n²d, nd², knd² and rnd: how it *grows*, without factors. For a comparison of two layers
# factors count, as you will see. And softmax, biases and the way through memory are in neither.
#
# ### Where do they meet? · 5 min
#
# Slides say that attention is cheaper since “n ≪ d usually”. Find out where the two curves meet.

# %%
ask(about_meeting())

# %%
covered(cost_curves(products, clocked))

# %% [markdown]
# Go through what can be counted. As printed, they meet at n = d; with both products of attention, at d/2; whole
# layers, at d for a GRU and at 2d for an LSTM. Against a plain RNN, which has two matrices, attention never needs
# less. Then choose *by the clock*. There it is not the products that decide: our loop in Python needs a while for each
# word, however small d is.

# %%
for n in (64, 128, 256, 512):
    times = {kind: milliseconds(kind, n, 64, 3, 5) for kind in ("attention", "fused", "gru")}
    print(f"n={n:3}", *(f"{kind} {time:7.2f} ms" for kind, time in times.items()), sep="   ")

# %% [markdown]
# “fused” is the same GRU as PyTorch computes it. What you see are times of *one* thread, where nothing happens at once.
# That attention can begin with all words together shows on hardware that does many things at a time; a GRU
# has to wait n times even there.
#
# ### By distance, by content · 4 min
#
# A [convolution](#term-convolution) and attention both mix what they read. What differs is where the weights come
# from.

# %%
ask(about_moving())

# %%
covered(two_operators())

# %% [markdown]
# One deck writes under its picture “Convolution: a weighted average for all inputs”. That describes attention. The weights of
# a convolution are learned and may be anything, also negative; they belong to a distance, and only k places
# have one. Attention’s are positive and add up to 1, and they are made anew of what stands there.
#
# ### How far apart? · 5 min

# %%
ask(about_layers())

# %%
covered(reach())

# %% [markdown]
# What stands on slides, O(log_k n) for a convolution, belongs to *dilated* ones, whose places move apart from layer to
# layer. A search through the graph of who reads whom:

# %%
with covered():
    for name, growth, back in (
        ("neighbours, to both sides", 1, False),
        ("1, 2, 4, … apart, to both sides", 2, False),
        ("neighbours, looking back only", 1, True),
        ("1, 3, 9, … apart, looking back only", 3, True),
    ):
        print(f"{name:36} {len(spread(81, 3, growth, back=back)) - 1:3} layers for 81 words, k = 3")
    print(f"log_3 81 = {math.log(81, 3):.0f}")

# %% [markdown]
# ## Read the source · 4 min · further
#
# Attention to near words, in which only near scores are computed; and the search.

# %%
for part in (NearAttention, reads, spread):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Your turn. Open `lessons/cost/exercise.py` beside this notebook. Write `multiply_adds`, then `layers_needed`, and
# save. The checks compare the first with PyTorch’s counter, the second with a search.

# %%
from lessons.cost.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, let your function find where attention and a GRU meet, for any d:

# %%
from lessons.cost.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.found["multiply_adds"]
    for d in (10, 64, 512):
        n = next(
            n for n in range(1, 5000) if mine("attention", n, d, 3, 5) >= mine("gru", n, d, 3, 5)
        )
        print(f"d = {d}: they meet at n = {n}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. A long text.** Change `n` to 4096. *Expect* attention to multiply about 22 times as much as a GRU.

# %%
n = 64

ratio = multiply_adds("attention", n, 64, 3, 5) / multiply_adds("gru", n, 64, 3, 5)
print(f"n = {n}: attention multiplies {ratio:.2f} times as much as a GRU")

# %% [markdown]
# **2. A wider kernel.** Change `kernel` to 9. *Expect* a quarter of the layers, and three times the products in
# each.

# %%
kernel = 3

print(f"k = {kernel}: {layers_needed(81, kernel, 1)} layers,", end=" ")
print(f"{multiply_adds('convolution', 81, 64, kernel, 5):,} products in each")

# %% [markdown]
# **3. A sharper look.** Change `sharp` to 6. *Expect* the two peaks to get half of the weight each, and nearly nothing
# to be left for the rest.

# %%
sharp = 3.0

signal = torch.tensor([0.0, 0.6, 1.0, 0.6, 0.0, 0.6, 1.0, 0.6])
print(f"sharp {sharp}:", [round(w, 2) for w in attended(signal, sharp).weights[2].tolist()])

# %% [markdown]
# ## Break · 5 min
#
# A friend has written `layers_needed` as a slide has it: *“log_k n, so four layers of width 3 are enough for 81 words.
# Cheaper than attention!”* It looks better, indeed:

# %%
friends = MISTAKES["Logarithm"].code[1]
attention = multiply_adds("attention", 81, 64, 3, 5)
convolution = multiply_adds("convolution", 81, 64, 3, 5)
print(f"one layer of attention         {attention:>10,} products")
print(
    f"{friends(81, 3, 1)} layers of convolution, k = 3 {friends(81, 3, 1) * convolution:>10,} products"
)

# %% [markdown]
# *Before you run on:* how would you find out, with real layers, whether the last word knows of the first?
# Change the first word, and look whether the last one moves:


# %%
def moved(layers, n=81, d=8):
    """How far the last word moves when the first of n empty words is another, through layers of convolution."""
    torch.manual_seed(0)
    x = torch.zeros(1, n, d).double()
    x[:, 0] = 1.0
    taps = torch.nn.Conv1d(d, d, 3, padding=1, bias=False).double()  # 0 stays 0
    for _ in range(layers):
        x = torch.tanh(taps(x.mT)).mT
    return x[0, -1].abs().max().item()


for layers in (friends(81, 3, 1), layers_needed(81, 3, 1) - 1, layers_needed(81, 3, 1)):
    print(f"{layers:2} layers: the last word moves by {moved(layers):.1e}")
print(f"{layers_needed(81, 3, 1)} layers: {layers_needed(81, 3, 1) * convolution:,} products")

# %% [markdown]
# With four layers it moves by exactly 0, and with one layer fewer than needed, too. That it moves at last, by next to
# nothing, says something else: what *can* be known after eighty layers need not be of any use. In attention it is one
# step.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:44} {result.saw[:48]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. How many multiplications take a vector of d numbers and a matrix (d, d)?
# 2. Which two products of attention grow with n²?
# 3. Whole layers, attention and a GRU: where do they need equally many?
# 4. What does a mask that hides far words save?
# 5. What does a GRU have to wait for, and how often?
# 6. How many layers of width k, with neighbouring places, lie between word 1 and word n?
# 7. What are a convolution’s weights made of, and what attention’s?

# %% [markdown]
# ### Answers
#
# 1. d · d, one for each number of the matrix.
# 2. Queries with keys, and weights with values: n²d each.
# 3. At n = d: 4nd² + 2n²d = 6nd².
# 4. No multiplication: all scores are computed before they are hidden.
# 5. For the state of the word before: n times.
# 6. ⌈(n − 1)/⌊k/2⌋⌉. A logarithm it is with dilated kernels alone.
# 7. A convolution’s are learned, one for each distance; attention’s are computed anew of what stands there.
#
# Next: the lesson *The machine* shows a whole model that looks everywhere.
