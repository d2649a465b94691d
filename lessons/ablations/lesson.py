# The text and code of the ablations lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Ablations: what is it for?
#
# {opening}

# %%
import math
from functools import cache

import torch

from lessons.figures.ablation import ablation
from transformer.decoding import greedy
from transformer.measure.statistics import compare, interval
from transformer.measure.training.ablations import MAPS, REMOVALS, measure, moved, switched_off
from transformer.measure.training.comparison import batch_of, changed, verdict
from transformer.objectives.batch import Batch
from transformer.probe import record, replace
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)

trained = load("reverse")  # reverses a row of 2 to 10 letters
rows = batch_of(trained)  # 1,000 rows that no training saw
whole = measure(trained.model, rows)


@cache  # what is measured once is looked at again below
def off(part):
    """What the model does with this part switched off."""
    with switched_off(trained.model, part):
        return measure(trained.model, rows, REMOVALS[part].anew)


@cache
def without(part):
    """What a model does that was trained without this part."""
    return measure(load(REMOVALS[part].without("reverse")).model, rows, REMOVALS[part].anew)


def show(title, right, count):
    low, high = interval(right, count)
    print(f"{title:34} {right / count:7.1%}   95% interval {low:6.1%} … {high:6.1%}")


# %% [markdown]
# ## Picture · 3 min
#
# To *ablate* is to cut away. Take one part out of a model, and what no longer works is what the part was
# for. That sounds simple. **LayerNorm** gives every vector mean 0 and variance 1, then stretches and shifts
# each feature by numbers that are learned. This picture takes it away, twice: from a model that was
# trained with it, and from a model before its training.

# %%
found = {"whole": whole, "off": off("norm"), "without": without("norm")}
ablation(trained, "norm", without=load("reverse_without_norm"), found=found)

# %% [markdown]
# The same removal, and two answers that could not be further apart. Both are right. They answer two
# questions:
#
# - **Switched off after training**: what does *this model* use the part for?
# - **Trained without**: can *the task* be learned without the part?

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.
#
# The decoder’s **causal mask** hides from each word those that come after it. We take a trained model and
# switch the mask off. Then the model writes rows, letter by letter. *Broken* means that less than half as
# many rows are right. (*Better* and *worse* mean: by the test for pairs, p below 0.05; see *Your layer*.)

# %%
from lessons.ablations.prediction import about
from lessons.kit.prediction import ask, covered

ask(about("off", "mask", whole, off("mask")))

# %% [markdown]
# ## Run
#
# ### The parts, in a sentence each · 1 min
#
# A layer of the encoder is a chain of two sub-layers: attention, then feed-forward. A layer of the decoder has one
# more attention between them, which looks at the source. Each sub-layer stands in the same frame:
#
# **x + sublayer(LayerNorm(x))**
#
# - **Residual**: the “x +”. What a sub-layer finds does not replace the vector of a word, it is added to it.
# - **LayerNorm** makes what the sub-layer reads: it gives each vector mean 0 and variance 1, then multiplies
#   each feature by its γ and adds its β. γ and β are learned.
# - **Attention** gives each word a weighted mixture of words. A **head** is one of several attentions side by
#   side; **scaling** divides their scores by √d_k; the **causal mask** hides later words.
# - **Feed-forward**: two linear maps with a ReLU between them, for every word by itself.
# - **Positions**: vectors, added to the words once, that tell who stands where.
# - **Label smoothing** and **warm-up** are in training only: a tenth of the probability is kept for the other
#   words, and the learning rate starts small and rises.

# %% [markdown]
# ### LayerNorm and the residual, number by number · 3 min
#
# Four numbers are enough to see what LayerNorm does.

# %%
from transformer.layers import layer_norm

z = torch.tensor([1.0, 2.0, 3.0, 4.0])
gamma, beta = torch.ones(4), torch.zeros(4)  # before training: no stretch, no shift
print(f"μ = {z.mean():.2f}   σ² = {z.var(correction=0):.2f}   σ = {z.std(correction=0):.4f}")
print("LayerNorm of z         ", layer_norm(z, gamma, beta))
print("LayerNorm of 10 z + 7  ", layer_norm(10 * z + 7, gamma, beta))
print("with γ = 1 2 1 1, β = 5", layer_norm(z, torch.tensor([1.0, 2.0, 1.0, 1.0]), beta + 5))

# %% [markdown]
# How large the numbers were, and what they had in common, is gone. What is left is how each compares with the
# others *of the same vector*. Now in the trained model: the first letter of a row on its way through the
# encoder.

# %%
way = {
    "x: letter + position": "source_embedding.sum",
    "LayerNorm(x)": "encoder.layers.0.attention_residual.normed",
    "what attention found": "encoder.layers.0.self_attention.output",
    "x + what it found": "encoder.layers.0.attention_residual.sum",
    "LayerNorm of that": "encoder.layers.0.feed_forward_residual.normed",
    "what feed-forward found": "encoder.layers.0.feed_forward.output",
    "the sum again": "encoder.layers.0.feed_forward_residual.sum",
}
with record(trained.model) as trace:
    trained.model(rows.source[:1], rows.target[:1, :-1])
for name, probe in way.items():
    v = trace.one(probe)[0, 0]  # (d_model,)
    print(f"{name:24} mean {v.mean():6.2f}   σ {v.std(correction=0):5.2f}   length {v.norm():6.2f}")
first = trained.model.encoder.layers[0].attention_residual.norm
print(f"γ of the first LayerNorm: {tuple(first.weight.shape)}, ", end="")
print(f"from {first.weight.min().item():.2f} to {first.weight.max().item():.2f}")

# %% [markdown]
# The sums grow from sub-layer to sub-layer, and LayerNorm hands each sub-layer numbers of a known size. Its result
# has not exactly mean 0 and σ 1, for γ and β come last: this model has learned to turn most features down.

# %% [markdown]
# ### Switching off, by hand · 1 min
#
# Every intermediate of the model passes a probe. `replace` puts something else in its place while the
# `with` block runs. Here is one head, silenced by hand:

# %%
HEAD_OUTPUT = "encoder.layers.0.self_attention.head_output"


def silence(found, head=2):
    found = found.clone()
    found[:, head] = 0  # (batch, head, query, d_v)
    return found


with replace(trained.model, {HEAD_OUTPUT: silence}):
    deaf = measure(trained.model, rows)

show("whole", sum(whole.right), len(whole.right))
show("encoder head 3 silent", sum(deaf.right), len(deaf.right))
again = measure(trained.model, rows[:200])
print("and afterwards the model is whole again:", again.right == whole.right[:200])

# %% [markdown]
# ### Every part, both ways · 5 min
#
# `transformer/measure/training/ablations.py` has such a function for each part. Weights that were trained without it ship
# beside the others; their recipes are in `transformer/training/recipes.py`. The row `head` is head 1 of the
# encoder *and* head 1 of the decoder; above it was head 3 of the encoder alone.

# %%
ask(about("without", "norm", whole, without("norm")))

# %%
with covered():
    print(f"{'':14}{'switched off':>14}  {'':8}{'trained without':>17}")
    print(f"{'whole':14}{sum(whole.right) / 1000:14.1%}")
    for name, removal in REMOVALS.items():
        line = f"{name:14}"
        if removal.off:
            line += f"{sum(off(name).right) / 1000:14.1%}  {verdict(whole, off(name)):8}"
        else:
            line += f"{'–':>14}  {'':8}"
        share = sum(without(name).right) / 1000
        print(line + f"{share:17.1%}  {verdict(whole, without(name))}")

# %% [markdown]
# Read it line by line, and explain each to your neighbour:
#
# - **LayerNorm** and **one head**: a disaster when switched off, nothing at all when trained without. All
#   other weights had adapted to the part. That a model *needs* a part does not show that the task does.
# - **The mask**: nothing when switched off, a disaster when trained without. See below.
# - **Scaling**, **positions**: needed either way. Without positions the row is a bag of letters. Without
#   1/√d_k this training gets stuck. The reason for scaling that the paper suspects fits: through a sharp softmax
#   hardly any gradient flows back (section 3.2.1).
# - **Residuals**, **feed-forward**: this model is lost without them; one that never had them does less
#   well, but works. Reversing is looking and copying, one layer deep. It tells nothing about 12 layers.
# - **Label smoothing**, **warm-up**: they exist in training only. Here they change nothing that 1,000 rows
#   can tell. They were made for larger models and longer trainings.
# - **nothing**: the same recipe with another seed, one row of a thousand apart. That is *one* pair of
#   trainings, and both are nearly perfect. In “Break” a smaller model is trained with three seeds, and
#   one gets many times as many rows right as another. Before you believe a difference, train several.

# %% [markdown]
# ### Another model, another answer · 3 min · further
#
# The same removals, from a model that translates, with two layers on each side. All else of its recipe is kept.

# %%
other = load("english_french")
sentences = batch_of(other, 200)  # that no training saw
base = measure(other.model, sentences)
print(f"{'':14}{'switched off':>14}  {'':8}{'trained without':>17}")
print(f"{'whole':14}{sum(base.right) / 200:14.1%}")
for name in ("norm", "scaling", "residual", "feed_forward", "positions"):
    with switched_off(other.model, name):
        found = measure(other.model, sentences)
    line = f"{name:14}{sum(found.right) / 200:14.1%}  {verdict(base, found):8}"
    found = measure(load(REMOVALS[name].without("english_french")).model, sentences)
    print(line + f"{sum(found.right) / 200:17.1%}  {verdict(base, found)}")

# %% [markdown]
# - **Residuals**: trained without them, `reverse`, with one layer on each side, got most rows right. With two on each
#   side nothing is right. The deeper the model, the more it needs its residuals. (The task is another, too.)
# - **LayerNorm**: `reverse` did not miss it. Here a few sentences in a hundred go wrong.
# - **Scaling**: switched off it changes next to nothing here, and was a disaster there. Trained without it,
#   this model gets through, where `reverse` got stuck.
# - **Feed-forward**: here it is not missed at all. These sentences are simple.
# - **Positions**: a bag of letters cannot be reversed. Most bags of words can be translated: the words
#   themselves say much about their order. Look at those that go wrong, on the page: often an adjective
#   stands beside the wrong noun.
#
# **An ablation says what a part is for in *this* model, on *this* task, with *this* recipe**, and here with one
# seed each: on the page, train `reverse` without residuals with seed 1, and compare.

# %% [markdown]
# ### The mask: learning to cheat · 3 min · further
#
# Let us look closer at the mask. Beside the rows that a model writes itself, count how often it finds the
# *next letter* when all letters before it are given, which is what training asks.

# %%
cheat = load("reverse_without_mask")
print(f"{'':24}{'next letter right':>20}{'rows written right':>22}")
for name, found in (
    ("whole", whole),
    ("mask switched off", off("mask")),
    ("trained without", without("mask")),
):
    print(f"{name:24}{found.next_right:20.2%}{sum(found.right) / 1000:22.1%}")
print(f"\nlast training loss: whole {trained.card['last_loss']:.4f}, ", end="")
print(f"without the mask {cheat.card['last_loss']:.4f}")

# %% [markdown]
# The model that was trained without the mask finds the next letter practically always, has the lower loss,
# and cannot write a single row. In training, all letters of the answer lie before the decoder, also the one that it
# is to predict. It learned to look one letter ahead. While it writes, there is nothing ahead.
#
# **A score that goes up when information leaks in is no progress.** Ask what the model can see when it is
# used. (How such a leak is found, by what moves and by the floor of the loss, *Masks* shows.)
#
# The other way round: switch the mask off in the whole model, and each written row stays the same. The
# last letter of what is written so far has no future that could be hidden. Only the letters before it could
# look ahead, and in a decoder of one layer nothing reads what they found there. (With two layers, as in
# `english_french`, the second layer does.) To see this at all, everything must be computed anew in each step:
# usually the keys of earlier letters are remembered as they were, which hides the future by other means.

# %% [markdown]
# ### Is the difference real? · 2 min
#
# 998 of 1000 rows. On other rows it would have been 996, or 1000. The *interval* beside a share holds the true shares
# for which such a count is no surprise. And two models that did the *same* rows are compared in pairs: only the rows
# on which exactly one of them is right count, like tosses of a coin; p is the chance that a fair coin divides them
# so unevenly. (*Your layer* computes both by hand, under “How far can a count be trusted?”)

# %%
for right, count in ((998, 1000), (499, 500), (50, 50), (20, 20)):
    show(f"{right} of {count}", right, count)

lean = without("feed_forward")
for count in (1000, 200, 50):
    pair = compare(whole.right[:count], lean.right[:count])
    counts = f"{pair.only_first} to {pair.only_second}"
    print(
        f"of {count:4} rows, right only whole to only without feed-forward: {counts}, p {pair.p_value:.4f}"
    )

# %% [markdown]
# The two models are the same in all three lines. “No difference” means: none that so many rows could show.

# %% [markdown]
# ### What moved? · 2 min · further
#
# Accuracy is one number. The maps say more: which share of the weight lies elsewhere, row by row.

# %%
print(f"{'':30}" + "".join(f"{kind.replace('.layers.{}', ''):>26}" for kind in MAPS))
for name in ("head", "scaling", "norm", "nothing"):
    for how, found in (("switched off", off), ("trained without", without)):
        if found is without or REMOVALS[name].off:
            shares = [moved(whole.maps[kind], found(name).maps[kind]) for kind in MAPS]
            print(f"{name + ', ' + how:30}" + "".join(f"{share:26.1%}" for share in shares))

# %% [markdown]
# Another seed moves the maps too, although nothing was removed: a map is one way to solve the task, and
# training finds one of many. A silent head leaves the self-attention maps of its own layer as they are:
# what it *found* is gone, where it *looked* is not.

# %% [markdown]
# ## Read the source · 11 min · further
#
# This is the code that made every number above and on the page. A test holds this LayerNorm equal to torch's.

# %%
import inspect

from transformer.layers import FeedForward, Residual

for part in (layer_norm, Residual, FeedForward):
    print(inspect.getsource(part))

# %% [markdown]
# How a part is switched off, and what a difference is worth:

# %%
from transformer.measure import statistics
from transformer.measure.training import ablations

for part in (ablations.scaling, ablations.residual, ablations.layer_norm, ablations.switched_off):
    print(inspect.getsource(part))

# %%
print(inspect.getsource(statistics.interval))
print(inspect.getsource(statistics.compare))

# %%
from transformer.variants.without import NoResidual, Unmasked

for layer in (NoResidual, Unmasked):
    print(inspect.getsource(layer))

# %% [markdown]
# ### What the decks print, and what the code says · 1 min · further
#
# The lesson *A layer* recomputes what two decks print for σ, and what *Mining Unstructured Data 12* calls i. Two
# slips are left, both of Militsis and Pitas (*Attention and Transformer Networks*).
#
# **Over what is the mean taken?** In the text that we have of their deck the sum also runs over l, which counts
# *words* there; it is the features of one word. (And their μ reads 1/(1 − x_d), which no slide can have meant.)
#
# **d or d_m?** A residual adds, so what a sub-layer gives must be as wide as what it got. They write the vectors that attention reads as L × *d*, d being the width *before* the embedding, and multiply
# them by a W_Q of d_m × d_k. That product exists only where they are L × d_m:

# %%
L, d, d_m, d_k = 5, 7, 8, 2  # four sizes that all differ
W_Q = torch.ones(d_m, d_k)
for width in (d, d_m):
    try:
        print(f"X (5 × {width}) @ W_Q (8 × 2):", tuple((torch.ones(L, width) @ W_Q).shape))
    except RuntimeError as error:
        print(f"X (5 × {width}) @ W_Q (8 × 2): {error}")

# %% [markdown]
# ## Write · 53 min
#
# Your turn. Open `lessons/ablations/exercise.py` beside this notebook. First write `layer_norm`, then
# `residual`, and save. The checks read the file anew each time. They stop at the first thing that does not
# hold, and say what they saw. (`interval` and `p_value` are the statistics of *Your layer*. They go further, and may
# stay as they are.)

# %%
from lessons.ablations.checks import check, hint, reveal

check()

# %% [markdown]
# When the checks pass, your functions can do what the real ones do. Put them into the model that translates. Every
# LayerNorm and every residual is then yours; the weights stay.

# %%
import copy

from lessons.ablations.checks import Student
from transformer.layers import LayerNorm, Residual


def rebuilt(model, norm, residual):
    """A copy of the model in which these two functions do the work; its weights stay as they are."""
    model = copy.deepcopy(model)
    for at in model.modules():
        if isinstance(at, LayerNorm):
            at.forward = lambda x, at=at: norm(x, at.weight, at.bias, at.eps)
        if isinstance(at, Residual):
            at.forward = lambda x, sublayer, at=at: residual(
                x, sublayer, lambda y: at.normed(at.norm(y)), at.dropout
            )
    return model


def translation(model):
    """What the model makes of the first sentence."""
    return " ".join(
        french.target_vocabulary.decode(greedy(model, to_translate.source[:1], 24)[0].tolist())
    )


if check().passed:
    student = Student()
    student.find()
    french = load("english_french")
    to_translate = batch_of(french, 200)  # sentences that no training saw
    mine = rebuilt(french.model, student.found["layer_norm"], student.found["residual"])
    print("given   ", " ".join(french.task.held_out[0].source))
    print("the real", translation(french.model))
    print("yours   ", translation(mine))
    differ = changed(measure(french.model, to_translate), measure(mine, to_translate))
    print(f"of {len(to_translate)} sentences {len(differ)} are translated differently")
else:
    print("Not yet. This cell waits for your LayerNorm and your residual.")

# %% [markdown]
# And if you have written the other two as well, they can judge the models:

# %%
if check().passed and not check().later:
    student = Student()
    student.find()
    low, high = student.interval(sum(lean.right), len(lean.right))
    print(f"without feed-forward: {sum(lean.right) / 1000:.1%}, interval {low:.1%} … {high:.1%}")
    print(f"against the whole model: p_value {student.p_value(whole.right, lean.right):.6f}")
else:
    print("Not yet. This cell waits for your statistics.")

# %% [markdown]
# ## Modify · 11 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Which head?** Change `head` to 0, 1, 3. The head of that number is silent in the encoder *and* in the
# decoder, so fewer rows are right than when it was silent in the encoder alone. *Expect* each head to matter,
# and one of them most.

# %%
head = 2

with switched_off(trained.model, "head", head=head):
    found = measure(trained.model, rows)
show(f"head {head + 1} silent", sum(found.right), len(found.right))

# %% [markdown]
# **2. A little off.** Change `strength` to 0.5: the head speaks at half its strength. *Expect* something
# between whole and silent, but not in the middle.

# %%
strength = 0.0


def weaker(found):
    scale = torch.ones(found.shape[1], 1, 1)  # (head, 1, 1)
    scale[2] = strength
    return found * scale


with replace(trained.model, {HEAD_OUTPUT: weaker}):
    found = measure(trained.model, rows)
show(f"encoder head 3 at {strength:.0%}", sum(found.right), len(found.right))

# %% [markdown]
# **3. Another model.** Change `name` to "english_french", which translates with two layers on each side. *Expect*
# to be surprised: a part that one model cannot do without can mean little to another.

# %%
name = "reverse"

one = load(name)
some = batch_of(one, 200)
plain = measure(one.model, some)
with switched_off(one.model, "scaling"):
    found = measure(one.model, some)
show("whole", sum(plain.right), len(plain.right))
show("scaling switched off", sum(found.right), len(found.right))
sharpest = plain.maps[MAPS[2]].nan_to_num(0).amax(-1)  # (sentence, query)
print(f"largest weight of a cross-attention row, with scaling: {sharpest[sharpest > 0].mean():.2f}")

# %% [markdown]
# **4. Fewer rows.** Change `count` to 50. *Expect* the interval to be more than four times as wide: 20 times
# fewer rows, and √20 is 4.5.

# %%
count = 1000

low, high = interval(count // 2, count)
print(f"{count // 2} of {count}: from {low:.1%} to {high:.1%}, {high - low:.1%} wide")

# %% [markdown]
# **5. Surer.** Change `confidence` to 0.99. *Expect* a wider interval: to be wrong less often, one has to say less.

# %%
confidence = 0.95

low, high = interval(985, 1000, confidence)
print(f"985 of 1000, {confidence:.0%} interval: {low:.2%} … {high:.2%}")

# %% [markdown]
# ## Break · 6 min
#
# An ablation that *helps*. The biases of the keys are 32 numbers in each attention here, and nobody can say
# what they are for. So we take them away, train three times, and look at the best result, as is often done.
#
# Small models and short trainings, so that it takes seconds; and they *copy* a row, which is learned faster.

# %%
from transformer.objectives.scores import right_sentences
from transformer.tasks import TASKS
from transformer.training import build, train, vocabularies
from transformer.training.settings import Settings

SIZES = {"d_model": 32, "d_ff": 64, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
copying = TASKS["copy"]()
to_copy = Batch.of(copying.held_out[:1000], *vocabularies(copying))


def training(seed, key_bias):
    """Which of 1,000 rows a freshly trained model gets right."""
    model = build(copying, seed, **SIZES)
    for name, parameter in model.named_parameters():
        if name.endswith("W_K.bias") and not key_bias:
            parameter.requires_grad_(False)  # it begins with zeros, and stays there
    for _step in train(model, copying, Settings(steps=120, batch=32, seed=seed)):
        pass
    return right_sentences(greedy(model, to_copy.source, 12), to_copy.target[:, 1:]).tolist()


SEEDS = (2, 3, 4)
with_bias = {2: training(2, key_bias=True)}
show("whole", sum(with_bias[2]), 1000)

# %%
without_bias = {}
for seed in SEEDS:
    without_bias[seed] = training(seed, key_bias=False)
    show(f"without key biases, training {seed}", sum(without_bias[seed]), 1000)

best = max(without_bias, key=lambda seed: sum(without_bias[seed]))
pair = compare(with_bias[2], without_bias[best])
print(f"\nthe best against the whole model: {pair.only_second} to {pair.only_first}, ", end="")
print(f"p {pair.p_value:.1e}")

# %% [markdown]
# A clear gain, on 1,000 rows that no training saw, and p is far below 0.05. Would you publish it?
#
# Now think about what a key’s bias does. It adds the same vector b to every key, so it adds q · b to *every*
# score of a query’s row. **A softmax does not notice what all scores have in common.** So the bias cannot do
# anything, whatever its numbers are:

# %%
key_probes = [f"{path.format(0)}.key" for path in MAPS]
with replace(trained.model, dict.fromkeys(key_probes, lambda key: key + 3.0)):
    shifted = measure(trained.model, rows)
for kind in MAPS:
    print(
        f"{kind.replace('.layers.{}', ''):26} weight that moved: {moved(whole.maps[kind], shifted.maps[kind]):.1e}"
    )
print("rows written differently:", len(changed(whole, shifted)))

# %% [markdown]
# Then where does the gain come from? From the *seed*. We compared one training with the best of three. Train
# the whole model with the same three seeds:

# %%
for seed in SEEDS[1:]:
    with_bias[seed] = training(seed, key_bias=True)

print("seed      whole   without    p, same seed")
for seed in SEEDS:
    pair = compare(with_bias[seed], without_bias[seed])
    counts = f"{sum(with_bias[seed]):9}{sum(without_bias[seed]):10}"
    print(f"{seed:4}{counts}    {pair.p_value:.2f}")

# %% [markdown]
# Seed by seed the two columns go together. (They are not equal: rounding differs in the eighth digit, and
# a hundred steps of Adam make it grow.) What differs is one seed from another, by far more than any
# interval above allows. **The interval and the test for pairs speak of rows. They know nothing of seeds**:
# they say that these two *models* differ, which is true, and not that these two *recipes* do.
#
# So, before you believe an ablation that helps:
#
# 1. Several seeds on *both* sides, and report all of them. (The page trains any of these models again, with
#    the seed you choose: *Train it here*.)
# 2. No best of several. If you must choose, choose on some rows and report on others.
# 3. Count your questions. Of twenty removals that change nothing, one has p below 0.05 by chance alone.
# 4. Ask what the part could possibly do. Algebra is cheaper than training.

# %% [markdown]
# ### Mistakes that nobody sees · 6 min · further
#
# Now plant mistakes into the layers: each is the real code with one thing wrong. Which check finds it, and what
# would the trained model do with it? *Expect* that a wrong LayerNorm breaks everything.

# %%
from lessons.ablations.mistakes import LAYERS

some = rows[:50]
for name, planted in LAYERS.items():
    result = check(*planted.code)
    written = greedy(rebuilt(trained.model, *planted.code), some.source, 12)
    right = right_sentences(written, some.target[:, 1:]).float().mean()
    print(f"{name:18} {right:5.0%} of the rows right   ✗ {result.failed}")

# %% [markdown]
# Some break everything: a wrong axis, σ² in place of σ, no x. But look at those that still get every row right.
# n − 1 in place of n makes each number less than one percent smaller, since 64 of them stand in a vector. ε is so
# small that its place hardly shows. Dropout is off while a model writes. And a mean that is cut off from the
# gradient does harm in training only. **That a model still works does not show that its code is right.** A
# check of each property does, and so does parity with code that others have tested.
#
# The statistics, the same way:

# %%
from lessons.ablations.mistakes import STATISTICS

for name, planted in STATISTICS.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. LayerNorm of 1 2 3 4, with γ = 1 and β = 0: over what is the mean taken, and what is divided by what?
# 2. A sub-layer gives zeros. What comes out of its residual?
# 3. Which two questions does one removal answer, and which of them needs a training?
# 4. A part is switched off, and the model breaks. Is the part necessary for the task?
# 5. Why did the model without a mask have a lower loss and write nothing right?
# 6. Two models did the same 1,000 sentences. Which sentences count in the comparison?
# 7. The best of three trainings beats the whole model, and p is one in a million. What is missing?
# 8. Why can a key’s bias not change any attention weight?

# %% [markdown]
# ### Answers
#
# 1. Over the four numbers of the vector: 2.5. What is left is divided by σ, the *root* of 1.25: −1.34, −0.45,
#    0.45, 1.34.
# 2. x, as it came in.
# 3. Switched off: what does this model use the part for? Trained without: can the task be learned
#    without it? The second needs a training of its own.
# 4. Not shown. Its neighbours have adapted to it. LayerNorm here: a disaster, and not needed.
# 5. In training it saw the letter that it was to predict. While it writes, that letter is not there.
# 6. Those on which exactly one of the two is right.
# 7. Several seeds on the other side too. The test speaks of sentences, not of seeds; and it was the best of
#    three.
# 8. It adds the same number to all scores of a row, and a softmax divides that out.
#
# Next: this was the last lesson, so do it with a part of your own (*Your layer* says how to write one). The page
# then offers it beside the parts to remove, trains it with a click, and compares; or train it in a terminal, with
# `python -m transformer.training reverse --set attention=…`. Five seeds on each side.
