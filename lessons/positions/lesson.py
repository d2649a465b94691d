# The text and code of the positions lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Positional encoding: How does a Transformer know the order of the words?
#
# {opening}

# %%
import math

import torch

from lessons.positions import LEARNED, REVERSERS, SENTENCE, TRANSLATOR
from lessons.positions.figures.position_lab import position_lab
from lessons.positions.figures.position_lab.tables import Setting
from transformer.positions import frequencies, shift, sinusoidal
from transformer.probe import record, replace
from transformer.variants.encodings import binary, concatenated, index, normalised, wavelengths
from transformer.variants.rotary import kernel, rotate
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)
_ = torch.set_grad_enabled(False)  # only training needs gradients

trained = load(TRANSLATOR)
models = {name: load(name) for name in REVERSERS}  # the same task, other encodings
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
# Attention is blind to order. A score compares two vectors, and an output is a sum over all words, so neither the
# score nor the output depends on word order. But *the dog sees the cat* is not *the cat sees the dog*, so a
# Transformer uses a **positional encoding**. Before the first layer, a positional vector is added to each word
# vector. The figure shows the **sinusoidal** encoding of Vaswani et al. (2017, section 3.5). Rows are positions, and
# columns are dimensions of the vector.
#
# Click a cell to see its formula; the wave of its column appears next to the table. *Dot products* shows how similar
# any two positions are. *Waves and bits* compares the columns with the bits of a binary number. Under *More* you can
# change the number of positions n, the number of dimensions d, and the base. Answer the question under *Predict*
# before you open *Dot products*.

# %%
position_lab()

# %% [markdown]
# ## Predict · 2 min
#
# Click your answer and read the reply before you continue. The answer stays hidden until you open it.

# %%
from lessons.kit.prediction import ask, covered
from lessons.positions.prediction import about_distance

ask(about_distance())

# %% [markdown]
# ## Run
#
# ### A bag of words: permutation equivariance · 5 min
#
# What happens if the model adds no positions? The next cells use a complete encoder. We shuffle the words of a
# sentence and compare the outputs word by word, once with positions and once with zeros instead.

# %%
from lessons.positions.figures.word_order import word_order
from lessons.positions.prediction import about_order
from transformer.measure.words.word_order import reordered

backwards = tuple(reversed(range(len(SENTENCE.split()))))
typed = trained.source_vocabulary.encode(SENTENCE.split())
both = (reordered(trained, typed, backwards, positions) for positions in (True, False))
ask(about_order(*both))

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
# Without positions, the encoder computes the same vectors in the new order; the remaining difference is a rounding
# error. A function with this property is **permutation-equivariant**. Militsis and Pitas (*Attention and Transformer
# Networks*) explain this property with shifted sequences. The property holds for **any** permutation, not only for a
# shift.
#
# What does the decoder write from these outputs?

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
# Without positions, both orders give exactly the same French sentence: the model cannot tell *the dog sees the cat*
# from *the cat sees the dog*. Yet the French is nearly correct, for two reasons. Only the **encoder** lost its
# positions; the decoder keeps the positions of the words that it writes, and they determine the French word order.
# The words also reveal much without their order. But the words do not show which article belongs to which noun, so
# the model writes *la animal*.
#
# ### Six ways to write position 5 · 5 min · optional
#
# Vitay’s deck (*Neurocomputing – Transformers*) starts with simple encodings. Positions are counted from 0, so
# position 5 belongs to the sixth of 6 words. The next cell encodes position 5 in 8 numbers.

# %%
for code in (index, normalised, binary, sinusoidal):
    print(f"{code.__name__:11}", code(6, 8)[5])

print(f"{'learned':11}", learned[5, :8], f"… {learned.shape[1]} in all")
print(f"{'rotary':11} adds nothing; queries and keys are rotated")

# %% [markdown]
# What are the drawbacks of each encoding? Compare the sizes for texts of increasing length.

# %%
words = trained.model.source_embedding.table.weight * trained.model.source_embedding.scale
print(f"a word's vector is about {words.norm(dim=1).mean():.1f} long; positions added to it:")
places = [5, 50, 500]
for code in (index, binary, sinusoidal):
    print(f"    {code.__name__:11} 5, 50, 500: length", code(501, 64)[places].norm(dim=1))

print("distance from one position to the next:")
steps = torch.stack([normalised(n, 1)[1, 0] for n in (10, 100, 1000)])
print("    normalised  in texts of 10, 100, 1000 words:", steps)
for code in (binary, sinusoidal):
    table = code(10, 64)
    print(f"    {code.__name__:11} 6→7, 7→8, 8→9:", (table[7:10] - table[6:9]).norm(dim=1))
print(f"learned: {learned.numel()} parameters, no vector for position {len(learned)}")

# %% [markdown]
# - The *index* outgrows the word vectors: it changes only one of 64 components, but by 500 (see below).
# - The *normalised* index depends on n, so one step means something different in every text.
# - The *binary* code stays small, but neighbouring positions are not equally far apart: from 7 to 8 four bits flip,
#   but from 8 to 9 only one bit flips. The code uses a whole floating-point number for each bit.
# - *Sinusoids* also combine many **wavelengths**, but are smooth: all rows have the same length, and all neighbours
#   are equally far apart.
# - **Learned positional embeddings** (Gehring et al. 2017; BERT, GPT) need parameters, and positions beyond the table
#   have no vector.
# - **Rotary** encoding (**RoPE**, Su et al. 2021) rotates queries and keys by an angle that grows with the position.
#
# What does an index of 500 do to a word vector? In the sum, 63 of the 64 components stay the same. But queries, keys
# and values are not computed from the sum itself. **Layer normalization** is applied first: it subtracts each
# vector’s mean from the vector and divides the result by the standard deviation. The next cell shows how similar two
# different words at the same position are after this step: it prints the mean cosine over all pairs of words.

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
# At position 500, the one large component determines the standard deviation. The other 63 components are divided by
# it, so any two words become nearly identical. With sinusoids, words stay different at every position.

# %% [markdown]
# ### Dot products of positions, by hand · 8 min
#
# Now take n = 5 and d = 4, which gives five positions and two pairs of columns. A *pair* is the sine and the cosine
# of one angle, position × **frequency**. The first pair has the frequency 10000^0 = 1, and the second has
# 10000^(−2/4) = 1/100.

# %%
pe = torch.tensor(
    [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in range(5)],
    dtype=torch.float64,
)
show("PE, by hand", *pe)
print("largest difference to the model's:", f"{(pe - sinusoidal(5, 4)).abs().max():.0e}")

# %%
with covered():
    products = pe @ pe.T  # (position, position)
    show("PE · PEᵀ", *products)
    distances = torch.arange(5.0)
    show("cos k + cos k/100, k = 0 … 4", distances.cos() + (distances / 100).cos())

# %% [markdown]
# The numbers along each diagonal are equal. A pair contributes sin a · sin b + cos a · cos b = **cos(a − b)**, and
# a − b is the frequency times the distance. So a dot product is a sum of cosines and depends only on the **relative
# position**. At distance 0 each cosine is 1, so every entry of the main diagonal is d/2.
#
# The deck *Mining Unstructured Data 12* shows the same example. **Recompute the numbers**: which cannot be correct?
# Choose a cell, compute its value, and decide whether the printed number is wrong. The figure also quotes two more
# decks, which appear later in this notebook.

# %%
from lessons.positions.figures.slide_check import slide_check
from lessons.positions.slides import explain_slips, slides

slide_check(slides(), explain_slips)

# %% [markdown]
# The next cell checks the printed numbers with Python:

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
# You can spot the errors without a computer, because all numbers on a diagonal must be equal. A computer offers one
# more test: dot products of vectors with 4 components cannot form a matrix of rank 5. The text next to the table says
# that the diagonal is *much* larger than the rest and that values fall with the distance. Here the neighbouring
# values reach 77% of the diagonal (more in larger tables), and values do not fall steadily:

# %%
for d in (4, 64, 512):
    to_first = sinusoidal(100, d) @ sinusoidal(1, d)[0]  # (position,)
    rises = int((to_first.diff() > 0).nonzero()[0])
    print(
        f"d {d:3}: diagonal {to_first[0]:.0f}, neighbour {to_first[1] / to_first[0]:.0%} of it, "
        f"falls up to distance {rises}, then rises"
    )

# %% [markdown]
# ### One matrix for every position · 2 min · optional
#
# A step of k positions rotates each pair by k times its frequency, wherever the step starts. So a single matrix M_k
# gives PE(p + k) = M_k · PE(p) for *every* p, and a layer can learn “three words back”.

# %%
table = sinusoidal(200, 64)
for k in (1, 3, -3, 50):
    here = table[50:100]  # (position, d_model)
    away = (here @ shift(k, 64).T - table[50 + k : 100 + k]).abs().max()
    print(f"k {k:3}: largest |M_k · PE(p) − PE(p + k)| over 50 positions {away:.1e}")
together = (shift(2, 64) @ shift(3, 64) - shift(5, 64)).abs().max()
print(f"M_2 · M_3 − M_5: {together:.1e}")

# %% [markdown]
# Rotary encoding applies the same rotations to queries and keys, and adds nothing. The score of two words then
# depends on the words and their relative position, but not on their absolute positions.

# %%
# Any vectors would do. These are slices of the vectors of twenty words.
query, key = words[4:24, :16].reshape(2, 10, 16)  # each (position, d_k)
for start in (0, 100, 1000):
    scores = rotate(query, start) @ rotate(key, start).T  # (query, key)
    print(f"first position {start:4}: score of query 7 with key 2 = {scores[7, 2]:.5f}")
print("without rotation:", f"{query[7] @ key[2]:.5f}")
show("the kernel, distances 0 … 7", kernel(torch.arange(8), 16))

# %% [markdown]
# ### Content and position in a trained head · 7 min · optional
#
# A *head* is one attention operation inside a layer, with its own queries and keys; this model has four in each layer.
# Does a head use the words or their positions? In the first layer, each input is a word vector plus a positional
# vector, and queries and keys are linear in this sum. So a score is a sum of four products: word with word, word with
# position, position with word, and position with position. In later layers every vector mixes words and positions, so
# scores cannot be split in this way.

# %%
from lessons.positions.figures.score_parts import score_parts_map
from lessons.positions.measure.score_parts import score_parts
from lessons.positions.prediction import about_parts

ask(about_parts(score_parts(trained.model, source)))

# %%

SCALED = "encoder.layers.0.self_attention.scaled"
letters = torch.tensor(
    [models["reverse"].source_vocabulary.encode(models["reverse"].task.split("d e c a f"))]
)
with covered():
    for network, tokens in ((trained, source), (models["reverse"], letters)):
        parts = score_parts(network.model, tokens)  # four of (batch, head, query, key)
        with record(network.model, SCALED) as trace:
            network.model.encode(tokens)
        away = (sum(parts.values()) - trace.one(SCALED)).abs().max()
        print(f"{network.name}: the four add up to the real scores within {away:.1e}")
        print(f"{'':33}head 1  head 2  head 3  head 4")
        for name, part in parts.items():
            # The softmax ignores what is the same for all keys, so we measure how much a row varies.
            show(f"    {name}", part.std(-1).mean((0, 2)))

# %% [markdown]
# Compare the two models. The translator relies on content: *content–content* varies most in every head.
# Reversing a string depends on the positions of the letters, not on the letters themselves, so in the reversal model
# *position–position* varies most.
#
# The next figure shows maps of all four parts for the sentence:

# %%
covered(score_parts_map(trained, SENTENCE))

# %% [markdown]
# ### Length extrapolation: inputs longer than in training · 8 min
#
# Six models learned to reverse strings of **2 to 10 letters**. The models differ in their positional encoding.
# *Sinusoidal* adds the table above, *index* adds the number of the position, *binary* adds its bits, *learned* adds a
# trained vector for each position, and *none* adds nothing. *Rotary* also adds nothing, but rotates queries and keys.
# Two models were trained for more steps than the others. The model cards list the accuracy on longer strings:

# %%
from lessons.figures.length_curve import length_curve
from lessons.positions.prediction import about_length
from transformer.tasks.letters import LONGEST

curve = length_curve(list(models.values()), LONGEST)
ask(about_length(list(models.values())))

# %%
lengths = (2, 8, 10, 11, 12, 14, 16, 20)
with covered():
    print(f"{'reversed exactly':22}", *(f"{n:>7}" for n in lengths), "letters")
    for network in models.values():
        rows = network.card["held_out"]["by_length"]
        by_length = {row["length"]: row["exact_match"] for row in rows}
        steps = f"{network.card['settings']['steps']:5} steps"
        print(
            f"{network.model.config.position:11}{steps}",
            *(f"{share(by_length[n]):>7}" for n in lengths),
        )

# %% [markdown]
# To check the cards, the next cell recomputes some of these numbers:

# %%
from transformer.objectives.scores import exact_match_by_length

print(f"{'computed just now':22}", *(f"{n:>7}" for n in (10, 11, 12)), "letters")
for name in ("reverse", "reverse_learned", "reverse_rotary"):
    network = models[name]
    live = exact_match_by_length(network.model, network.task, (10, 11, 12))
    fractions = (f"{share(row['exact_match']):>7}" for row in live)
    print(f"{network.model.config.position:22}", *fractions)

# %% [markdown]
# Drag the length to see what each model writes:

# %%
covered(curve)

# %% [markdown]
# - The *none* model sees a bag of letters and fails even on short strings.
# - The *learned* encoding is perfect up to the training length. The next row of its table was never trained; after
#   that row the table ends, and the model refuses longer strings.
# - For *index*, *binary* and *sinusoidal*, a formula provides a vector for every position, but training never used
#   the vectors from position 10 on. None of these three models reverses a string of 12 letters correctly.
# - With *rotary*, a score depends on the distance, and accuracy declines slowly. This model was trained for more
#   steps, but still makes a few mistakes on short strings.
#
# *Mining Unstructured Data 12* says that the formula lets a trained model translate sentences longer than any it was
# trained on. The paper says more carefully that the formula *may* allow this. The sinusoidal models for this task do
# not extrapolate.
#
# **Length extrapolation** (also *length generalisation*) means that a model works on inputs longer than its training
# inputs. One explanation is tempting: a rotary score depends only on the distance, and most distances occurred in
# training, so the model generalises. But each model above was trained only once, and the rotary model was trained for
# more steps than the sinusoidal model. The control experiment trains models with each encoding, for three seeds and
# three numbers of steps. It also tests **ALiBi** (Press et al. 2022), which adds to each score a penalty that grows
# with the distance.

# %%
from lessons.positions.words import HEADINGS, about_control, by_length
from transformer.measure.controls import read

control = read("lengths")
for row in (HEADINGS, *by_length(control)):
    print(f"{row[0]:12}{row[1]:>6}   " + "   ".join(f"{cell:20}" for cell in row[2:]).rstrip())

# %%
from IPython.display import Markdown

Markdown(about_control(control))

# %% [markdown]
# The distances are the same for every seed, yet one run reverses 16% of the strings of 13 letters and another run
# 90%. So the distances alone do not explain the curve.
#
# ### Similarity of learned positional embeddings · 3 min · optional
#
# Learned positional embeddings do not exist beyond the table, but they show structure. The model was never told that
# positions lie on a line:

# %%
unit = torch.nn.functional.normalize(learned[:10], dim=1)
cosines = unit @ unit.T  # (position, position)
show("mean cosine, distances 1 … 9", [cosines.diagonal(k).mean() for k in range(1, 10)])
lab = position_lab(Setting("learned", 10), trained=models[LEARNED], trained_to=LONGEST)
lab.at(view="products", cell="product")

# %% [markdown]
# Training made neighbouring positions similar. Wang and Chen (2020) compare similar figures for large models; the
# deck *Mining Unstructured Data 12* shows them.
#
# ### Formulas in the decks, recomputed · 5 min · optional
#
# **Base 1000 or 10000?** Militsis and Pitas use the base 1000; the paper and two other decks use 10000.

# %%
for base in (1000.0, 10000.0):
    print(
        f"base {base:5.0f}: PE(1) at d = 4 {sinusoidal(2, 4, base)[1].tolist()[2]:.4f} in column 2; "
        f"longest wave at d = 512: {wavelengths(512, base)[-1]:.0f} positions"
    )

# %% [markdown]
# **How far does the index run?** The same slide numbers dimensions 2d and 2d + 1 for d = 1 … d_m, and positions
# from 1. But there are only d_m columns, numbered from 0:

# %%
d_m = 4
on_slide = [column for d in range(1, d_m + 1) for column in (2 * d, 2 * d + 1)]
pairs = [column for i in range(d_m // 2) for column in (2 * i, 2 * i + 1)]
print("as printed:", on_slide, "  in a vector of 4:", pairs)

# %% [markdown]
# **i/d or 2⌊i/2⌋/d?** Gunhee Kim’s deck (*Self-Attention and Transformer*) gives every dimension i its own exponent
# i/d. The exponents for even i are correct, but each cosine then has a frequency that no sine has:

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
# With i/d, no matrix maps each position to the next, and a dot product depends on the absolute positions. Using a sine
# *and* a cosine then serves no purpose.
#
# **Learned or fixed?** *Mining Unstructured Data 12* first says that the model learns the pattern and later gives the
# formula. Count the parameters:

# %%
for name in ("reverse", "reverse_learned"):
    module = models[name].model.source_embedding.position
    print(f"{type(module).__name__:20} {sum(p.numel() for p in module.parameters())} parameters")

# %% [markdown]
# **Concatenated or interleaved?** The same deck says that sines and cosines are *concatenated*; its formula
# interleaves them. Both layouts exist. The library tensor2tensor concatenated them, with the exponent i/(d/2 − 1).
# The order of columns does not affect dot products, but the exponent does:

# %%
gram = [table @ table.T for table in (sinusoidal(9, 8), concatenated(9, 8))]
print("same numbers, other order: products differ by", f"{(gram[0] - gram[1]).abs().max():.1e}")
in_halves, _ = MISTAKES["Tensor2Tensor"].code
t2t = in_halves(9, 8)
print("tensor2tensor's exponent: products differ by", f"{(t2t @ t2t.T - gram[0]).abs().max():.2f}")

# %% [markdown]
# **Increasing frequencies?** Vitay’s deck says that frequencies increase along the vector. In fact frequencies
# *decrease*: the first pair is the fastest, like the lowest bit.

# %%
show("frequencies, d = 8", frequencies(8))
print("wavelengths, d = 8:", wavelengths(8))

# %% [markdown]
# ## Read the source · 6 min · optional
#
# This code was used to train the models and to draw the figures.

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
# Open `lessons/positions/exercise.py` next to this notebook. First fill in `sinusoidal`, then `shift`, and save. The
# checks re-read the file each time and stop at the first failure.

# %%
from lessons.positions.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, replace the real table with yours. The trained models then use your positions.

# %%
from lessons.positions.checks import Student
from transformer.objectives.batch import Batch
from transformer.objectives.scores import exact_match
from transformer.training import vocabularies

rows = Batch.from_examples(
    models["reverse"].task.held_out[:300], *vocabularies(models["reverse"].task)
)  # 300 strings that training never saw
if check().passed:
    student = Student()
    student.find()
    yours = {"source_embedding.positions": lambda old: student.found["sinusoidal"](*old.shape)}
    with replace(trained.model, yours):
        print("your positions:", french(source))
    with replace(models["reverse"].model, yours):
        print(
            f"strings reversed with your positions: {exact_match(models['reverse'].model, rows):.1%}"
        )
else:
    print("Not yet. This cell waits for your table.")

# %% [markdown]
# ## Modify · 12 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A different base.** Change `base` to 1.0. *Expect* all pairs to rotate equally fast, so that all of them return
# to the start together. Which distant position then looks like position 0?

# %%
base = 10000.0

print("wavelengths:", wavelengths(8, base))
to_first = sinusoidal(60, 8, base) @ sinusoidal(1, 8, base)[0]  # (position,)
most = to_first[10:].argmax().item() + 10
print(f"of positions 10 … 59 most like position 0: {most}, product {to_first[most]:.3f} of 4")

# %% [markdown]
# **2. A different start.** Change `start` to 5, as if the text began at position 5. *Expect* the same dot products.
# *Then predict* the accuracy of the model, which was trained with a start of 0.

# %%
start = 0

moved = sinusoidal(9, 64, start=start)
away = (moved @ moved.T - sinusoidal(9, 64) @ sinusoidal(9, 64).T).abs().max()
print(f"products differ by {away:.1e}")
begin = {"source_embedding.positions": lambda old: sinusoidal(*old.shape, start=start)}
with replace(models["reverse"].model, begin):
    print(f"strings reversed: {exact_match(models['reverse'].model, rows):.1%}")

# %% [markdown]
# **3. A different order of columns.** Change `code` to `concatenated`. *Expect* the same dot products again, but a
# model that fails, because it has learned what each column means.

# %%
code = sinusoidal

away = (code(9, 64) @ code(9, 64).T - sinusoidal(9, 64) @ sinusoidal(9, 64).T).abs().max()
print(f"products differ by {away:.1e}")
with replace(models["reverse"].model, {"source_embedding.positions": lambda old: code(*old.shape)}):
    print(f"strings reversed: {exact_match(models['reverse'].model, rows):.1%}")

# %% [markdown]
# **4. Larger positions.** Change `loudness` to 10.0. *Expect* positions to make up nearly all of the encoder’s input.
# The words get lost, and the translation suffers.

# %%
loudness = 1.0

sentences = Batch.from_examples(trained.task.held_out[:100], *vocabularies(trained.task))
with (
    replace(trained.model, {"source_embedding.positions": lambda old: loudness * old}),
    record(trained.model, "source_embedding.tokens", "source_embedding.positions") as heard,
):
    trained.model.encode(source)
    right = exact_match(trained.model, sentences)
word, place = (
    heard[f"source_embedding.{part}"][0].square().sum(-1).mean() for part in ("tokens", "positions")
)
print(f"fraction of position in what the encoder reads: {place / (word + place):.0%}")
print(f"sentences translated exactly: {right:.0%}")

# %% [markdown]
# **5. A different start for rotary encoding.** Change `turned_from` to 500. *Expect* the same scores, because rotary
# attention depends only on relative positions.

# %%
turned_from = 0

scores = rotate(query, turned_from) @ rotate(key, turned_from).T
print(f"scores differ by {(scores - rotate(query) @ rotate(key).T).abs().max():.1e}")

# %% [markdown]
# ## Break · 8 min · optional
#
# This bug looks like progress. The normalised index is tempting, because it is always between 0 and 1 and every
# length is known in training. Vitay’s deck warns that n must be known in advance. What happens if you overlook this
# warning?
#
# The task is to write a string of 2 to 10 letters *a*. All nine lengths are equally likely, and nothing in the input
# shows which length is correct. So the loss has a *floor*: for any model, the choice among nine lengths costs ln 9 =
# 2.197 nats per string. (A *nat* is the unit of a loss with the natural logarithm ln: a word of probability p
# has a loss of −ln p nats.)

# %%
from dataclasses import replace as but

from transformer.tasks import TASKS, Example

LENGTHS = range(2, 11)
floor = math.log(len(LENGTHS)) / (sum(LENGTHS) / len(LENGTHS) + 1)  # per token; the last is END
print(f"floor: {floor:.4f} nats per token")

examples = tuple(Example(("a",), ("a",) * n, (0,) * n) for n in LENGTHS)
as_long_as_you_like = but(TASKS["reverse"](), make=lambda: (examples, examples))

# %% [markdown]
# Two decoders learn the task with the same seed and number of steps, one string at a time, so that n is the length of
# that string. *Before you run the cell:* which decoder will have the lower loss? Which decoder would you rather use?

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
            row = Batch.from_examples([example], *vocabularies(as_long_as_you_like))
            logits = model(row.source, row.target[:, :-1])
            total += cross_entropy(logits, row.target[:, 1:]).item() * (len(example.target) + 1)
    loss = total / (sum(LENGTHS) + len(LENGTHS))
    verdict = "BELOW the floor" if loss < floor else "above the floor"
    print(f"{name:11} loss {loss:.4f}   {verdict} of {floor:.4f}")

# %% [markdown]
# One loss is below the floor, which only a leak can explain. Now use both models as in practice: let them write,
# token by token.

# %%
source_a = Batch.from_examples(examples[:1], *vocabularies(as_long_as_you_like)).source
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
# In training, the last token has the normalised position 1 and all others have smaller positions. So the position
# *shows where the end is*, and the loss falls to almost 0. In decoding, the newest token is always the last token so
# far. Its position is always 1, so the model always stops.
#
# **A position that depends on the length leaks the future.** You can find this bug without training: check whether a
# position keeps its vector when the text grows. One exercise check tests this.

# %%
for name, code in CODES.items():
    moved = (code(10, 8)[3] - code(5, 8)[3]).abs().max()
    print(f"{name:11} position 3 in 5 words and in 10: {moved:.3f} apart")

# %% [markdown]
# Common mistakes in this exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:23} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. Compute PE(2) for d = 4, as far as you can without a computer.
# 2. A deck shows PE · PEᵀ with 2.0, 1.8 and 1.7 on the diagonal. Is that possible?
# 3. Why is each sine paired with a cosine of the same angle?
# 4. Are nearer positions always more similar?
# 5. You shuffle the words and remove the positions. What happens to the encoder’s outputs?
# 6. A formula provides a vector for position 1000. Can a model that was trained on 10-word texts use this vector?
# 7. The rotary model reversed the most strings of 13 letters. Why does this not show that rotary encoding extrapolates?
# 8. Why must a position not depend on the length of the text that the model is writing?

# %% [markdown]
# ### Answers
#
# 1. PE(2) is (sin 2, cos 2, sin 0.02, cos 0.02); the last two are nearly 0.02 and 1.
# 2. No. Every row has length √(d/2), so every diagonal entry is d/2.
# 3. The sine and the cosine form a point on a circle. A step is then the same rotation from every position, and the
#    dot product of two pairs is the cosine of the difference between their angles. A sine without its cosine has
#    neither property.
# 4. No. The dot product, a sum of cosines, first falls with the distance and then rises again.
# 5. Apart from rounding, the outputs are the same vectors, shuffled in the same way.
# 6. Not in general: here most models failed one or two letters beyond the training length.
# 7. Each model was trained once, and two runs with the same distances reverse 16% and 90% of the strings. No model
#    reverses a string of 20 letters. In language models rotary encoding does not extrapolate either (Press et al.
#    2022).
# 8. In training the length is known and shows where the end is. In decoding the length is unknown.
#
# Next: so far every word can attend to every other word. The lesson *Attention masks* restricts attention and measures
# the effect. Or change `frequencies` in `transformer/positions.py` while the app is open (`make app`), and watch every
# figure change.
