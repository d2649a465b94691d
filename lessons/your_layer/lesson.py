# The text and code of the lesson on a layer of one's own. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Your layer: does it work, and is it better?
#
# {opening}

# %%
import torch

from lessons.figures.two_layers import two_layers
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A model that translates was trained with the usual attention. Here another layer has taken its place,
# with the same weights: *unscaled*, which does not divide the scores by √d_k. Both read the same sentence.
# On the left are the usual attention weights, in the middle the new ones, on the right their difference.
#
# The boxes above them are the steps of attention in their order. Those before the orange one have exactly the same
# numbers in both layers. Click a step: below it you see the line that made it.
#
# (A *layer* is here, as in PyTorch, any one part with a `forward` of its own: an attention, a LayerNorm, a
# feed-forward. In the lesson *A layer* the word means a whole floor of the model, made of several such sub-layers.)

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
two_layers(trained, "attention", ("standard", "unscaled"), SENTENCE, opens="weights")

# %% [markdown]
# ## Predict · 3 min
#
# Does it work? That can be measured: it runs, its rows sum to one, it sees no later word, all its weights get a
# gradient, and so on. There are thirteen such promises; together they are the *contract* of a layer. Each is a
# *light*: green, red, or grey where it does not apply.

# %%
from lessons.kit.prediction import ask, covered
from lessons.your_layer.prediction import about_lights
from transformer.contracts import lights

found = lights("attention", "unscaled")
ask(about_lights("unscaled", found))

# %%
with covered():
    for light in found:
        print(f"{light.state:6} {light.name:32} {light.says[:60]}")

# %% [markdown]
# ## Run
#
# ### A layer of your own · 7 min
#
# The usual attention is a class in which each step is a method: `score`, `scale`, `hide`, `normalise`, `mix`.
# A layer of your own inherits all of them and overrides one. A decorator gives it a name. From then on every
# picture, every check and every training can have it by that name.

# %%
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "sharper")
class Sharper(MultiHeadAttention):
    """Scores twice as large: softmax decides more sharply."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores / d_k**0.5)  # (batch, head, query, key); keep the probe


print(
    [light.name for light in lights("attention", "sharper") if light.state == "red"]
    or "no red light"
)
two_layers(trained, "attention", ("standard", "sharper"), SENTENCE)

# %% [markdown]
# In a cell, a layer lives as long as the notebook. To keep one, put it into a file. This command writes a
# template to `transformer/variants/my_mine.py`, which git leaves alone; in the app there is a button for it:
#
#     python -m transformer.variants new attention mine
#
# Change the file and save it. Then *mine* stands in the menus of the app beside these:

# %%
from transformer import variants

for known in variants.known():
    print(f"{known.kind:13}{known.name:16}{known.says[:66]}")

# %% [markdown]
# ### A red light · 2 min
#
# Now a mistake that is easy to make. Somebody normalises over the wrong axis. Every shape is still right, and
# Python does not complain. What do the lights say?


# %%
@variant("attention", "wrong_axis")
class WrongAxis(MultiHeadAttention):
    """Softmax over the queries instead of the keys."""

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        return self.weights(masked.softmax(dim=-2))  # (batch, head, query, key)


for light in lights("attention", "wrong_axis"):
    if light.state == "red":
        print(f"✗ {light.name}: {light.says[:90]}")
        print(f"    likely   {light.likely or 'no mistake that is known'}")

# %% [markdown]
# Read the first red light first: the others often follow from it. A light shows the first number that is
# wrong, and names a cause where a known mistake would do just this.
#
# ### Where two layers part · 3 min
#
# When two layers give different answers, most of their numbers differ in the end. Which line is to blame?
# The first one whose result differs although everything before it is the same.

# %%
from lessons.your_layer.prediction import about_parting
from transformer.measure.stream import two_layers as measure

ids = trained.source_vocabulary.encode(SENTENCE.split())
answer = measure.answered(trained, ids)


def partings(name: str, place: str = "encoder.layers.0.self_attention"):
    """Each step of the standard layer and of this one, at one place of the trained model."""
    models = trained, trained.with_layer("attention", name)
    one, other = (measure.steps(m.model, measure.passed(m, ids, answer), place) for m in models)
    return measure.compared(one, other)


ask(about_parting("rotary", partings("rotary")))

# %%
with covered():
    for step in partings("rotary"):
        print(f"{step.name:12} {step.difference:9.4f}   {step.other.at[0]}:{step.other.at[1]}")

# %% [markdown]
# ### What it costs · 1 min
#
# Time and memory of one training step of a small model. The layers take turns, step by step: a busy machine then
# slows all of them. Time is that of the processor, the least of seven steps; it is measured now, on this machine.
# Memory is what the forward pass has to keep for the gradient.

# %%
from transformer.measure.training.layer_cost import costs

names = ("standard", "sharper", "additive")
for name, cost in zip(names, costs("attention", names), strict=True):
    print(
        f"{name:10} {cost.parameters:8,} parameters {1000 * cost.seconds:7.1f} ms a step "
        f"{cost.kept / 1e6:7.2f} MB kept"
    )

# %% [markdown]
# ### Is it better? · 3 min
#
# In a trained model, a new layer cannot show what it is worth: the weights were made for another one. So both are
# trained from the beginning: same task, same seed, same batches, and the same initial weights wherever they fit. Here
# it is 120 steps, which is not the whole training; in the app (*Compare*, *Two trainings*) it is.

# %%
from transformer.measure.training.fair_trainings import short, verdict

scores = {name: short("copy", "attention", name, steps=120) for name in ("standard", "sharper")}
for name, score in scores.items():
    low, high = score.interval
    print(f"{name:10} {sum(score.right):3} of {len(score.right)} right, {low:.0%} to {high:.0%}")
print("sharper, by the test for pairs:", verdict(*scores.values()))

# %% [markdown]
# On other sentences each would get a few more right, or fewer. The **interval** says which true shares (shares of
# endlessly many sentences) would make such a count no surprise.
#
# The **test for pairs** sees smaller differences, because both models are asked the same sentences. Only those count
# on which one is right and the other wrong. Were both models equally good, each of these would be the toss of a coin;
# *p* is the chance that a fair coin divides them at least as unevenly. Below 0.05 we call it a difference.
#
# One seed is still one training. Before you believe a difference, take another seed.
#
# And when there is hardly a difference to be seen?

# %%
from lessons.your_layer.prediction import about_better
from transformer.measure.training.fair_trainings import score

ask(about_better(*(score(load(name)) for name in ("reverse", "reverse_without_head"))))

# %% [markdown]
# ### How far can a count be trusted? · 5 min · further
#
# Both tools by hand. First the interval: 998 of 1000 rows are right. *Which shares p could have given this number?*
# All those that lie within 1.96 standard errors: |share − p| ≤ 1.96 √(p (1 − p)/n). Solved for p, this is Wilson’s
# interval (1927). At school one often learns a shorter formula:

# %%
import math

from transformer.measure.statistics import compare, interval


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
# The school formula is sure of itself just where it should not be: 20 of 20 gives 100% … 100%. And
# 1 of 20 reaches below 0. Wilson’s interval does neither.
#
# Does a 95% interval hold p 95 times in 100? Compute it exactly: for each true p, add up the probability
# of all outcomes whose interval holds p.

# %%
n = 20
for p in (0.5, 0.8, 0.9, 0.95, 0.98):
    chances = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    held = [
        sum(c for k, c in enumerate(chances) if ends(k, n)[0] <= p <= ends(k, n)[1])
        for ends in (interval, school)
    ]
    print(
        f"true share {p:.0%}, {n} rows: Wilson holds it in {held[0]:.0%}, school in {held[1]:.0%}"
    )

# %% [markdown]
# Now the test for pairs (McNemar 1947; here the chance is computed exactly). Two models turned the *same* rows
# of letters round; one of them was trained without its feed-forward parts:

# %%
whole, lean = (score(load(f"reverse{name}"), 1000).right for name in ("", "_without_feed_forward"))
pair = compare(whole, lean)
tosses = pair.only_first + pair.only_second
print(f"only whole right: {pair.only_first}, only without feed-forward: {pair.only_second}")
ways = sum(math.comb(tosses, k) for k in range(min(pair.only_first, pair.only_second) + 1))
print(f"by hand 2 · {ways} / 2^{tosses} = {2 * ways / 2**tosses:.6f}; machine: {pair.p_value:.6f}")

print("\nand with fewer rows:")
for count in (1000, 500, 200, 100, 50):
    pair = compare(whole[:count], lean[:count])
    apart = (sum(whole[:count]) - sum(lean[:count])) / count
    counts = f"{pair.only_first} against {pair.only_second}"
    print(f"{count:5} rows: {counts}, {apart:.1%} apart, chance {pair.p_value:.4f}")

# %% [markdown]
# The two models are the same in all lines. Their difference is small, so it is seen in few rows: in none of
# the first 100. With 200 rows it is 4 against 0, which a coin does in one of eight tries; with 1,000 it is 13
# against 0, which a coin hardly ever does. “No difference” always means: *none that so many rows could
# show*.
#
# ## Read the source · 2 min · further
#
# These are the steps that you can override. The models are trained with this very code; there is no other copy.

# %%
import inspect

from transformer.attention import ScaledDotProduct

print(inspect.getsource(ScaledDotProduct))

# %% [markdown]
# ## Write · 30 min
#
# Your turn. Open `lessons/your_layer/exercise.py` beside this notebook. Write `scale` so that nearer words count
# more (ALiBi, Press, Smith and Lewis 2022), and save. The checks read the file anew each time. They stop at the
# first thing that does not hold, and say what they saw.

# %%
from lessons.your_layer.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your layer is a variant like any other. Look at its lights, and at what it does to the
# trained model, which has never seen it:

# %%
from lessons.your_layer.trial import Student

if check().passed:
    student = Student()
    student.find()
    variant("attention", "nearer_first")(student.found)
    student.found.self_only = True  # it compares places, so cross-attention stays as it was
    print({light.name: light.state for light in lights("attention", "nearer_first")})
    for step in partings("nearer_first"):
        print(f"{step.name:12} {step.difference:9.4f}")
else:
    print("Not yet. This cell waits for your layer.")

# %% [markdown]
# ## Modify · 9 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another factor.** Change `factor` to 1.0. *Expect* no step to differ: this is the standard layer.

# %%
factor = 3.0


@variant("attention", "scaled_by")
class ScaledBy(MultiHeadAttention):
    """The scores times a factor."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(factor * scores / d_k**0.5)  # (batch, head, query, key)


apart = [step.name for step in partings("scaled_by") if not step.same]
print("they part at", apart[0] if apart else "no step")

# %% [markdown]
# **2. Another place.** Change `place` to "decoder.layers.1.self_attention". *Expect* the first step to differ: what
# goes in differs already.

# %%
place = "decoder.layers.0.self_attention"

apart = [step.name for step in partings("unscaled", place) if not step.same]
print("at", place, "they part at", apart[0])

# %% [markdown]
# **3. Forget the probe.** Delete `self.scaled(` and one bracket, so that `2 * scores` itself is returned. *Expect*
# one step fewer: what is not handed to a probe is seen by nobody.


# %%
@variant("attention", "unseen")
class Unseen(MultiHeadAttention):
    """Scores twice as large."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores)


print("seen:", [step.name for step in partings("unseen") if step.other])

# %% [markdown]
# **4. Fewer sentences.** Change `sentences` to 50. *Expect* an interval that is three times as wide.

# %%
sentences = 500

low, high = score(load("addition"), sentences).interval
print(f"{sentences} sentences: {low:.1%} to {high:.1%}, {high - low:.1%} wide")

# %% [markdown]
# ## Break · 5 min
#
# A friend compares two ways to mark positions, trained alike: 1,500 steps, the same seed. *"I tested on a hundred
# held-out sentences. Rotary positions are better!"* So they are:

# %%
from transformer.measure.training.fair_trainings import Score

held_out = {name: score(load(f"reverse_{name}"), 1000).right for name in ("binary", "rotary")}
hundreds = {
    begin: {name: Score(right[begin : begin + 100], 0) for name, right in held_out.items()}
    for begin in range(0, 1000, 100)
}
for name, one in hundreds[900].items():
    print(f"{name}: {sum(one.right)} of 100 right")

# %% [markdown]
# *Before you run on:* what would you ask your friend for?

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
# The friend chose the hundred after having seen the scores. Over all sentences *binary* even has more right, and
# no difference is seen. **Choose the test before you look**, and report all of it. The same holds for seeds: the
# best of five against one is no comparison.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
from lessons.your_layer.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. All lights of a layer are green. What do you know, and what not?
# 2. Two layers differ in five of nine steps. Which line do you look at?
# 3. A layer is put into a trained model and translates badly. Is it a bad layer?
# 4. What must be the same in two trainings that are to be compared?
# 5. 490 and 493 of 500 are right. What do you ask before you call the second one better?
# 6. A decoder with a cache hands in one query and seven keys. At which place stands the query?
# 7. Why must a step hand its result to its probe?
# 8. (*How far can a count be trusted?*) 20 of 20 are right. What do you say about the true share?
# 9. (The same) “No difference” with 50 sentences: what does it mean?

# %% [markdown]
# ### Answers
#
# 1. It keeps the promises of a layer: it runs, leaks nothing, and gradients reach all its weights. Not whether it is
#    better than another.
# 2. The one that made the first of the five. The others differ because of it.
# 3. That cannot be told: the weights were made for another layer. Train both from the beginning.
# 4. Task, seed, batches and, where shapes allow, the initial weights. And the held-out sentences.
# 5. On how many sentences they disagree, how these are divided, and what other seeds give.
# 6. At the last one, the seventh: the queries are the last of the keys.
# 7. A probe is what pictures, lights and checks read. What passes no probe is seen by nobody.
# 8. That it is probably above 84%: Wilson’s interval for 20 of 20 begins there.
# 9. None that 50 sentences could show.
#
# Next: the lesson *Ablations* takes parts away instead, to see what each is for. Or write a file of your own, and let
# the app try it on everything (`make app`).
