# The text and code of the lesson *Multi-head attention*. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Multi-head attention: What does each attention head do?
#
# {opening}

# %%
import torch

from lessons.figures.attention_map import attention_map
from lessons.heads import CHANGED, COPYING, LETTERS, OTHER_SEED, SENTENCE
from lessons.heads.figures.head_grid import head_grid
from lessons.heads.figures.patch_map import patch_map
from lessons.heads.measure.head_sum import contributions, parameters, steps
from lessons.heads.measure.patching import (
    Site,
    logits_when_rewritten,
    make_question,
    measure_effects,
    sites,
)
from lessons.heads.prediction import about_layers, about_patch, about_roles
from lessons.kit.controls import control_text
from lessons.kit.prediction import ask, covered
from transformer.attention import MultiHeadAttention
from transformer.measure.answer import answer
from transformer.measure.attention.copying import by_period, first_layer_limited
from transformer.measure.attention.head_roles import head_roles, score
from transformer.probe import record
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # nothing is trained here

trained, unguided = load("english_french"), load("english_french_unguided")
other_seed = load(OTHER_SEED)
roles = head_roles(trained)

# %% [markdown]
# ## Picture · 2 min
#
# **Multi-head attention** runs several **attention heads** in parallel in each layer, and each head has its own map.
# Here are the maps for one sentence. Press `H` for the next head and `L` for the next layer. What does each head attend
# to?

# %%
attention_map(trained, SENTENCE)

# %% [markdown]
# ## Predict · 2 min
#
# Papers often name the heads they show, for example “the head that attends to the previous word” (Clark et al. 2019;
# Voita et al. 2019). How many heads of this model deserve a name?

# %%
ask(about_roles(roles))

# %% [markdown]
# ## Run
#
# ### What each head attends to · 5 min
#
# Each small map shows one head on one sentence, but a head’s name must describe its behaviour in many sentences. For
# each pattern we know where a head should attend, and we measure the share of its weight there. A head is named if its
# average share for a pattern is at least half. In the **control** (the same positions where the pattern does not hold),
# the share must stay below half. The orange mark shows the share under uniform attention.

# %%
covered(head_grid(trained, roles, SENTENCE))

# %% [markdown]
# Two of the named heads were guided: a small extra loss trained one to attend from *it* to its noun, and the other, in
# the last cross-attention, to attend to the word being translated. Compare two unguided models:

# %%
with covered():
    for model in (trained, unguided, other_seed):
        model_roles = head_roles(model)
        labelled = [head for head in model_roles.heads if head.label]
        print(f"{model.name}: {len(labelled)} of {len(model_roles.heads)} heads have a name")
        for head in [*labelled, *(head for head in model_roles.heads if head.refuted)]:
            place = f"{head.map}, layer {head.layer + 1}, head {head.head + 1}"
            against = head.controls.get(head.best)
            control = "" if against is None else f"control {against:.2f}"
            refuted = "no name: " * head.refuted
            print(
                f"    {place:28} {refuted + head.best:32} {head.scores[head.best]:.2f}  {control}"
            )

# %% [markdown]
# “No clear pattern” means that none of our patterns matches, not that the head does nothing. **Head pruning** tests
# whether heads matter: Michel et al. (2019) removed most heads of larger models with little loss of quality.
#
# In the unguided model with seed 2, one head links *it* to its noun without any extra loss. With seed 0, no head makes
# this link. The lesson *Attention* shows that most unguided training runs develop no head from *it* to its noun.
#
# Look at the lines with “no name”. In all three models, one head has a high share for “after an earlier copy”. But the
# share is nearly as high where the word has **no** earlier copy. The head attends from the second article of a sentence
# to the subject, even when the two articles differ. Without the control, this head would be misnamed.
#
# ### Concatenation and output projection · 4 min
#
# Each head works in its own **subspace** of d_model / heads dimensions. The head outputs are **concatenated** and
# multiplied by the **output projection** W_O. Vaswani et al. (2017) write this product as *Concat(head₁, …) W_O*. The
# product equals a sum: only d_v rows of W_O multiply the output of head h, and the layer adds up the results.
# (PyTorch’s `nn.Linear` stores the matrix transposed, so these rows are columns of `W_O.weight`, here and in the
# exercise.)

# %%
PATH = "encoder.layers.1.self_attention"
words = trained.task.split(SENTENCE)
seen = answer(trained, trained.source_vocabulary.encode(words))
head_steps, it = steps(trained.model, seen.trace, PATH), words.index("it")
print(
    "“it”: heads concatenated",
    tuple(head_steps.joined[it].shape),
    "  W_O",
    tuple(head_steps.W_O.shape),
)
for head, written in enumerate(head_steps.written[:, it], start=1):
    print(f"head {head} writes a vector of length {written.norm():.2f}")
print(
    f"difference between the sum (heads and bias) and the attention's output: {head_steps.difference:.1e}"
)

# %%
from lessons.heads.figures.head_sum import head_sum

head_sum(trained, SENTENCE).at(layer=2, word=it + 1)

# %% [markdown]
# ### More heads, more parameters? · 1 min
#
# In their lecture slides *Attention and Transformer Networks*, Militsis and Pitas write that heads make it easier to
# add more parameters. Count the parameters of one attention layer, without biases:

# %%
for heads, count in parameters(512, (1, 2, 4, 8, 16)).items():
    print(f"{heads:2} heads of {512 // heads:3} dimensions: {count['weights']:,} parameters")

# %% [markdown]
# The count is always 4 · d_model². With more heads, each head is narrower, and the layer has several attention patterns
# instead of one.
#
# ### Activation patching: which head matters for *it*? · 7 min
#
# A map shows where a head attends, but not how the model uses the result. To find out, replace an activation; this
# method is called **activation patching** (Vig et al. 2020; Meng et al. 2022 call a variant **causal tracing**). Two
# sentences differ in one word: for *too tired* the model writes *il*, and for *too wide* it writes *elle*. We take one
# activation from the second run, write it into the first run, and recompute everything after it. Then we compute the
# logit of *il* minus the logit of *elle*.

# %%
ask(about_patch(trained, SENTENCE.split(), CHANGED.split()))

# %%
covered(patch_map(trained, SENTENCE, CHANGED))

# %% [markdown]
# Drag cells from the upper sentence to the lower one. Then choose *heads*. The next cell shows whether the same heads
# matter in the unguided model.

# %%
with covered():
    for model in (trained, unguided):
        both = [model.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
        patch_question = make_question(model, *both)
        before, other, all_effects = measure_effects(
            model.model, patch_question, sites(model.model, patch_question.inputs)["heads"]
        )
        print(f"{model.name}: {before:.2f}, and {other:.2f} in the other sentence")
        for effect in sorted(all_effects, key=lambda effect: -abs(effect.change))[:3]:
            head = f"{effect.site.probe.removesuffix('.head_output')}, head {effect.site.index + 1}"
            print(f"    {effect.change:+7.2f}   {head}")

# %% [markdown]
# Both models write the same French sentence, but use different heads. In the guided model, one head in each encoder
# layer flips the pronoun; in the unguided model, only one head in the first layer does. (Head numbers are arbitrary.) A
# result for one model need not hold for another.
#
# One check remains: is the answer changed by the new value, or by the patching itself? If we write back the original
# value, the output must not change:

# %%
plain, again = logits_when_rewritten(
    trained.model,
    make_question(
        trained, *[trained.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
    ),
    f"{PATH}.head_output",
)
print("equal in every bit:", torch.equal(plain, again))

# %% [markdown]
# ### In-context copying and induction heads · 9 min · optional
#
# In the **in-context copying** task, a sequence of random characters repeats itself. From the second period on, each
# character has occurred before, and the model must find its earlier copy. These models are attention-only, without
# feed-forward layers.

# %%
ask(about_layers(*(load(name).card for name in COPYING)))

# %%
from lessons.figures.length_curve.periods import period_curve

models = [load(name) for name in COPYING]
covered(period_curve([(model, by_period(model)) for model in models]))

# %%
with covered():
    for model in models:
        print(
            f"{model.name}: {model.card['held_out']['repeated_right']:.1%} right from the second period on"
        )
        for head in head_roles(model).heads:
            print(
                f"    layer {head.layer + 1}, head {head.head + 1}: {head.label or 'no clear pattern':24} best {head.best}, {head.scores[head.best]:.2f}"
            )

# %% [markdown]
# How do two layers solve this task? In the textbook solution, the first layer writes the previous character into each
# position. An **induction head** in the second layer attends to the position whose previous character equals the
# current character, and copies that position’s character (Olsson et al. 2022). But in the list above, no head of the
# first layer is named *previous word*. So we mask some positions in the trained model.

# %%
with covered():
    two_layers = models[0]
    for rule, allowed in {
        "as trained": lambda back: back >= 0,
        "not one back": lambda back: back != 1,
        "not two back": lambda back: back != 2,
        "only one back": lambda back: back == 1,
        "at most two back": lambda back: back <= 2,
    }.items():
        print(f"{rule:20} {first_layer_limited(two_layers, allowed):.0%} right")

# %% [markdown]
# If layer 1 cannot attend one position back, the model fails, as the textbook predicts. If layer 1 can attend only one
# position back, the model fails too, because it also uses positions further back. But this test shows only what a
# *trained* model uses. To test what the task needs, train with the restriction from the start, with three seeds, and
# repeat each run with three times as many steps.

# %%
with covered():
    print(control_text("copying"))

# %% [markdown]
# With a first layer that can attend only one position back, the model also learns the task, so one position is enough,
# as the textbook says. The accuracies vary less across seeds after 5,400 steps than after 1,800.
#
# **A trap.** The third model has one layer and seems as good as the two-layer model, as long as the period is always
# 12. One head is even named an induction head, because the character eleven positions back is the character after the
# earlier copy. With most other periods this model fails. A name is only as reliable as the sentences behind it. The
# head “after an earlier copy” shows the same problem, so also test where the pattern does *not* hold.
#
# ## Read the source · 5 min · optional
#
# This code computes a head’s scores and the cells of the patch map.

# %%
import inspect

from transformer.measure.attention.head_roles import Role
from transformer.measure.attention.patterns import after_copies

for part in (score, Role, after_copies, contributions, measure_effects):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/heads/exercise.py` next to this notebook, write the three functions, and save. The checks
# re-read the file each time and stop at the first failure.

# %%
from lessons.heads.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, the next cell runs your functions on a real model. Your `score` finds the induction heads,
# and your contributions add up to the attention output.

# %%
from lessons.heads.checks import Student

if check().passed:
    mine = Student()
    mine.find()
    copier = load(COPYING[0])
    batch = copier.family.objective.batch(
        copier.task.held_out[:100], (None, copier.target_vocabulary)
    )
    with record(copier.model) as trace:
        copier.family.objective.run(copier.model, batch)
    right = mine.found["after_copies"](batch.target[:, :-1])
    for layer in (0, 1):
        weights = trace.one(f"decoder.layers.{layer}.self_attention.weights")
        print(f"layer {layer + 1}, induction by your score:", mine.found["score"](weights, right))
    layer = copier.model.decoder.layers[1].self_attention
    head_output = trace.one("decoder.layers.1.self_attention.head_output")
    total = mine.found["contributions"](head_output, layer.W_O.weight).sum(1) + layer.W_O.bias
    output = trace.one("decoder.layers.1.self_attention.output")
    off, largest = (total - output).abs().max(), output.abs().max()
    print(f"your contributions and the bias: {off:.1e} away from an output of up to {largest:.1f}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 8 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. Fewer sentences.** Change `count` to 3. *Expect* noisy shares: some heads gain or lose a name by chance.

# %%
count = 300

few = head_roles(trained, trained.task.held_out[:count])
names = [head.label for head in few.heads if head.label]
print(f"{count} sentences: {len(names)} names: {names}")

# %% [markdown]
# **2. A different word.** Change `word` to `"tired"`. *Expect* almost no change, because after the first layer the
# vector at *tired* no longer determines the pronoun.

# %%
word = "it"

both = [trained.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
patch_question = make_question(trained, *both)
place = Site("encoder.layers.0.feed_forward_residual.sum", words.index(word))
before, _, (effect,) = measure_effects(trained.model, patch_question, [place])
print(f"“{word}” after the first layer: from {before:.2f} to {effect.after:.2f}")

# %% [markdown]
# **3. One head, or all four.** Change `heads` to `range(4)`. *Expect* the sum to equal the attention output.

# %%
heads = [0]

head_steps = steps(trained.model, seen.trace, PATH)
part = head_steps.written[list(heads)].sum(0) + head_steps.bias  # (query, d_model)
print(
    f"{len(heads)} of 4 heads: {(part - head_steps.output).norm() / head_steps.output.norm():.0%} of the output is missing"
)

# %% [markdown]
# **4. A different period.** Change `period` to 13. *Expect* the accuracy to fall from nearly 100% to nearly 0%.

# %%
period = 12

(tested,) = by_period(load("induction_fixed"), [period])
print(f"period {period}: {tested.right:.1%} right")

# %% [markdown]
# ## Break · 5 min
#
# An author needs one map per head for a paper, and for each head picks the sentence that best matches a pattern.
# *Before you run the cell:* for how many of the eight encoder heads does the pattern receive at least half of the
# weight in that sentence?

# %%
from lessons.heads.mistakes import MISTAKES
from transformer.measure.attention.patterns import Sentences, patterns

examples = trained.task.held_out[:300]
batch = trained.family.objective.batch(
    examples, (trained.source_vocabulary, trained.target_vocabulary)
)
with record(trained.model) as trace:
    trained.model.encode(batch.source)
wanted = patterns(Sentences(examples, batch.source, batch.source), "source", "source", trained.task)
for layer in (0, 1):
    weights = trace.one(f"encoder.layers.{layer}.self_attention.weights")
    over_all, picked = {}, {}
    for name, right in wanted.items():
        rows = right.any(-1).sum(-1)  # (batch,)
        shown = [n for n in range(len(examples)) if rows[n] >= 2]  # a map needs at least two rows
        over_all[name] = score(weights, right)
        if shown:
            each = [score(weights[n : n + 1], right[n : n + 1]) for n in shown]
            picked[name] = torch.stack(each).amax(0)  # (head,)
    for head in range(4):
        fair = max(over_all, key=lambda name: over_all[name][head])
        best = max(picked, key=lambda name: picked[name][head])
        print(
            f"layer {layer + 1}, head {head + 1}: best sentence “{best}” {picked[best][head]:.2f}"
            f"   all sentences “{fair}” {over_all[fair][head]:.2f}"
        )

# %% [markdown]
# Each of these maps is genuine, but its sentence was hand-picked. When you see a map of a head, ask how its sentence
# was chosen, and in how many other sentences the pattern holds.
#
# The next cell lists common mistakes and the check that finds each:

# %%
for name, mistake in MISTAKES.items():
    print(f"{name:20} ✗ {check(*mistake.code).failed}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer aloud, then read the answers.
#
# 1. When does a head get a name in this lesson?
# 2. Which part of W_O multiplies the output of one head?
# 3. How many parameters, without biases, does one attention layer with d_model = 512 have with 8 and with 16 heads?
# 4. What does activation patching copy, and where to?
# 5. Why must writing back the original value leave every bit of the output unchanged?
# 6. In the textbook solution for in-context copying, what does each layer do? How do you test whether a model can learn
#    this solution?
# 7. Why is a fixed period a bad test?

# %% [markdown]
# ### Answers
#
# 1. On average over held-out sentences, at least half of the head’s weight must be where the pattern predicts. In the
#    control the share must be below half.
# 2. The head’s own d_v rows of W_O multiply its output; in an `nn.Linear` these rows are columns. The product is the
#    head’s contribution.
# 3. The layer has 4 · 512² = 1,048,576 parameters, whether it has 8 heads or 16.
# 4. Patching copies the activation of one head or word from the other sentence into the same position of the same
#    layer.
# 5. If any bit changed, patching itself would change the answer, and no measured effect could be trusted.
# 6. The first layer writes the previous token into each position. The induction head in the second layer attends to the
#    position whose previous token equals the current token, and copies that position’s token. To test this solution,
#    train a model whose first layer attends only one position back. One position is enough, though our trained model
#    uses more positions.
# 7. With a fixed period, one layer can solve the task by attending a constant distance back, and its head is mistaken
#    for an induction head.
#
# Next: the lesson *The Transformer block* adds feed-forward layers, residual connections and layer normalization to
# these heads.
