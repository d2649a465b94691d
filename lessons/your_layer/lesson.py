# Text and code of the lesson on your own layer. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Your own layer: Does my own layer work, and is it better?
#
# {opening}

# %%
import torch

from lessons.your_layer.figures.two_layers import two_layers
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# This model, trained with the **standard layer** (scaled dot-product attention), translates English into French. Here
# *unscaled*, a layer with the same parameters that does not divide the scores by √d_k, replaces the standard layer.
# Both layers read the same sentence. The maps show the standard attention weights (left), the new weights (middle), and
# their difference (right).
#
# The boxes above the maps show the steps of attention in order. Before the orange box, both layers compute the same
# values. Click a step to see its line of code.
#
# (Here, as in PyTorch, a *layer* is any module with its own `forward`, such as attention or LayerNorm. In *The
# Transformer block*, a layer is one block with several sub-layers.)

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
two_layers(trained, "attention", ("standard", "unscaled"), SENTENCE, opens="weights")

# %% [markdown]
# ## Predict · 3 min
#
# Does this layer work? You can test the layer: for example, a working layer runs, its weights sum to one in each row,
# it sees no later word, and all its parameters receive a gradient. The **contract** of a layer consists of sixteen
# properties. Each property has a **contract check**, which is green if it passes, red if it fails, and grey if it does
# not apply.

# %%
from lessons.kit.prediction import ask, covered
from lessons.your_layer.prediction import about_checks
from transformer.contracts import layer_checks

checks = layer_checks("attention", "unscaled")
ask(about_checks("unscaled", checks))

# %%
with covered():
    for result in checks:
        print(f"{result.state:6} {result.name:32} {result.says[:60]}")

# %% [markdown]
# ## Run
#
# ### A layer with one new step · 7 min
#
# The standard layer is a class with one method per step: `score`, `scale`, `hide`, `normalise`, and `mix`. Your own
# layer inherits all methods and overrides one. Each step passes its result through a **hook**, which figures and checks
# read. (This code calls a hook a *probe*; elsewhere, *probing* means training a classifier on activations.) A decorator
# gives your layer a name for figures, checks and training runs.

# %%
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "sharper")
class Sharper(MultiHeadAttention):
    """Double the scores, so that the softmax is sharper."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores / d_k**0.5)  # (batch, head, query, key); keep the hook


print(
    [result.name for result in layer_checks("attention", "sharper") if result.state == "red"]
    or "no failed check"
)
two_layers(trained, "attention", ("standard", "sharper"), SENTENCE)

# %% [markdown]
# A layer defined in a cell is lost when the notebook closes. To keep the layer, put it in a file. This command writes a
# template to `transformer/variants/my_mine.py`, which git ignores:
#
#     python -m transformer.variants new attention mine
#
# Edit the file and save it. Then *mine* appears in the menus of the app, next to these layers:

# %%
from transformer import variants

for entry in variants.all_variants():
    print(f"{entry.kind:13}{entry.name:16}{entry.says[:66]}")

# %% [markdown]
# ### A failed check · 2 min
#
# A common mistake is a softmax over the wrong axis. Every shape is still correct, and Python reports no error. Which
# checks fail?


# %%
@variant("attention", "wrong_axis")
class WrongAxis(MultiHeadAttention):
    """Softmax over the queries instead of the keys."""

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        return self.weights(masked.softmax(dim=-2))  # (batch, head, query, key)


for result in layer_checks("attention", "wrong_axis"):
    if result.state == "red":
        print(f"✗ {result.name}: {result.says[:90]}")
        print(f"    likely   {result.likely or 'no known mistake'}")

# %% [markdown]
# Read the first failed check first, because the others often follow from it. A check shows the first wrong value and,
# if it recognises the mistake, a likely cause.
#
# ### Where two layers diverge · 3 min
#
# When two layers produce different outputs, most of their values differ. The cause is the first line of code whose
# result differs although all earlier results agree.

# %%
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.prediction import about_first_difference

ids = trained.source_vocabulary.encode(SENTENCE.split())
answer = measure.answer_tokens(trained, ids)


def comparisons(name: str, place: str = "encoder.layers.0.self_attention"):
    """Return the comparison of the standard layer with this layer, step by step, in one sub-layer."""
    models = trained, trained.with_layer("attention", name)
    first, second = (
        measure.steps(m.model, measure.record_answer(m, ids, answer), place) for m in models
    )
    return measure.compare_steps(first, second)


ask(about_first_difference("rotary", comparisons("rotary")))

# %%
with covered():
    for step in comparisons("rotary"):
        print(f"{step.name:12} {step.difference:9.4f}   {step.second.at[0]}:{step.second.at[1]}")

# %% [markdown]
# ### Time and memory · 1 min
#
# The next cell measures one training step of a small model. The layers take turns, so a busy computer slows down all of
# them. The time is the CPU time of the fastest of seven steps on your computer. The memory covers the values that the
# forward pass stores for the gradient.

# %%
from lessons.your_layer.measure.layer_cost import costs

names = ("standard", "sharper", "additive")
for name, cost in zip(names, costs("attention", names), strict=True):
    print(
        f"{name:10} {cost.parameters:8,} parameters {1000 * cost.seconds:7.1f} ms per step "
        f"{cost.kept / 1e6:7.2f} MB stored"
    )

# %% [markdown]
# ### Is the new layer better? · 4 min
#
# A trained model cannot show how good a new layer is, because its parameters were trained for another layer. So train
# both layers from scratch, with the same task, **seed**, batches and, where shapes allow, initial parameters. The
# standard layer is the **baseline**. These training runs have only 120 steps; the app (*Compare layers*, *Two training
# runs*) runs all steps.

# %%
from lessons.your_layer.measure.fair_trainings import train_briefly, verdict

scores = {
    name: train_briefly("copy", "attention", name, steps=120) for name in ("standard", "sharper")
}
for name, score in scores.items():
    low, high = score.interval
    print(f"{name:10} {sum(score.right):3} of {len(score.right)} right, {low:.0%} to {high:.0%}")
print("sharper, by McNemar’s test:", verdict(*scores.values()))

# %% [markdown]
# On other sentences, each model might give more or fewer correct answers. The **confidence interval** contains the true
# accuracies (on infinitely many sentences) that are compatible with the count.
#
# **McNemar’s test** detects smaller differences than these intervals, because both models read the same sentences. The
# test counts only the sentences that exactly one model answers correctly. The **null hypothesis** is that both models
# are equally good: each counted sentence is then a coin toss. *p* is the probability that a fair coin splits these
# sentences at least this unevenly. If *p* is below 0.05, the difference is called **significant**.
#
# One seed means only one training run. The recipe also favours the baseline, because its learning rate was chosen for
# the standard layer. For example, *unscaled* is far worse than the baseline with this recipe. With a third of the
# learning rate and three times as many steps, *unscaled* learns the same task (three seeds per setting):

# %%
from lessons.kit.controls import control_text
from lessons.your_layer.words import ARMS

print(control_text("scaling", *ARMS))

# %% [markdown]
# What can you conclude from a small difference?

# %%
from lessons.your_layer.measure.fair_trainings import score
from lessons.your_layer.prediction import about_better

ask(about_better(*(score(load(name)) for name in ("reverse", "reverse_without_head"))))

# %% [markdown]
# ### Intervals and McNemar’s test by hand · 6 min · optional
#
# Suppose that 998 of 1,000 strings are correct. *Which true accuracies p are compatible with this count?* All values of
# p within 1.96 standard errors of the accuracy are compatible with the count: |accuracy − p| ≤ 1.96 √(p (1 − p)/n).
# Solving for p yields Wilson’s interval (1927). Schools often teach a shorter formula:

# %%
import math

from transformer.measure.statistics import compare, interval, interval_of_difference


def school(right, count):
    """share ± 1.96 √(share (1 − share)/n)"""
    share = right / count
    half = 1.96 * math.sqrt(share * (1 - share) / count)
    return share - half, share + half


for right, count in ((998, 1000), (499, 500), (50, 50), (20, 20), (1, 20)):
    (low, high), (lower, higher) = interval(right, count), school(right, count)
    print(
        f"{right:3} of {count:4}   Wilson {low:6.1%} … {high:6.1%}   school {lower:6.1%} … {higher:6.1%}"
    )

# %% [markdown]
# The school formula is too confident: its interval for 20 of 20 is 100% to 100%, and for 1 of 20 it reaches below 0.
# Wilson’s interval has neither fault.
#
# Does a 95% interval contain p in 95 of 100 cases? For each true p, the next cell adds up the probabilities of all
# outcomes whose interval contains p.

# %%
n = 20
for p in (0.5, 0.8, 0.9, 0.95, 0.98):
    chances = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    held = [
        sum(c for k, c in enumerate(chances) if ends(k, n)[0] <= p <= ends(k, n)[1])
        for ends in (interval, school)
    ]
    print(
        f"true accuracy {p:.0%}, {n} strings: Wilson contains it in {held[0]:.0%}, school in {held[1]:.0%}"
    )

# %% [markdown]
# The next cell computes McNemar’s test (1947) exactly. Two models reverse the *same* strings; one was trained without
# its feed-forward network. The last column shows the 95% interval for the *difference* between the two accuracies
# (Bonett and Price 2012):

# %%
whole, lean = (score(load(f"reverse{name}"), 1000).right for name in ("", "_without_feed_forward"))
pair = compare(whole, lean)
tosses = pair.only_first + pair.only_second
print(f"right only with feed-forward: {pair.only_first}, only without: {pair.only_second}")
ways = sum(math.comb(tosses, k) for k in range(min(pair.only_first, pair.only_second) + 1))
print(
    f"by hand 2 · {ways} / 2^{tosses} = {2 * ways / 2**tosses:.6f}; compare(): {pair.p_value:.6f}"
)

print("\nwith fewer strings:")
for count in (1000, 500, 200, 100, 50):
    pair = compare(whole[:count], lean[:count])
    apart = (sum(whole[:count]) - sum(lean[:count])) / count
    low, high = (100 * end for end in interval_of_difference(whole[:count], lean[:count]))
    counts = f"{pair.only_first} against {pair.only_second}"
    print(
        f"{count:5} strings: {counts}, {apart:.1%} apart, p {pair.p_value:.4f}; "
        f"difference {low:+.1f} to {high:+.1f} points"
    )

# %% [markdown]
# All lines compare the same two models, whose difference is too small to show in a small sample. On the first 100
# strings the models never disagree. With 200 strings the result is 4 against 0, which a fair coin produces once in
# eight tries; with 1,000 strings it is 13 against 0, which a fair coin hardly ever produces. With a smaller sample, the
# test has less **power**. “No difference seen” means *no difference that this sample could show*. The confidence
# interval for the difference shows which **effect sizes** are still possible.
#
# ## Read the source · 3 min · optional
#
# You can override the steps below. The models were trained with exactly this code.

# %%
import inspect

from transformer.attention import ScaledDotProduct

print(inspect.getsource(ScaledDotProduct))

# %% [markdown]
# ## Write · 30 min
#
# Your turn. Open `lessons/your_layer/exercise.py` next to this notebook. Write `scale` so that nearer words get higher
# scores (ALiBi; Press, Smith and Lewis 2022), and save the file. In the paper, attention is causal, so the distance i −
# j is never negative; the symmetric |i − j| in this exercise also works in an encoder. The checks re-read the file each
# time, stop at the first failure, and report what they found. A **parity test** compares your layer with the reference
# implementation.

# %%
from lessons.your_layer.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, you can look at your layer’s contract checks and its effect in a model that was trained without
# it:

# %%
from lessons.your_layer.trial import Student

if check().passed:
    student = Student()
    student.find()
    variant("attention", "nearer_first")(student.found)
    student.found.self_only = True  # it compares positions, so cross-attention stays as it was
    print({result.name: result.state for result in layer_checks("attention", "nearer_first")})
    for step in comparisons("nearer_first"):
        print(f"{step.name:12} {step.difference:9.4f}")
else:
    print("Not yet. This cell waits for your layer.")

# %% [markdown]
# ## Modify · 9 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A different factor.** Change `factor` to 1.0. *Expect* no step to differ, because this is the standard layer.

# %%
factor = 3.0


@variant("attention", "scaled_by")
class ScaledBy(MultiHeadAttention):
    """Multiply the scores by a factor."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(factor * scores / d_k**0.5)  # (batch, head, query, key)


apart = [step.name for step in comparisons("scaled_by") if not step.same]
print("first difference:", apart[0] if apart else "no step")

# %% [markdown]
# **2. A different sub-layer.** Change `place` to `"decoder.layers.1.self_attention"`. *Expect* the first step to
# differ, because its input already differs.

# %%
place = "decoder.layers.0.self_attention"

apart = [step.name for step in comparisons("unscaled", place) if not step.same]
print("in", place, "first difference:", apart[0])

# %% [markdown]
# **3. Forget the hook.** Return `2 * scores` itself, without `self.scaled(…)`. *Expect* one fewer step, because figures
# and checks see only what passes through a hook.


# %%
@variant("attention", "unseen")
class Unseen(MultiHeadAttention):
    """Double the scores."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores)


print("seen:", [step.name for step in comparisons("unseen") if step.second])

# %% [markdown]
# **4. Fewer sentences.** Change `sentences` to 50. *Expect* the interval to become three times as wide.

# %%
sentences = 500

low, high = score(load("addition"), sentences).interval
print(f"{sentences} sentences: {low:.1%} to {high:.1%}, {high - low:.1%} wide")

# %% [markdown]
# ## Break · 5 min
#
# A friend compares two positional encodings in models trained with the same recipe and seed for 1,500 steps. *“I tested
# both on a hundred held-out sentences. Rotary positions are better!”* The counts support this claim:

# %%
from lessons.your_layer.measure.fair_trainings import Score

held_out = {name: score(load(f"reverse_{name}"), 1000).right for name in ("binary", "rotary")}
hundreds = {
    begin: {name: Score(right[begin : begin + 100], 0) for name, right in held_out.items()}
    for begin in range(0, 1000, 100)
}
for name, result in hundreds[900].items():
    print(f"{name}: {sum(result.right)} of 100 right")

# %% [markdown]
# *Before you run the next cell:* what would you ask your friend?

# %%
for begin, both in hundreds.items():
    print(
        f"sentences {begin:3} to {begin + 99}",
        *(f"{name} {sum(s.right):3}" for name, s in both.items()),
    )
whole = [Score(right, 0) for right in held_out.values()]
print(
    "all 1000: binary",
    sum(whole[0].right),
    "rotary",
    sum(whole[1].right),
    "rotary is",
    verdict(*whole),
)

# %% [markdown]
# The friend chose these hundred sentences after seeing the results. On all sentences, *binary* even gives more correct
# answers, but the difference is not significant. **Choose the test set before you look at the results**, and report all
# results. The same rule applies to seeds: do not compare the best of five runs with one run. Statisticians call this
# problem **multiple comparisons**.
#
# The next cell lists common mistakes and what each check reports:

# %%
from lessons.your_layer.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. A layer passes all its contract checks. What do you know about the layer, and what do you not know?
# 2. Two layers differ in five of nine steps. Which line of code do you look at first?
# 3. You put a layer into a trained model, and the model translates badly. Is the layer bad?
# 4. What must be the same in two training runs that you compare?
# 5. Two models answer 490 and 493 of 500 questions correctly. What do you check before calling the second model better?
# 6. A decoder with a cache compares one query with seven keys. What is the position of the query?
# 7. Why must a step pass its result through its hook?
# 8. (*Intervals and McNemar’s test by hand*) All 20 strings are correct. What can you say about the true accuracy?
# 9. (Same section) You tested 50 sentences. What does “no difference seen” mean?

# %% [markdown]
# ### Answers
#
# 1. You know that the layer satisfies its contract; for example, it runs and leaks nothing. You do not know whether the
#    layer is better than another layer.
# 2. Look first at the line for the first step that differs; the other steps differ because of it.
# 3. You cannot tell, because the parameters were trained for another layer. Train both layers from scratch, each with
#    its own learning rate.
# 4. The task, seed, batches, held-out sentences and, where shapes allow, initial parameters must be the same.
# 5. Check the number and split of the disagreements, the interval for the difference, and other seeds.
# 6. The query is at the seventh position, because the queries occupy the last key positions.
# 7. Figures and checks see only results that pass through a hook.
# 8. The true accuracy is probably above 84%, where Wilson’s interval for 20 of 20 begins.
# 9. The test found no difference large enough to show in 50 sentences.
#
# Next: the lesson *Ablations* removes parts instead, to show what each part contributes.
