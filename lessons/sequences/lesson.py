# The text and code of the lesson on sequences. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Recurrent networks: How does a recurrent network read a sentence?
#
# {opening}

# %%
import inspect
import math

import torch

from lessons.figures.length_curve.bottleneck import bottleneck
from lessons.figures.length_curve.by_words import by_words_curve
from lessons.kit.controls import control_text
from lessons.kit.prediction import ask, covered
from lessons.sequences import DESKS
from lessons.sequences.figures.moments import moments
from lessons.sequences.figures.recurrent_steps import recurrent_steps
from lessons.sequences.figures.recurrent_steps.both import both_states
from lessons.sequences.figures.recurrent_steps.by_hand import by_hand
from lessons.sequences.figures.time_gradients import clipping_curves, time_gradients
from lessons.sequences.measure.clipping import trainings
from lessons.sequences.measure.over_time import Way, gradient_ratio, over_time
from lessons.sequences.measure.subjects import subjects
from lessons.sequences.measure.word_by_word import record_steps
from lessons.sequences.mistakes import MISTAKES
from lessons.sequences.prediction import about_length, about_name, about_state, about_time
from transformer.decoding import greedy
from transformer.measure.controls import read as read_control
from transformer.measure.cost.training_step import WORDS, milliseconds
from transformer.measure.help_desk import measured, talk
from transformer.measure.recurrent.by_words import by_words
from transformer.measure.statistics import compare
from transformer.recurrent import CELLS, GRU, LSTM, RNN, read
from transformer.tasks import TASKS
from transformer.tasks.help_desk import BEYOND, OPENING
from transformer.vocabulary import END
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 2 min
#
# A sentence can have any number of words, but a **neural network** has a fixed number of parameters. How can one
# network read all sentences? A **recurrent network** (RNN) applies the same *cell* to one word after another and
# summarizes what it has read in one vector, its **[hidden state](#term-hidden-state)** h. The cell computes a new state
# from the old state and the vector x of the next word: h_t = cell(x_t, h_(t−1)). This network is the *encoder*. After
# the last word, a second network, the *decoder*, starts from the final state and a start token. At each step, the
# decoder reads the word that it wrote last. The encoder and decoder form a **sequence-to-sequence** (encoder–decoder)
# model.
#
# Both networks are trained together on sentence pairs from a **parallel corpus**. During training, the decoder reads
# the correct words (*teacher forcing*); at **inference**, it reads its own output. The gradient of the **loss
# function** travels back through all steps (**backpropagation through time**).
#
# Each row below shows the first 8 components of a **machine translation** model’s state after one word.

# %%
trained = load("english_french_recurrent")
SENTENCE = "the animal did not cross the street because it was too tired"
steps = record_steps(trained, trained.source_vocabulary.encode(SENTENCE.split()))
for word, state in zip(SENTENCE.split(), steps.cells["state"], strict=False):
    print(f"{word:8}", " ".join(f"{value:5.2f}" for value in state[:8].tolist()), "…")

# %% [markdown]
# ## Predict · 4 min
#
# Before you continue, click an option and read the reply. The figure stays hidden until you open it.

# %%
ask(about_state(trained, SENTENCE.split()))

# %% [markdown]
# The figure shows the states of the encoder and, below them (→), the states of the decoder. Violet means positive;
# orange means negative. Press the space bar to play. Click a component to see its equations.

# %%
covered(recurrent_steps(trained, SENTENCE))

# %% [markdown]
# ## Run
#
# ### One step · 5 min
#
# Three cells with two-dimensional states read three words. The simplest cell is the RNN (Elman 1990), which overwrites
# its whole state: h' = tanh(W_ih x + b_ih + W_hh h + b_hh). W_ih multiplies the word vector, and W_hh multiplies the
# old state. PyTorch adds a bias to each product; except in a GRU’s candidate, only the sum of the biases
# matters. The GRU (Cho et al. 2014) and the LSTM (Hochreiter and Schmidhuber 1997) have *gates*, numbers between 0 and
# 1 that determine how much of the old content is kept. Choose a cell and follow one component.

# %%
by_hand()

# %% [markdown]
# The translator above uses a 128-dimensional GRU: h' = (1 − z) n + z h. Where the **update gate** z is near 1, the
# old component is kept; where z is near 0, the *candidate* n replaces it. (A **reset gate** r limits how much n
# depends on the old state.) The code below follows one component.

# %%
number = 6
print("word         z   candidate   h before   h after")
for t, word in enumerate(SENTENCE.split()):
    z, n, h, new = (
        values[t, number].item()
        for values in (
            steps.cells["update"],
            steps.cells["candidate"],
            steps.before,
            steps.cells["state"],
        )
    )
    print(f"{word:8} {z:6.2f} {n:9.2f} {h:10.2f} {new:10.2f}   ({(1 - z) * n + z * h:.2f} by hand)")

# %% [markdown]
# ### A product of probabilities · 5 min
#
# At each step, the decoder assigns every French word a probability p(y_t | y_<t, x), given the English sentence x and
# the words y_<t written so far. The probability of the whole answer is the product p(y|x) = ∏ p(y_t | y_<t, x). The
# decoder is a **conditional language model** and must also write the end token.


# %%
def written(sentence):
    """Print the translation, the probability of each word, and the product so far."""
    ids = trained.source_vocabulary.encode(sentence.split())
    answer = record_steps(trained, ids)
    product = 1.0
    for token, chance in zip(answer.written, answer.chances.tolist(), strict=True):
        product *= chance
        print(f"{trained.target_vocabulary.words[token]:12} {chance:.3f}   so far {product:.3f}")


written(SENTENCE)

# %% [markdown]
# The next sentence was not used in training. What is the translation about?

# %%
written("the boat did not cross the street because it was very steep")

# %% [markdown]
# The French is flawless, and every agreement is correct, but the sentence is about an elephant. Is one state too
# small to remember a boat? The next cell tries every animal and vehicle in the grammar as the subject, starting with
# the rarest.

# %%
all_subjects = subjects(trained)
for subject in all_subjects[:6]:
    print(
        f"{subject.english:10} in {subject.seen:3} training sentences → {' '.join(subject.words[:2])}"
    )
print(
    f"{sum(s.is_kept for s in all_subjects)} of the {len(all_subjects)} subjects remain,",
    f"{sum(s.right for s in all_subjects)} translations are right",
)

# %% [markdown]
# Only the rarest subject is lost. The state has room for a subject, but the model has hardly ever seen *boat*.
#
# ### Vanishing gradients · 5 min
#
# If the answer depends on the first word, the gradient must travel back through all steps, and each step multiplies
# it. The code below runs real backward passes through freshly initialized cells. How large is the gradient at the
# first word, relative to that at the last word?

# %%
shares = over_time()
ask(about_time(shares))

# %%
covered(time_gradients(shares))

# %% [markdown]
# Gates help only when they are open. PyTorch’s default **initialization** leaves the gates of GRUs and LSTMs half open,
# and a product of many halves vanishes. With a bias of 3, the gate starts at σ(3) = 0.95, and much of the gradient
# survives. But the gate does not fully explain the LSTM’s curve. With W_hh = 0, the gradient passes only through the
# **forget gate**, and a fraction of 0.005 is left after 100 words. The rest flows back through W_hh, which can even
# *enlarge* the gradient (a share above 1). These values hold before training; a gate can learn to open if a gradient
# reaches it.
#
# ### Gradient clipping · 2 min · optional
#
# A gradient that is multiplied at every word can also explode. Before the parameters are updated, **gradient
# clipping** (Pascanu et al. 2013) scales down a gradient that is too large. Without clipping, one update sets most
# components of the state to 0, and a ReLU at 0 passes no gradient.

# %%
clipping_curves(trainings())

# %% [markdown]
# ### Sequential computation · 3 min · optional
#
# Recurrence has a second cost, which no gate reduces: state 20 needs state 19, which needs state 18. Each number
# below is the earliest time step at which a state can be computed. Play the animation, then let the network read
# *both ways*.

# %%
moments(SENTENCE.split())

# %% [markdown]
# How many milliseconds does one training step (a forward and a backward pass) take on one CPU core?

# %%
print("words     ", *(f"{words:>7}" for words in WORDS))
for kind, times in milliseconds().items():
    print(f"{kind:10}", *(f"{time:7.1f}" for time in times))

# %% [markdown]
# ### Read in both directions · 2 min · optional
#
# Our translator with attention reads a sentence in both directions (Schuster and Paliwal 1997). Each word then has
# two states, h_j = [→h_j ; ←h_j]. Replace a word and see which states change.

# %%
both_states(load("english_french_bahdanau"), "the european economic area")

# %% [markdown]
# ### The bottleneck · 8 min
#
# The simplest test of memory is copying a string of letters. Four models were trained for 1,200 steps each. The first
# decoder sees only the last state, a **bottleneck**. Two models use tricks that predate attention: the encoder reads
# the string *backwards* (Sutskever et al. 2014) or *twice* (Zaremba and Sutskever 2014). The fourth model has
# *attention*: its decoder reads all states of the encoder. (The next lesson explains how.)

# %%
COPIERS = ["copy_bahdanau", "copy_recurrent_backwards", "copy_recurrent_twice", "copy_recurrent"]
copiers = {name: load(name) for name in COPIERS}
for name, called in {"copy_recurrent": "one state", "copy_bahdanau": "attention"}.items():
    print(f"{called:10} {sum(p.numel() for p in copiers[name].model.parameters()):,} parameters")
bottleneck(list(copiers.values()))

# %%
longer = load("copy_recurrent_long")
ask(about_length(copiers["copy_recurrent"].card, longer.card, read_control("copy_length")))

# %%
covered(bottleneck([copiers["copy_bahdanau"], copiers["copy_recurrent"], longer]))

# %%
with covered():
    print(control_text("copy_length"))

# %% [markdown]
# One training run shows only what a model learns during that run. The control experiment uses three seeds and several
# run lengths. A model with one state needs far more steps than one with attention, but keeps improving. After the same
# number of steps, a model with a larger state copies more strings.

# %%
with covered():
    print(control_text("copy_capacity"))

# %% [markdown]
# ### Exact match on other tasks · 3 min · optional
#
# The next cell shows **exact match**, the share of held-out answers without a mistake, on other tasks:

# %%
for task, called in {
    "copy": "copy",
    "english_french": "English → French",
    "dates": "dates",
}.items():
    for name, reads in {"recurrent": "one state", "bahdanau": "attention"}.items():
        card = load(f"{task}_{name}").card
        print(f"{called:17} {reads:10} {card['held_out']['exact_match']:.1%}")

# %% [markdown]
# One state is enough to convert all dates, such as *3 may 1998* → *1998-05-03*. Does translation fail only for long
# sentences?

# %%
by_words_curve({"one": by_words(trained), "attention": by_words(load("english_french_bahdanau"))})

# %% [markdown]
# ### Three causes of failure · 2 min · optional
#
# Failures with different causes look alike, but experiments distinguish the causes. **Train longer**: if accuracy
# rises, the training run was too short. **Enlarge the state**: if accuracy is higher after the same number of steps,
# the state was too small. **Use a more frequent word**: if the mistake disappears, the model had seen too few
# examples.
#
# *Before you continue:* name the cause of each failure. (1) A 64-dimensional GRU copies 58% of the strings after
# 1,200 steps. (2) After 1,000 training steps, the help desk greets the wrong person. (3) The translator turns *boat*
# into *éléphant*.

# %%
with covered():
    desk = read_control("desk_length")
    print(
        "1  train longer: ",
        *(f"{score:.0%}" for score in read_control("copy_length").scores_of("one state", 6000)),
    )
    print("2  train longer: ", *(f"{score:.0%}" for score in desk.scores_of("one state", 3000)))
    print(
        "3  another word: ",
        f"{sum(s.is_kept for s in all_subjects[1:])} of the {len(all_subjects) - 1} more frequent subjects remain",
    )

# %% [markdown]
# ### Sequence-to-sequence tasks · 1 min · optional
#
# This course follows five *decks* of lecture slides:
#
# - *Attention and Transformer Networks* (Militsis and Pitas)
# - *Mining Unstructured Data 12* (a master’s course in data science)
# - *Attention in NNs: the advent of Transformers* (Basili and Croce)
# - *Neurocomputing – Transformers* (Vitay)
# - *Self-Attention and Transformer* (Gunhee Kim)
#
# “The decks” are these five.
#
# The decks name tasks that map one sequence to another, possibly of a different length: translation, summarization,
# dialogue, parsing and program synthesis. The next cell shows tasks that models in this course learn:

# %%
for name in ("english_french", "pronouns", "dates", "addition", "sort", "reverse"):
    task = TASKS[name](seed=0)
    example = task.held_out[0]
    print(f"{task.title:22} {task.join(example.source)}  →  {task.join(example.target)}")

# %% [markdown]
# ### A conversation · 5 min · optional
#
# In dialogue, the encoder reads the whole conversation, and the decoder writes the next answer. Two help-desk models,
# one of them with attention, were trained on the same 6,000 answers. Here is a conversation with the desk that has
# attention.

# %%
desks = {name: load(name) for name in ("desk_luong", "desk_recurrent", "desk_recurrent_long")}
right = {name: measured(desk) for name, desk in desks.items()}  # shares of held-out answers
conversations = {name: talk(desk, OPENING) for name, desk in desks.items()}
print(*conversations["desk_luong"], sep="\n")
pairs = [right[name]["new_pairs"] for name in ("desk_recurrent", "desk_recurrent_long")]
ask(about_name(conversations["desk_luong"][-1], conversations["desk_recurrent"][-1], *pairs))

# %%
with covered():
    print("one state, 1,000 steps:", conversations["desk_recurrent"][-1])
    print("one state, 3,000 steps:", conversations["desk_recurrent_long"][-1])
    for name, sets in right.items():
        for which, of in sets.items():
            print(
                f"{DESKS[name]:25} {which:13} {of.exact:.1%}, except for names {of.but_for_names:.1%}"
            )

# %% [markdown]
# After 1,000 steps, the desk with one state gives the right kind of answer but often the wrong name. After 3,000 steps,
# nearly every name is right. So one state can store a name, but the model learns this more slowly than with attention.
# Even the better desk cannot say that it does not understand:

# %%
for line in BEYOND:
    print(" → ".join(talk(desks["desk_luong"], [line])))

# %% [markdown]
# ## Read the source · 5 min · optional
#
# The models above were trained with exactly this code.

# %%
for part in (RNN, GRU, LSTM, read):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Open `lessons/sequences/exercise.py` next to this notebook. Write `rnn_step`, then `gru_step`, then `log_probability`,
# and save the file. The checks re-read the file, stop at the first failure and report what they find.

# %%
from lessons.sequences.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, the next cell runs your GRU with the trained parameters and compares its last state with that
# of the model:

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
        f"your last state, largest difference from the model’s: {(state[0] - last).abs().max():.0e}"
    )
else:
    print("Not yet. This cell waits for your GRU.")

# %% [markdown]
# ## Modify · 7 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. Open the gate.** Change `open_gate` to 1.0, then to 3.0. *Expect* the printed share to be almost a hundred
# times as large with 1.0, and about 0.4 with 3.0.

# %%
open_gate = 0.0

logarithms = [math.log10(gradient_ratio(Way("gru", open_gate), 20, seed)) for seed in range(3)]
share = 10 ** (sum(logarithms) / 3)  # the mean of the figure
print(f"bias {open_gate:g}: {share:.1e} of the gradient reaches the first of 20 words")

# %% [markdown]
# **2. A larger state.** Change `hidden` to 128. *Expect* more than three times as many parameters, because most of
# them are in the square matrix W_hh.

# %%
hidden = 64

cell = CELLS["gru"](16, hidden)
print(f"a GRU with {hidden} dimensions: {sum(p.numel() for p in cell.parameters()):,} parameters")

# %% [markdown]
# **3. Reading backwards.** Which positions of a 9-letter string does the model copy correctly? Change `name` to
# `"copy_recurrent_backwards"`. Sutskever et al. expected the *first* words to improve. *Expect* the opposite: fewer
# correct letters at positions 3 to 5, and more from position 6 on.

# %%
name = "copy_recurrent"

model = copiers[name]
rows = model.task.of_length(9)
source = torch.tensor([model.source_vocabulary.encode(row.source) for row in rows])  # (row, 9)
right = torch.tensor([model.target_vocabulary.encode(row.target) for row in rows])  # (row, 9)
out = greedy(model.model, source, 9)  # (row, 9)
print(
    f"{name}, by position:",
    " ".join(f"{share:4.0%}" for share in (out == right).float().mean(0).tolist()),
)

# %% [markdown]
# ## Break · 6 min
#
# A friend has read about reading backwards. *“Now I reverse every sentence, as Sutskever et al. did. I tried reversal
# on copying, and **it helped**. So I made reversal the default everywhere.”* Is the friend right? The next cell
# compares both models on the same 1,000 strings.


# %%
def answers(name):
    """Return for each held-out string whether the model copies it without a mistake."""
    model, exact = copiers[name], []
    for length in range(2, 11):
        rows = model.task.of_length(length)
        source = torch.tensor(
            [model.source_vocabulary.encode(row.source) for row in rows]
        )  # (row, length)
        wanted = [[*model.target_vocabulary.encode(row.target), END] for row in rows]
        out = greedy(model.model, source, length + 1).tolist()
        exact += [written == right for written, right in zip(out, wanted, strict=True)]
    return exact


plain, backwards = answers("copy_recurrent"), answers("copy_recurrent_backwards")
counted = compare(plain, backwards)
print(f"copied: {sum(plain)} of {len(plain)} forwards, {sum(backwards)} backwards")
print(
    f"right only forwards: {counted.only_first}; only backwards: {counted.only_second}; p = {counted.p_value:.4f}"
)

# %% [markdown]
# If both models were equally good, each string on which they differ would be a fair coin toss. The tosses would split
# at least this unevenly with probability p (McNemar’s test). So chance is an unlikely explanation. Three seeds agree
# at both run lengths:

# %%
print(control_text("copy_length", "one state", "read backwards"))

# %% [markdown]
# *Before you run the next cell:* what evidence is missing?

# %%
for task, called in {"copy": "copy", "english_french": "English → French"}.items():
    for name, reads in {"recurrent": "forwards", "recurrent_backwards": "backwards"}.items():
        print(
            f"{called:17} {reads:10} {load(f'{task}_{name}').card['held_out']['exact_match']:.1%}"
        )

# %% [markdown]
# The same trick hurts translation far more than it helps copying. **Measure a trick on the task for which you use
# it.** We did not test why the trick helps one task and hurts the other.
#
# The next cell shows what the checks report for common mistakes:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:46} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. What goes into a recurrent cell at each step, and what comes out?
# 2. In PyTorch’s GRU, what do z = 1 and z = 0 do?
# 3. Why is the probability of a whole answer a product, and why does it include the end token?
# 4. A GRU with PyTorch’s initialization reads 20 words. How much of the gradient reaches the first word, and what
#    increases this share?
# 5. Why can the states of one sentence not be computed at the same time?
# 6. A model with one state makes mistakes. Which three experiments distinguish a short training run, a small state
#    and a rare word?
# 7. Reading backwards improves copying. Why should you not read every sentence backwards?

# %% [markdown]
# ### Answers
#
# 1. The word vector and the old state go in, and a new state of the same size comes out.
# 2. z = 1 keeps the old state; z = 0 replaces it with the candidate.
# 3. Each factor is the probability of one word, given all words before it. The end token marks where the answer
#    stops.
# 4. Less than a thousandth of the gradient arrives; with an open gate (a bias of 3), four tenths arrive.
# 5. Each state depends on the previous state.
# 6. Train the model longer, enlarge the state, and use a more frequent word.
# 7. In translation, reading backwards lowers exact match from 63% to 47%.
