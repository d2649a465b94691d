# Text and code of the ablations lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Ablations: What does each part of the model contribute?
#
# {opening}

# %%
import math
from functools import cache

import torch

from lessons.ablations.figures.ablation import ablation
from lessons.ablations.measure.ablations import MAPS, REMOVALS, measure, moved_weight, switched_off
from lessons.ablations.measure.comparison import batch_of, changed_outputs, verdict
from lessons.kit.controls import control_text
from transformer.decoding import greedy
from transformer.measure.statistics import compare, interval, interval_of_difference
from transformer.objectives.batch import Batch
from transformer.probe import record, replace
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)

trained = load("reverse")  # reverses a string of 2 to 10 letters
rows = batch_of(trained)  # 1,000 held-out strings
whole = measure(trained.model, rows)


@cache  # the results are used again below
def off(part):
    """Measure the model with this part switched off."""
    with switched_off(trained.model, part):
        return measure(trained.model, rows, REMOVALS[part].recomputes)


@cache
def without(part):
    """Measure a model that was trained without this part."""
    return measure(load(REMOVALS[part].without("reverse")).model, rows, REMOVALS[part].recomputes)


def show(title, right, count):
    low, high = interval(right, count)
    print(f"{title:34} {right / count:7.1%}   95% interval {low:6.1%} … {high:6.1%}")


# %% [markdown]
# ## Picture · 3 min
#
# An **ablation** removes one part of a model to see what no longer works. **Layer normalization** (LayerNorm) gives
# every vector mean 0 and variance 1, then multiplies and shifts each component by learned parameters. This figure
# removes LayerNorm twice: from a trained model, and from a model before its training.

# %%
measurements = {"whole": whole, "off": off("norm"), "without": without("norm")}
ablation(trained, "norm", without=load("reverse_without_norm"), measurements=measurements)

# %% [markdown]
# The two removals have opposite results, because they answer different questions:
#
# - **Switched off after training**: what does *this model* use the part for?
# - **Trained without**: can *the task* be learned without the part?

# %% [markdown]
# ## Predict · 2 min
#
# Click your answer and read the reply before you continue. The results stay hidden until you open them.
#
# The decoder’s **causal mask** hides later words from each word. We switch the mask off in a trained model, which
# then writes strings letter by letter. *Broken* means less than half as many correct answers as the whole model, the
# **baseline**. *Better* and *worse* mean that **McNemar’s test** gives p < 0.05; see *Your own layer*.

# %%
from lessons.ablations.prediction import about
from lessons.kit.prediction import ask, covered

ask(about("off", "mask", whole, off("mask")))

# %% [markdown]
# ## Run
#
# ### The parts of the model · 1 min
#
# An encoder layer has two sub-layers: attention, then a feed-forward network. Between these, a decoder layer has a
# third sub-layer, which attends to the source. Each sub-layer is wrapped in the same way:
#
# **x + sublayer(LayerNorm(x))**
#
# - A **residual connection** (skip connection), the “x +”, adds the output of a sub-layer to its input.
# - **LayerNorm** gives the input mean 0 and variance 1, then applies the learned γ and β. Here it comes before the
#   sub-layer (**pre-norm**); in the 2017 paper it comes after the sum (**post-norm**).
# - **Attention** gives each word a weighted mean of value vectors. A **head** is one of several attention operations
#   that run in parallel; **scaling** divides their scores by √d_k; the **causal mask** hides later words.
# - The **feed-forward network** applies two linear maps, with a ReLU between them, to every word separately.
# - **Positional encoding** adds to each word embedding a vector that encodes the word’s position.
# - **Label smoothing** and **warm-up** affect only training. Label smoothing spreads a tenth of the target
#   probability over all words; warm-up raises the learning rate from 0.

# %% [markdown]
# ### LayerNorm and the residual connection by hand · 3 min
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
# LayerNorm removes the mean and the scale of a vector, but preserves how each component compares with the others *of
# the same vector*. The next cell follows the first letter of a string through the encoder of the trained model.

# %%
way = {
    "x: letter + position": "source_embedding.sum",
    "LayerNorm(x)": "encoder.layers.0.attention_residual.normed",
    "output of attention": "encoder.layers.0.self_attention.output",
    "x + attention": "encoder.layers.0.attention_residual.sum",
    "LayerNorm of the sum": "encoder.layers.0.feed_forward_residual.normed",
    "output of feed-forward": "encoder.layers.0.feed_forward.output",
    "sum + feed-forward": "encoder.layers.0.feed_forward_residual.sum",
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
# The sums grow from sub-layer to sub-layer, and LayerNorm gives each sub-layer an input of known size. This input does
# not have exactly mean 0 and standard deviation 1, because γ and β are applied last. This model has learned to reduce
# most components.

# %% [markdown]
# ### Switch off a head by hand · 1 min
#
# Every intermediate result of the model passes through a **hook** (*probe*). `replace` substitutes a different value
# while the `with` block runs. The next cell silences one head:

# %%
HEAD_OUTPUT = "encoder.layers.0.self_attention.head_output"


def silence(heads, head=2):
    heads = heads.clone()
    heads[:, head] = 0  # (batch, head, query, d_v)
    return heads


with replace(trained.model, {HEAD_OUTPUT: silence}):
    deaf = measure(trained.model, rows)

show("whole", sum(whole.right), len(whole.right))
show("encoder head 3 silent", sum(deaf.right), len(deaf.right))
again = measure(trained.model, rows[:200])
print("the model is unchanged afterwards:", again.right == whole.right[:200])

# %% [markdown]
# ### Every part: switched off, and trained without · 6 min
#
# `lessons/ablations/measure/ablations.py` contains a function to switch off each part. Models that were trained
# without a part are also shipped; their recipes are in `transformer/training/recipes.py`. The row `head` removes head 1
# of the encoder *and* of the decoder; the cell above removed only head 3 of the encoder.

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
# Explain each line of the table to your neighbour:
#
# - **LayerNorm** and **one head**: the model fails when one of these parts is switched off, but no difference is seen
#   when the model is trained without the part. All other parameters had adapted to the part. A model can *use* a part
#   that the task does not need.
# - **The mask**: no difference is seen when it is switched off, but training without it breaks the model (see below).
# - **Positions**: without them a string is a set of letters, and longer training does not change that.
# - **Scaling**, **residual connections**, **feed-forward**: models trained without them are worse or fail.
# - **Label smoothing**, **warm-up**: they affect only training. No difference is seen in these runs.
# - **nothing**: this row uses the same recipe with a different seed. Both models are nearly perfect, but this is only
#   *one* pair.
#
# The right column shows one training run per part, with one seed and one number of steps. Does low accuracy mean that
# the task *cannot* be learned without the part, or that this run was too short or had the wrong learning rate? Here are
# the results for three seeds and three numbers of steps:

# %%
from lessons.ablations.trained import RULE, parts_text, reason

print(parts_text("reverse"))
print(f"\n{RULE.replace('*', '')}")

# %% [markdown]
# “Worse” often means **learned later**. Without residual connections or the feed-forward network, three times as many
# steps close most of the gap. Without the division by √d_k, more steps at the same learning rate help little.

# %%
print(reason("reverse", "scaling").replace("*", ""))
print(control_text("scaling"))

# %% [markdown]
# **A failed training run does not prove that a part is needed.** Without the division, a learning rate of 0.01 is too
# large; with a third of this rate, the model learns the task. Here are three more controls: the *same* task without
# residual connections and with two layers on each side; two other tasks without the feed-forward network; and both
# orders of LayerNorm without warm-up.

# %%
for part, name in (("residual", "depth"), ("feed_forward", "feed_forward"), ("warmup", "warmup")):
    print(reason("reverse", part).replace("*", ""))
    print(control_text(name), "\n")

# %% [markdown]
# ### The same ablations in a translation model · 3 min · optional
#
# The next cell removes the same parts from a translation model with two layers on each side. The rest of the recipe is
# unchanged.

# %%
other = load("english_french")
sentences = batch_of(other, 200)  # held-out sentences
base = measure(other.model, sentences)
print(f"{'':14}{'switched off':>14}  {'':8}{'trained without':>17}")
print(f"{'whole':14}{sum(base.right) / 200:14.1%}")
for name in ("norm", "scaling", "residual", "feed_forward", "positions"):
    with switched_off(other.model, name):
        measured = measure(other.model, sentences)
    line = f"{name:14}{sum(measured.right) / 200:14.1%}  {verdict(base, measured):8}"
    measured = measure(load(REMOVALS[name].without("english_french")).model, sentences)
    print(line + f"{sum(measured.right) / 200:17.1%}  {verdict(base, measured)}")

# %% [markdown]
# - **Residual connections**: when the model is trained without them, not one translation is correct.
# - **LayerNorm**: no difference was seen in `reverse`. Here a few translations in a hundred become wrong.
# - **Scaling**: switching it off changes almost nothing here, but breaks `reverse`. Without scaling, this model learns
#   even at the learning rate that is too large for `reverse`.
# - **Feed-forward**: no difference is seen. These sentences are simple; on *addition* (above) this part helps a lot.
# - **Positions**: a set of letters cannot be reversed. Most sets of words can be translated, because the words
#   themselves show much of their order. In the wrong sentences on the page, an adjective is often next to the wrong
#   noun.
#
# Each line describes only one training run. Here is the result with a different learning rate:

# %%
print(reason("english_french", "residual").replace("*", ""))

# %% [markdown]
# **An ablation shows what a part contributes to *this* model, on *this* task, with *this* recipe.** Report the seeds
# and the numbers of steps with the result.

# %% [markdown]
# ### Data leakage without the causal mask · 2 min · optional
#
# The next cell counts the strings that a model writes correctly by itself. It also counts how often the model
# predicts the *next letter* when all earlier letters are given, as in training.

# %%
cheat = load("reverse_without_mask")
print(f"{'':24}{'next letter right':>20}{'strings written right':>22}")
for name, measured in (
    ("whole", whole),
    ("mask switched off", off("mask")),
    ("trained without", without("mask")),
):
    print(f"{name:24}{measured.next_right:20.2%}{sum(measured.right) / 1000:22.1%}")
print(f"\nlast training loss: whole {trained.card['last_loss']:.4f}, ", end="")
print(f"without the mask {cheat.card['last_loss']:.4f}")

# %% [markdown]
# The model trained without the mask nearly always predicts the next letter correctly and has the lower loss, but writes
# no string correctly. In training the decoder reads the whole answer, including the letter that it has to predict.
# The decoder learned to attend to this letter, which does not exist yet at inference. This is **data leakage**.
#
# **Accuracy that rises because of a leak is not progress.** Ask what the model can see at inference. (*Attention masks*
# shows two ways to find such a leak.)
#
# When the mask is switched off in the whole model, every output stays the same. Nothing follows the last letter, so
# nothing needs masking. Only earlier letters could attend to later letters, and in a one-layer decoder nothing uses the
# result. (With two layers, as in `english_french`, the second layer uses it.) The mask has an effect only if everything
# is recomputed in each step. Usually the keys of earlier letters are cached, and the cache hides later letters as the
# mask does.

# %% [markdown]
# ### Confidence interval and McNemar’s test · 2 min
#
# The whole model reverses 998 of 1,000 strings correctly. On other strings the count could be 996, or 1000. The
# **confidence interval** contains the true accuracies that are compatible with the count. McNemar’s test compares two
# models on the *same* strings; the only strings that count are those that exactly one model reverses correctly. The
# **null hypothesis** is that both models are equally good. p is the probability that a fair coin gives a result at
# least this uneven; if p is below 0.05, the difference is called **significant**. (*Your own layer* computes both by
# hand.)

# %%
for right, count in ((998, 1000), (499, 500), (50, 50), (20, 20)):
    show(f"{right} of {count}", right, count)

lean = without("feed_forward")
for count in (1000, 200, 50):
    pair = compare(whole.right[:count], lean.right[:count])
    low, high = interval_of_difference(whole.right[:count], lean.right[:count])
    counts = f"{pair.only_first} to {pair.only_second}, p {pair.p_value:.4f}"
    print(
        f"of {count:4} strings, right only with feed-forward to only without: {counts}; "
        f"difference {100 * low:+.1f} to {100 * high:+.1f} points"
    )

# %% [markdown]
# The last three lines compare the same two models. With 50 strings, the test detects no difference, but a difference
# could exist, because its **power** is low. The interval of the difference shows how large the **effect size** (the
# true difference) could be. Report this interval with every “no difference seen”.

# %% [markdown]
# ### How much do the attention maps change? · 2 min · optional
#
# Accuracy is only one number. The attention maps also show what fraction of the weight has moved, row by row.

# %%
print(f"{'':30}" + "".join(f"{kind.replace('.layers.{}', ''):>26}" for kind in MAPS))
for name in ("head", "scaling", "norm", "nothing"):
    for how, measure_removal in (("switched off", off), ("trained without", without)):
        if measure_removal is without or REMOVALS[name].off:
            shares = [
                moved_weight(whole.maps[kind], measure_removal(name).maps[kind]) for kind in MAPS
            ]
            print(f"{name + ', ' + how:30}" + "".join(f"{share:26.1%}" for share in shares))

# %% [markdown]
# A different seed also changes the maps, although nothing was removed, because training finds one of many ways to solve
# the task. A silenced head does not change the self-attention maps of its own layer, because its *output* is 0 but its
# *weights* stay the same.

# %% [markdown]
# ## Read the source · 11 min · optional
#
# This code computed every number above and on the page. The models compute `layer_norm` in a single PyTorch operation;
# a test compares the two.

# %%
import inspect

from transformer.layers import FeedForward, Residual

for part in (layer_norm, Residual, FeedForward):
    print(inspect.getsource(part))

# %% [markdown]
# The next cells show how a part is switched off, and how a difference is tested:

# %%
from lessons.ablations.measure import ablations
from transformer.measure import statistics

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
# ### Two errors in the decks · 1 min · optional
#
# The lesson *The Transformer block* recomputes the σ of two decks and the i of *Mining Unstructured Data 12*. The deck
# by Militsis and Pitas (*Attention and Transformer Networks*) contains two other errors.
#
# **What is the mean taken over?** In our copy of their deck, the sum also runs over l, which counts *words*, although
# LayerNorm averages the features of one word. (Their μ reads 1/(1 − x_d), which must be a misprint.)
#
# **d or d_m?** A residual connection adds two vectors, so the output of a sub-layer must be as wide as its input. The
# deck writes the input of attention as L × *d*, where d is the width *before* the embedding, and multiplies it by a W_Q
# of size d_m × d_k. This product is defined only if the input is L × d_m:

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
# Your turn. Open `lessons/ablations/exercise.py` next to this notebook. Write `layer_norm`, then `residual`, and save
# the file. The checks re-read it each time, stop at the first failure, and report what they found. (`interval` and
# `p_value`, the statistics of *Your own layer*, are optional.)

# %%
from lessons.ablations.checks import check, hint, reveal

check()

# %% [markdown]
# When the checks pass, your functions can replace the real ones. The next cell uses them in every LayerNorm and every
# residual connection of the translation model, with the same parameters.

# %%
import copy

from lessons.ablations.checks import Student
from transformer.layers import LayerNorm, Residual


def rebuilt(model, norm, residual):
    """Copy the model with these two functions in it; its parameters stay the same."""
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
    """Translate the first sentence."""
    return " ".join(
        french.target_vocabulary.decode(greedy(model, to_translate.source[:1], 24)[0].tolist())
    )


if check().passed:
    student = Student()
    student.find()
    french = load("english_french")
    to_translate = batch_of(french, 200)  # held-out sentences
    mine = rebuilt(french.model, student.found["layer_norm"], student.found["residual"])
    print("source  ", " ".join(french.task.held_out[0].source))
    print("real    ", translation(french.model))
    print("yours   ", translation(mine))
    differ = changed_outputs(measure(french.model, to_translate), measure(mine, to_translate))
    print(f"of {len(to_translate)} sentences {len(differ)} are translated differently")
else:
    print("Not yet. This cell waits for your LayerNorm and your residual.")

# %% [markdown]
# If you have also written the other two functions, compare the models with them:

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
# ## Modify · 11 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. Which head?** Change `head` to 0, 1 and 3. The head is silenced in the encoder *and* in the decoder, so fewer
# strings are correct than when only the encoder head is silenced. *Expect* each head to matter, and one head to
# matter most.

# %%
head = 2

with switched_off(trained.model, "head", head=head):
    measured = measure(trained.model, rows)
show(f"head {head + 1} silent", sum(measured.right), len(measured.right))

# %% [markdown]
# **2. A weaker head.** Change `strength` to 0.5, which halves the output of the head. *Expect* an accuracy between
# that with the intact head and that with the silenced head, but not exactly halfway.

# %%
strength = 0.0


def weaker(heads):
    scale = torch.ones(heads.shape[1], 1, 1)  # (head, 1, 1)
    scale[2] = strength
    return heads * scale


with replace(trained.model, {HEAD_OUTPUT: weaker}):
    measured = measure(trained.model, rows)
show(f"encoder head 3 at {strength:.0%}", sum(measured.right), len(measured.right))

# %% [markdown]
# **3. A different model.** Change `name` to `"english_french"`, which translates with two layers on each side. *Expect*
# a surprise: a part that one model cannot do without can matter little in another.

# %%
name = "reverse"

chosen = load(name)
some = batch_of(chosen, 200)
plain = measure(chosen.model, some)
with switched_off(chosen.model, "scaling"):
    measured = measure(chosen.model, some)
show("whole", sum(plain.right), len(plain.right))
show("scaling switched off", sum(measured.right), len(measured.right))
sharpest = plain.maps[MAPS[2]].nan_to_num(0).amax(-1)  # (sentence, query)
print(
    f"mean largest weight of a cross-attention row, with scaling: {sharpest[sharpest > 0].mean():.2f}"
)

# %% [markdown]
# **4. Fewer strings.** Change `count` to 50. *Expect* an interval more than four times as wide as before, because only
# 1/20 of the strings remain, and √20 is 4.5.

# %%
count = 1000

low, high = interval(count // 2, count)
print(f"{count // 2} of {count}: from {low:.1%} to {high:.1%}, {high - low:.1%} wide")

# %% [markdown]
# **5. Higher confidence.** Change `confidence` to 0.99. *Expect* a wider interval, which misses the true accuracy
# less often.

# %%
confidence = 0.95

low, high = interval(985, 1000, confidence)
print(f"985 of 1000, {confidence:.0%} interval: {low:.2%} … {high:.2%}")

# %% [markdown]
# ## Break · 6 min
#
# Can an ablation *help*? The key bias has 32 parameters in each attention sub-layer here, and its purpose is unclear.
# So we remove it, train three times, and report the best result, as is often done.
#
# The models are small and the training runs are short, so this takes seconds. The task is to *copy* a string, because
# copying is learned faster.

# %%
from transformer.objectives.scores import right_sentences
from transformer.tasks import TASKS
from transformer.training import build, train, vocabularies
from transformer.training.settings import Settings

SIZES = {"d_model": 32, "d_ff": 64, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
copying = TASKS["copy"]()
to_copy = Batch.from_examples(copying.held_out[:1000], *vocabularies(copying))


def training(seed, key_bias):
    """Train a model and return which of 1,000 strings it gets right."""
    model = build(copying, seed, **SIZES)
    for name, parameter in model.named_parameters():
        if name.endswith("W_K.bias") and not key_bias:
            parameter.requires_grad_(False)  # it starts at 0, and stays there
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
    show(f"without key biases, seed {seed}", sum(without_bias[seed]), 1000)

best = max(without_bias, key=lambda seed: sum(without_bias[seed]))
pair = compare(with_bias[2], without_bias[best])
print(f"\nthe best against the whole model: {pair.only_second} to {pair.only_first}, ", end="")
print(f"p {pair.p_value:.1e}")

# %% [markdown]
# The gain on 1,000 strings is clear, and p is far below 0.05. Would you publish this result?
#
# A key bias adds the same vector b to every key, so it adds q · b to *every* score of a query’s row. **A softmax does
# not change if you add the same number to all scores.** So the bias has no effect, whatever its values:

# %%
key_probes = [f"{path.format(0)}.key" for path in MAPS]
with replace(trained.model, dict.fromkeys(key_probes, lambda key: key + 3.0)):
    shifted = measure(trained.model, rows)
for kind in MAPS:
    print(
        f"{kind.replace('.layers.{}', ''):26} weight that moved: {moved_weight(whole.maps[kind], shifted.maps[kind]):.1e}"
    )
print("strings written differently:", len(changed_outputs(whole, shifted)))

# %% [markdown]
# The gain comes from the *seed*, because we compared one training run with the best of three. Now train the whole model
# with the same three seeds:

# %%
for seed in SEEDS[1:]:
    with_bias[seed] = training(seed, key_bias=True)

print("seed      whole   without    p, same seed")
for seed in SEEDS:
    pair = compare(with_bias[seed], without_bias[seed])
    counts = f"{sum(with_bias[seed]):9}{sum(without_bias[seed]):10}"
    print(f"{seed:4}{counts}    {pair.p_value:.2f}")

# %% [markdown]
# For each seed, the two counts are close. (They are not equal, because rounding differs in the eighth digit, and a
# hundred steps of Adam amplify this.) The seeds differ by far more than any interval above allows. **The interval and
# McNemar’s test describe variation between strings, not between seeds.** They show that these two *models* differ,
# which is true, but not that the two *recipes* differ.
#
# Before you trust an ablation that seems to help, follow these rules:
#
# 1. Train *both* variants with several seeds, and report all results. (On the page, *Train it here* trains any of these
#    models with a chosen seed.)
# 2. Do not report the best of several runs. If you must choose a run, use some data to choose and other data to report.
# 3. Count your comparisons (**multiple comparisons**). Of twenty removals that change nothing, on average one has p
#    below 0.05 by chance.
# 4. Derive what the part can do at all, because algebra is cheaper than training.

# %% [markdown]
# ### Bugs that the accuracy does not reveal · 6 min · optional
#
# Each bug in the next cell is one mistake in the real code. Which check finds it, and how does it affect the trained
# model? *Expect* a wrong LayerNorm to break everything.

# %%
from lessons.ablations.mistakes import LAYERS

some = rows[:50]
for name, planted in LAYERS.items():
    result = check(*planted.code)
    written = greedy(rebuilt(trained.model, *planted.code), some.source, 12)
    right = right_sentences(written, some.target[:, 1:]).float().mean()
    print(f"{name:18} {right:5.0%} of the strings right   ✗ {result.failed}")

# %% [markdown]
# Some bugs break everything, for example a wrong axis, σ² instead of σ, or a missing x. With other bugs, every string
# stays correct. With n − 1 instead of n, each of the 64 components is less than one percent smaller. ε is so small that
# its position in the formula hardly matters. Dropout is off at inference. A mean without its gradient does harm only in
# training. **A model that still works does not prove that its code is correct.** Better evidence comes from checks of
# each property and from parity with tested code.
#
# The next cell injects bugs into the statistics:

# %%
from lessons.ablations.mistakes import STATISTICS

for name, planted in STATISTICS.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. For LayerNorm(1, 2, 3, 4) with γ = 1 and β = 0, what is the mean taken over, and what is divided by what?
# 2. A sub-layer outputs zeros. What does its residual connection output?
# 3. Which two questions does an ablation answer, and which of them needs training runs?
# 4. You switch a part off, and the model breaks. Does the task need this part?
# 5. Why did the model trained without a mask have a lower loss, but write nothing correctly?
# 6. Two models translate the same 1,000 sentences. Which sentences count in McNemar’s test?
# 7. The best of three training runs beats the whole model, and p is one in a million. What evidence is missing?
# 8. Why can a key bias not change any attention weight?

# %% [markdown]
# ### Answers
#
# 1. The mean over the four components is 2.5. The differences from this mean are divided by σ, the *root* of 1.25,
#    which gives −1.34, −0.45, 0.45, 1.34.
# 2. The residual connection outputs x unchanged.
# 3. Switching a part off shows what this model uses it for. Training without the part shows whether the task can be
#    learned without it, and needs training runs with several seeds, more steps and other learning rates.
# 4. Not necessarily, because the other parts have adapted to it. Switching LayerNorm off breaks this model, but after
#    training without LayerNorm no difference is seen.
# 5. In training the model saw the letter that it had to predict. At inference this letter does not exist yet.
# 6. Only sentences that exactly one model translates correctly count.
# 7. Training runs of the whole model with several seeds are missing. The test describes variation between sentences,
#    not between seeds, and this run was the best of three.
# 8. A key bias adds the same number to all scores of a row, which cancels in the softmax.
#
# Next: try your own layer (*Your own layer* shows how). The page then lists your layer with the removable parts,
# trains it with a click, and compares the models. In a terminal, use
# `python -m transformer.training reverse --set attention=…`. Train each variant with five seeds.
