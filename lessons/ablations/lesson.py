# The text and code of the ablations lesson. `python -m lessons.build` makes the notebook from it.
# ruff: noqa: E402, F401

# %% [markdown]
# # Ablations: what is it for?
#
# About 40 minutes. Run the cells from top to bottom; nothing is downloaded, nothing needs a GPU.
# Every number comes out of a trained model or out of the code in front of you.
#
# **You will be able to**
#
# - predict what a part of the Transformer is for, remove it, and compare
# - tell “switched off after training” from “trained without”, and say why they differ
# - read a difference in accuracy with its confidence interval, and not be fooled by chance

# %%
import sys
from pathlib import Path

# The notebook may be opened from its own folder or from the project's.
ROOT = next(p for p in (Path.cwd(), *Path.cwd().parents) if (p / "transformer").is_dir())
sys.path.insert(0, str(ROOT))

# %%
import math

import torch

from lessons.figures.ablation import ablation
from transformer.measure.ablations import MAPS, REMOVALS, measure, moved, switched_off
from transformer.measure.comparison import batch_of, changed, verdict
from transformer.measure.statistics import compare, interval
from transformer.probe import record, replace
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)

trained = load("reverse")  # reverses a row of 2 to 10 letters
rows = batch_of(trained)  # 1,000 rows that no training saw
whole = measure(trained.model, rows)


def show(title, right, count):
    low, high = interval(right, count)
    print(f"{title:34} {right / count:7.1%}   95 % interval {low:6.1%} … {high:6.1%}")


# %% [markdown]
# ## Picture
#
# To *ablate* is to cut away. Take one part out of a model, and what no longer works is what the part was
# for. That sounds simple. This picture takes LayerNorm away, twice: from a model that was trained with
# it, and from a model before its training.

# %%
ablation(trained, "norm", without=load("reverse_without_norm"))

# %% [markdown]
# The same removal, and two answers that could not be further apart. Both are right. They answer two
# questions:
#
# - **Switched off after training**: what does *this model* use the part for?
# - **Trained without**: can *the task* be learned without the part?

# %% [markdown]
# ## Predict
#
# Answer before you run the next section. A wrong guess that you can explain teaches more than a
# right one.
#
# The decoder’s **causal mask** hides from each word those that come after it. We take a trained model and
# switch the mask off. Then the model writes rows, letter by letter. *Broken* means that less than half as
# many rows are right.

# %%
from IPython.display import Markdown, display

from lessons.ablations.prediction import about

with switched_off(trained.model, "mask"):
    unmasked = measure(trained.model, rows, anew=True)
whole_anew = measure(trained.model, rows, anew=True)  # each word computed anew: without a memory
question = about("off", "mask", whole_anew, unmasked)
display(Markdown("\n".join([question.question, "", *(f"- {o}" for o in question.options)])))

# %%
my_answer = None  # one of the four, in quotes

unanswered = "Choose one of the answers above, then run this cell again."
display(Markdown(question.replies.get(my_answer, unanswered)))

# %% [markdown]
# ## Run
#
# ### Switching off, by hand
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
again = measure(trained.model, rows)
print("and afterwards the model is whole again:", torch.equal(again.tokens, whole.tokens))

# %% [markdown]
# ### Every part, both ways
#
# `transformer/measure/ablations.py` has such a function for each part. Weights that were trained without it ship
# beside the others; their recipes are in `transformer/training/recipes.py`.

# %%
print(f"{'':14}{'switched off':>14}  {'':8}{'trained without':>17}")
print(f"{'whole':14}{sum(whole.right) / 1000:14.1%}")
for name, removal in REMOVALS.items():
    line = f"{name:14}"
    base = whole_anew if removal.anew else whole
    if removal.off:
        with switched_off(trained.model, name):
            off = measure(trained.model, rows, removal.anew)
        line += f"{sum(off.right) / 1000:14.1%}  {verdict(base, off):8}"
    else:
        line += f"{'–':>14}  {'':8}"
    without = measure(load(removal.without("reverse")).model, rows, removal.anew)
    print(line + f"{sum(without.right) / 1000:17.1%}  {verdict(base, without)}")

# %% [markdown]
# Read it line by line, and explain each to your neighbour:
#
# - **LayerNorm** and **one head**: a disaster when switched off, nothing at all when trained without. All
#   other weights had adapted to the part. That a model *needs* a part does not show that the task does.
# - **The mask**: nothing when switched off, a disaster when trained without. See below.
# - **Scaling**, **positions**: needed in both senses. Without positions the row is a bag of letters. Without
#   1/√d_k this training gets stuck. The paper’s reason for scaling fits: a sharp softmax hands back hardly
#   any gradient (section 3.2.1).
# - **Residuals**, **feed-forward**: this model is lost without them; one that never had them does less
#   well, but works. Reversing is looking and copying, one layer deep. It tells nothing about 12 layers.
# - **Label smoothing**, **warm-up**: they exist in training only. Here they change nothing that 1,000 rows
#   can tell. They were made for larger models and longer trainings.
# - **nothing**: the same recipe with another seed. That is how far apart two trainings lie that should not
#   differ. Compare every small difference with this line.

# %% [markdown]
# ### Another model, another answer
#
# The same removals, from a model that translates, with two layers a stack. All else of its recipe is kept.

# %%
other = load("english_french")
sentences = batch_of(other)  # 1,000 that no training saw
base = measure(other.model, sentences)
print(f"{'':14}{'switched off':>14}  {'':8}{'trained without':>17}")
print(f"{'whole':14}{sum(base.right) / 1000:14.1%}")
for name in ("norm", "scaling", "residual", "feed_forward", "positions"):
    with switched_off(other.model, name):
        off = measure(other.model, sentences)
    without = measure(load(REMOVALS[name].without("english_french")).model, sentences)
    line = f"{name:14}{sum(off.right) / 1000:14.1%}  {verdict(base, off):8}"
    print(line + f"{sum(without.right) / 1000:17.1%}  {verdict(base, without)}")

# %% [markdown]
# - **Residuals**: trained without them, `reverse` with its one layer a stack got most rows right. Two layers a
#   stack get nothing right. What depth costs, residuals pay.
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
# ### The mask: learning to cheat
#
# Let us look closer at the mask. Beside the rows that a model writes itself, count how often it finds the
# *next letter* when all letters before it are given, which is what training asks.

# %%
cheat = load("reverse_without_mask")
cheats = measure(cheat.model, rows, anew=True)
print(f"{'':24}{'next letter right':>20}{'rows written right':>22}")
for name, found in (("whole", whole), ("mask switched off", unmasked), ("trained without", cheats)):
    print(f"{name:24}{found.next_right:20.2%}{sum(found.right) / 1000:22.1%}")
print(f"\nlast training loss: whole {trained.card['last_loss']:.4f}, ", end="")
print(f"without the mask {cheat.card['last_loss']:.4f}")

# %% [markdown]
# The model that was trained without the mask finds the next letter practically always, has the lower loss,
# and cannot write a single row. In training, all letters of the answer lie before the decoder, also the one that it
# is to predict. It learned to look one letter ahead. While it writes, there is nothing ahead.
#
# **A score that goes up when information leaks in is no progress.** Ask what the model can see when it is
# used.
#
# The other way round: switch the mask off in the whole model, and each written row stays the same. The
# last word of what is written so far has no future that could be hidden. Only the words before it could
# look ahead, and in a decoder of one layer nobody reads what they found there. (With two layers, as in
# `english_french`, somebody does.) One must take care to see this at all: usually the keys of earlier words
# are remembered as they were, which hides the future by other means.

# %% [markdown]
# ### Is the difference real?
#
# 998 of 1000 rows. On other rows it would have been 996, or 1000. *Which shares p could have given this
# number?* All those that lie within 1.96 standard errors:
# |share − p| ≤ 1.96 √(p (1 − p)/n). Solved for p, this is Wilson’s interval (1927).

# %%
for right, count in ((998, 1000), (499, 500), (50, 50), (20, 20)):
    show(f"{right} of {count}", right, count)

print("\nthe school formula, share ± 1.96 √(share (1 − share)/n):")
for right, count in ((998, 1000), (20, 20), (1, 20)):
    share = right / count
    half = 1.96 * math.sqrt(share * (1 - share) / count)
    print(f"{right} of {count}: {share - half:.1%} … {share + half:.1%}")

# %% [markdown]
# The school formula is sure of itself just where it should not be: 20 of 20 gives 100 % … 100 %. And
# 1 of 20 reaches below 0. Wilson’s interval does neither.
#
# An interval that holds p in 95 of 100 cases: recompute it, without drawing anything by lot. For each true p
# add up the probability of all outcomes whose interval holds p:

# %%
n = 20
wilson = [interval(right, n) for right in range(n + 1)]
school = []
for right in range(n + 1):
    half = 1.96 * math.sqrt(right / n * (1 - right / n) / n)
    school.append((right / n - half, right / n + half))
for p in (0.5, 0.8, 0.9, 0.95, 0.98):
    chances = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    held = [
        sum(c for c, (low, high) in zip(chances, ends, strict=True) if low <= p <= high)
        for ends in (wilson, school)
    ]
    print(
        f"true share {p:.0%}, {n} rows: Wilson holds it in {held[0]:.0%}, school in {held[1]:.0%}"
    )

# %% [markdown]
# ### The same rows, so in pairs
#
# Two models did the *same* rows. Where both are right, or both wrong, nothing is learned about which is
# better. Only the others count, and were both models equally good, each of these would be the toss of a
# coin. (This is McNemar’s test, 1947, computed exactly.)

# %%
lean = measure(load("reverse_without_feed_forward").model, rows)
pair = compare(whole.right, lean.right)
tosses = pair.only_first + pair.only_second
print(f"only whole right: {pair.only_first}, only without feed-forward: {pair.only_second}")
by_hand = sum(math.comb(tosses, k) for k in range(min(pair.only_first, pair.only_second) + 1))
print(
    f"by hand 2 · {by_hand} / 2^{tosses} = {2 * by_hand / 2**tosses:.6f}; machine: {pair.chance:.6f}"
)

print("\nand with fewer rows:")
for count in (1000, 500, 200, 100, 50):
    pair = compare(whole.right[:count], lean.right[:count])
    print(f"{count:5} rows: {pair.only_first} against {pair.only_second}, chance {pair.chance:.4f}")

# %% [markdown]
# The difference is the same in all lines. What grows is what can be known about it. “No difference” always
# means: *none that so many rows could show*.

# %% [markdown]
# ### What moved?
#
# Accuracy is one number. The maps say more: which share of the weight lies elsewhere, row by row.

# %%
print(f"{'':30}" + "".join(f"{kind.replace('.layers.{}', ''):>26}" for kind in MAPS))
for name in ("head", "scaling", "norm", "nothing"):
    found = {"trained without": measure(load(REMOVALS[name].without("reverse")).model, rows)}
    if REMOVALS[name].off:
        with switched_off(trained.model, name):
            found = {"switched off": measure(trained.model, rows)} | found
    for how, other in found.items():
        shares = [moved(whole.maps[kind], other.maps[kind]) for kind in MAPS]
        print(f"{name + ', ' + how:30}" + "".join(f"{share:26.1%}" for share in shares))

# %% [markdown]
# Another seed moves the maps too, although nothing was removed: a map is one way to solve the task, and
# training finds one of many. A silent head leaves the self-attention maps of its own layer as they are:
# what it *found* is gone, where it *looked* is not.

# %% [markdown]
# ## Read the source
#
# This is the code that made every number above and on the page. There is no other copy.

# %%
import inspect

from transformer.measure import ablations, statistics

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
# ## Write
#
# Your turn. Open `lessons/ablations/exercise.py` beside this notebook. First fill in `interval`, then
# `chance`, and save. The checks read the file anew each time. They stop at the first thing that does not
# hold, and say what they saw.

# %%
from lessons.ablations.checks import check, hint, reveal

check()

# %%
# hint(1)     then hint(2) and hint(3); reveal() prints the real functions

# %% [markdown]
# When every check passes, your functions can judge the models:

# %%
from lessons.ablations.trial import Student

if check().passed:
    student = Student()
    student.find()
    low, high = student.interval(sum(lean.right), len(lean.right))
    print(f"without feed-forward: {sum(lean.right) / 1000:.1%}, interval {low:.1%} … {high:.1%}")
    print(f"against the whole model: chance {student.chance(whole.right, lean.right):.6f}")
else:
    print("Not yet. This cell waits for your two functions.")

# %% [markdown]
# ## Modify
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Which head?** Change `head` to 0, 1, 3. *Expect* each to matter, and one of them most.

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
# **3. Another model.** Change `name` to "english_french", which translates with two layers a stack. *Expect*
# to be surprised: a part that one model cannot do without can mean little to another.

# %%
name = "reverse"

one = load(name)
some = batch_of(one, 500)
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
# **5. Surer.** Change `confidence` to 0.99. *Expect* a wider interval: who wants to be wrong less often has
# to say less.

# %%
confidence = 0.95

low, high = interval(985, 1000, confidence)
print(f"985 of 1000, {confidence:.0%} interval: {low:.2%} … {high:.2%}")

# %% [markdown]
# ## Break
#
# An ablation that *helps*. The biases of the keys are 32 numbers in each attention here, and nobody can say
# what they are for. So we take them away, train three times, and look at the best result, as one does.
#
# Small models and short trainings, so that it takes seconds.

# %%
from transformer.decoding import greedy
from transformer.families.scores import right_sentences
from transformer.training import build, train
from transformer.training.settings import Settings

SIZES = {"d_model": 32, "d_ff": 64, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}


def training(seed, key_bias):
    """Which of the 1,000 rows a freshly trained model gets right."""
    model = build(trained.task, seed, **SIZES)
    for name, parameter in model.named_parameters():
        if name.endswith("W_K.bias") and not key_bias:
            parameter.requires_grad_(False)  # it begins with zeros, and stays there
    for _step in train(model, trained.task, Settings(steps=300, batch=32, seed=seed)):
        pass
    return right_sentences(greedy(model, rows.source, 12), rows.target[:, 1:]).tolist()


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
print(f"chance {pair.chance:.1e}")

# %% [markdown]
# A clear gain, on 1,000 rows that no training saw, and a chance far below 5 %. Would you publish it?
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

print("seed      whole   without    chance, same seed")
for seed in SEEDS:
    pair = compare(with_bias[seed], without_bias[seed])
    counts = f"{sum(with_bias[seed]):9}{sum(without_bias[seed]):10}"
    print(f"{seed:4}{counts}    {pair.chance:.2f}")

# %% [markdown]
# Seed by seed the two columns go together. (They are not equal: rounding differs in the eighth digit, and
# hundreds of steps of Adam make it grow.) What differs is one seed from another, by far more than any
# interval above allowed. **The interval and the paired test speak of rows. They know nothing of seeds**:
# they say that these two *models* differ, which is true, and not that these two *recipes* do.
#
# So, before you believe an ablation that helps:
#
# 1. Several seeds on *both* sides, and report all of them. (The page trains any of these models again, with
#    the seed you choose: *Train it here*.)
# 2. No best of several. If you must choose, choose on some rows and report on others.
# 3. Count your questions. Ask twenty that have no answer, and one of them is below 5 % by itself.
# 4. Ask what the part could possibly do. Algebra is cheaper than training.

# %% [markdown]
# Plant other mistakes into the two functions, and see what each check says:

# %%
from lessons.ablations.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall
#
# Answer without scrolling up.
#
# 1. Which two questions does one removal answer, and which of them needs a training?
# 2. A part is switched off, and the model breaks. Is the part necessary for the task?
# 3. Why did the model without a mask have a lower loss and write nothing right?
# 4. 20 of 20 are right. What do you say about the true share?
# 5. Two models did the same 1,000 sentences. Which sentences count in the comparison?
# 6. “No difference” with 50 sentences: what does it mean?
# 7. The best of three trainings beats the whole model, with a chance of one in a million. What is missing?
# 8. Why can a key’s bias not change any attention weight?

# %% [markdown]
# ### Answers
#
# 1. Switched off: what does this model use the part for? Trained without: can the task be learned
#    without it? The second needs a training of its own.
# 2. Not shown. Its neighbours have adapted to it. LayerNorm here: a disaster, and not needed.
# 3. In training it saw the letter that it was to predict. While it writes, that letter is not there.
# 4. That it is probably above 84 %: Wilson’s interval for 20 of 20 begins there.
# 5. Those on which exactly one of the two is right.
# 6. None that 50 sentences could show.
# 7. Several seeds on the other side too. The test speaks of sentences, not of seeds; and it was the best of
#    three.
# 8. It adds the same number to all scores of a row, and a softmax divides that out.
#
# Next: write a part of your own in `transformer/variants/my_….py` (copy `template.py`). The page then
# offers it beside the parts to remove, trains it with a click, and compares; or train it in a terminal, with
# `python -m transformer.training reverse --set attention=…`. Five seeds on each side.
