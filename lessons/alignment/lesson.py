# The text and code of the lesson on alignment. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Bahdanau attention: Which source words does the decoder attend to?
#
# {opening}

# %%
import copy
import inspect
from dataclasses import replace

import torch

from lessons.alignment.figures.alignment_shift import alignment_shift
from lessons.alignment.figures.decoder_step import decoder_step
from lessons.alignment.figures.decoder_step.aligned import alignment_matrix
from lessons.alignment.figures.decoder_step.exchanged import state_exchange
from lessons.alignment.measure.alignment import shift, steps, weight_and_peak
from lessons.alignment.measure.swapped import attended_words, swap_states
from lessons.alignment.mistakes import MISTAKES
from lessons.alignment.prediction import about_adjective, about_shift, about_size
from lessons.kit.prediction import ask, covered
from transformer.measure.answer import greedy_answer
from transformer.objectives.batch import Batch
from transformer.objectives.scores import alignment, exact_match
from transformer.probe import record
from transformer.recurrent import Bahdanau, Luong
from transformer.recurrent.writing import AttentionModule
from transformer.training import build, train
from transformer.training.settings import Settings
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A recurrent network reads a sentence word by word and stores what it has read in a *state*, a vector of fixed size.
# A model that translates from a single state learns slowly, as the lesson *Recurrent networks* shows. The **attention
# mechanism** of Bahdanau, Cho and Bengio (2015) stores the state after *every* word, h₁ … h_T. The decoder attends to
# all these states for every word that it writes.
#
# The columns of the figure show one decoder step in the order of computation. Press the space bar to play. The bars
# on the left are **energies** (scores), which show how well each English word matches the state of the decoder. A
# [softmax](#term-softmax) turns the energies into weights. Only differences between energies matter: adding a
# constant to all energies changes no weight.

# %%
trained = load("english_french_bahdanau")
SENTENCE = "the animal did not cross the street because it was too tired"
SHORT = "the european economic area"
decoder_step(trained, "i am a student")

# %% [markdown]
# ## Predict · 4 min
#
# For four words there are four energies, four weights, and one **context vector** c, the weighted sum of all hⱼ. Answer
# before you continue.

# %%
long, short = (
    steps(trained, trained.source_vocabulary.encode(s.split())) for s in (SENTENCE, SHORT)
)
ask(about_size(long, short))

# %%
covered(decoder_step(trained, SENTENCE))

# %% [markdown]
# ## Run
#
# ### One decoder step in numbers · 4 min
#
# At step t, the decoder starts from its old state s_(t−1) and computes:
#
# 1. energies e_j = v_aᵀ tanh(W_a s_(t−1) + U_a h_j), one for each English word (**additive attention**)
# 2. weights α = softmax(e)
# 3. the context vector c_t = Σ_j α_j h_j
# 4. the new state s_t = f(s_(t−1), y_(t−1), c_t); f is a cell, here a GRU, and y_(t−1) is the word written last
# 5. the vector g from y_(t−1), s_t and c_t, which determines the logits for all French words
#
# If s has n components and each h_j has m, then W_a is n × n, U_a is n × m, and v_a has n components. (Bahdanau’s s_0
# is tanh(W ←h_1), and his g uses a maxout layer; both are simpler here.) The next cell uses the trained matrices. Do
# the formulas reproduce the values recorded in the model?

# %%
look = trained.model.decoder.attention
ids = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])  # (1, source)
memory = trained.model.encode(ids).memory[0]  # h_1 … h_T, (source, width)
t = 5  # the sixth step: "pas" goes in, "traversé" comes out
state = long.before[t]  # s_(t−1)

e = torch.tanh(look.W_a @ state + memory @ look.U_a.T) @ look.v_a  # (source,)
alpha = e.softmax(0)
c = alpha @ memory  # (width,)
for word, energy, weight in zip(SENTENCE.split(), e.tolist(), alpha.tolist(), strict=True):
    print(f"{word:8} {energy:7.2f} {weight:6.2f}  {'█' * round(20 * weight)}")
off = max((a - b).abs().max().item() for a, b in ((e, long.energies[t]), (c, long.context[t])))
print(f"difference from the recorded values: {off:.0e}")

# %% [markdown]
# Attention is **a weighted sum of values; the weights depend on a query and on keys.** Here the query is the state,
# and each hⱼ is both key and value. The result is a selective, fixed-size summary of a set of any size:

# %%
for text in (SHORT, SENTENCE, f"{SENTENCE} and {SENTENCE}"):
    recorded_steps = steps(trained, trained.source_vocabulary.encode(text.split()))
    print(
        f"{len(text.split()):2} words: {recorded_steps.weights.shape[1]:2} weights, a context of {recorded_steps.context.shape[1]}"
    )

# %% [markdown]
# The **bidirectional encoder** reads in both directions, so hⱼ consists of two 96-dimensional vectors, [→hⱼ; ←hⱼ].
# Gunhee Kim’s slides contain four errors. The slides print →hⱼ twice, but the second half must be ←hⱼ. A weight is
# written as α_it and as α_ti (here the first index refers to the target word: α_tj). V denotes both a matrix and the
# values. The output, y_1 … y_n, is numbered like the input, but its length, m, can differ.
#
# ### Bahdanau’s and Luong’s decoders · 3 min
#
# Luong, Pham and Manning (2015) reversed the order. First, the word written last updates the state; then
# the decoder attends with the *new* state. The next step also receives g (*input feeding*), so the decoder knows where
# it has attended. Luong’s *general* score is sᵀ W hⱼ (**bilinear attention**). Luong’s **local attention**, which
# covers only a window around a predicted position, is not shown.

# %%
luong = load("english_french_luong")
decoder_step(luong, "i am a student")

# %% [markdown]
# ### The alignment matrix · 11 min
#
# All weights form a matrix. Each row represents a word that the decoder writes (▸); each column represents
# a source word.

# %%
ask(about_adjective(short, SHORT.split(), 2))

# %%
covered(alignment_matrix(trained, SHORT))

# %% [markdown]
# In French, most adjectives follow their noun: *the european economic area* is *la zone économique européenne*. So
# the largest weight begins on the diagonal, jumps to the last English word, and moves back. The model learned this
# order only from sentence pairs. Which row of the next matrix surprises you?

# %%
alignment_matrix(trained, SENTENCE)

# %%
french = [*long.answer.words, "<end>"]
for word in ("animal", "traversé", "il", "fatigué"):
    weights = long.weights[french.index(word)]
    print(
        f"{word:10} largest weight on {SENTENCE.split()[int(weights.argmax())]:8} {weights.max():.2f}"
    )

# %% [markdown]
# The row *il* has its largest weight on *tired*. Does *tired* decide between *il* and *elle*? To find out, we replace
# one encoder state in two models with the state at the same position of “… because it was too **wide**”, and read off
# the probability of *elle*.

# %%
pronoun = {
    name: swap_states(model) for name, model in {"Bahdanau": trained, "Luong": luong}.items()
}
for name, swap in pronoun.items():
    print(f"{name}: elle has {swap.before[1]:.3f} before the exchange")
    for word, weight, (_, elle) in zip(
        swap.words, swap.weights.tolist(), swap.after.tolist(), strict=True
    ):
        if weight > 0.5 or word == "tired":
            print(f"   state of {word:8} weight {weight:.2f}   elle after the exchange {elle:.3f}")
state_exchange(pronoun, {name: name for name in pronoun})

# %%
for name, model in {"Bahdanau": trained, "Luong": luong}.items():
    print(name, {place: round(share, 3) for place, share in attended_words(model).items()})

# %% [markdown]
# Luong’s decoder also writes *il*, but its largest weight is on *because*. If we replace the state at *because*, the
# decoder writes *elle*; if we replace the state at *tired*, nothing changes. **A weight shows which state a step
# reads, not which word determines the output.** The backward half of the state at *because* already includes *tired*.
#
# ### Alignment accuracy · 4 min
#
# The sentences come from a grammar, so the correct **[word alignment](#term-alignment)** is known. How often does the
# aligned word get the largest weight? The next cell compares both decoders with two Transformers, whose
# cross-attention plays the same role (explained later), and with two character-level models.

# %%
MODELS = {
    "english_french_bahdanau": "Bahdanau",
    "english_french_luong": "Luong",
    "english_french_unguided": "Transformer, unguided",
    "english_french": "Transformer, guided",
    "copy_bahdanau": "Copy, Bahdanau",
    "dates_bahdanau": "Dates, Bahdanau",
}
measured = {name: shift(load(name)) for name in MODELS}
print(f"{'':24}      exact match   largest weight on the aligned word")
for name, model_shift in measured.items():
    print(f"{MODELS[name]:24} {model_shift.exact:16.1%} {model_shift.peak[0, 1]:36.1%}")

# %% [markdown]
# The guided Transformer was trained with an **auxiliary loss** that rewards attention to the aligned word (**supervised
# attention**). The other models were trained without this loss. **A good translation need not have a good alignment**:
# all dates are correct, but the aligned character has the largest weight at only six of ten positions. (Hyphens, which
# are not aligned with any character, are excluded.) The next cell shows each position of *1998-05-03*:

# %%
dates = measured["dates_bahdanau"].by_place  # (offset, position)
print("position   " + " ".join(f"{c:>5}" for c in "1998-05-03"))
for name, row in zip(("before it", "on it", "after it"), dates, strict=True):
    print(f"{name:10} " + " ".join(f"{share:5.2f}" for share in row.tolist()))

# %% [markdown]
# The first digit of the year never has the largest weight; the digit to its right does. This encoder reads only from
# left to right, so the state after the second digit contains both digits. The month also depends on later letters,
# because *ju* could be June or July.
#
# The two decoders differ in order and score, and each was trained once. So their exact-match rates, 94.7% and 99.0%,
# do not show that one order or one score is better.
#
# ## Read the source · 5 min · optional
#
# The models above were trained with exactly this code.

# %%
for part in (AttentionModule, Bahdanau, Luong):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 33 min
#
# Open `lessons/alignment/exercise.py` next to this notebook. Write `energies`, then `context`, then `step`, and save
# the file. The checks re-read the file, stop at the first failure and report what they find.

# %%
from lessons.alignment.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, the trained decoder translates a sentence with your step:

# %%
from lessons.alignment.checks import Student


def translate(model, text=SENTENCE):
    tokens = greedy_answer(
        replace(trained, model=model), trained.source_vocabulary.encode(text.split())
    )
    return trained.task.join(trained.target_vocabulary.decode(tokens))


def with_mine(decoder, mine):
    """Run Bahdanau's decoder with your three functions and the trained parameters."""
    attention, cell = decoder.attention, decoder.cells[0]

    def forward(word, past):
        def look(state):
            e = mine["energies"](state, past.memory, attention.W_a, attention.U_a, attention.v_a)
            return mine["context"](e, past.memory, past.words)

        def move(x, state):
            return cell(x, (state,))[0]

        before = past.layers[-1][0]
        state = mine["step"](word, before, look, move)
        g = torch.tanh(decoder.mix(torch.cat((word, state, look(before)), -1)))
        return g, replace(past, layers=[(state,)])

    return forward


if check().passed:
    student = Student()
    student.find()
    yours = copy.deepcopy(trained.model)
    yours.decoder.forward = with_mine(yours.decoder, student.found)
    print(translate(yours))
else:
    print("Not yet. This cell waits for your step.")

# %% [markdown]
# ## Modify · 8 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. A different sentence.** Change `text` to `"my old cat never sleeps in the kitchen"`. *Expect* two French words
# to have their largest weight on *never*.

# %%
text = "the animal did not cross the street because it was too wide"

recorded_steps = steps(trained, trained.source_vocabulary.encode(text.split()))
for word, weights in zip(recorded_steps.answer.words, recorded_steps.weights, strict=False):
    print(f"{word:10} {text.split()[int(weights.argmax())]:10} {weights.max():.2f}")

# %% [markdown]
# **2. A different score.** The next cell trains a small copier in a few seconds. Change `score` to `"general"`,
# `"concat"`, then `"dot"`. *Expect* the first two to learn as fast as `"additive"`. `"dot"` learns more slowly
# because it has no matrix between the two states, so the states themselves must learn to match.
#
# **3. A bidirectional encoder.** With `"additive"`, change `both_ways` to `True`. *Expect* as many correct copies as
# before, but with the largest weight on the copied letter less often (why?). The score `"dot"` raises an error because
# the two states differ in size.

# %%
score, both_ways = "additive", False

copier = load("copy_bahdanau")
task = copier.task
with torch.enable_grad():
    model = build(task, seed=0, family="recurrent_attention", score=score, both_ways=both_ways)
    for _step in train(model, task, Settings(steps=200, learning_rate=3e-3, smoothing=0.0)):
        pass
some = Batch.from_examples(task.held_out[:300], copier.source_vocabulary, copier.target_vocabulary)
print(f"{score}: {exact_match(model.eval(), some):.0%} copied correctly after 200 steps,", end=" ")
on_it = alignment(model, some, trained.family.map("target", "source"))
print(f"largest weight on the copied letter in {on_it:.0%}")

# %% [markdown]
# ## Break · 10 min
#
# A friend has rewritten Bahdanau’s decoder. *“Mine attends **at the end of a step**, with the new state, and stores the
# context for the next step. This is tidier.”* The next cell builds this decoder with the same parameters.


# %%
class Friends(Bahdanau):
    """The same parameters, but each step uses the context computed at the end of the previous step."""

    def forward(self, word, past):
        context = past.fed
        state, layers = self.move(torch.cat((word, context), dim=-1), past)
        g = torch.tanh(self.mix(torch.cat((word, state, context), dim=-1)))
        fed = self.attention(state, past.memory, past.words)
        return self.output(g), replace(past, layers=layers, fed=fed)


def begins(encode):
    """Attend once before the first word."""

    def encoded(source):
        past = encode(source)
        with record(theirs, "decoder.attention.weights"):
            return replace(
                past, fed=theirs.decoder.attention(past.layers[-1][0], past.memory, past.words)
            )

    return encoded


theirs = copy.deepcopy(trained.model)
theirs.decoder.__class__ = Friends
theirs.encode = begins(theirs.encode)

# %%
ask(about_shift(measured["english_french_bahdanau"]))

# %%
some = Batch.from_examples(
    trained.task.held_out[:300], trained.source_vocabulary, trained.target_vocabulary
)
with covered():
    for name, model in (("ours", trained.model), ("the friend’s", theirs)):
        print(f"{name:13} exact match {exact_match(model, some):.1%}")

# %%
read = some.target[:, :-1]
aligned = some.alignment[:, : read.shape[1] - 1]
with covered():
    for name, model in (("ours", trained.model), ("the friend’s", theirs)):
        with record(model, "decoder.attention.weights") as trace:
            model(some.source, read)
        noted = trace["decoder.attention.weights"][
            -read.shape[1] :
        ]  # one for each word that went in
        maps = torch.stack(noted, dim=1)  # (sentence, target, source)
        weight, peak = weight_and_peak(maps[:, :-1], aligned)
        print(
            f"{name:13} largest weight on the word before {peak[0]:.2f}, on it {peak[1]:.2f}, after {peak[2]:.2f}"
        )

# %%
covered(alignment_shift(measured, MODELS).at(rows="early"))

# %% [markdown]
# The friend’s translations are the same, because the state at the end of one step *is* s_(t−1) of the next. But row t
# of the map now belongs to word t + 1. This **off-by-one alignment** suggests that *animal* attends to *did*.
# **Accuracy and loss do not reveal this error; a known alignment does.** Look for a clean diagonal one row too high.
#
# The next cell shows what the checks report for common mistakes:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:18} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. What are the query, the keys and the values in Bahdanau’s decoder?
# 2. A sentence has 30 words. How many energies, weights and context vectors does one step compute?
# 3. Which states do Bahdanau’s and Luong’s decoders attend with?
# 4. Why does additive attention need the tanh?
# 5. What does the alignment of *la zone économique européenne* look like?
# 6. Luong’s decoder has its largest weight on *because* and still writes *il*. Why?
# 7. A map is shifted by one row. Which measure reveals the shift?
# 8. Why does PAD get −∞ before the softmax, and not 0?

# %% [markdown]
# ### Answers
#
# 1. The query is the state s_(t−1). The encoder’s states h_j are both keys and values.
# 2. There are 30 energies, 30 weights and one context vector, whose size is the same for every sentence.
# 3. Bahdanau’s decoder attends with the old state s_(t−1); Luong’s attends with the new state s_t.
# 4. Without the tanh, the state adds the same number to every energy, and the softmax removes this number.
# 5. The largest weights begin on the diagonal, jump to the last column, and move back.
# 6. The state at *because* already includes *tired*, because the encoder also reads from right to left.
# 7. Only a comparison with a known alignment reveals the shift. Loss, exact match and BLEU stay the same.
# 8. e⁰ is 1, so PAD would get weight; e to the power of −∞ is 0.
#
# Next: other lessons keep attention and drop recurrence.
