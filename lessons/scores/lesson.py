# The text and code of the scores lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Attention scores: How is a query compared with a key?
#
# {opening}

# %%
import math

import torch

from lessons.scores.figures.query_plane import query_plane
from lessons.scores.heads import heads, labels_of
from lessons.scores.measure import query_plane as plane
from transformer.measure.answer import answer
from transformer.measure.attention import touch
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)

# %% [markdown]
# ## Picture · 3 min
#
# This model translates English into French with **scaled dot-product attention**: the *score* of a query and a key is
# q · k / √d_k. One head links *it* to its noun. The figure shows the keys of that head for all words of a sentence
# and the query of *it*, in the plane in which the keys differ most. If you drag the query, the weights and the output
# change. (The app also reruns the model.)

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
words = trained.task.split(SENTENCE)
ids = trained.source_vocabulary.encode(words)
head = heads(trained)["encoder.layers.1.self_attention/1"]
it = head.row(words.index("it"))
labels = labels_of(trained, "source", words, ())
seen = plane.plane(trained, ids, it)
query_plane(trained, ids, it, seen, labels, "it")

# %% [markdown]
# ## Predict · 2 min
#
# Click your answer and read the reply before you continue.

# %%
from lessons.kit.controls import control_text
from lessons.kit.prediction import ask, covered
from lessons.scores.prediction import about_moving

street = seen.keys[words.index("street")].tolist()
result = plane.move_query(trained, ids, it, seen, street)
now, after = (trained.task.join(each.words) for each in (seen.answer, result))
ask(about_moving(now, after, float(result.weights[words.index("street")])))

# %% [markdown]
# ## Run
#
# ### Moving a query to another key · 2 min
#
# We move the query in six steps to the key of *street*. At each step the model runs with only the query changed.

# %%
start = seen.coordinates
with covered():
    for step in range(6):
        place = start + (torch.tensor(street) - start) * step / 5
        result = plane.move_query(trained, ids, it, seen, place.tolist())
        animal, other = (result.weights[words.index(w)].item() for w in ("animal", "street"))
        print(f"animal {animal:.3f}  street {other:.3f}  {trained.task.join(result.words)}")

# %% [markdown]
# *rue* is feminine, and *elle* and *fatiguée* agree with it. Does this head pass the gender of a noun on to *it*?
# This run proves nothing about gender, because in *Modify 3* the row attends to words without gender. The meaning
# “tired” comes from the word *tired*, which we did not change.
#
# Now compute these weights by hand. A score is linear in the query, so a step in the plane changes it by the same
# amount everywhere. While you drag, your browser computes only these weights.

# %%
scores = seen.base + seen.slopes @ torch.tensor(street)  # (key,)
by_hand = scores.softmax(-1)
model = plane.move_query(trained, ids, it, seen, street).weights
print(f"largest difference to the model: {(by_hand - model).abs().max():.0e}")

# %% [markdown]
# ### Seven score functions · 6 min
#
# The dot product is one way to measure how well a query matches a key. Choose a different function: each assigns the
# same four items different weights. The vectors and matrices here are not learned.

# %%
from lessons.scores.figures.score_table import score_table

score_table()

# %% [markdown]
# Requirements of each score:
#
# | score | formula | sizes | learned |
# |---|---|---|---|
# | parameter-free | x · q | equal | nothing, not even keys |
# | dot | q · k | equal | nothing |
# | scaled dot | q · k / √d_k | equal | nothing |
# | general | qᵀ W k | any two | W |
# | concat | v · tanh(W [q; k]) | any two | W, v |
# | additive | v · tanh(W₁ q + W₂ k) | any two | W₁, W₂, v |
# | location | W q | query only | W, one row per position |
#
# *Dot* defines **dot-product attention**, *additive* defines **additive attention**, and *general* is a **bilinear
# score**. The deck *Mining Unstructured Data 12* lists the first six scores and separates concat from additive, as if
# they differed. Try queries with 5 components and keys with 2.

# %%
from transformer.variants.scores import additive, concat, general, location

torch.manual_seed(0)
query, key = torch.randn(3, 5), torch.randn(4, 2)
W_1, W_2, v = torch.randn(6, 5), torch.randn(6, 2), torch.randn(6)
W = torch.cat((W_1, W_2), dim=-1)  # [W₁ W₂], (hidden, 5 + 2)
difference = (concat(query, key, W, v) - additive(query, key, W_1, W_2, v)).abs().max()
print(f"concat − additive: at most {difference:.0e}")
try:
    query @ key.T
except RuntimeError as error:
    print("dot:", str(error)[:68])
print("general:", tuple(general(query, key, torch.randn(5, 2)).shape))

# %% [markdown]
# Concat and additive are the same function. A score is one number, so v is a vector, not a matrix.
#
# **Every head contains a *general* (bilinear) score.** It computes (W_Q x + b_Q) · (W_K y + b_K), where x and y are the
# vectors of two words. The main part of this product is xᵀ (W_Qᵀ W_K) y, a general score whose W is a product of two
# thin matrices. The biases add b_Qᵀ W_K y, which favours the same keys for every query, and two terms, equal for all
# keys, that the softmax ignores. The next cell checks this in the trained head.

# %%
layer = trained.model.encoder.layers[1].self_attention
d_k = layer.W_Q.weight.shape[0] // layer.heads  # 16
W_Q, W_K, b_Q = (  # of the first head: (d_k, d_model) twice, and (d_k,)
    part[:d_k].detach() for part in (layer.W_Q.weight, layer.W_K.weight, layer.W_Q.bias)
)
of_the_head = W_Q.T @ W_K  # (d_model, d_model)
print(
    f"W_Qᵀ W_K is {tuple(of_the_head.shape)} and has rank {torch.linalg.matrix_rank(of_the_head)}"
)
trace = answer(trained, ids).trace
(x,) = trace.one("encoder.layers.1.attention_residual.normed")  # its input, (word, d_model)
as_general = general(x, x, of_the_head) + x @ W_K.T @ b_Q  # (query, key)
away = (as_general / math.sqrt(d_k)).softmax(-1) - trace.one(f"{it.path}.weights")[0, it.head]
print(f"weights by the general score − the head's own: at most {away.abs().max():.0e}")

# %% [markdown]
# ### Soft lookup in a dictionary · 5 min · optional
#
# What do the names *query*, *key* and *value* mean? Vitay’s deck compares attention with a Python dictionary. It
# shows `tel['jacky'] # 4098` although *jacky* is missing; Python would raise an error. A **soft lookup** compares the
# query with every key and divides the scores by a **temperature**. The better a key matches, the larger the weight of
# its value. Each name becomes a vector of its letter counts, scaled to length 1.

# %%
from lessons.scores import DICTIONARY
from lessons.scores.measure.soft_lookup import letter_vectors, lookup_answers, soft_lookup
from lessons.scores.prediction import about_heat

try:
    print(DICTIONARY["jacky"])
except KeyError as error:
    print("KeyError:", error)
ask(about_heat(lookup_answers(DICTIONARY, "jacky"), DICTIONARY))

# %%
names = letter_vectors([*DICTIONARY])  # (name, 26)
numbers = torch.tensor([[float(n)] for n in DICTIONARY.values()])  # (name, 1)
with covered():
    for temperature in (0.01, 0.3, 1.0, 10.0, 100.0):
        mixture = soft_lookup(letter_vectors(["jacky"]), names, numbers, temperature)
        print(f"temperature {temperature:6}: {mixture.item():.1f}")

# %% [markdown]
# At a low temperature the lookup is a dictionary that tolerates spelling mistakes. At a high temperature it
# returns the mean of all values. Attention is a soft lookup at temperature √d_k:

# %%
from transformer.attention import attention

query, key, value = torch.randn(3, 8), torch.randn(5, 8), torch.randn(5, 4)
same = soft_lookup(query, key, value, math.sqrt(8)) - attention(query, key, value)
print(f"soft_lookup at √8 − attention: at most {same.abs().max():.0e}")

# %% [markdown]
# The dot product of two vectors of length 1 is the cosine of the angle between them (**cosine similarity**) and lies
# between −1 and 1. If a head divided cosines by √d_k, no weight in a row could be more than e^(2 / √d_k) times
# another, so attention would be nearly uniform.

# %%
print(f"cosine, d_k {d_k}: no weight more than {math.exp(2 / math.sqrt(d_k)):.2f} times another")
own = trace.one(f"{it.path}.weights")[0, it.head, it.row]  # (word,) of “it”
print(f"the row of “it” in the model: {own.max() / own.min():,.0f} times")

# %% [markdown]
# The missing part is a **learned temperature**: a factor that each head learns. With this factor, the cosine works as
# well as the dot product. This method is **QK-norm** (Henry et al. 2020); several current language models use it. The
# control experiment trains models on *reverse* with each scoring function and three seeds:

# %%
print(control_text("scaling", "divided, rate 0.01", "cosine, learned factor"))

# %% [markdown]
# ### Why the division by √d_k · 9 min
#
# Take queries and keys with d_k independent random components, each with mean 0 and variance 1. Their dot product is
# a sum of d_k products with variance 1 each, so its variance is d_k. *Entropy* measures how evenly a row spreads its
# weight: it is 0 nats if one of 64 words gets all the weight, and ln 64 = 4.16 nats if all words get equal weights.
# How do unscaled scores change the entropy and the gradients?

# %%
from lessons.scores.figures.root_d import root_d
from lessons.scores.measure.root_d import sample_draws
from lessons.scores.prediction import about_gradient

ask(about_gradient(sample_draws()))

# %%
from lessons.scores.measure.root_d import KEYS, ROWS, SEED

with covered():
    print(
        f"{ROWS} rows of {KEYS} keys for each d_k, seed {SEED}; in each pair: not divided, divided"
    )
    print(" d_k       entropy      ∂w/∂s median       ∂w/∂s mean     |Jacobian|      at the query")
    for draw in sample_draws():
        a, b = draw.plain, draw.divided
        print(
            f"{draw.d_k:4} {a.entropy:8.2f} {b.entropy:5.2f} {a.median:10.0e} {b.median:7.0e}"
            f" {a.mean:9.4f} {b.mean:6.4f} {a.jacobian:8.2f} {b.jacobian:5.2f} {a.query:10.2f} {b.query:5.2f}"
        )
covered(root_d())

# %% [markdown]
# According to Militsis and Pitas, the division avoids *exploding* gradients. Vaswani et al. (2017, section 3.2.1)
# *suspect* the opposite, **saturation of the softmax**: large dot products leave almost no gradient. Compare the
# columns.
#
# - **The median vanishes.** The derivative of a weight with respect to its own score is w (1 − w). Most of the 64
#   weights are nearly 0, so the median belongs to an unused weight.
# - **The mean falls by a factor of about ten**, but the norm of the whole Jacobian rises until d_k = 16.
# - **The gradient at the query grows.** The division multiplies the gradient by 1/√d_k on its way to the query.
#   Without the division, the gradients at the query and the keys are 5 to 10 times as large.
#
# With unscaled scores, attention therefore starts almost one-hot, on a random key. A few weights get large, noisy
# gradients; most get none. The real recipe shows the same effect before the first step, in the gradients of
# W_Q and W_K:

# %%
from transformer.training import Training, build
from transformer.training.recipes import RECIPES

task = load("reverse").task
for name in ("reverse", "reverse_without_scaling"):
    recipe, norms = RECIPES[name], {}
    training = Training(build(task, 0, **recipe.sizes), task, recipe.settings)
    training.step()
    shortened = max(1.0, training.norm / recipe.settings.clip)  # undo the gradient clipping
    for parameter_name, parameter in training.model.named_parameters():
        if parameter_name.endswith(("W_Q.weight", "W_K.weight")):
            place = parameter_name.replace(".layers.0", "").rsplit(".", 2)[0]
            norms[place] = math.hypot(norms.get(place, 0.0), shortened * parameter.grad.norm())
    print(f"{name:24}", *(f"{place} {norm:.2f}" for place, norm in norms.items()), sep="  ")

# %% [markdown]
# At the start, the unscaled model’s gradients are about twice as large as the scaled model’s. Why does its training
# fail at a learning rate of 0.01? The control experiment distinguishes the reasons:

# %%
print(control_text("scaling"))

# %% [markdown]
# At a third of this rate, the unscaled model learns the task, but more slowly. A model whose *first* scores
# are those of the scaled model still fails at 0.01. So a saturated softmax at the start does not explain the
# failure: **the learning rate does not suit unscaled scores.** One Adam step changes unscaled scores √d_k times as much
# as scaled scores.
#
# The lesson *Attention* performs the division by hand.
#
# **Which d is under the root?** *Mining Unstructured Data 12* divides by √d, two slides after stating two sizes: 512
# for an embedding, 64 for a query or key. The correct d is d_k: √64 = 8. The deck follows Alammar (*The Illustrated
# Transformer*, 2018), whose first two scores are 112 and 96:

# %%
two = torch.tensor([112.0, 96.0])
print("÷ √64 ", (two / math.sqrt(64)).softmax(-1))
print("÷ √512", (two / math.sqrt(512)).softmax(-1))

# %% [markdown]
# ### Overwriting a weight: a causal intervention · 9 min
#
# In the trained head, overwrite the weight that *it* gives to *street*. The other weights share the rest in
# proportion, and the model continues with this row. This **causal intervention** changes one value and measures the
# effect.

# %%
before = touch.effects_of_row(trained, ids, it)
for weight in (0.0, 0.5, 0.9):
    after = touch.touched(trained, ids, it, words.index("street"), weight, before)
    print(f"street {weight}: log p {after.change:+.2f}  {trained.task.join(after.words)}")

# %% [markdown]
# **log p** is the logarithm of the probability that the model assigns to its original answer: a change of −0.7 halves
# this probability. Every attention map raises one question: does the answer depend on the words with the largest
# weights?

# %%
from lessons.scores.figures.touched_row import touched_row
from lessons.scores.prediction import about_brightest

picture = touched_row(trained, ids, it, before, labels, "it")
ask(about_brightest(words, before))

# %%
covered(picture)

# %% [markdown]
# The figure shows four bars per word. The first two bars describe this row: the weight of the word, and the length of
# the vector that the row takes from it (weight × ‖value‖). Kobayashi et al. (2020) measure that vector after W_O,
# which combines the heads. The other two bars measure how the answer changes when only this row ignores the word
# (*removed from this row*), and when all rows in all heads and layers do (*removed everywhere*). The other words
# share the removed weight, and the model reprocesses its own answer.
#
# The *brightest* word of a row has the largest weight. How often does the *whole answer* depend most on this word?
# (For the whole answer, the most influential word is the same in every row.) How often does removing the brightest
# word from *this row* change the answer most? The second question favours the weights, because a word with weight 0
# cannot matter in that row. The next cell counts all encoder rows of two models and two sentences. A row *matters* if
# removing some word from it changes log p by more than 0.05.

# %%
from lessons.scores.measure.brightest import MATTERS, brightest


def encoder_rows(model, count):
    """Return all rows of all encoder heads, for a sentence of `count` words."""
    self_heads = [head for head in heads(model).values() if head.rows == head.columns == "source"]
    return [head.row(row) for head in self_heads for row in range(count)]


GUITAR = "the guitar does not fit in the suitcase because it is too small"
counts = {}
for name in ("english_french", "english_french_unguided"):
    other = load(name)
    for text in (SENTENCE, GUITAR):
        read = other.source_vocabulary.encode(other.task.split(text))
        counts[name, text] = brightest(other, read, encoder_rows(other, len(read)))
with covered():
    print(f"(A row matters above {MATTERS}.) The brightest word is the most influential one …")
    for (name, text), count in counts.items():
        print(f"{name:23} “{text[:10]}…”, {count.rows:3} rows:"
              f" for the whole answer in {count.everywhere:2} (by chance {count.rows / count.words:.0f}),"
              f" in its row in {count.here}; of the {count.matter} that matter, in {count.matter_here}")  # fmt: skip

# %% [markdown]
# A row does not show what the whole answer depends on: in three of the four cases, its brightest word is the most
# influential one hardly more often than by chance. Within its own row, the brightest word is the most influential one
# in about half of all rows, and in nearly all of the few rows that matter. So where a row matters, its weights show
# what it was used for. The weights do not show *which* rows matter:

# %%
with covered():
    for (name, text), count in counts.items():
        spared = count.sure - count.sure_matter
        print(f"{name:23} “{text[:10]}…”: {count.sure} rows give one word more than half of their weight;"
              f" {spared} of them do not matter")  # fmt: skip

# %% [markdown]
# You can remove any word from most of these sharp rows, and the answer hardly changes. A word reaches the output in
# many ways: through other rows, other heads, and the residual connection, which attention maps omit. Weights are part
# of a real computation and suggest a cause, but only changing the row can confirm it. The literature debates this:
# “Attention is not Explanation” (Jain and Wallace 2019) and “Attention is not not Explanation” (Wiegreffe and Pinter
# 2019).

# %% [markdown]
# ## Read the source · 4 min · optional
#
# These functions compute the scores and change a row while the model runs.

# %%
import inspect

for part in (general, concat, additive, location, touch.overwritten):
    print(inspect.getsource(part))

# %%
for part in (touch.each_removed, touch.effects_here):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Open `lessons/scores/exercise.py` next to this notebook, fill in `general`, then `additive` and `soft_lookup`, and
# save. The checks re-read the file each time and stop at the first failure.

# %%
from lessons.scores.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, compute the output of the head with your own lookup:

# %%
from lessons.scores.checks import Student

if check().passed:
    student = Student()
    student.find()
    trace = answer(trained, ids).trace
    q, k, x = (trace.one(f"{it.path}.{name}")[0, it.head] for name in ("query", "key", "value"))
    mine = student.soft_lookup(q, k, x, math.sqrt(d_k))
    real = trace.one(f"{it.path}.head_output")[0, it.head]
    print(f"your lookup − the head's output: at most {(mine - real).abs().max():.0e}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 9 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A shorter query.** Change `factor` to `0.1`. *Expect* the same brightest word but a nearly uniform row, because
# the length of a query acts like an inverse temperature.

# %%
factor = 1.0

query_of_it = answer(trained, ids).trace.one(f"{it.path}.query")[0, it.head, it.row]
keys_of_it = answer(trained, ids).trace.one(f"{it.path}.key")[0, it.head]
row = (factor * query_of_it @ keys_of_it.T / math.sqrt(d_k)).softmax(-1)
print(words[int(row.argmax())], f"{row.max():.3f}")

# %% [markdown]
# **2. Without the tanh.** Change `squash` to `lambda x: x`. *Expect* the same weights for every query. Without the
# tanh, v · (W₁ q + W₂ k) is a number from the query plus a number from the key. A softmax over the keys ignores the
# first number, because it is the same for all keys.

# %%
squash = torch.tanh

queries, keys = torch.linspace(-1, 1, 10).view(2, 5), torch.linspace(-1, 1, 8).view(4, 2)
pairs = (queries @ W_1.T)[:, None] + (keys @ W_2.T)[None]  # (query, key, hidden)
shares = (squash(pairs) @ v).softmax(-1)  # (query, key)
print(f"the two rows differ by at most {(shares[0] - shares[1]).abs().max():.3f}")

# %% [markdown]
# **3. A different word.** Change `attended` to `"not"`. *Expect* `elle` again, although *not* is not feminine. Then try
# `"did"`: *il* stays, although *did* is not masculine. So `elle` after *street* does not prove that the head passed
# on a gender, only that the pronoun depends on this row. A forced row outputs a vector that never occurred in
# training.

# %%
attended = "street"

forced = touch.touched(trained, ids, it, words.index(attended), 0.999, before)
print(f"log p {forced.change:+.2f}  {trained.task.join(forced.words)}")

# %% [markdown]
# **4. A model without guided attention.** Change `name` to `"english_french_unguided"`. *Expect* no effect from
# removing *because* or *it*. This model translates just as well without these words, although some of its rows give
# *it* the largest weight.

# %%
name = "english_french"

other = load(name)
effects = touch.effects_of_row(other, ids, it)
print({w: round(effects.effects[words.index(w)].item(), 2) for w in ("animal", "because", "it")})

# %% [markdown]
# ## Break · 6 min
#
# A friend proposes a better measurement: *“You take a word out of a row and run the whole model again. I need only
# the row: I measure how much the output of **the head** changes. Now the brightest word is nearly always the most
# influential word. Attention explains the model!”*


# %%
def moves_head(answer, at, row):
    """Return how far the output of the head moves when the row no longer attends to each word, (key,)."""
    value = answer.trace.one(f"{at.path}.value")[0, at.head]  # (key, d_v)
    whole = row @ value
    return torch.stack(
        [(touch.overwritten(row, k, 0.0) @ value - whole).norm() for k in range(len(row))]
    )


moved = 0
for at in encoder_rows(trained, len(words)):
    row = touch.probed(before.answer, at, "weights")[at.head, at.row]  # (key,)
    moved += int(row.argmax() == moves_head(before.answer, at, row).argmax())
first = counts["english_french", SENTENCE]
print(f"measured on the head's output: {moved} of {first.rows}")
print(f"measured on the answer:        {first.here} of {first.rows}")

# %% [markdown]
# *Before you continue:* what is the output of a head computed from?
#
# The output is the sum of weight × value. If you remove a word with a large weight, that sum must change: **the
# measurement presupposes what it is meant to show.** The result would look just as good for a head whose output is
# never used. Try both measurements on a row in which *it* has the largest weight, in the model that ignores *it*:

# %%
unguided = load("english_french_unguided")
at = touch.Row("encoder.layers.1.self_attention", 2, words.index("was"))
measured = touch.effects_of_row(unguided, ids, at)
at_it = words.index("it")
print(
    f"weight of it: {measured.weights[at_it]:.2f}, the largest of the row is {measured.weights.max():.2f}"
)
print(f"the head's output moves by {moves_head(measured.answer, at, measured.weights)[at_it]:.2f}")
print(f"log p of the answer changes by {measured.here[at_it]:.3f} without it in this row,")
print(f"    and by {measured.effects[at_it]:.3f} without it everywhere")

# %% [markdown]
# The output of the head changes, but the answer does not. Measure what you want to explain.
#
# Common mistakes in this exercise, and what each check says:

# %%
from lessons.scores.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:36} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. A query has 1,000 components, and each key has 600. Which of the seven scores can you compute?
# 2. Why are concat and additive the same function?
# 3. Which score ignores the keys, and which texts can this score not handle?
# 4. Queries and keys have 64 components, each with variance 1. What is the variance of their dot product before and
#    after the division by √d_k?
# 5. Without the division by √d_k, is the gradient at the query smaller or larger? What happens to the derivative of
#    the median weight?
# 6. At which temperature is a soft lookup a dictionary, and at which is it attention?
# 7. A row gives a word a weight of 0.99. What do you know about its importance for the answer?

# %% [markdown]
# ### Answers
#
# 1. General, concat and additive work. Location also works, because it ignores the keys.
# 2. Concat and additive agree because W [q; k] = W₁ q + W₂ k when W = [W₁ W₂].
# 3. The location score cannot handle a text with more positions than W has rows.
# 4. The variance is 64 before and 1 after the division.
# 5. The gradient is larger, by a factor of 5 to 10 for the usual sizes. The derivative of the median weight vanishes,
#    because most weights are nearly 0.
# 6. The lookup is a dictionary at temperatures near 0, and attention at √d_k.
# 7. You know only what this row takes from the word. Remove the word from this row, then from all rows, and compare
#    the answers.
#
# Next: a score compares two vectors and ignores their positions. The lesson *Positional encoding* shows how models
# encode positions. Or train a model with a different score: `python -m transformer.training reverse --set
# attention=general`.
