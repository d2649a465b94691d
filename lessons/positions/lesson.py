# The text and code of the positions lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Positions: who stands where?
#
# {opening}

# %%
import math

import torch

from lessons.figures.position_lab import position_lab
from lessons.figures.position_lab.tables import Setting
from lessons.positions import LEARNED, REVERSERS, SENTENCE, TRANSLATOR
from transformer.positions import frequencies, shift, sinusoidal
from transformer.probe import record, replace
from transformer.variants.encodings import binary, concatenated, index, normalised, wavelengths
from transformer.variants.rotary import kernel, rotate
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

trained = load(TRANSLATOR)
models = {name: load(name) for name in REVERSERS}  # the same task, other positions
learned = models[LEARNED].model.source_embedding.position.table.detach()  # (position, d_model)


def show(title, *rows):
    for row in rows:
        print(f"{title:32}", " ".join(f"{number:7.4f}" for number in row))
        title = ""


def share(of_rows):
    return "refuses" if of_rows is None else f"{of_rows:.0%}"


# %% [markdown]
# ## Picture · 3 min
#
# Attention alone is blind to order. A score compares two vectors, and an output is a sum over all words: neither
# says who stands where. (In the attention lesson you shuffled the words of a layer.) But *the dog sees the cat*
# is not *the cat sees the dog*, so a Transformer must be told. Before the first layer it adds to the vector of
# each word a vector of its position. Here are those of the paper (Vaswani et al. 2017, section 3.5). Each row is
# a position, each column a dimension, one of the numbers of the vector.
#
# Click a cell to see its formula; beside the table stands the wave of its column. *Dot products* shows how
# alike each two positions are, *Waves and bits* the same columns beside the bits of a binary number. The
# number of positions n, of dimensions d, and the base are under *More*.

# %%
position_lab()

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.kit.prediction import ask, covered
from lessons.positions.prediction import about_distance

ask(about_distance())

# %% [markdown]
# ## Run
#
# ### A bag of words · 5 min
#
# What if nothing is added at all? In the attention lesson you shuffled what one layer reads. Now take a whole
# encoder, with all that stands between its layers of attention. We shuffle the words of a sentence, and compare the encoder's outputs word by word:
# once with positions, once with zeros in their place.

# %%
from lessons.figures.word_order import word_order
from lessons.positions.prediction import about_order
from transformer.measure.words.word_order import reordered

backwards = tuple(reversed(range(len(SENTENCE.split()))))
typed = trained.source_vocabulary.encode(SENTENCE.split())
ask(about_order(*(reordered(trained, typed, backwards, known) for known in (True, False))))

# %%
split = trained.task.split(SENTENCE)
source = torch.tensor([trained.source_vocabulary.encode(split)])
orders = {
    "shifted": [*range(3, len(split)), 0, 1, 2],
    "backwards": list(reversed(range(len(split)))),
    "odd ones first": [*range(1, len(split), 2), *range(0, len(split), 2)],
}
NO_POSITIONS = {"source_embedding.positions": torch.zeros_like}
with covered():
    for name, order in orders.items():
        differences = []
        for change in ({}, NO_POSITIONS):
            with replace(trained.model, change):
                plain, shuffled = (trained.model.encode(s)[0] for s in (source, source[:, order]))
            differences.append((plain[order] - shuffled).abs().max().item())
        print(f"{name:15} with positions {differences[0]:.1e}   without {differences[1]:.1e}")

# %% [markdown]
# Without positions the same numbers come out, in the new order; what is left is rounding. That is
# *permutation equivariance*. Militsis and Pitas (*Attention and Transformer Networks*) explain it with
# shifted sequences; it holds for **any** permutation, and a shift is only one.
#
# And what does the decoder make of it?

# %%
from transformer.decoding import greedy


def french(tokens):
    written = greedy(trained.model, tokens)[0].tolist()
    return trained.task.join(trained.target_vocabulary.decode(written))


backwards = source[:, orders["backwards"]]
print("with positions      ", french(source))
print("      and backwards ", french(backwards))
with replace(trained.model, NO_POSITIONS):
    print("without positions   ", french(source))
    print("      and backwards ", french(backwards))

# %% [markdown]
# Without positions both orders give the same French, letter for letter: *the dog sees the cat* and *the
# cat sees the dog* would be one sentence. And yet the French is nearly right, for two reasons. Only the
# **encoder** lost its positions; the decoder keeps those of the words that it writes, so French word order
# comes from there. And much can be guessed from the words alone. What is lost is small but visible:
# *la animal*. Which article belongs to which noun, the words alone do not say.
#
# ### Six ways to write position 5 · 5 min · further
#
# Vitay's deck (*Neurocomputing – Transformers*) goes through the simple ideas first. Positions are counted
# from 0, so position 5 belongs to the sixth of 6 words. Here it is, written in 8 numbers.

# %%
for code in (index, normalised, binary, sinusoidal):
    print(f"{code.__name__:11}", code(6, 8)[5])

print(f"{'learned':11}", learned[5, :8], f"… {learned.shape[1]} in all")
print(f"{'rotary':11} nothing is added; queries and keys are turned")

# %% [markdown]
# What does each cost? Watch the sizes, for a text that grows.

# %%
words = trained.model.source_embedding.table.weight * trained.model.source_embedding.scale
print(f"a word's vector is about {words.norm(dim=1).mean():.1f} long; beside it, positions")
places = [5, 50, 500]
for code in (index, binary, sinusoidal):
    print(f"    {code.__name__:11} 5, 50, 500: length", code(501, 64)[places].norm(dim=1))

print("and from one position to the next it is this far:")
steps = torch.stack([normalised(n, 1)[1, 0] for n in (10, 100, 1000)])
print("    normalised  in texts of 10, 100, 1000 words:", steps)
for code in (binary, sinusoidal):
    table = code(10, 64)
    print(f"    {code.__name__:11} 6→7, 7→8, 8→9:", (table[7:10] - table[6:9]).norm(dim=1))
print(f"learned: {learned.numel()} parameters, and nothing for position {len(learned)}")

# %% [markdown]
# - The *index* outgrows the words: it changes one number of 64, but by 500 (see below).
# - The *normalised* index needs to know n, and one step means something else in every text.
# - The *binary* code stays small, but its neighbours are not equally far apart: from 7 to 8 four bits
#   flip, from 8 to 9 one. It spends a whole floating-point number on one bit.
# - *Sinusoids* are waves of many lengths too, but without corners: all rows are equally long, all
#   neighbours equally far apart.
# - *Learned* vectors (Gehring et al. 2017; BERT, GPT) cost parameters, and end where the table ends.
# - *Rotary* positions (Su et al. 2021) turn queries and keys by an angle that grows with the position.
#
# What does an index of 500 do to a word? In the sum, 63 of its 64 numbers stay as they were. But queries,
# keys and values are not made from the sum. A **LayerNorm** comes first: it subtracts from each vector its
# own mean and divides it by its own standard deviation. Here is how alike two different words are after
# that, at the same position: the mean cosine over all pairs of words. (1: they point in the same direction.)

# %%
vocabulary = words[4:]  # (word, d_model), without the four special tokens
pairs = len(vocabulary) * (len(vocabulary) - 1)
print(f"{'position':11} 5, 50, 500")
for code in (index, sinusoidal):
    alike = []
    for place in code(501, 64)[places]:
        read = torch.nn.functional.layer_norm(vocabulary + place, (64,))  # (word, d_model)
        unit = torch.nn.functional.normalize(read, dim=1)
        alike.append(((unit @ unit.T).sum() - len(unit)) / pairs)
    print(f"{code.__name__:11}", *(f"{value:.3f}" for value in alike))

# %% [markdown]
# At position 500 the one large number sets the standard deviation, and the other 63 are divided by it: any
# two words come out nearly the same. With sinusoids they stay different at every position.

# %% [markdown]
# ### The dot products, by hand · 8 min
#
# Now n = 5 and d = 4: five positions, and two pairs of columns. A *pair* is the sine and the cosine of one angle,
# position × *frequency*. The first pair has the frequency 10000^0 = 1, the second 10000^(−2/4) = 1/100.

# %%
pe = torch.tensor(
    [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in range(5)],
    dtype=torch.float64,
)
show("PE, by hand", *pe)
print("largest difference to the machine's:", f"{(pe - sinusoidal(5, 4)).abs().max():.0e}")

# %%
with covered():
    products = pe @ pe.T  # (position, position)
    show("PE · PEᵀ", *products)
    distances = torch.arange(5.0)
    show("cos k + cos k/100, k = 0 … 4", distances.cos() + (distances / 100).cos())

# %% [markdown]
# Along a diagonal the number is constant. Here is why: a pair gives sin a · sin b + cos a · cos b =
# **cos(a − b)**, and a − b is the frequency times the distance. So a product is a sum of cosines of the
# distance, and of nothing else. At distance 0 each is 1: the main diagonal is d/2.
#
# The same example is printed in the deck *Mining Unstructured Data 12*. **Recompute it**: which numbers
# cannot be right? Choose a cell, compute it, and judge: right, or a slip? (*Tell me all* gives up.) Two
# more decks are in the same picture; they come later in this notebook.

# %%
from lessons.figures.slide_check import slide_check
from lessons.positions.slides import explained, slides

slide_check(slides(), explained)

# %% [markdown]
# And with Python:

# %%
from lessons.positions.slides import PRINTED_PRODUCTS, PRINTED_TABLE

printed, printed_products = (
    torch.tensor([[float(cell) for cell in row] for row in rows]).double()
    for rows in (PRINTED_TABLE, PRINTED_PRODUCTS)
)
for column in range(4):
    away = (printed[:, column] - pe[:, column]).abs().max()
    print(f"column {column}: printed and computed differ by at most {away:.4f}")
show("printed column 2", printed[:, 2])
show("p / 600", distances / 600)
show("sin(p / 100)", pe[:, 2])

wrong = (printed_products - products).abs() > 1e-3
print(f"PE · PEᵀ: {int(wrong.sum())} of 25 printed numbers differ, by up to", end=" ")
print(f"{(printed_products - products).abs().max():.3f}")
show("printed diagonal", printed_products.diagonal())
print("rank printed:", torch.linalg.matrix_rank(printed_products, atol=1e-3).item(), end=", ")
print("computed:", torch.linalg.matrix_rank(products, atol=1e-5).item())

# %% [markdown]
# You see the slips without a computer: the main diagonal must hold the same number everywhere, and so must
# each other diagonal. A computer has one more test: products of vectors with 4 numbers cannot have
# rank 5. The text beside the table says that the diagonal is *much* larger and that values fall with the
# distance. The neighbours reach 77% of it here, more in larger tables, and the fall is not steady:

# %%
for d in (4, 64, 512):
    to_first = sinusoidal(100, d) @ sinusoidal(1, d)[0]  # (position,)
    rises = int((to_first.diff() > 0).nonzero()[0])
    print(
        f"d {d:3}: diagonal {to_first[0]:.0f}, neighbour {to_first[1] / to_first[0]:.0%} of it, "
        f"falls up to distance {rises}, then rises"
    )

# %% [markdown]
# ### One matrix for every place · 2 min · further
#
# Moving k positions on turns each pair by the angle k · ω, wherever one starts. So there is one matrix
# M_k with PE(p + k) = M_k · PE(p) for *every* p: a layer can learn “three words back”.

# %%
table = sinusoidal(200, 64)
for k in (1, 3, -3, 50):
    here = table[50:100]  # (position, d_model)
    away = (here @ shift(k, 64).T - table[50 + k : 100 + k]).abs().max()
    print(f"k {k:3}: largest |M_k · PE(p) − PE(p + k)| over 50 positions {away:.1e}")
together = (shift(2, 64) @ shift(3, 64) - shift(5, 64)).abs().max()
print(f"M_2 · M_3 − M_5: {together:.1e}")

# %% [markdown]
# Rotary positions use the same rotations, but on queries and keys, and add nothing. Two words then
# score by what they are and how far apart they stand; where the pair stands does not matter.

# %%
# Any vectors would do. These are pieces of the vectors of twenty words.
query, key = words[4:24, :16].reshape(2, 10, 16)  # each (position, d_k)
for start in (0, 100, 1000):
    scores = rotate(query, start) @ rotate(key, start).T  # (query, key)
    print(f"first position {start:4}: score of query 7 with key 2 = {scores[7, 2]:.5f}")
print("without turning:", f"{query[7] @ key[2]:.5f}")
show("the kernel, distances 0 … 7", kernel(torch.arange(8), 16))

# %% [markdown]
# ### What a trained head makes of positions · 7 min · further
#
# A *head* is one attention inside a layer, with queries and keys of its own; this model has four in each layer.
# What does a head go by, the words or their places? In the first layer a vector is word + position, and queries
# and keys are linear in it. So a score is a sum of four products: word with word, word with place, place with
# word, place with place. Above the first layer every vector is a mixture of all, and nothing can be taken apart
# like this.

# %%
from lessons.figures.score_parts import score_parts_map
from lessons.positions.prediction import about_parts
from transformer.measure.attention.score_parts import score_parts

ask(about_parts(score_parts(trained.model, source)))

# %%

SCALED = "encoder.layers.0.self_attention.scaled"
letters = torch.tensor(
    [models["reverse"].source_vocabulary.encode(models["reverse"].task.split("d e c a f"))]
)
with covered():
    for one, tokens in ((trained, source), (models["reverse"], letters)):
        parts = score_parts(one.model, tokens)  # four of (batch, head, query, key)
        with record(one.model, SCALED) as trace:
            one.model.encode(tokens)
        away = (sum(parts.values()) - trace.one(SCALED)).abs().max()
        print(f"{one.name}: the four add up to the real scores within {away:.1e}")
        print(f"{'':33}head 1  head 2  head 3  head 4")
        for name, part in parts.items():
            # A softmax does not see what is the same for all keys, so we ask how much a row varies.
            show(f"    {name}", part.std(-1).mean((0, 2)))

# %% [markdown]
# Compare the two models. The translator goes by the words: *content–content* varies most in every head. To
# reverse a row of letters one need not know the letters, only their places, and there *position–position* does.
#
# Here are the four maps of the sentence, cell by cell:

# %%
covered(score_parts_map(trained, SENTENCE))

# %% [markdown]
# ### Longer than trained · 8 min
#
# Six models learned to reverse rows of **2 to 10 letters**. They differ in how they mark positions: *sinusoidal* is
# the table above, *index* adds the number of the position itself, *binary* its bits, *learned* a trained vector for
# each position, *none* nothing. *Rotary* adds nothing either: it turns each query and key by an angle that grows with
# the position. Two needed more steps. How do they do on longer rows? Their cards say:

# %%
from lessons.figures.length_curve import length_curve
from lessons.positions.prediction import about_length
from transformer.tasks.letters import LONGEST

curve = length_curve(list(models.values()), LONGEST)
ask(about_length(list(models.values())))

# %%
lengths = (2, 8, 10, 11, 12, 14, 16, 20)
with covered():
    print(f"{'rows reversed exactly':22}", *(f"{n:>7}" for n in lengths), "letters")
    for one in models.values():
        by_length = {row["length"]: row["exact_match"] for row in one.card["held_out"]["by_length"]}
        steps = f"{one.card['settings']['steps']:5} steps"
        print(
            f"{one.model.config.position:11}{steps}",
            *(f"{share(by_length[n]):>7}" for n in lengths),
        )

# %% [markdown]
# And computed here, so that you need not believe the cards:

# %%
from transformer.objectives.scores import exact_match_by_length

print(f"{'computed just now':22}", *(f"{n:>7}" for n in (10, 11, 12)), "letters")
for name in ("reverse", "reverse_learned", "reverse_rotary"):
    one = models[name]
    live = exact_match_by_length(one.model, one.task, (10, 11, 12))
    print(f"{one.model.config.position:22}", *(f"{share(row['exact_match']):>7}" for row in live))

# %% [markdown]
# Drag the length, and see what each model writes:

# %%
covered(curve)

# %% [markdown]
# - *None*: a bag of letters cannot be reversed, not even a short one.
# - *Learned*: perfect as far as training went. Then a row of the table was never trained, and soon there
#   is none; the model says so.
# - *Index*, *binary*, *sinusoidal*: the formula gives a vector for every position, but from position 10 on
#   the model never met these vectors in training. At 12 letters none of the three gets a row right.
#   At 11 they differ: *index* still reverses more than half of the rows. Why that one gets further, these
#   numbers do not say.
# - *Rotary*: a score knows distances only, and most distances in a row of 12 occur in rows of 10 too. It
#   declines slowly instead of falling at once. It was trained for more steps, and still makes a few
#   mistakes on short rows.
#
# *Mining Unstructured Data 12* writes that the formula lets a trained model translate sentences longer
# than any in its training. The paper is more careful: it *may* allow that. This small model, on this
# task, does not. (One task, one seed: a measurement, not a law.)
#
# ### What training makes of learned positions · 3 min · further
#
# Learned vectors end where training ended, but they are worth a look. Nobody told them that positions lie on a
# line:

# %%
unit = torch.nn.functional.normalize(learned[:10], dim=1)
cosines = unit @ unit.T  # (position, position)
show("mean cosine, 1 … 9 further on", [cosines.diagonal(k).mean() for k in range(1, 10)])
lab = position_lab(Setting("learned", 10), trained=models[LEARNED], trained_to=LONGEST)
lab.at(view="products", cell="product")

# %% [markdown]
# Neighbours became alike by training alone. Wang and Chen (2020) compare such pictures for large models;
# the deck *Mining Unstructured Data 12* shows theirs.
#
# ### What the decks print, and what the code says · 5 min · further
#
# Decks have slips, like everything that people write. Recompute these.
#
# **Base 1000 or 10000?** Militsis and Pitas print 1000; the paper and two other decks have 10000.

# %%
for base in (1000.0, 10000.0):
    print(
        f"base {base:5.0f}: PE(1) at d = 4 {sinusoidal(2, 4, base)[1].tolist()[2]:.4f} in column 2; "
        f"longest wave at d = 512: {wavelengths(512, base)[-1]:.0f} positions"
    )

# %% [markdown]
# **How far does the index run?** The same slide counts dimensions 2d and 2d + 1 for d = 1 … d_m, and
# positions from 1. There are d_m columns, from 0:

# %%
d_m = 4
on_slide = [column for d in range(1, d_m + 1) for column in (2 * d, 2 * d + 1)]
pairs = [column for i in range(d_m // 2) for column in (2 * i, 2 * i + 1)]
print("as printed:", on_slide, "  in a vector of 4:", pairs)

# %% [markdown]
# **i/d or 2⌊i/2⌋/d?** Gunhee Kim's deck (*Self-Attention and Transformer*) gives every dimension i its
# own exponent i/d. Even ones are right. The odd ones then have a frequency that no sine has:

# %%
from lessons.positions.mistakes import MISTAKES

slide, _ = MISTAKES["OddDimensionsOnTheirOwn"].code
show("row 1 with i/d", slide(2, 4)[1])
show("row 1 in the paper", pe[1])
show("diagonal of PE · PEᵀ, i/d", (slide(5, 4) @ slide(5, 4).T).diagonal())
for name, code in (("i/d", slide), ("the paper", sinusoidal)):
    long = code(257, 4).double()  # (position, d_model)
    best = torch.linalg.lstsq(long[:-1], long[1:]).solution  # the best matrix for one step
    print(
        f"{name:9}: one step on, best matrix off by {(long[:-1] @ best - long[1:]).abs().max():.1e}"
    )

# %% [markdown]
# With i/d no matrix leads from each position to the next, and a product depends on where one stands. The
# whole point of the sine *and* the cosine is gone.
#
# **Learned or fixed?** *Mining Unstructured Data 12* first says that the model learns the pattern and
# later gives the formula. Count the parameters:

# %%
for name in ("reverse", "reverse_learned"):
    module = models[name].model.source_embedding.position
    print(f"{type(module).__name__:20} {sum(p.numel() for p in module.parameters())} parameters")

# %% [markdown]
# **Concatenated or interleaved?** The same deck says that sines and cosines are *concatenated*; its
# formula interleaves them. Both layouts exist. Halves side by side are how the library tensor2tensor
# did it, with the exponent i/(d/2 − 1). The order of columns changes no product, the exponent does:

# %%
gram = [table @ table.T for table in (sinusoidal(9, 8), concatenated(9, 8))]
print("same numbers, other order: products differ by", f"{(gram[0] - gram[1]).abs().max():.1e}")
in_halves, _ = MISTAKES["Tensor2Tensor"].code
t2t = in_halves(9, 8)
print("tensor2tensor's exponent: products differ by", f"{(t2t @ t2t.T - gram[0]).abs().max():.2f}")

# %% [markdown]
# **Increasing frequencies?** Vitay's deck says so of the elements of the vector. They *decrease*: the
# first pair is the fastest, like the lowest bit.

# %%
show("frequencies, d = 8", frequencies(8))
print("wavelengths, d = 8:", wavelengths(8))

# %% [markdown]
# ## Read the source · 6 min · further
#
# This is the code that was trained and that drew the pictures. There is no other copy.

# %%
import inspect

from transformer import positions

for part in (positions.frequencies, positions.sinusoidal, positions.waves, positions.shift):
    print(inspect.getsource(part))

# %%
print(inspect.getsource(rotate))

# %%
print(inspect.getsource(score_parts))

# %% [markdown]
# ## Write · 33 min
#
# Your turn. Open `lessons/positions/exercise.py` beside this notebook. First fill in `sinusoidal`, then
# `shift`, and save. The checks read the file anew each time. They stop at the first thing that does not
# hold, and say what they saw.

# %%
from lessons.positions.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your table can do what the real one does. Put it in its place: the trained
# models then read with your positions.

# %%
from lessons.positions.checks import Student
from transformer.objectives.batch import Batch
from transformer.objectives.scores import exact_match
from transformer.training import vocabularies

rows = Batch.of(
    models["reverse"].task.held_out[:300], *vocabularies(models["reverse"].task)
)  # 300 rows that training never saw
if check().passed:
    student = Student()
    student.find()
    yours = {"source_embedding.positions": lambda old: student.found["sinusoidal"](*old.shape)}
    with replace(trained.model, yours):
        print("your positions:", french(source))
    with replace(models["reverse"].model, yours):
        print(
            f"rows reversed with your positions: {exact_match(models['reverse'].model, rows):.1%}"
        )
else:
    print("Not yet. This cell waits for your table.")

# %% [markdown]
# ## Modify · 12 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another base.** Change `base` to 1.0. *Expect* all pairs to turn equally fast, so that one turn of
# the first brings back all the others: some far position looks like position 0 again. Which?

# %%
base = 10000.0

print("wavelengths:", wavelengths(8, base))
to_first = sinusoidal(60, 8, base) @ sinusoidal(1, 8, base)[0]  # (position,)
most = to_first[10:].argmax().item() + 10
print(f"of positions 10 … 59 most like position 0: {most}, product {to_first[most]:.3f} of 4")

# %% [markdown]
# **2. Start elsewhere.** Change `start` to 5, as if the text began at position 5. *Expect* the products
# not to move. *Then say* what becomes of the model that was trained from 0.

# %%
start = 0

moved = sinusoidal(9, 64, start=start)
away = (moved @ moved.T - sinusoidal(9, 64) @ sinusoidal(9, 64).T).abs().max()
print(f"products differ by {away:.1e}")
begin = {"source_embedding.positions": lambda old: sinusoidal(*old.shape, start=start)}
with replace(models["reverse"].model, begin):
    print(f"rows reversed: {exact_match(models['reverse'].model, rows):.1%}")

# %% [markdown]
# **3. Another order of columns.** Change `code` to `concatenated`. *Expect* the same products again, and a
# model that cannot read them: it has learned what each column means.

# %%
code = sinusoidal

away = (code(9, 64) @ code(9, 64).T - sinusoidal(9, 64) @ sinusoidal(9, 64).T).abs().max()
print(f"products differ by {away:.1e}")
with replace(models["reverse"].model, {"source_embedding.positions": lambda old: code(*old.shape)}):
    print(f"rows reversed: {exact_match(models['reverse'].model, rows):.1%}")

# %% [markdown]
# **4. Louder positions.** Change `loudness` to 10.0. *Expect* the words to drown: nearly all of what the
# encoder reads is then position, and the translation suffers.

# %%
loudness = 1.0

sentences = Batch.of(trained.task.held_out[:100], *vocabularies(trained.task))
with (
    replace(trained.model, {"source_embedding.positions": lambda old: loudness * old}),
    record(trained.model, "source_embedding.tokens", "source_embedding.positions") as heard,
):
    trained.model.encode(source)
    right = exact_match(trained.model, sentences)
word, place = (
    heard[f"source_embedding.{part}"][0].square().sum(-1).mean() for part in ("tokens", "positions")
)
print(f"share of positions in what the encoder reads: {place / (word + place):.0%}")
print(f"sentences translated exactly: {right:.0%}")

# %% [markdown]
# **5. Turn from elsewhere.** Change `turned_from` to 500. *Expect* the scores of rotary attention not to
# move: it knows no beginning.

# %%
turned_from = 0

scores = rotate(query, turned_from) @ rotate(key, turned_from).T
print(f"scores differ by {(scores - rotate(query) @ rotate(key).T).abs().max():.1e}")

# %% [markdown]
# ## Break · 8 min · further
#
# A bug that looks like progress. The normalised index is tempting: always between 0 and 1, no waves, and
# while one trains, every length is known. Vitay's deck warns that one must know n in advance. What if
# somebody overlooks that?
#
# The task: write a row of the letter a, as long as you like, but 2 to 10 letters. All nine lengths are
# equally likely, and nothing tells which it will be. So there is a floor: the choice among nine costs
# ln 9 = 2.197 a row, however clever the model. (The unit is called a *nat*: a loss computed with the natural
# logarithm ln. A word of probability p costs −ln p nats.)

# %%
from dataclasses import replace as but

from transformer.tasks import TASKS, Example

LENGTHS = range(2, 11)
floor = math.log(len(LENGTHS)) / (sum(LENGTHS) / len(LENGTHS) + 1)  # per token; the last is END
print(f"floor: {floor:.4f} nats a token")

examples = tuple(Example(("a",), ("a",) * n, (0,) * n) for n in LENGTHS)
as_long_as_you_like = but(TASKS["reverse"](), make=lambda: (examples, examples))

# %% [markdown]
# Two decoders learn it, with the same seed and the same steps, one row at a time, so that n is the
# length of that row. *Before you run:* which one will have the lower loss? Which one would you rather
# have?

# %%
from transformer.objectives.loss import cross_entropy
from transformer.training import build, train
from transformer.training.settings import Settings
from transformer.vocabulary import END, START

CODES = {"sinusoidal": sinusoidal, "normalised": normalised}
sizes = {"encoder_layers": 1, "decoder_layers": 1, "d_model": 32, "d_ff": 128}
decoders = {}
for name, code in CODES.items():
    model = build(as_long_as_you_like, position="none", **sizes)
    decoders[name] = model, {"target_embedding.positions": lambda old, c=code: c(*old.shape)}
    total = 0.0
    with replace(*decoders[name]):
        with torch.enable_grad():
            for _step in train(
                model, as_long_as_you_like, Settings(steps=600, batch=1, smoothing=0.0)
            ):
                pass
        for example in examples:
            row = Batch.of([example], *vocabularies(as_long_as_you_like))
            logits = model(row.source, row.target[:, :-1])
            total += cross_entropy(logits, row.target[:, 1:]).item() * (len(example.target) + 1)
    loss = total / (sum(LENGTHS) + len(LENGTHS))
    verdict = "BELOW the floor" if loss < floor else "above the floor"
    print(f"{name:11} loss {loss:.4f}   {verdict} of {floor:.4f}")

# %% [markdown]
# One of them does what nobody can. Now use both as one uses a model: let them write, token by token.

# %%
source_a = Batch.of(examples[:1], *vocabularies(as_long_as_you_like)).source
for name, (model, change) in decoders.items():
    row = torch.tensor([[START]])
    with replace(model, change):
        while row[0, -1] != END and row.shape[1] < 20:
            next_token = model(source_a, row)[:, -1].argmax(-1, keepdim=True)
            row = torch.cat((row, next_token), dim=1)
    count = row.shape[1] - 2
    verdict = "allowed" if count in LENGTHS else "NOT allowed"
    print(f"{name:11} writes {count} letters: {verdict}")

# %% [markdown]
# In training, the last token has the number 1 and all others less. So the position *says where the end
# is*, and the loss falls to nothing. While it writes, the newest token is always the last one so far: it
# always has the number 1, and the model always stops.
#
# **A position that depends on the length tells the future.** You need no training to find it out; ask
# whether a position keeps its vector when the text grows. The checks of the exercise ask it too (*a
# longer table begins alike*).

# %%
for name, code in CODES.items():
    moved = (code(10, 8)[3] - code(5, 8)[3]).abs().max()
    print(f"{name:11} position 3 in 5 words and in 10: {moved:.3f} apart")

# %% [markdown]
# Plant other mistakes and see what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:23} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. Compute PE(2) for d = 4, as far as you get without a computer.
# 2. A deck prints PE · PEᵀ with 2.0, 1.8 and 1.7 on the diagonal. What do you say?
# 3. Why does a sine never come without its cosine?
# 4. Are nearer positions always more alike?
# 5. You shuffle the words and take the positions away. What happens to the encoder's outputs?
# 6. A formula gives a vector for position 1000. Does a model that was trained on 10 words understand it?
# 7. Which way of marking positions was hurt least by longer rows, and why?
# 8. Why may a position not depend on the length of the text that is being written?

# %% [markdown]
# ### Answers
#
# 1. sin 2, cos 2, sin 0.02, cos 0.02; the last two are nearly 0.02 and 1.
# 2. That it cannot be: every row is √(d/2) long, so every entry of the diagonal is d/2.
# 3. Together they are a point on a circle. Then moving on is a rotation, the same from every position,
#    and the product of two is the cosine of their difference. With a sine alone both are lost.
# 4. No. The product is a sum of cosines of the distance: it falls at first, and waves come back.
# 5. They are shuffled in the same way, and otherwise equal to the last digits.
# 6. Not by itself. Here most models failed one or two letters beyond their training.
# 7. Rotary: it sees distances only, and most of those it has met.
# 8. Because in training the length is known and tells where the end is. While writing it is not.
#
# Next: so far every word may look at every other. The masks lesson says who may look at whom, and proves it. Or
# change `frequencies` in `transformer/positions.py` while the app is open (`make app`), and watch every picture
# follow.
