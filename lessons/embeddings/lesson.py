# The text and code of the embeddings lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Embeddings: which words are neighbours?
#
# {opening}

# %%
import copy
import math

import torch

from lessons.figures.embedding_map import embedding_map
from transformer.decoding import greedy
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

trained = load("english_french")
SENTENCE = "the guitar does not fit in the suitcase because it is too small"


def source_of(text):
    return torch.tensor([trained.source_vocabulary.encode(trained.task.split(text))])


def translate(model, text):
    """What a model writes, as text."""
    written = greedy(model, source_of(text))[0].tolist()
    return trained.task.join(trained.target_vocabulary.decode(written))


# %% [markdown]
# ## Picture · 3 min
#
# A model that learned to translate English into French, and nothing else. For it a word is a number,
# and the number is the name of one row of a table: its *embedding*. Each mark is such a row, 64 numbers
# long, squeezed into two. (The deck *Mining Unstructured Data 12* calls 512 the usual length; ours is short, so
# that the model trains on a laptop in about a minute.)
#
# Click a word. Lines lead to its nearest neighbours in all 64 dimensions, and a list beside them names
# those that merely look near. Drag to move, `D` for three dimensions.

# %%
embedding_map(trained)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.embeddings.prediction import about_neighbours
from lessons.kit.prediction import ask, covered

ask(about_neighbours(trained))

# %% [markdown]
# ## Run
#
# ### Neighbours · 3 min
#
# Two rows are neighbours when they point in the same direction: the cosine of their angle is 1 for the
# same direction and 0 at a right angle. Here are the nearest words of two nouns, with the gender of each
# noun in French: f for *la guitare*, m for *le chat*.

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
# The neighbours of *guitar* are feminine in French, those of *cat* masculine; what they mean has little
# to do with it. Is that luck? Take the nouns among the five nearest words of every noun, in the trained
# table and in the one that training began with, and count how often they are alike.

# %%
from lessons.embeddings.prediction import likeness

film = films.load("english_french")  # the table at several moments of training
with covered():
    for name, moment in (("trained", table), ("untrained", film.source[0])):
        print(name)
        for alike, share in likeness(moment, words).items():
            print(f"    {alike:48} {share.near:6.1%}   any two nouns {share.baseline:.1%}")

# %% [markdown]
# English has no such gender, and nobody told the model about any. It needed to choose between *le* and
# *la*, and so it put into its **English** rows what the **French** sentence asks for. That is the answer
# to a question that word vectors often raise: neighbours are words that are *used alike in the task*.
# Meaning is only one way to be used alike. Vitay's deck (*Neurocomputing – Transformers*) remarks in
# passing that these vectors are learned end to end, unlike those of word2vec. This is what it means.
#
# ### One-hot × matrix is a lookup · 4 min
#
# Books write a word as a row of zeros with a single 1 and multiply it by the table. Programs look up a
# row. Both give the same 64 numbers, bit for bit.

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
# All but one of the 469 products in each column are 0 times something. So the "linear projection" of the
# decks is real and nobody computes it. What the formula is good for: it shows that the table is an
# ordinary weight matrix, and that of this English table a sentence teaches only the rows of its words.
#
# **Which way round?** Militsis and Pitas (*Attention and Transformer Networks*) write one word as
# x_e = W_e x, and one slide later the whole sentence as X_e = √d_m · X W_e, both with the same W_e of
# d × d_m. Try both. (Their X_i is simply X.)

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
# The column form needs the transpose, W_eᵀ x, and it lacks the √d_m of the row form. A similar slip comes
# further on in this deck: the embedded sentence X′_e is said to have d columns, and is then multiplied by a
# matrix with d_m rows. After the embedding everything is d_m wide: X′_e is L × d_m. Try it with M, the first matrix
# that the vectors of this model meet (it belongs to attention, the next lesson).

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
# A row is multiplied by √d_model before the position is added (Vaswani et al. 2017, section 3.4; they
# do not say why). The position is a vector of the same size, and each place has one of its own; a later lesson
# takes it apart. Compare lengths. A position consists of 32 pairs of a sine and a cosine; since sin² + cos² = 1,
# each is exactly √32 long.

# %%
from lessons.embeddings.prediction import about_lengths
from transformer.measure.words.word_vectors import lengths

some = ["the", "animal", "street"]
ask(about_lengths(lengths(films.untrained(trained), some, trained.source_vocabulary.encode(some))))

# %%
from transformer.model import Transformer

torch.manual_seed(0)
fresh = Transformer(trained.model.config)  # untrained
d_model = trained.model.config.d_model
position = fresh.source_embedding.position(1)[0]  # (d_model,)
with covered():
    print(f"a position: {position.norm():.2f}   √32 = {math.sqrt(32):.2f}")
    for name, model in (("untrained", fresh), ("trained", trained.model)):
        rows = model.source_embedding.table.weight.norm(dim=-1)  # (vocabulary,)
        scaled = rows * math.sqrt(d_model)
        print(f"{name:9} a word, mean: {rows.mean():5.2f} unscaled, {scaled.mean():5.2f} scaled")

# %% [markdown]
# Without the factor, an untrained word would be about 1 long, beside a position of 5.66. What does that
# do to the sum? Compare the sums of two different words at the same place, and of one word at two places.

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
# Unscaled, any two words at the same place look like the same thing, and the first layer would hardly
# see which word it reads. Scaled, the word decides and the place is still there.
#
# **Why not store the rows large at once?** Because the table has a second job.
#
# ### The same table, backwards · 3 min · further
#
# At the end of the decoder stands a vector; each word's score is its dot product with that word's row.
# One matrix reads words and scores them: *tied* embeddings (Press and Wolf 2017). Here is one score by
# hand, beside the one that the model used.

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
print(f"score by hand {by_hand:.5f}, in the model {logits[best]:.5f}", end=", ")
print(f"difference {abs(by_hand - logits[best]):.1e}")

# %% [markdown]
# So the rows must be small for scoring and large for reading; √d_model stands between the two. Store the
# rows of an untrained model √d_model times larger and leave the factor out. What it reads stays the
# same, but its scores become eight times as large. See what becomes of its [loss](#term-loss) before the first
# step, the number that training makes smaller:

# %%
from transformer.objectives.batch import Batch
from transformer.objectives.loss import cross_entropy

batch = Batch.of(trained.task.held_out[:200], trained.source_vocabulary, trained.target_vocabulary)
large = copy.deepcopy(fresh)
for part in (large.source_embedding, large.target_embedding):
    part.table.weight *= part.scale
    part.scale = 1.0
before, after = batch.target[:, :-1], batch.target[:, 1:]
print(f"guessing evenly: log {len(french)} = {math.log(len(french)):.2f}")
for name, model in (("rows small, × √d_model", fresh), ("rows large", large)):
    loss = cross_entropy(model(batch.source, before), after).item()
    print(f"{name:22} loss {loss:.2f}")

# %% [markdown]
# In the paper three matrices are one: both languages share a vocabulary of word pieces, so encoder,
# decoder and output share one table. Militsis and Pitas call that an arbitrary choice of the original
# model. Ours has an English and a French vocabulary, hence two tables; the French one is tied to the
# output.
#
# ### A direction for the feminine · 5 min · further
#
# *petit → petite*, *noir → noire*: is there one direction in the French table that turns a masculine
# into its feminine? This is the game of *king − man + woman* (Mikolov et al. 2013). Play it fairly: the
# direction never comes from the pair that is asked, every pair counts, and a baseline plays along that
# uses no direction at all, only the nearest neighbour of the masculine.

# %%
from lessons.embeddings.prediction import about_direction
from lessons.figures.embedding_map import agreement_map, asked

found, pairs = asked(trained)
ask(about_direction(found))

# %%
count = len(found.answers)
with covered():
    print(f"with the direction: {found.hits} of {count} = {found.hits / count:.1%}")
    print(f"without:            {found.baseline} of {count} = {found.baseline / count:.1%}")
    print(f"a word by chance:   {found.random_baseline:.2%}")
    print(
        f"had the masculine itself been allowed as an answer, it would have won {found.stays} times"
    )
covered(agreement_map(trained))

# %% [markdown]
# The direction is real: it finds far more than the baseline. The baseline is not nothing, though: many
# pairs are neighbours anyway. And look at the last line. The sum *masculine + direction* stays nearest
# to where it started; the game works because that answer is forbidden. Linzen (2016) found the same in
# the famous examples. Always ask for the baseline. (The first axis of this picture *is* the direction,
# chosen to tell the two apart. Remember that until *Break*.)
#
# ### A picture is a shadow · 4 min
#
# Principal component analysis chooses the axes along which the rows vary most. How much of the
# variation is in the picture? And how often is a word's nearest neighbour still its nearest?

# %%
from transformer.measure.words.projection import kept, near_in_picture, neighbours, pca

by_cosine, by_distance = neighbours(table, 1)[0], near_in_picture(table, 1)[0]  # (vocabulary, 1)
print("axes   variance   the nearest in the picture is also the nearest in all 64")
for axes in (2, 3, 8, 16, 32, 64):
    shadow = pca(table, axes)
    seen = near_in_picture(shadow.points, 1)[0]
    d, c = ((seen == near).double().mean() for near in (by_distance, by_cosine))
    print(f"{axes:4} {shadow.share.sum():9.1%}        by distance {d:6.1%}, by cosine {c:6.1%}")
eight = kept(neighbours(table, 8)[0], near_in_picture(pca(table, 2).points, 8)[0]).mean()
print(f"of the eight nearest by cosine, two axes keep {eight:.1%}")
print(f"for comparison, two axes of the untrained table: {pca(film.source[0]).share.sum():.1%}")

# %% [markdown]
# In two dimensions about one nearest neighbour in fifty is right by distance, one in forty by cosine. (The
# page compares the eight nearest instead of the one: about a tenth of them are the same.) A table drawn by
# chance has half as much of its variance on its two best axes as this one, so a good part of the picture is no more than
# the best view of noise. It shows coarse groups and says nothing about single neighbours: ask for those
# in all dimensions. (Even with all 64 axes, half of the nearest words differ between distance and
# cosine: the cosine does not care how long a row is. Say which one you mean.)
#
# Coarse groups it does show. Project the nouns alone, without telling anyone their gender, and cut the
# first axis at one place:

# %%
nouns = [word for word in words if word in noun]  # in the order of the alphabet
feminine = torch.tensor([noun[word].gender == "f" for word in nouns])
number_of = [words.index(word) for word in nouns]


def best_cut(values):
    """The share of nouns on the right side of the best single cut."""
    right = [((values > cut) == feminine).double().mean().item() for cut in values]
    return max(max(right), 1 - min(right))


for name, moment in (("trained", table), ("untrained", film.source[0])):
    shadow = pca(moment[number_of], 3)
    for n, share in enumerate(shadow.share, start=1):
        told = best_cut(shadow.points[:, n - 1])
        print(f"{name:9} axis {n}: {share:.0%} of variance, one cut tells {told:.0%} of genders")

# %% [markdown]
# ### Through training · 6 min · further
#
# The table was recorded while the model trained. Press the space bar. All frames are seen along the axes
# of the last one, so a mark moves because its word moves and never because the axes turn.

# %%
from lessons.embeddings.prediction import about_settling
from lessons.figures.embedding_map import training_map

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
# The rows first stay where chance put them. Between steps 100 and 300 or so they sort themselves, and
# from then on they mostly grow longer. Early frames look like a heap because the axes were chosen for
# the last frame: they show little of the first one. That is the price of axes that stand still.

# %% [markdown]
# ## Read the source · 5 min · further
#
# This is the code that was trained and that drew the pictures. There is no other copy.

# %%
import inspect

from transformer import embeddings
from transformer.embeddings import Embedding

print(inspect.getsource(Embedding))

# %% [markdown]
# The projection, and the neighbours:

# %%
from transformer.measure.words import projection

for part in (projection.pca, projection.nearest, projection.neighbours, projection.cosines):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 28 min
#
# Your turn. Open `lessons/embeddings/exercise.py` beside this notebook, fill in `forward`, then
# `scores`, and save. The checks read the file anew each time. They stop at the first thing that does
# not hold, and say what they saw.

# %%
from lessons.embeddings.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your embedding can do what the real one does. Put it into the trained model, on
# both sides, and let it translate:

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
    print("read by", seen.lines["source_embedding.tokens"])
else:
    print("Not yet. This cell waits for your embedding.")

# %% [markdown]
# ## Modify · 9 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Two ones.** Change `mixture` to `{"guitar": 0.5, "cat": 0.5}`. *Expect* a row of the table no
# longer: the mean of two rows, with both words as its nearest. A lookup cannot do this; the product can.

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
# **2. Forget the scaling.** Change `factor` to `1 / math.sqrt(d_model)`, as if nobody had multiplied.
# *Expect* no sensible translation: this model learned to listen to words that are louder than their
# places. (A model that is *trained* without the factor would learn longer rows.)

# %%
factor = 1.0

with replace(trained.model, {"source_embedding.tokens": lambda rows: rows * factor}):
    print(repr(translate(trained.model, SENTENCE)))

# %% [markdown]
# **3. Allow every answer.** Change `masculine_allowed` to `True`. *Expect* the hits of the agreement
# game to vanish, since the nearest of all is where one started.

# %%
masculine_allowed = False

hits = sum(a.right and not (masculine_allowed and a.stays) for a in found.answers)
print(f"{hits} of {count} right")

# %% [markdown]
# **4. More axes.** Change `axes` to 32. *Expect* most of the variance, and still only
# about half of the words with their nearest neighbour.

# %%
axes = 3

shadow = pca(table, axes)
kept = (near_in_picture(shadow.points, 1)[0] == by_distance).double().mean()
print(f"{axes} axes: {shadow.share.sum():.1%} of the variance, nearest kept for {kept:.1%}")

# %% [markdown]
# ## Break · 8 min
#
# A picture that looks better. You have just seen that the trained table knows the French gender of
# English nouns. A friend writes: *"PCA does not know what you are looking for. I choose the axis that
# separates the genders best. And look: the **untrained** table knows them already, more clearly than
# your trained one!"* Here are three strips, each with the same 50 nouns, f for feminine and m for
# masculine:
#
# - A: the trained table, on its first principal axis; nobody used the genders
# - B: the untrained table, on your friend's axis, fitted to the genders by least squares
# - C: the trained table, on an axis fitted to something silly: whether the word has an odd or an even
#   place in our list (o and e)

# %%
SEEN = 50  # the axis is chosen with these; the other nouns wait
odd = torch.arange(len(nouns)) % 2 == 0
untrained = film.source[0][number_of].double()  # (noun, d_model)
learned = table[number_of].double()  # (noun, d_model)


def principal(rows):
    """Each noun on the first principal axis of the first 50, as a signed number; (noun,)."""
    return pca(rows[:SEEN], 1).of(rows)[:, 0]


def fitted(rows, label):
    """Each noun on the axis that takes the first 50 closest to +1 (label) and −1 (not); (noun,)."""
    ones = torch.ones(len(rows), 1, dtype=torch.float64)
    rows = torch.cat((rows, ones), dim=1)  # (noun, d_model + 1): the axis may be shifted
    wanted = torch.where(label[:SEEN], 1.0, -1.0).double()
    return rows @ torch.linalg.lstsq(rows[:SEEN], wanted[:, None], driver="gelsd").solution[:, 0]


def strip(values, label, letters, width=61):
    """Nouns along an axis: a letter where they stand, x where both kinds do."""
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
# *Before you run on:* B and C are perfect, with nothing in between. Which of the three would you believe?
# An untrained row is drawn by chance, and the place in a list means nothing, so what is there to see?
# Ask each axis about the other nouns, which nobody used to choose it.

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
# B and C fall apart, down to tossing a coin. With 64 numbers a row and only 50 points there is such an
# axis for *every* choice of labels: 50 equations, 65 unknowns. A and D hold on nouns
# that they never saw, so the gender is really there.
#
# **A separation counts only on words that did not choose the axis.** The same holds for a flat picture made in
# another way (t-SNE, say) and picked from twenty, and for a small classifier trained to find something in the
# vectors: keep words aside, and compare with a table that cannot know. Is the fault in fitting? No: D was
# fitted too. It is in judging on the words that were fitted.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
from lessons.embeddings.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:22} ✗ {result.failed:34} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. A vocabulary of 10,000 words, d_model 512. Which shape has the table? Which one has X W_e for a
#    sentence of 7 words?
# 2. Why does nobody compute the product with a one-hot vector?
# 3. How long is a sinusoidal position with d_model = 512, and how long an untrained word with and without
#    the factor, if its numbers have a standard deviation of 1/√512?
# 4. Which two jobs does a tied table have, and what stands between them?
# 5. *cat* lies near *tractor*. What does that tell you about the model?
# 6. A picture shows 12% of the variance and two words that touch. What do you know about them?
# 7. Somebody's plot separates two groups perfectly. What do you ask first?

# %% [markdown]
# ### Answers
#
# 1. 10,000 × 512; and 7 × 512, since the one-hot sentence X is 7 × 10,000.
# 2. All but one of the products are zero; reading one row gives the same numbers.
# 3. √256 = 16, because 256 pairs each give sin² + cos² = 1. The word: about 1 without the factor, about
#    √512 = 22.6 with it.
# 4. Reading (rows as vectors, which should be about as large as the positions) and scoring (dot products
#    with the decoder's answer, which should start small). The factor √d_model applies to reading alone.
# 5. That the task treats both words alike: in French both are masculine. Nothing about cats.
# 6. That they are near on those two axes. Whether they are neighbours, ask in all dimensions.
# 7. How the axes were chosen, and how it looks for words that were not used to choose them.
#
# Next: the attention lesson, in which these vectors look at each other. (The other half of the sum, the position,
# comes after it: why it is needed is a property of attention.) Or change `Embedding.forward` in
# `transformer/embeddings.py` while the app is open (`make app`), and watch every picture follow.
