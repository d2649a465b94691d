# The text and code of the heads lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Heads: what does each head do?
#
# {opening}

# %%
import torch

from lessons.figures.attention_map import attention_map
from lessons.figures.head_grid import head_grid
from lessons.figures.patch_map import patch_map
from lessons.heads import CHANGED, COPYING, LETTERS, SENTENCE
from lessons.heads.prediction import about_layers, about_patch, about_roles
from lessons.kit.prediction import ask, covered
from transformer.attention import MultiHeadAttention
from transformer.measure.answer import answer
from transformer.measure.attention.copying import by_period, first_layer_limited
from transformer.measure.attention.head_roles import head_roles, score
from transformer.measure.attention.head_sum import contributions, parameters, steps
from transformer.measure.attention.patching import Site, effects, question, sites, written_back
from transformer.probe import record
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we only look

trained, unguided = load("english_french"), load("english_french_unguided")
roles = head_roles(trained)

# %% [markdown]
# ## Picture · 2 min
#
# In each layer the attention has several **heads** side by side, and each has a map of its own. Here are those of
# one sentence: press `H` for the next head, `L` for the next layer. Do you see what each of them looks for?

# %%
attention_map(trained, SENTENCE)

# %% [markdown]
# ## Predict · 2 min
#
# Pictures of heads often come with a name: “the head that looks at the previous word”. How many heads have
# such a name?

# %%
ask(about_roles(roles))

# %% [markdown]
# ## Run
#
# ### What each head looks at · 4 min
#
# Each small map is one head on one sentence. A name comes from many sentences: for each pattern we know
# where a head would look, and measure how much of its weight lies there. A head is named if on average at least
# half of its weight lies there. The orange mark is what an even look at all words would score.

# %%
covered(head_grid(trained, roles, SENTENCE))

# %% [markdown]
# Two of the names had help: in training a small extra loss pulled the look of one head from *it* to its noun, and
# that of the last cross-attention to the word that is being translated. Here is also a model that had no help:

# %%
with covered():
    for model, found in ((trained, roles), (unguided, head_roles(unguided))):
        named = [head for head in found.heads if head.label]
        print(f"{model.name}: {len(named)} of {len(found.heads)} heads have a name")
        for head in named:
            place = f"{head.map}, layer {head.layer + 1}, head {head.head + 1}"
            baseline = found.baseline[head.map][head.label]
            print(
                f"    {place:28} {head.label:24} {head.scores[head.label]:.2f}  (even: {baseline:.2f})"
            )

# %% [markdown]
# “No clear pattern” does not mean that a head does nothing. It means that none of our patterns fits.
#
# ### Side by side, × W_O · 4 min
#
# Each head works on d_model / heads numbers of its own. What the heads find is put side by side and
# multiplied by W_O. The paper of 2017 writes this as *Concat(head₁, …) W_O*. The same thing is a sum: head h meets
# only its own d_v rows of W_O, and the attention adds up what the heads write. (PyTorch’s `nn.Linear` keeps the
# matrix transposed: what are rows in the formula are columns of `W_O.weight`, here and in the exercise.)

# %%
PATH = "encoder.layers.1.self_attention"
words = trained.task.split(SENTENCE)
seen = answer(trained, trained.source_vocabulary.encode(words))
found, it = steps(trained.model, seen.trace, PATH), words.index("it")
print("“it”: heads side by side", tuple(found.joined[it].shape), "  W_O", tuple(found.W_O.shape))
for head, written in enumerate(found.written[:, it], start=1):
    print(f"head {head} writes a vector of length {written.norm():.2f}")
print(
    f"sum of the heads and the bias, against the attention's output: {found.difference:.1e} apart"
)

# %%
from lessons.figures.head_sum import head_sum

head_sum(trained, SENTENCE).at(layer=2, word=it + 1)

# %% [markdown]
# ### More heads, more parameters? · 1 min
#
# Militsis and Pitas, in their lecture slides *Attention and Transformer Networks*, write that heads make it easier
# to add more parameters. Count them, in an attention that is built for it:

# %%
for heads, count in parameters(512, (1, 2, 4, 8, 16)).items():
    print(f"{heads:2} heads of {512 // heads:3} numbers: {count['weights']:,} weights")

# %% [markdown]
# Always 4 · d_model². More heads are narrower heads. What they add is several looks instead of one.
#
# ### Which head carries *it*? · 7 min
#
# That a head looks somewhere does not yet say what the look is for. To know what a value does, write another one in
# its place: **activation patching**. Two sentences differ in one word: for *too tired* the model writes *il*, for
# *too wide* it writes *elle*. We take one value from the second run, write it into the first, let everything after
# it run again, and read off the logit of *il* minus that of *elle*.

# %%
ask(about_patch(trained, SENTENCE.split(), CHANGED.split()))

# %%
covered(patch_map(trained, SENTENCE, CHANGED))

# %% [markdown]
# Drag cells from the upper sentence to the lower one. Then choose *heads*. Is it the same in the other model?

# %%
with covered():
    for model in (trained, unguided):
        both = [model.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
        asked = question(model, *both)
        before, given, found = effects(
            model.model, asked, sites(model.model, asked.inputs)["heads"]
        )
        print(f"{model.name}: {before:.2f}, and {given:.2f} in the other sentence")
        for effect in sorted(found, key=lambda one: -abs(one.change))[:3]:
            head = f"{effect.site.probe.removesuffix('.head_output')}, head {effect.site.index + 1}"
            print(f"    {effect.change:+7.2f}   {head}")

# %% [markdown]
# The French is the same, but not the way to it: in the first model one head in each layer of the encoder turns the
# answer, in the second model only one, in the first layer. (Which number a head has means nothing.) What is true of
# one model need not be true of another.
#
# Last, a check: is it the value that changes the answer, or the writing itself? Write back what stood there already,
# and nothing at all may change:

# %%
plain, again = written_back(
    trained.model,
    question(
        trained, *[trained.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
    ),
    f"{PATH}.head_output",
)
print("equal in every bit:", torch.equal(plain, again))

# %% [markdown]
# ### A row that repeats itself · 8 min · further
#
# Here is a task that only a look back can solve: a row of random characters, again and again. From the second round
# on, what comes next stood there before. These models are attention alone, without feed-forward.

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
            f"{model.name}: {model.card['held_out']['repeated_right']:.1%} right from the second round on"
        )
        for head in head_roles(model).heads:
            print(
                f"    layer {head.layer + 1}, head {head.head + 1}: {head.label or 'no clear pattern':24} best {head.best}, {head.scores[head.best]:.2f}"
            )

# %% [markdown]
# How do two layers do it? The textbook says: the first writes into each place which character stood one place
# before; the second, the *induction head*, looks for the place that has the present character written into it, and
# takes what stands there (Olsson et al. 2022). But in the list no head of the first layer gets the name *previous
# word*. So let us test it: the first layer may not look one place back, or not two, or nowhere but one back.

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
# Without the look one place back it is lost, as the textbook says. But that look alone is far from enough: this model
# also uses what stands two and more places back.
#
# **The trap.** The third model has one layer and looks as good as two, as long as the period is always 12. One of
# its heads even gets the name of an induction head: eleven places back stands what came after the earlier
# copy. At most other periods it is lost. What a name is worth depends on the sentences on which it was measured.
#
# ## Read the source · 5 min · further
#
# The score of a head, and the one line behind every cell of the patch map.

# %%
import inspect

from transformer.measure.attention.head_roles import Role
from transformer.measure.attention.patterns import after_copies

for part in (score, Role, after_copies, contributions, effects):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/heads/exercise.py` beside this notebook, write the three functions, and save. The
# checks read the file anew each time. They stop at the first thing that does not hold, and say what they
# saw.

# %%
from lessons.heads.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, use your functions on real models: your score names the heads that copy, and your parts
# add up to what their attention hands on.

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
    given = trace.one("decoder.layers.1.self_attention.head_output")
    total = mine.found["contributions"](given, layer.W_O.weight).sum(1) + layer.W_O.bias
    output = trace.one("decoder.layers.1.self_attention.output")
    off, largest = (total - output).abs().max(), output.abs().max()
    print(f"your parts and the bias: {off:.1e} apart from an output of up to {largest:.1f}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 8 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Fewer sentences.** Change `count` to 3. *Expect* scores that jump: some heads gain a name by accident,
# or lose it.

# %%
count = 300

few = head_roles(trained, trained.task.held_out[:count])
names = [head.label for head in few.heads if head.label]
print(f"{count} sentences: {len(names)} names: {names}")

# %% [markdown]
# **2. Another word.** Change `word` to `"tired"`. *Expect* next to nothing to change: after the first layer, the
# vector at *tired* no longer decides.

# %%
word = "it"

both = [trained.source_vocabulary.encode(text.split()) for text in (SENTENCE, CHANGED)]
asked = question(trained, *both)
place = Site("encoder.layers.0.feed_forward_residual.sum", words.index(word))
before, _, (effect,) = effects(trained.model, asked, [place])
print(f"“{word}” after the first layer: from {before:.2f} to {effect.after:.2f}")

# %% [markdown]
# **3. One head, or all four.** Change `heads` to `range(4)`. *Expect* that the sum is the attention’s output again.

# %%
heads = [0]

found = steps(trained.model, seen.trace, PATH)
part = found.written[list(heads)].sum(0) + found.bias  # (query, d_model)
print(
    f"{len(heads)} of 4 heads: {(part - found.output).norm() / found.output.norm():.0%} of the output is missing"
)

# %% [markdown]
# **4. A fixed period, tested elsewhere.** Change `period` to 13. *Expect* a model that was nearly always right to be
# hardly ever right.

# %%
period = 12

(tested,) = by_period(load("induction_fixed"), [period])
print(f"period {period}: {tested.right:.1%} right")

# %% [markdown]
# ## Break · 5 min
#
# Somebody needs a picture for an article: for each head a map that shows its rule. For each head they choose the
# sentence on which it looks best. *Before you run:* how many of the eight encoder heads reach half on that sentence?

# %%
from lessons.heads.mistakes import MISTAKES
from transformer.measure.attention.patterns import Sentences, patterns

examples = trained.task.held_out[:300]
batch = trained.family.objective.batch(
    examples, (trained.source_vocabulary, trained.target_vocabulary)
)
with record(trained.model) as trace:
    trained.model.encode(batch.source)
asked = patterns(Sentences(examples, batch.source, batch.source), "source", "source", trained.task)
for layer in (0, 1):
    weights = trace.one(f"encoder.layers.{layer}.self_attention.weights")
    over_all, picked = {}, {}
    for name, right in asked.items():
        rows = right.any(-1).sum(-1)  # (batch,)
        shown = [n for n in range(len(examples)) if rows[n] >= 2]  # two rows make a picture
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
# Every map on the left would be real, and no number is invented. Only the sentence was chosen. When you see a picture
# of a head, ask how its sentence was found, and over how many others its rule holds.
#
# The mistakes that people make in the exercise, and the check that finds each:

# %%
for name, mistake in MISTAKES.items():
    print(f"{name:20} ✗ {check(*mistake.code).failed}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer aloud, then look.
#
# 1. When does a head get a name in this lesson?
# 2. Which part of W_O does a single head meet?
# 3. How many weights has the attention of one layer with d_model = 512 and 8 heads? With 16?
# 4. What is written where, when a value is carried over?
# 5. Why must writing back the same value give equal bits?
# 6. What do the two layers of an induction pair do in the textbook, and how did you test it?
# 7. Why is a fixed period a bad test?

# %% [markdown]
# ### Answers
#
# 1. When, over many held-out sentences, at least half of its weight lies on average where the pattern says.
# 2. d_v rows of its own in the formula, which are columns of an `nn.Linear`: what the head found, times these, is
#    what it writes into the output.
# 3. 4 · 512² = 1,048,576, with 8 as with 16.
# 4. The value of one head or one word from the other sentence, at the same place of the same layer.
# 5. Otherwise the writing itself would change the answer, and every effect would be in doubt.
# 6. The first writes into each place which token stood one place before; the second, the induction head, looks for the
#    place that has the present token written into it, and copies what stands there. Test: forbid the first layer that
#    look, and then all others. Our model needs it, and needs places further back as well.
# 7. One layer can solve it by looking a constant distance back, and its head is then mistaken for an
#    induction head.
#
# Next: the lesson *A layer* puts feed-forward, the residual and LayerNorm around these heads, and shows what each
# of them adds.
