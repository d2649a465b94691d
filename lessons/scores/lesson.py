# The text and code of the scores lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Scores: what makes two vectors match?
#
# {opening}

# %%
import math

import torch

from lessons.figures.query_plane import query_plane
from lessons.scores.heads import heads, words_of
from transformer.measure.answer import answer
from transformer.measure.attention import query_plane as plane
from transformer.measure.attention import touch
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)

# %% [markdown]
# ## Picture · 3 min
#
# A model that translates English into French. One of its heads links *it* to its noun. Here are the keys
# of that head for all words of a sentence, and the query of *it*, in the plane in which the keys differ
# most. Drag the query: weights and output follow. (In the app the model also writes anew.)

# %%
trained = load("english_french")
SENTENCE = "the animal did not cross the street because it was too tired"
words = trained.task.split(SENTENCE)
ids = trained.source_vocabulary.encode(words)
head = heads(trained)["encoder.layers.1.self_attention/1"]
it = head.row(words.index("it"))
labels = words_of(trained, "source", words, ())
seen = plane.plane(trained, ids, it)
query_plane(trained, ids, it, seen, labels, "it")

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply.

# %%
from lessons.kit.prediction import ask, covered
from lessons.scores.prediction import about_moving

street = seen.keys[words.index("street")].tolist()
found = plane.moved(trained, ids, it, seen, street)
now, after = (trained.task.join(each.words) for each in (seen.answer, found))
ask(about_moving(now, after, float(found.weights[words.index("street")])))

# %% [markdown]
# ## Run
#
# ### A query on its way · 2 min
#
# From where the model has it to the key of *street*, in six steps. At each the model itself runs, with
# the query replaced while it runs: nothing else is touched.

# %%
start = seen.coordinates
with covered():
    for step in range(6):
        place = start + (torch.tensor(street) - start) * step / 5
        found = plane.moved(trained, ids, it, seen, place.tolist())
        animal, other = (found.weights[words.index(w)].item() for w in ("animal", "street"))
        print(f"animal {animal:.3f}  street {other:.3f}  {trained.task.join(found.words)}")

# %% [markdown]
# *rue* is feminine, and *elle* and *fatiguée* agree with it. It is tempting to say that this head carries the
# gender of a noun to *it*. Is that shown? *Modify 3* forces the row on words that have no gender. That
# somebody is tired is said by *tired*, which nobody has touched.
#
# The same weights by hand. A score is linear in the query, so a step in the plane adds the same to it
# wherever you are. This is all that the browser computes while you drag; a test holds it to the model.

# %%
scores = seen.base + seen.slopes @ torch.tensor(street)  # (key,)
by_hand = scores.softmax(-1)
model = plane.moved(trained, ids, it, seen, street).weights
print(f"largest difference to the model: {(by_hand - model).abs().max():.0e}")

# %% [markdown]
# ### Seven scores · 6 min
#
# The dot product is one way to say how well a query fits a key. Choose another one; each gives other
# weights to the same four items. Numbers and matrices are given here, not learned.

# %%
from lessons.figures.score_table import score_table

score_table()

# %% [markdown]
# What each one needs:
#
# | score | formula | sizes | learned |
# |---|---|---|---|
# | parameter-free | x · q | equal | nothing, not even keys |
# | dot | q · k | equal | nothing |
# | scaled dot | q · k / √d_k | equal | nothing |
# | general | qᵀ W k | any two | W |
# | concat | v · tanh(W [q; k]) | any two | W, v |
# | additive | v · tanh(W₁ q + W₂ k) | any two | W₁, W₂, v |
# | location | W q | of the query alone | W, a row for each place |
#
# The deck *Mining Unstructured Data 12* lists the first six and gives concat and additive a line each, as
# if they were two. Try it: queries of 5 numbers, keys of 2.

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
# One function, written twice. v is a vector in it, not a matrix: a score is one number.
#
# **And general?** A head multiplies (W_Q x + b_Q) with (W_K y + b_K), where x and y are the vectors of two
# words. Multiplied out, its main part is xᵀ (W_Qᵀ W_K) y: a general score, whose W is a product of two thin
# matrices. The biases add b_Qᵀ W_K y, which favours some keys whoever asks, and two terms that are the same
# for all keys: the softmax does not see them. In the trained head:

# %%
layer = trained.model.encoder.layers[1].self_attention
d_k = layer.W_Q.weight.shape[0] // layer.heads  # 16
W_Q, W_K, b_Q = (  # of its first head: (d_k, d_model) twice, and (d_k,)
    part[:d_k].detach() for part in (layer.W_Q.weight, layer.W_K.weight, layer.W_Q.bias)
)
of_the_head = W_Q.T @ W_K  # (d_model, d_model)
print(
    f"W_Qᵀ W_K is {tuple(of_the_head.shape)} and has rank {torch.linalg.matrix_rank(of_the_head)}"
)
trace = answer(trained, ids).trace
(x,) = trace.one("encoder.layers.1.attention_residual.normed")  # what it reads, (word, d_model)
as_general = general(x, x, of_the_head) + x @ W_K.T @ b_Q  # (query, key)
away = (as_general / math.sqrt(d_k)).softmax(-1) - trace.one(f"{it.path}.weights")[0, it.head]
print(f"weights by the general score − the head's own: at most {away.abs().max():.0e}")

# %% [markdown]
# ### A dictionary that always answers · 5 min · further
#
# Why *query*, *key* and *value*? Vitay's deck compares attention with a Python dictionary. It prints
# `tel['jacky'] # 4098`, though *jacky* is not in it; Python is stricter than that. A *soft* lookup compares
# what is asked with every key, and the better a key fits, the larger the share of its value. Here each name
# becomes a vector: how often each letter stands in it, scaled to length 1.

# %%
from lessons.scores import DICTIONARY
from lessons.scores.prediction import about_heat
from transformer.measure.attention.soft_lookup import answers, letters, soft_lookup

try:
    print(DICTIONARY["jacky"])
except KeyError as error:
    print("KeyError:", error)
ask(about_heat(answers(DICTIONARY, "jacky"), DICTIONARY))

# %%
names = letters([*DICTIONARY])  # (name, 26)
numbers = torch.tensor([[float(n)] for n in DICTIONARY.values()])  # (name, 1)
with covered():
    for temperature in (0.01, 0.3, 1.0, 10.0, 100.0):
        found = soft_lookup(letters(["jacky"]), names, numbers, temperature)
        print(f"temperature {temperature:6}: {found.item():.1f}")

# %% [markdown]
# At a low temperature it is a dictionary that forgives a spelling mistake, at a high one the mean of all
# values. Attention is a soft lookup at the temperature √d_k:

# %%
from transformer.attention import attention

query, key, value = torch.randn(3, 8), torch.randn(5, 8), torch.randn(5, 4)
same = soft_lookup(query, key, value, math.sqrt(8)) - attention(query, key, value)
print(f"soft_lookup at √8 − attention: at most {same.abs().max():.0e}")

# %% [markdown]
# Vectors of length 1 have the *cosine* of their angle as dot product. Would a head do better with the cosine
# throughout? It lies between −1 and 1, so after the division by √d_k no weight of a row could be more than
# e^(2 / √d_k) times another: every row would be nearly even. A head makes a row sharp by longer queries and
# keys, and the cosine throws their lengths away.

# %%
print(f"cosine, d_k {d_k}: no weight more than {math.exp(2 / math.sqrt(d_k)):.2f} times another")
own = trace.one(f"{it.path}.weights")[0, it.head, it.row]  # (word,) of “it”
print(f"the row of “it” in the model: {own.max() / own.min():,.0f} times")

# %% [markdown]
# ### Why ÷ √d_k · 7 min
#
# Why divide by just that? Draw queries and keys of d_k numbers, independently, each with mean 0 and variance 1.
# Their dot product is a sum of d_k products with variance 1 each, so its variance is d_k. What becomes of the
# weights? *Entropy* says how evenly a row shares them out: 0 nats if one of 64 words gets everything, ln 64 = 4.16
# if all get the same. The *gradient* of a weight is how much it changes when its own score changes a little.

# %%
from lessons.figures.root_d import root_d
from lessons.scores.prediction import about_gradient
from transformer.measure.attention.root_d import drawn

ask(about_gradient(drawn()))

# %%
from transformer.measure.attention.root_d import KEYS, ROWS, SEED

with covered():
    print(f"{ROWS} rows of {KEYS} keys for each d_k, seed {SEED}")
    print(" d_k   variance   entropy   largest   gradient     divided: entropy   gradient")
    for one in drawn():
        a, b = one.plain, one.divided
        print(
            f"{one.d_k:4} {a.variance:10.2f} {a.entropy:9.2f} {a.largest:9.2f} {a.gradient:10.0e}"
            f" {b.entropy:20.2f} {b.gradient:10.1e}"
        )
covered(root_d())

# %% [markdown]
# Militsis and Pitas say that the division avoids *exploding* gradients. It avoids **vanishing** ones. The
# gradient of a weight by its own score is weight · (1 − weight), which is at most 1/4 and nearly 0 for a
# weight that is nearly 0 or 1. With large scores nearly all of them are. (Vaswani et al. 2017 *suspect* it in
# section 3.2.1: large products push the softmax to where its gradients are extremely small.)
#
# The same step on small numbers, with and without the division, is in the attention lesson, by hand.
#
# **Which d is under the root?** *Mining Unstructured Data 12* divides by √d, two slides after it gave two
# sizes: 512 for an embedding, 64 for a query or key. The d is d_k, the size of a query or key: √64 = 8.
# The deck follows Alammar (*The Illustrated Transformer*, 2018), whose first two scores are 112 and 96:

# %%
two = torch.tensor([112.0, 96.0])
print("÷ √64 ", (two / math.sqrt(64)).softmax(-1))
print("÷ √512", (two / math.sqrt(512)).softmax(-1))

# %% [markdown]
# ### Touch a weight · 9 min
#
# Back to the trained head. Overwrite the weight that *it* gives to *street*; the others share what is
# left, as they did before, and the model goes on with that row.

# %%
before = touch.seen(trained, ids, it)
for weight in (0.0, 0.5, 0.9):
    after = touch.touched(trained, ids, it, words.index("street"), weight, before)
    print(f"street {weight}: log p {after.change:+.2f}  {trained.task.join(after.words)}")

# %% [markdown]
# **log p** is the logarithm of the probability that the model gives to its own first answer: −0.7 halves
# it. Now the question behind every picture of attention: are the words that a row looks at those that
# the answer depends on?

# %%
from lessons.figures.touched_row import touched_row
from lessons.scores.prediction import about_brightest

picture = touched_row(trained, ids, it, before, labels, "it")
ask(about_brightest(words, before))

# %%
covered(picture)

# %% [markdown]
# Four bars a word. The first two are about this row: its weight, and how long the vector is that it takes
# (weight × ‖value‖; Kobayashi et al. 2020 measure that vector after W_O, the matrix that puts the heads of a
# layer together). The other two are measured on the answer. *Word out of this row*: only this row no longer
# looks at it. *Word out everywhere*: nobody does, in any head or layer. The row shares its weight among the
# other words, and the model reads its own answer again.
#
# So there are two questions about the brightest word of a row, the one with the largest weight. How often does
# the *whole answer* depend on it most? (On which word it does is the same for every row.) And how often is it
# the one that changes the answer most when it is taken out of *this row*? The second question favours the
# weights: a word that gets none cannot matter in that row. Here are all rows of all encoder heads, for two
# models and two sentences. A row *matters* if some word, taken out of it, changes log p by more than 0.05.

# %%
from transformer.measure.attention.brightest import MATTERS, brightest


def encoder_rows(model, count):
    """Every row of every encoder head, for a sentence of so many words."""
    found = [one for one in heads(model).values() if one.rows == one.columns == "source"]
    return [one.row(row) for one in found for row in range(count)]


GUITAR = "the guitar does not fit in the suitcase because it is too small"
counts = {}
for name in ("english_french", "english_french_unguided"):
    other = load(name)
    for text in (SENTENCE, GUITAR):
        read = other.source_vocabulary.encode(other.task.split(text))
        counts[name, text] = brightest(other, read, encoder_rows(other, len(read)))
with covered():
    print(f"(A row matters above {MATTERS}.) The brightest word is the most influential one …")
    for (name, text), one in counts.items():
        print(f"{name:23} “{text[:10]}…”, {one.rows:3} rows:"
              f" for the whole answer in {one.everywhere:2} (by chance {one.rows / one.words:.0f}),"
              f" in its row in {one.here}; of the {one.matter} that matter, in {one.matter_here}")  # fmt: skip

# %% [markdown]
# What the whole answer depends on cannot be read off a row: in three of the four lines the brightest word is
# that one hardly more often than by chance. In its own row it is the most influential word in about half of all
# rows, and in nearly all of the few rows that matter. So where a row matters, its weights do say what it was
# used for. *Which* rows matter, they do not say:

# %%
with covered():
    for (name, text), one in counts.items():
        spared = one.sure - one.sure_matter
        print(f"{name:23} “{text[:10]}…”: {one.sure} rows give one word more than half of their weight;"
              f" {spared} of them do not matter")  # fmt: skip

# %% [markdown]
# From most of these sure rows any word can be taken away, and the answer hardly notices. A word reaches the
# output in many ways: through other rows, other heads, and the residual, which no picture of attention shows.
# So weights, real numbers of a real computation, tell where to look for a *why*. Whether it is one, only a
# change of the row tells.

# %% [markdown]
# ## Read the source · 4 min · further
#
# The scores, and how a row is changed while the model runs.

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
# Your turn. Open `lessons/scores/exercise.py` beside this notebook, fill in `general`, then `additive`
# and `soft_lookup`, and save. The checks read the file anew each time, and stop at the first thing that
# does not hold.

# %%
from lessons.scores.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, let the head of the picture use your lookup:

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
# ## Modify · 9 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. A shorter query.** Change `factor` to `0.1`. *Expect* the same word at the top, and a row that is
# nearly even: the length of a query is a temperature, too.

# %%
factor = 1.0

query_of_it = answer(trained, ids).trace.one(f"{it.path}.query")[0, it.head, it.row]
keys_of_it = answer(trained, ids).trace.one(f"{it.path}.key")[0, it.head]
row = (factor * query_of_it @ keys_of_it.T / math.sqrt(d_k)).softmax(-1)
print(words[int(row.argmax())], f"{row.max():.3f}")

# %% [markdown]
# **2. Without the tanh.** Change `squash` to `lambda x: x`. *Expect* the same weights for every query:
# without the tanh, v · (W₁ q + W₂ k) is a sum of a number of the query and a number of the key, and a
# softmax over the keys does not see what is the same for all of them.

# %%
squash = torch.tanh

queries, keys = torch.linspace(-1, 1, 10).view(2, 5), torch.linspace(-1, 1, 8).view(4, 2)
pairs = (queries @ W_1.T)[:, None] + (keys @ W_2.T)[None]  # (query, key, hidden)
shares = (squash(pairs) @ v).softmax(-1)  # (query, key)
print(f"the two rows differ by at most {(shares[0] - shares[1]).abs().max():.3f}")

# %% [markdown]
# **3. Another word.** Change `given` to `"not"`. *Expect* `elle` once more, although *not* carries no feminine.
# Then try `"did"`: *il* stays, although *did* carries no masculine. So `elle` after *street* does not prove that
# the head handed on a gender. What is shown is less: the pronoun depends on what this row holds. A row
# that is overwritten by force holds something that training never met.

# %%
given = "street"

forced = touch.touched(trained, ids, it, words.index(given), 0.999, before)
print(f"log p {forced.change:+.2f}  {trained.task.join(forced.words)}")

# %% [markdown]
# **4. A model that nobody guided.** Change `name` to `"english_french_unguided"`. *Expect* nothing at all
# for *because* and *it*: this model translates the sentence just as well without them, though some of
# its rows look at *it* more than at any other word.

# %%
name = "english_french"

other = load(name)
found = touch.seen(other, ids, it)
print({w: round(found.effects[words.index(w)].item(), 2) for w in ("animal", "because", "it")})

# %% [markdown]
# ## Break · 6 min
#
# A measurement that looks better. A friend writes: *"You take a word out of a row and run the whole model
# again. I need only the row: I look at how far the output of **the head** moves. And see, now the brightest
# word is nearly always the most influential one. Attention explains the model!"*


# %%
def moves_head(answer, at, row):
    """How far the output of the head moves when the row no longer looks at each word, (key,)."""
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
# *Before you run on:* what is the output of a head made of?
#
# Of weight × value. Take out a word with a large weight, and that sum must move: **the measurement contains
# what it is meant to show.** It would come out just as well for a head whose output nobody uses. Try it on
# the model that does without *it*: a row that looks at *it* most, both ways.

# %%
unguided = load("english_french_unguided")
at = touch.Row("encoder.layers.1.self_attention", 2, words.index("was"))
found = touch.seen(unguided, ids, at)
at_it = words.index("it")
print(
    f"weight of it: {found.weights[at_it]:.2f}, the largest of the row is {found.weights.max():.2f}"
)
print(f"the head's output moves by {moves_head(found.answer, at, found.weights)[at_it]:.2f}")
print(f"log p of the answer changes by {found.here[at_it]:.3f} without it in this row,")
print(f"    and by {found.effects[at_it]:.3f} without it everywhere")

# %% [markdown]
# The head moves, and the answer does not. Measure on what you want to explain.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
from lessons.scores.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:36} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. A query of 1,000 numbers, keys of 600. Which of the seven scores can be formed?
# 2. Why are concat and additive one function?
# 3. Which score does not look at the keys, and what can it not read?
# 4. Queries and keys of 64 numbers, each with variance 1. What is the variance of their product, and what
#    after the division by √d_k?
# 5. Does the division by √d_k avoid exploding or vanishing gradients, and where do they vanish?
# 6. At which temperature is a soft lookup a dictionary, at which one attention?
# 7. A row gives 0.99 to a word. What do you know about the importance of that word for the answer?

# %% [markdown]
# ### Answers
#
# 1. General, concat and additive; location too, which does not need the keys.
# 2. W [q; k] = W₁ q + W₂ k when W = [W₁ W₂].
# 3. Location. A text with more places than W has rows.
# 4. 64, and 1.
# 5. Vanishing. In the softmax, where a weight is nearly 0 or 1.
# 6. Near 0; and √d_k.
# 7. Only what this row takes. Take the word out of the row, and out of all rows, and see what becomes of the
#    answer.
#
# Next: a score compares two vectors, and nothing in it says who stands where. The positions lesson shows what
# follows from that, and what is done about it. Or train a model with another score:
# `python -m transformer.training reverse --set attention=general`.
