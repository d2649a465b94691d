# The text and code of the lesson on sequences. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Sequences: how does a network read a sentence?
#
# {opening}

# %%
import inspect

import torch

from lessons.figures.length_curve.bottleneck import bottleneck
from lessons.figures.moments import moments
from lessons.figures.recurrent_steps import recurrent_steps
from lessons.figures.time_gradients import clipped, time_gradients
from lessons.kit.prediction import ask, covered
from lessons.sequences.mistakes import MISTAKES
from lessons.sequences.prediction import about_length, about_name, about_state, about_time
from transformer.decoding import greedy
from transformer.measure.cost.training_step import WORDS, milliseconds
from transformer.measure.help_desk import measured, talk
from transformer.measure.recurrent.clipping import trainings
from transformer.measure.recurrent.over_time import Way, over_time, reaches
from transformer.measure.recurrent.word_by_word import follow
from transformer.measure.statistics import compare
from transformer.recurrent import CELLS, GRU, RNN, read
from transformer.tasks import TASKS
from transformer.tasks.help_desk import BEYOND, OPENING
from transformer.vocabulary import END
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 2 min
#
# A sentence has as many words as it likes, and a network has a fixed number of weights. How does the one go into
# the other? A *recurrent network* reads word after word with one and the same *cell*. What it has read so far it
# keeps in one row of numbers, its [hidden state](#term-hidden-state) h. The cell makes a new state of the old one
# and the vector x of the next word: h_t = cell(x_t, h_(t−1)). After the last word a second network, the writer,
# goes on from there: it starts with a state and a start sign, and at each step the word that it wrote is what it reads next.
#
# Here is a model that translates. Each row is the state after one word, the first 8 of its numbers.

# %%
trained = load("english_french_recurrent")
SENTENCE = "the animal did not cross the street because it was too tired"
steps = follow(trained, trained.source_vocabulary.encode(SENTENCE.split()))
for word, state in zip(SENTENCE.split(), steps.cells["state"], strict=False):
    print(f"{word:8}", " ".join(f"{value:5.2f}" for value in state[:8].tolist()), "…")

# %% [markdown]
# ## Predict · 4 min
#
# Answer before you go on: click what you think, and read the reply. The picture stays folded until you open it.

# %%
ask(about_state(trained, SENTENCE.split()))

# %% [markdown]
# The same states in the picture, and those of the writer (→) below them. Violet is above 0, orange below. Press the space
# bar; a click on a number shows the sum that made it.

# %%
covered(recurrent_steps(trained, SENTENCE))

# %% [markdown]
# ## Run
#
# ### One step · 3 min
#
# The simplest cell, the RNN (Elman 1990), writes its whole state anew: h' = tanh(W_ih x + b_ih + W_hh h + b_hh). The model
# above has a GRU (Cho et al. 2014). That computes such a new content, too, the *candidate* n, and a *gate* z: a share from
# 0 to 1 for each number. h' = (1 − z) n + z h, so where z is near 1 the old number stays. (A second gate, r,
# says how much of the old state the candidate sees.) Here is one number, word by word.

# %%
number = 6
print("word         z   candidate   h before   h after")
for t, word in enumerate(SENTENCE.split()):
    z, n, h, new = (
        one[t, number].item()
        for one in (
            steps.cells["update"],
            steps.cells["candidate"],
            steps.before,
            steps.cells["state"],
        )
    )
    print(f"{word:8} {z:6.2f} {n:9.2f} {h:10.2f} {new:10.2f}   ({(1 - z) * n + z * h:.2f} by hand)")

# %% [markdown]
# ### A product of probabilities · 4 min
#
# At each step the writer gives a probability to every French word: p(y_t | y_<t, x), given the English sentence x
# and the words y_<t that are written already. The probability of the whole answer is the product of all:
# p(y|x) = ∏ p(y_t | y_<t, x). Such a network is a *conditional language model*. The end, too, is a word that has to be written.


# %%
def written(sentence):
    """What the model writes, each word with its probability, and their product."""
    ids = trained.source_vocabulary.encode(sentence.split())
    found = follow(trained, ids)
    product = 1.0
    for token, chance in zip(found.written, found.chances.tolist(), strict=True):
        product *= chance
        print(f"{trained.target_vocabulary.words[token]:12} {chance:.3f}   so far {product:.3f}")


written(SENTENCE)

# %% [markdown]
# Now a sentence that nobody trained on. Read the French aloud: what is it about?

# %%
written("the boat did not cross the street because it was very steep")

# %% [markdown]
# Flawless French, with every agreement right, about an elephant. How French goes is in the weights. That it was a boat
# had to be in the state, and was not to be found there any more.
#
# ### Time · 10 min
#
# Training changes the weights by a gradient. If the answer depends on the first word, the gradient has to get there,
# back through all steps. On its way it is multiplied at each of them. Measured by real
# backward passes through fresh cells: how large is it at the first word, as a share of what it is at the last?

# %%
found = over_time()
ask(about_time(found))

# %%
covered(time_gradients(found))

# %% [markdown]
# “Gates cure vanishing gradients” is true of an *open* gate only. A GRU and an LSTM as PyTorch begins them have
# gates near one half: a half of a half of a half … With a bias of 3 the gate begins at σ(3) = 0.95, and much
# arrives. All this is before training, and only a start; a gate can learn to open, if a gradient reaches it.
#
# What is multiplied at every word may also grow. A gradient that *explodes* is made shorter before it moves the
# weights: *clipping* (Pascanu et al. 2013) caps the step. It brings back nothing that vanished.

# %%
clipped(trainings())

# %% [markdown]
# There is a second price, which no gate lowers: state 20 needs state 19, which needs state 18. However many processors a
# computer has, they wait for each other. Which states can be computed at the same time? Each number is the moment
# at which a state can be there at the earliest. Let it play; then let the network read *both ways*.

# %%
moments(SENTENCE.split())

# %% [markdown]
# And with one processor? A step of training, forwards and backwards, in milliseconds on this machine:

# %%
print("words     ", *(f"{words:>7}" for words in WORDS))
for kind, times in milliseconds().items():
    print(f"{kind:10}", *(f"{time:7.1f}" for time in times))

# %% [markdown]
# ### The bottleneck · 5 min
#
# The simplest test of memory is to copy a row of letters. Four models learned it with the same number of steps: one
# from the last state alone; two with tricks from before attention, where the source is read *backwards*
# (Sutskever et al. 2014) or *twice* (Zaremba and Sutskever 2014); and one with *attention*, whose writer may look
# back at all states of the reader. (How, is the next lesson.)

# %%
COPIERS = ["copy_bahdanau", "copy_recurrent_backwards", "copy_recurrent_twice", "copy_recurrent"]
copiers = {name: load(name) for name in COPIERS}
ask(about_length(copiers["copy_recurrent"].card, copiers["copy_bahdanau"].card))

# %%
covered(bottleneck(list(copiers.values())))

# %% [markdown]
# Is it always like that? Here are all tasks on which such models were trained, as the shares of held-out answers that are
# right to the last word:

# %%
for name in ("copy_recurrent", "copy_bahdanau", "english_french_recurrent", "english_french_bahdanau", "dates_recurrent", "dates_bahdanau"):  # fmt: skip
    print(f"{name:27} {load(name).card['held_out']['exact_match']:.1%}")

# %% [markdown]
# Dates, such as *3 may 1998* → *1998-05-03*, need no attention: what has to be remembered fits into the
# state. A lesson that hides this would make a law of an observation.
#
# ### One sequence in, another one out · 1 min · further
#
# The decks name translation, summaries, dialogue, parsing and writing programs. All are one task: a sequence goes in,
# another one comes out, and it need not be as long. Some of the tasks that models in this course learn:

# %%
for name in ("english_french", "pronouns", "dates", "addition", "sort", "reverse"):
    task = TASKS[name](seed=0)
    example = task.held_out[0]
    print(f"{task.title:22} {task.join(example.source)}  →  {task.join(example.target)}")

# %% [markdown]
# ### A conversation · 4 min · further
#
# Dialogue, then: all that was said goes in, the next answer comes out. Two help desks learned from the same 6,000 answers, one
# with attention. Here somebody speaks to that one.

# %%
desks = {name: load(name) for name in ("desk_luong", "desk_recurrent")}
right = {name: measured(desk) for name, desk in desks.items()}  # shares of held-out answers
said = {name: talk(desk, OPENING) for name, desk in desks.items()}
print(*said["desk_luong"], sep="\n")
ask(about_name(*(turns[-1] for turns in said.values()), right["desk_recurrent"]["new_pairs"]))

# %%
with covered():
    print("without attention:", said["desk_recurrent"][-1])
    for name, sets in right.items():
        for which, of in sets.items():
            print(f"{name:14} {which:13} {of.exact:.1%}, but for names {of.but_for_names:.1%}")

# %% [markdown]
# What comes next the state has kept; the name, said once and long ago, it has often lost. (Each desk was trained once, for 1,000
# steps at most; longer might help.) But even the better one has no way to say that it did not understand:

# %%
for line in BEYOND:
    print(" → ".join(talk(desks["desk_luong"], [line])))

# %% [markdown]
# ## Read the source · 3 min · further
#
# This is the code that was trained. There is no other copy.

# %%
for part in (RNN.forward, GRU.forward, read):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/sequences/exercise.py` beside this notebook. Write `rnn_step`, then `gru_step`, then
# `log_probability`, and save. The checks read the file anew each time. They stop at the first thing that does not hold,
# and say what they saw.

# %%
from lessons.sequences.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, let your GRU read the sentence with the trained weights, and compare its last state with the
# model’s:

# %%
from lessons.sequences.checks import Student

if check().passed:
    student = Student()
    student.find()
    cell = trained.model.encoder.forwards[0]
    weights = (cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
    tokens = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])  # (1, word)
    state = torch.zeros(1, cell.hidden)
    for x in trained.model.source_embedding(tokens).unbind(dim=1):
        state = student.found["gru_step"](x, state, *weights)
    last = steps.cells["state"][tokens.shape[1] - 1]
    print(
        f"your last state, largest difference to the model’s: {(state[0] - last).abs().max():.0e}"
    )
else:
    print("Not yet. This cell waits for your GRU.")

# %% [markdown]
# ## Modify · 7 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Open the gate.** Change `open_gate` to 1.0, then to 3.0. *Expect* almost a hundred times as much to arrive with 1.0
# as without, and four tenths with 3.0.

# %%
open_gate = 0.0

share = sum(reaches(Way("gru", open_gate), 20, seed) for seed in range(3)) / 3
print(f"bias {open_gate:g}: {share:.1e} of the gradient reaches the first of 20 words")

# %% [markdown]
# **2. A larger state.** Change `hidden` to 128. *Expect* more than three times as many weights: most of them stand in W_hh, which
# is square.

# %%
hidden = 64

cell = CELLS["gru"](16, hidden)
print(f"a GRU with {hidden} numbers: {sum(p.numel() for p in cell.parameters()):,} weights")

# %% [markdown]
# **3. Backwards.** Which places of a row of 9 letters are right? Change `name` to "copy_recurrent_backwards". *Expect*
# fewer right letters at the third to fifth place, and more from the sixth on: the mistakes are spread more evenly.

# %%
name = "copy_recurrent"

model = copiers[name]
rows = model.task.of_length(9)
source = torch.tensor([model.source_vocabulary.encode(row.source) for row in rows])  # (row, 9)
right = torch.tensor([model.target_vocabulary.encode(row.target) for row in rows])  # (row, 9)
out = greedy(model.model, source, 9)  # (row, 9)
print(
    f"{name}, by place:",
    " ".join(f"{share:4.0%}" for share in (out == right).float().mean(0).tolist()),
)

# %% [markdown]
# ## Break · 6 min
#
# A friend has read of the trick. *"I read every sentence backwards now, as Sutskever et al. did: then its first words stand
# nearest to the writer. I tried it on copying, and **it is better**. So I made it the default everywhere."* It is better. On the
# same 1,000 rows, which are right only in one of the two?


# %%
def answers(name):
    """Of each held-out row whether it is copied without a mistake."""
    model, found = copiers[name], []
    for length in range(2, 11):
        rows = model.task.of_length(length)
        source = torch.tensor(
            [model.source_vocabulary.encode(row.source) for row in rows]
        )  # (row, length)
        wanted = [[*model.target_vocabulary.encode(row.target), END] for row in rows]
        out = greedy(model.model, source, length + 1).tolist()
        found += [one == two for one, two in zip(out, wanted, strict=True)]
    return found


plain, backwards = answers("copy_recurrent"), answers("copy_recurrent_backwards")
counted = compare(plain, backwards)
print(f"copied: {sum(plain)} of {len(plain)} forwards, {sum(backwards)} backwards")
print(
    f"right only forwards: {counted.only_first}; only backwards: {counted.only_second}; p = {counted.p_value:.4f}"
)

# %% [markdown]
# If both were equally good, a fair coin would decide each row on which they differ; it would divide them as unevenly as this
# in p of all cases. So on these rows it is hardly chance.
#
# *Before you run on:* what would you ask your friend for?

# %%
for name in (
    "copy_recurrent",
    "copy_recurrent_backwards",
    "english_french_recurrent",
    "english_french_recurrent_backwards",
):
    print(f"{name:36} {load(name).card['held_out']['exact_match']:.1%}")

# %% [markdown]
# On translation the same trick costs far more than it brought on copying. **What helps on one task is measured on that
# task**, and a default that was tried on one task only is no default. (A possible reason, not tested here: where both languages run
# in the same order, plain reading leaves the last words of the sentence nearest to the writer, and those are hard. And each model was
# trained once: p says what other test rows might change, and not what another seed would.)
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:46} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. What goes into a recurrent cell at each step, and what comes out?
# 2. In PyTorch’s GRU, what does z = 1 do? And z = 0?
# 3. Why is the probability of a whole answer a product, and what would be missing without the end sign?
# 4. A default GRU reads 20 words. How much of the gradient reaches the first one, and what changes that?
# 5. Why can the states of one sentence not be computed at the same time?
# 6. What is the bottleneck of an encoder–decoder without attention? Name a task in which there is none.
# 7. Reading backwards improves copying. Why is that no reason to read every sentence backwards?

# %% [markdown]
# ### Answers
#
# 1. The vector of the word and the state so far; a new state of the same size.
# 2. z = 1 keeps the old number; z = 0 puts the candidate in its place.
# 3. Each word is given a probability after all words before it. Without the end, nothing would say that the answer is over.
# 4. Less than a thousandth. A bias that opens the gate: with 3 it is four tenths.
# 5. Each needs the one before it.
# 6. The last state: the whole sentence has to fit into its numbers. Dates fit.
# 7. On English → French it was measured, and it hurts: 47 instead of 63%.
