# The text and code of the lesson *The cost of attention*. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # The cost of attention: How expensive is self-attention?
#
# {opening}

# %%
import inspect
import math

import torch

from lessons.cost.figures.cost_table import cost_table
from lessons.cost.figures.reach import reach
from lessons.cost.figures.two_operators import two_operators
from lessons.cost.measure.signal import attend
from lessons.cost.mistakes import MISTAKES
from lessons.cost.prediction import about_layers, about_masks, about_meeting, about_moving
from lessons.figures.cost_curves import cost_curves
from lessons.kit.prediction import ask, covered
from transformer.measure.cost import grid
from transformer.measure.cost.counting import count_multiply_adds, milliseconds, multiply_adds
from transformer.measure.cost.layers import NearAttention
from transformer.measure.cost.paths import layers_needed, reads, spread

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # nothing is trained here

# %% [markdown]
# ## Picture · 3 min
#
# A layer turns a sequence of n words, each a d-dimensional vector, into n new vectors that contain information from
# other words. Four types of layer do this:
#
# * **self-attention**: every word attends to every word;
# * **recurrent**: a state passes from word to word, as in a GRU;
# * **convolutional**: each vector is computed from k neighbouring words;
# * **restricted self-attention** (local attention): every word attends to r words around it.
#
# Table 1 of the Transformer paper (Vaswani et al. 2017) compares these types. The figure shows the printed entries
# and actual counts. PyTorch’s FLOP counter counts the **multiply-adds** of each layer, and your computer measures its
# **wall-clock time**. Change n, d, k and r. Which cost grows fastest with n?

# %%
products, clocked = grid.products(), grid.clocked()
cost_table(products, clocked, mask=False)

# %% [markdown]
# ## Predict · 4 min
#
# Answer before you unfold the figure.

# %%
ask(about_masks())

# %%
covered(cost_table(products, clocked))

# %% [markdown]
# ## Run
#
# ### Formulas for the number of multiplications · 3 min
#
# Multiplying a d-dimensional vector by a (d, d) matrix needs d · d multiplications. A convolution needs n · k · d²
# multiplications, and a GRU with six matrices needs 6nd². Attention needs 4nd² for its four matrices and n²d
# for each of two products over all pairs of words: the scores and the weighted sum. The factor n² causes the
# **quadratic complexity** of attention. The code below compares these formulas with PyTorch’s counter:

# %%
for kind in ("attention", "gru", "convolution", "restricted"):
    for n, d in ((16, 32), (40, 128), (200, 48)):
        sizes = n, d, 3, 5
        print(
            f"{kind:12} n={n:3} d={d:2}  counted {count_multiply_adds(kind, *sizes):>9,}", end="   "
        )
        print(f"formula {multiply_adds(kind, *sizes):>9,}")

# %% [markdown]
# Table 1 of the paper lists n²d, nd², knd² and rnd. These entries show how the cost *grows*, but omit the constant
# factors needed to compare layers. Neither count includes the softmax or the biases.
#
# **Memory.** Attention also stores one weight per pair of words, unless it is computed in blocks, as in
# **FlashAttention** (Dao et al. 2022). A decoder also stores the keys and values of earlier words in a **KV cache**.
# One slide (Gunhee Kim) counts 50 × 50 = 2,500 weights for 50 words and calls attention between characters
# prohibitively expensive:

# %%
for unit, length in (("words", 50), ("characters", 250), ("a page of characters", 3000)):
    print(f"{length:5} {unit:21} {length * length:10,} weights")

# %% [markdown]
# ### Where attention costs more than a GRU · 5 min
#
# Slides say that attention is cheaper because “n ≪ d usually”. Above what length does attention need more
# multiplications than a GRU?

# %%
ask(about_meeting())

# %%
covered(cost_curves(products, clocked))

# %% [markdown]
# Choose what to count. Costs are equal at n = d for the printed formulas, and at d/2 with both products of
# attention. The curves for complete layers meet at n = d (GRU) or 2d (LSTM). Attention always needs more
# multiplications than a plain RNN, which has two matrices. Then choose *wall-clock time*, which also depends, for
# example, on our Python loop.

# %%
for n in (64, 128, 256, 512):
    times = {kind: milliseconds(kind, n, 64, 3, 5) for kind in ("attention", "fused", "gru")}
    print(f"n={n:3}", *(f"{kind} {time:7.2f} ms" for kind, time in times.items()), sep="   ")

# %% [markdown]
# “fused” is PyTorch’s own GRU. All times are for *one* thread. On a GPU, attention processes all words in parallel. A
# GRU still needs n **sequential operations**, because each step waits for the previous one.
#
# ### Two operators: convolution and attention · 4 min
#
# A [convolution](#term-convolution) and attention both compute a weighted sum of their inputs. What do the weights
# depend on?

# %%
ask(about_moving())

# %%
covered(two_operators())

# %% [markdown]
# One deck labels a figure “Convolution: a weighted average for all inputs”, but this describes attention. The weights
# of a convolution are learned and can have any sign. Each weight belongs to one of k distances. Attention weights are
# positive, add up to 1, and are computed from the values of each input.
#
# ### Path length · 5 min
#
# How many layers connect the two most distant words (the **maximum path length**)?

# %%
ask(about_layers())

# %%
covered(reach())

# %% [markdown]
# Section 4 of the paper says that contiguous kernels need O(n/k) layers and **dilated convolutions** O(log_k n);
# Table 1 prints only the second formula. ConvS2S (Gehring et al. 2017) uses contiguous kernels, and ByteNet
# (Kalchbrenner et al. 2016) uses dilated ones. The next cell adds layers until the **receptive field** of the last
# word contains the first word:

# %%
with covered():
    for name, growth, back in (
        ("contiguous, to both sides", 1, False),
        ("1, 2, 4, … apart, to both sides", 2, False),
        ("contiguous, looking back only", 1, True),
        ("1, 3, 9, … apart, looking back only", 3, True),
    ):
        print(f"{name:36} {len(spread(81, 3, growth, back=back)) - 1:3} layers for 81 words, k = 3")
    print(f"log_3 81 = {math.log(81, 3):.0f}")

# %% [markdown]
# ## Read the source · 4 min · optional
#
# `NearAttention` computes only the scores of nearby words. `reads` and `spread` perform the search.

# %%
for part in (NearAttention, reads, spread):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Open `lessons/cost/exercise.py` next to this notebook. Write `multiply_adds`, then `layers_needed`, and save the
# file. The checks compare your first function with PyTorch’s counter and your second with the search.

# %%
from lessons.cost.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your function computes the length at which attention and a GRU cost the same, for any d:

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
        print(f"d = {d}: equal cost at n = {n}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A long text.** Change `n` to 4096. *Expect* attention to need about 22 times as many multiplications as a GRU.

# %%
n = 64

ratio = multiply_adds("attention", n, 64, 3, 5) / multiply_adds("gru", n, 64, 3, 5)
print(f"n = {n}: attention needs {ratio:.2f} times the multiplications of a GRU")

# %% [markdown]
# **2. A wider kernel.** Change `kernel` to 9. *Expect* a quarter of the layers, each with three times as many
# multiplications.

# %%
kernel = 3

print(f"k = {kernel}: {layers_needed(81, kernel, 1)} layers,", end=" ")
print(f"{multiply_adds('convolution', 81, 64, kernel, 5):,} multiplications in each")

# %% [markdown]
# **3. Sharper attention.** Change `sharp` to 6. *Expect* half of the weight on each of the two peaks, and almost none
# elsewhere.

# %%
sharp = 3.0

signal = torch.tensor([0.0, 0.6, 1.0, 0.6, 0.0, 0.6, 1.0, 0.6])
print(f"sharp {sharp}:", [round(w, 2) for w in attend(signal, sharp).weights[2].tolist()])

# %% [markdown]
# ## Break · 5 min
#
# A friend has written `layers_needed` as in Table 1: *“Four layers of width 3 (log_k n) are enough for 81 words. This
# is cheaper than attention!”* The numbers seem to agree:

# %%
friends = MISTAKES["Logarithm"].code[1]
attention = multiply_adds("attention", 81, 64, 3, 5)
convolution = multiply_adds("convolution", 81, 64, 3, 5)
print(f"one layer of attention         {attention:>10,} multiplications")
print(
    f"{friends(81, 3, 1)} layers of convolution, k = 3 {friends(81, 3, 1) * convolution:>10,} multiplications"
)

# %% [markdown]
# *Before you run the next cell:* how can real layers show whether the last word contains information about the first?
# The code compares the last output before and after the first word changes:


# %%
def moved(layers, n=81, d=8):
    """Return the change of the last of n empty words when the first one changes, after `layers` convolutions."""
    torch.manual_seed(0)
    x = torch.zeros(1, n, d).double()
    x[:, 0] = 1.0
    taps = torch.nn.Conv1d(d, d, 3, padding=1, bias=False).double()  # no bias, so 0 stays 0
    for _ in range(layers):
        x = torch.tanh(taps(x.mT)).mT
    return x[0, -1].abs().max().item()


for layers in (friends(81, 3, 1), layers_needed(81, 3, 1) - 1, layers_needed(81, 3, 1)):
    print(f"{layers:2} layers: the last word changes by {moved(layers):.1e}")
print(
    f"{layers_needed(81, 3, 1)} layers: {layers_needed(81, 3, 1) * convolution:,} multiplications"
)

# %% [markdown]
# With 4 or 79 layers, the last word changes by exactly 0; with 80 layers, it changes, but by less than the smallest
# positive float32 number (the code uses float64). The path length shows what a network *can* know, not what it
# learns.
#
# The next cell shows what the checks report for common mistakes:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:44} {result.saw[:48]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. How many multiplications does a d-dimensional vector times a (d, d) matrix need?
# 2. Which two matrix products in attention grow with n²?
# 3. For which n do complete attention and GRU layers need the same number of multiplications?
# 4. How many multiplications does a mask over distant words save?
# 5. How many times must a GRU wait in a sequence of n words, and for what?
# 6. How many contiguous convolutions of width k connect word 1 with word n?
# 7. What determines the weights of a convolution, and what determines those of attention?
# 8. What do the entries O(n² · d), O(1), O(1) in Table 1 mean?

# %% [markdown]
# ### Answers
#
# 1. The product needs d · d multiplications, one per matrix entry.
# 2. Queries times keys and weights times values need n²d multiplications each.
# 3. The numbers are equal if n = d, because 4nd² + 2n²d = 6nd².
# 4. A mask saves no multiplications, because all scores are computed before masking.
# 5. A GRU waits n − 1 times for the previous state.
# 6. ⌈(n − 1)/⌊k/2⌋⌉ layers are needed. Only dilated convolutions need a logarithmic number of layers.
# 7. A convolution learns one weight per distance; attention computes its weights from the values of each input.
# 8. Self-attention needs on the order of n² · d multiplications and one sequential operation, and connects any two
#    words in one layer.
#
# Next: the lesson *The Transformer* shows a complete model with attention.
