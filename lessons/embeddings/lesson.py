# Text and code of the lesson “Embeddings”. `python -m lessons.build` turns them into the notebook.

# %% [markdown]
# # Embeddings: Which words have similar embeddings?
#
# {opening}

# %%
import copy
import math

import torch

from lessons.embeddings.figures.embedding_map import embedding_map
from transformer.decoding import greedy
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

trained = load("english_french")
SENTENCE = "the guitar does not fit in the suitcase because it is too small"


def source_of(text):
    return torch.tensor([trained.source_vocabulary.encode(trained.task.split(text))])


def translate(model, text):
    """Return the output of a model as text."""
    written = greedy(model, source_of(text))[0].tolist()
    return trained.task.join(trained.target_vocabulary.decode(written))


# %% [markdown]
# ## Picture · 3 min
#
# This model learned only to translate English into French. For the model, a word is the index of one row in a table,
# the **embedding matrix**. The row is the *embedding* of the word. Each mark in the figure is one row, with its 64
# **dimensions** projected onto two. (The deck *Mining Unstructured Data 12* calls 512 the usual dimension. Our
# dimension is smaller, so that the model trains in about a minute.)
#
# Click a word. Lines lead to its **nearest neighbours** in all 64 dimensions, and a list names the words that are
# near only in the figure. Drag to move the map, and press `D` for three dimensions. Answer the question under
# *Predict* before you click.

# %%
embedding_map(trained)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue. The answer stays hidden until you open it.

# %%
from lessons.embeddings.prediction import about_neighbours
from lessons.kit.prediction import ask, covered

ask(about_neighbours(trained))

# %% [markdown]
# ## Run
#
# ### Neighbours · 4 min
#
# Two rows are neighbours when they point in similar directions. Their **cosine similarity** is 1 for the same
# direction and 0 at a right angle. Here are the words nearest to two nouns, each with its gender in French: f as in
# *la guitare* or m as in *le chat*.

# %%
from transformer.measure.words.projection import nearest
from transformer.tasks.english_french.lexicon import noun
from transformer.weights import film as films

embedding = trained.model.source_embedding
table = embedding.table.weight.detach()  # (vocabulary, d_model)
words = trained.source_vocabulary.words
with covered():
    for word in ("guitar", "cat"):
        near = [(words[row], cosine) for row, cosine in nearest(table, words.index(word), 5)]
        genders = {other: noun[other].gender if other in noun else "-" for other, _ in near}
        shown = [f"{other} ({genders[other]}) {cosine:.2f}" for other, cosine in near]
        print(f"{word} ({noun[word].gender}):", ", ".join(shown))

# %% [markdown]
# The neighbours of *guitar* are feminine in French, and those of *cat* are masculine. Is this a coincidence? The next
# cell finds the nouns among the five words nearest to each noun, in the trained and the untrained table, and counts
# how often two nouns are alike. The last line counts only near nouns of the *same* gender.

# %%
from lessons.embeddings.prediction import kind_within_gender, likeness

film = films.load("english_french")  # the table at several moments of training
with covered():
    for name, moment in (("trained", table), ("untrained", film.source[0])):
        print(name)
        for alike, share in likeness(moment, words).items():
            print(f"    {alike:48} {share.near:6.1%}   any two nouns {share.baseline:.1%}")
        kind = kind_within_gender(moment, words)
        print(f"    {'of one gender: also of the same kind':48} {kind.near:6.1%}", end="   ")
        print(f"any two nouns of one gender {kind.baseline:.1%}")

# %% [markdown]
# English nouns have no grammatical gender, and the model was never told about French gender. But it had to choose
# between *le* and *la*, so its **English** rows encode what the **French** sentence requires. The gender matters
# most, and **within a gender the kind of noun** matters. Neighbouring nouns of one gender are of the same kind about
# two and a half times as often as any two nouns of one gender, because each kind has its own verbs. Neighbours are
# words *used in similar ways in the task*; a similar meaning is only one reason. Vitay’s deck (*Neurocomputing –
# Transformers*) remarks that these vectors are learned end to end, unlike those of word2vec.
#
# These rows are **static embeddings**: a word has the same row in every sentence. After the encoder each word has a
# **contextual embedding**, which depends on the whole sentence. BERT’s vectors are contextual.
#
# ### One-hot × matrix is a lookup · 4 min
#
# Textbooks represent a word as a **one-hot vector** (zeros with a single 1) and multiply it by the table. Programs
# look up a row instead. Both methods give the same 64 components, bit for bit.

# %%
number = trained.source_vocabulary.encode(["guitar"])[0]
one_hot = torch.zeros(len(table))  # (vocabulary,)
one_hot[number] = 1.0
product = one_hot @ table  # (d_model,)

print(f"one-hot ({len(one_hot)},) × table {tuple(table.shape)} → {tuple(product.shape)}")
print("product", product[:5])
print("row    ", table[number][:5])
print("equal in every bit:", torch.equal(product, table[number]))
print(f"multiplications: {table.numel()} for the product, 0 for the lookup")

# %% [markdown]
# In each column, 468 of the 469 products are multiplications by 0. So the “linear projection” in the decks is
# correct, but no program computes it. The formula is useful: it shows that the table is an ordinary weight matrix,
# and that a sentence trains only the rows of its own words in this English table.
#
# **Which order is correct?** Militsis and Pitas (*Attention and Transformer Networks*) write one word as x_e = W_e x.
# One slide later they write the whole sentence as X_e = √d_m · X W_e, with the same d × d_m matrix W_e. Try both
# formulas. (Their X_i is simply X.)

# %%
W_e = table  # (d, d_model), d = size of the vocabulary
x = one_hot  # one word as a column, (d,)
X = torch.eye(len(words))[[number, 5, 9]]  # three words as rows, (L, d)
print(f"W_e {tuple(W_e.shape)}, x {tuple(x.shape)}, X {tuple(X.shape)}")
for formula, compute in (
    ("W_e x  ", lambda: W_e @ x),
    ("W_eᵀ x ", lambda: W_e.T @ x),
    ("X W_e  ", lambda: X @ W_e),
):
    try:
        print(formula, "→", tuple(compute().shape))
    except RuntimeError:
        print(formula, "→ shapes clash")

# %% [markdown]
# The column form needs the transpose, W_eᵀ x, and it lacks the √d_m of the row form. A later slide contains a similar
# error: it says that the embedded sentence X′_e has d columns, but multiplies it by a matrix with d_m rows. After the
# embedding every vector has d_m dimensions, so X′_e is L × d_m. Check this with M, the first matrix that this model
# applies to the vectors (it belongs to attention, the next lesson).

# %%
M = trained.model.encoder.layers[0].self_attention.W_Q.weight.T  # (d_model, d_model)
print(f"X W_e {tuple((X @ W_e).shape)} × M {tuple(M.shape)} → {tuple((X @ W_e @ M).shape)}")
try:
    X @ M
except RuntimeError:
    print(f"X     {tuple(X.shape)} × M {tuple(M.shape)} → shapes clash")

# %% [markdown]
# ### What √d_model is for · 5 min
#
# The model multiplies a row by √d_model before it adds the **positional encoding** (Vaswani et al. 2017, section 3.4;
# they do not say why). This encoding marks the position; the lesson *Positional encoding* explains it. Compare the
# norms of the two vectors. A positional encoding consists of 32 sine–cosine pairs; since sin² + cos² = 1, its norm is
# exactly √32.

# %%
from lessons.embeddings.measure.word_vectors import measure_lengths
from lessons.embeddings.prediction import about_lengths

some = ["the", "animal", "street"]
ask(
    about_lengths(
        measure_lengths(films.untrained(trained), some, trained.source_vocabulary.encode(some))
    )
)

# %%
from transformer.model import Transformer

torch.manual_seed(0)
fresh = Transformer(trained.model.config)  # untrained
d_model = trained.model.config.d_model
position = fresh.source_embedding.position(1)[0]  # (d_model,)
with covered():
    print(f"a positional encoding: {position.norm():.2f}   √32 = {math.sqrt(32):.2f}")
    for name, model in (("untrained", fresh), ("trained", trained.model)):
        rows = model.source_embedding.table.weight.norm(dim=-1)  # (vocabulary,)
        scaled = rows * math.sqrt(d_model)
        print(f"{name:9} a word, mean: {rows.mean():5.2f} unscaled, {scaled.mean():5.2f} scaled")

# %% [markdown]
# Without the factor, an untrained row has a norm of about 1, and a positional encoding has a norm of 5.66. How
# does this difference affect the sum? Compare the sums of two words at the same position, and the sums of one word at
# two positions.

# %%
rows = fresh.source_embedding.table.weight  # (vocabulary, d_model)
places = fresh.source_embedding.position(8)  # (8, d_model)


def cosine(a, b):
    return torch.cosine_similarity(a, b, dim=-1).mean().item()


for name, factor in (("unscaled", 1.0), ("scaled", math.sqrt(d_model))):
    sums = factor * rows[:, None] + places  # (vocabulary, 8, d_model)
    two_words = cosine(sums[:-1, 0], sums[1:, 0])
    two_places = cosine(sums[:, 0], sums[:, 7])
    print(f"{name:9} two words, one place: {two_words:.2f}", end="   ")
    print(f"one word, two places: {two_places:.2f}")

# %% [markdown]
# Without scaling, the sums of any two words at the same position are nearly parallel. Can the first layer then
# distinguish the words? The cosine in an *untrained* model cannot answer this question. As a control, models were
# trained without the factor, with three seeds:

# %%
from lessons.kit.controls import control_text

with covered():
    print(control_text("root_d_model"))

# %% [markdown]
# The factor makes rows about as long as positional encodings *at initialization*. Trained without the factor, these
# models perform just as well, because layer normalization and a linear map can use small differences between vectors.
#
# **Why not store the rows √d_model times as large?** The table has a second use.
#
# ### Weight tying: the same table computes logits · 3 min · optional
#
# The decoder outputs one vector. The **logit** of a word, its output score, is the dot product of this vector with
# the word’s row. One matrix embeds and scores the words: this is **weight tying** (Press and Wolf 2017). Here is one
# logit, computed by hand and by the model.

# %%
from transformer.probe import record, replace
from transformer.vocabulary import START

french = trained.target_vocabulary.words
with record(trained.model) as trace:
    trained.model(source_of(SENTENCE), torch.tensor([[START]]))
vector = trace.one("decoder.output")[0, -1]  # (d_model,)
logits = trace.one("logits")[0, -1]  # (target vocabulary,)
best = logits.argmax().item()
row = trained.model.target_embedding.table.weight[best]  # (d_model,)
by_hand = sum(a * b for a, b in zip(vector.tolist(), row.tolist(), strict=True))
print(f"first word: {french[best]!r}, in “{translate(trained.model, SENTENCE)}”")
print(f"logit by hand {by_hand:.5f}, in the model {logits[best]:.5f}", end=", ")
print(f"difference {abs(by_hand - logits[best]):.1e}")

# %% [markdown]
# So the rows must be small for the logits and large for the input; √d_model makes both possible. If an untrained
# model stores its rows √d_model times as large and omits the factor, the input stays the same, but the logits become
# eight times as large. How does the model’s [loss](#term-loss) differ before the first step of training?

# %%
from transformer.objectives.batch import Batch
from transformer.objectives.loss import cross_entropy

batch = Batch.from_examples(
    trained.task.held_out[:200], trained.source_vocabulary, trained.target_vocabulary
)
large = copy.deepcopy(fresh)
for part in (large.source_embedding, large.target_embedding):
    part.table.weight *= part.scale
    part.scale = 1.0
before, after = batch.target[:, :-1], batch.target[:, 1:]
print(f"uniform guess: log {len(french)} = {math.log(len(french)):.2f}")
for name, model in (("rows small, × √d_model", fresh), ("rows large", large)):
    loss = cross_entropy(model(batch.source, before), after).item()
    print(f"{name:22} loss {loss:.2f}")

# %% [markdown]
# In the paper, encoder, decoder and output share one table, because both languages share a vocabulary of subword
# tokens. Militsis and Pitas call this sharing an arbitrary choice in the original model. Our model has an English and
# a French vocabulary, and therefore two tables. The French table is tied to the output.
#
# ### A direction for the feminine · 5 min · optional
#
# *petit → petite*, *noir → noire*: does one direction in the French table turn a masculine form into the feminine
# form? This is the analogy *king − man + woman* (Mikolov et al. 2013). The test is fair, because the direction is
# computed without the tested pair, and every pair counts. The baseline uses no direction, only the nearest neighbour of
# the masculine form.

# %%
from lessons.embeddings.figures.embedding_map import agreement_map, agreement_test
from lessons.embeddings.prediction import about_direction

agreement, pairs = agreement_test(trained)
ask(about_direction(agreement))

# %%
count = len(agreement.answers)
with covered():
    print(f"with the direction: {agreement.hits} of {count} = {agreement.hits / count:.1%}")
    print(f"without:            {agreement.baseline} of {count} = {agreement.baseline / count:.1%}")
    print(f"a random word:      {agreement.random_baseline:.2%}")
    print(
        f"if the masculine form were allowed as an answer, it would be nearest {agreement.stays} times"
    )
covered(agreement_map(trained))

# %% [markdown]
# The direction is real: it solves far more pairs than the baseline. But the baseline is not zero, because many pairs
# are neighbours anyway. In the last line, the sum *masculine + direction* stays nearest to the masculine form; the
# analogy works only because this answer is forbidden. Linzen (2016) found the same effect in the famous examples.
# Always ask for the baseline. (The first axis of this figure *is* the direction, chosen to separate the two forms.
# Remember this until *Break*.)
#
# ### What a projection loses · 4 min
#
# **Principal component analysis (PCA)** is a **projection** onto the axes along which the rows vary most. How much of
# the variance does the figure show? How often is a word’s nearest neighbour preserved?

# %%
from transformer.measure.words.projection import kept_fraction, near_in_picture, neighbours, pca

by_cosine, by_distance = neighbours(table, 1)[0], near_in_picture(table, 1)[0]  # (vocabulary, 1)
print("axes   variance   the nearest in the picture is also the nearest in all 64")
for axes in (2, 3, 8, 16, 32, 64):
    shadow = pca(table, axes)
    seen = near_in_picture(shadow.points, 1)[0]
    d, c = ((seen == near).double().mean() for near in (by_distance, by_cosine))
    print(f"{axes:4} {shadow.share.sum():9.1%}        by distance {d:6.1%}, by cosine {c:6.1%}")
eight = kept_fraction(neighbours(table, 8)[0], near_in_picture(pca(table, 2).points, 8)[0]).mean()
print(f"of the eight nearest by cosine, two axes keep {eight:.1%}")
print(f"for comparison, two axes of the untrained table: {pca(film.source[0]).share.sum():.1%}")

# %% [markdown]
# In two dimensions, about one nearest neighbour in fifty is correct by distance, and one in forty by cosine. (On the
# page, about a tenth of the eight nearest words are preserved.) In a random table, the two best axes show half as much
# of the variance as in the trained table. Much of the figure is therefore only the best view of noise. The figure
# shows coarse groups, but to find the neighbours of a single word, use all dimensions. (Even with all 64 axes, half
# of the nearest words differ between distance and cosine, because the cosine ignores the length of a row. Say which
# measure you use.)
#
# The coarse groups are real. Project only the nouns, without using their gender, and cut each axis at one point:

# %%
nouns = [word for word in words if word in noun]  # in alphabetical order
feminine = torch.tensor([noun[word].gender == "f" for word in nouns])
number_of = [words.index(word) for word in nouns]


def best_cut(values):
    """Return the fraction of nouns on the correct side of the best single cut."""
    right = [((values > cut) == feminine).double().mean().item() for cut in values]
    return max(max(right), 1 - min(right))


for name, moment in (("trained", table), ("untrained", film.source[0])):
    shadow = pca(moment[number_of], 3)
    for n, share in enumerate(shadow.share, start=1):
        separated = best_cut(shadow.points[:, n - 1])
        print(
            f"{name:9} axis {n}: {share:.0%} of variance, one cut separates {separated:.0%} of the genders"
        )

# %% [markdown]
# ### Embeddings during training · 6 min · optional
#
# The table was recorded while the model was being trained. Press the space bar. All frames use the axes of the last
# frame, so a mark moves only when its word moves.

# %%
from lessons.embeddings.figures.embedding_map import training_map
from lessons.embeddings.prediction import about_settling

ask(about_settling(film))

# %%
training_map(trained, film, "guitar")

# %%
from lessons.embeddings.prediction import GENDER
from transformer.measure.words.projection import shares

last_axes = pca(film.source[-1]).axes  # (2, d_model)
shown = shares(film.source, last_axes).sum(-1)  # (frame,)
print(" step   mean length   on the two axes   same gender among the 5 nearest")
for n, step in enumerate(film.steps):
    length = film.source[n].norm(dim=-1).mean()
    gender = likeness(film.source[n], words)[GENDER].near
    print(f"{step:5} {length:11.2f} {shown[n]:15.1%} {gender:20.1%}")

# %% [markdown]
# At first the rows stay close to their initialization. Between about steps 100 and 300, they form groups, and then
# they mostly grow longer. Early frames look like one cluster, because the axes were chosen for the last frame.

# %% [markdown]
# ## Read the source · 5 min · optional
#
# The models were trained with this code, and the figures use it too.

# %%
import inspect

from transformer import embeddings
from transformer.embeddings import Embedding

print(inspect.getsource(Embedding))

# %% [markdown]
# This code computes the projection and the neighbours:

# %%
from transformer.measure.words import projection

for part in (projection.pca, projection.nearest, projection.neighbours, projection.cosines):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 28 min
#
# Your turn. Open `lessons/embeddings/exercise.py` alongside this notebook, fill in `forward`, then `scores`, and save
# the file. The checks stop at the first failure and report what they found.

# %%
from lessons.embeddings.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your embedding can replace the real one. Put your embedding into the trained encoder and
# decoder, and translate:

# %%
from lessons.embeddings.trial import Student
from transformer.probe import record

if check().passed:
    student = Student()
    student.find()
    with_mine, config = copy.deepcopy(trained.model), trained.model.config
    for side in ("source", "target"):
        real = getattr(with_mine, f"{side}_embedding")
        mine = student.found(len(real.table.weight), config.d_model, config.position)
        mine.load_state_dict(real.state_dict())
        setattr(with_mine, f"{side}_embedding", mine.eval())
    with record(with_mine) as seen:
        print(translate(with_mine, SENTENCE))
    print("embedded by", seen.lines["source_embedding.tokens"])
else:
    print("Not yet. This cell waits for your embedding.")

# %% [markdown]
# ## Modify · 9 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A two-word mixture.** Change `mixture` to `{"guitar": 0.5, "cat": 0.5}`. *Expect* the mean of two rows, with
# both words as its nearest neighbours. The product can compute this mean, but a lookup cannot.

# %%
mixture = {"guitar": 1.0}

soft = torch.zeros(len(words))  # (vocabulary,)
for word, share in mixture.items():
    soft[words.index(word)] = share
cosines = projection.cosines(table, (soft @ table)[None])[0]  # (vocabulary,)
top = cosines.topk(4)
for value, row in zip(top.values.tolist(), top.indices.tolist(), strict=True):
    print(f"{words[row]:10} {value:.2f}")

# %% [markdown]
# **2. No scaling.** Change `factor` to `1 / math.sqrt(d_model)`, which undoes the multiplication. *Expect* no
# sensible translation, because this model was trained with rows that are longer than positional encodings. (A model
# *trained* without the factor translates just as well; see the control.)

# %%
factor = 1.0

with replace(trained.model, {"source_embedding.tokens": lambda rows: rows * factor}):
    print(repr(translate(trained.model, SENTENCE)))

# %% [markdown]
# **3. Allow every answer.** Change `masculine_allowed` to `True`. *Expect* hardly any correct pairs, because the
# masculine form itself is nearest.

# %%
masculine_allowed = False

hits = sum(a.right and not (masculine_allowed and a.stays) for a in agreement.answers)
print(f"{hits} of {count} right")

# %% [markdown]
# **4. More axes.** Change `axes` to 32. *Expect* most of the variance, but only about half of the nearest neighbours
# to be preserved.

# %%
axes = 3

shadow = pca(table, axes)
kept_fraction = (near_in_picture(shadow.points, 1)[0] == by_distance).double().mean()
print(
    f"{axes} axes: {shadow.share.sum():.1%} of the variance, nearest kept for {kept_fraction:.1%}"
)

# %% [markdown]
# ## Break · 8 min
#
# This figure looks better than it is. The trained table encodes the French gender of English nouns. A friend writes:
# *“PCA does not know what you are looking for, but I choose the axis that separates the genders best. And look: the
# **untrained** table already separates them, more clearly than your trained table!”* Here are three strips, each with
# the same 50 nouns (f for feminine and m for masculine):
#
# - A shows the trained table on its first principal axis, which was chosen without the genders.
# - B shows the untrained table on your friend’s axis, fitted to the genders by least squares.
# - C shows the trained table on an axis fitted to a meaningless label: whether the word’s position in our list is odd
#   or even (o and e).

# %%
SEEN = 50  # nouns that choose the axis; the others test it
odd = torch.arange(len(nouns)) % 2 == 0
untrained = film.source[0][number_of].double()  # (noun, d_model)
learned = table[number_of].double()  # (noun, d_model)


def principal(rows):
    """Project each noun onto the first principal axis of the first 50; (noun,)."""
    return pca(rows[:SEEN], 1).project(rows)[:, 0]


def fitted(rows, label):
    """Project each noun onto the axis fitted to +1 (label) and −1 (not) on the first 50; (noun,)."""
    ones = torch.ones(len(rows), 1, dtype=torch.float64)
    rows = torch.cat((rows, ones), dim=1)  # (noun, d_model + 1): the axis may be shifted
    wanted = torch.where(label[:SEEN], 1.0, -1.0).double()
    return rows @ torch.linalg.lstsq(rows[:SEEN], wanted[:, None], driver="gelsd").solution[:, 0]


def strip(values, label, letters, width=61):
    """Print nouns along an axis: their letter, or x where both kinds coincide."""
    low, high = values.min(), values.max()
    cells = ((values - low) / (high - low) * (width - 1)).round().long()  # (noun,)
    line = ["·"] * width
    for cell, is_first in zip(cells.tolist(), label.tolist(), strict=True):
        letter = letters[0] if is_first else letters[1]
        line[cell] = letter if line[cell] in ("·", letter) else "x"
    return "".join(line)


pictures = {
    "A": (principal(learned), feminine, "fm"),
    "B": (fitted(untrained, feminine), feminine, "fm"),
    "C": (fitted(learned, odd), odd, "oe"),
}
for name, (values, label, letters) in pictures.items():
    print(name, strip(values[:SEEN], label[:SEEN], letters))

# %% [markdown]
# *Before you run the next cell:* B and C separate the nouns perfectly. Which of the three strips would you believe?
# An untrained row is random, and the position in a list means nothing, so what could B and C show? Test each axis on
# the other nouns, which were not used to choose it.

# %%
pictures["D"] = (fitted(learned, feminine), feminine, "fm")  # trained, fitted to the genders
for name, (values, label, letters) in pictures.items():
    right = (values > 0) == label
    if right[:SEEN].double().mean() < 0.5:
        right = ~right  # PCA cannot know which side to call feminine
    seen, new = (part.double().mean().item() for part in (right[:SEEN], right[SEEN:]))
    others = f"{len(nouns) - SEEN} others: {new:.1%}"
    print(f"{name}   the {SEEN} that chose the axis: {seen:.1%} right   {others}")
    print("   ", strip(values[SEEN:], label[SEEN:], letters))

# %% [markdown]
# B and C fail: they are about as accurate as a coin toss. With 64 dimensions and only 50 points, *every* labelling
# has a separating axis, because there are 50 equations and 65 unknowns. A and D also separate new nouns, so the table
# really encodes gender.
#
# **A separation counts only on words not used to choose the axis.** The same holds for a projection (t-SNE, for
# example) that was picked from twenty candidates, and for a small classifier trained to find something in the
# vectors. Set words aside, and also test a table that cannot contain the answer. Fitting is not the
# mistake, because D was fitted as well. The mistake is to judge an axis on the words used to fit it.
#
# Common mistakes in this exercise, and what each check reports:

# %%
from lessons.embeddings.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:22} ✗ {result.failed:34} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. A vocabulary has 10,000 words, and d_model is 512. What shape does the embedding matrix have? What shape does X
#    W_e have for a sentence of 7 words?
# 2. Why do programs never multiply by a one-hot vector?
# 3. What is the norm of a sinusoidal positional encoding with d_model = 512? What is the norm of an untrained row
#    with and without the factor, if its components have a standard deviation of 1/√512?
# 4. What are the two uses of a tied table, and how do they differ?
# 5. *cat* is near *tractor*: what does that tell you about the model?
# 6. A figure shows 12% of the variance and two words that touch. What do you know about the two words?
# 7. A plot separates two groups perfectly. What do you ask first?

# %% [markdown]
# ### Answers
#
# 1. The matrix is 10,000 × 512. X W_e is 7 × 512, since the one-hot sentence X is 7 × 10,000.
# 2. All products except those with one row are zero, so reading this row gives the same result.
# 3. The encoding has norm √256 = 16, because sin² + cos² = 1 for each of 256 pairs. The row has a norm of about 1
#    without the factor, and of about √512 = 22.6 with it.
# 4. The table embeds words (its rows should be about as long as positional encodings) and computes logits (which
#    should start small). The factor √d_model applies only to embedding.
# 5. The task treats both words alike, because both are masculine in French. The gender matters most; the kind matters
#    only among nouns of one gender.
# 6. The words are close together on these two axes. To find out whether they are neighbours, compare all dimensions.
# 7. Ask how the axes were chosen, and what the plot shows for words not used to choose them.
#
# Next: in the lesson *Attention*, these vectors attend to each other. Or change `Embedding.forward` in
# `transformer/embeddings.py` while the app is open (`make app`), and watch every figure change.
