# The text and code of the lesson on alignment. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Alignment: where does the decoder look?
#
# {opening}

# %%
import copy
import inspect
from dataclasses import replace

import torch

from lessons.alignment.mistakes import MISTAKES
from lessons.alignment.prediction import about_adjective, about_shift, about_size
from lessons.figures.alignment_shift import alignment_shift
from lessons.figures.attention_map import attention_map
from lessons.figures.decoder_step import decoder_step
from lessons.kit.prediction import ask, covered
from transformer.measure.answer import written
from transformer.measure.attention.alignment import beside, shift, steps
from transformer.objectives.batch import Batch
from transformer.objectives.scores import alignment, exact_match
from transformer.probe import record
from transformer.recurrent import Bahdanau, Luong
from transformer.recurrent.writing import Look
from transformer.training import build, train
from transformer.training.settings import Settings
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A recurrent network reads a sentence word by word and keeps what it has read in a *state*, a vector of fixed size.
# One vector for a long sentence is too little. The idea of Bahdanau, Cho and Bengio (2015): keep the state after *every*
# word, h₁ … h_T, and let the decoder look at all of them again, at every word that it writes.
#
# Here is such a decoder. The columns stand in the order in which it does things. Press the space bar and watch the
# words come. The bars on the left are *energies*, how well each English word fits what is needed now; a
# [softmax](#term-softmax) makes weights of them.

# %%
trained = load("english_french_bahdanau")
SENTENCE = "the animal did not cross the street because it was too tired"
SHORT = "the european economic area"
decoder_step(trained, SHORT)

# %% [markdown]
# ## Predict · 4 min
#
# Four words were read: four energies, four weights, and one *context* c, the sum of all hⱼ, each times its weight. Answer
# before you go on.

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
# ### One step, number by number · 4 min
#
# At step t the decoder has its old state s_(t−1). Five things happen:
#
# 1. energies e_j = v_aᵀ tanh(W_a s_(t−1) + U_a h_j), one for each English word
# 2. weights α = softmax(e)
# 3. context c_t = Σ_j α_j h_j
# 4. the state moves on, s_t = f(s_(t−1), y_(t−1), c_t); f is a cell, here a GRU, and y_(t−1) the word written last
# 5. g, made of y_(t−1), s_t and c_t, scores all French words
#
# The trained matrices, on the sentence about the animal. Do the formulas give what passed the probes?

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
print(f"difference to what passed the probes: {off:.0e}")

# %% [markdown]
# This is attention in general: **a weighted sum of values, where the weights depend on a query and on keys.** Here the query
# is the state; each hⱼ is key and value at once. What comes out is a selective summary of fixed size, of a set of any size:

# %%
for text in (SHORT, SENTENCE, f"{SENTENCE} and {SENTENCE}"):
    seen = steps(trained, trained.source_vocabulary.encode(text.split()))
    print(
        f"{len(text.split()):2} words: {seen.weights.shape[1]:2} weights, a context of {seen.context.shape[1]}"
    )

# %% [markdown]
# hⱼ itself is two vectors side by side, [→hⱼ; ←hⱼ]: one reader comes from the left and one from the right, with 96 numbers
# each. (Gunhee Kim’s slides print →hⱼ twice; with that the second half would add nothing. They write a weight once as α_it and
# once as α_ti. Here the first index counts what is written: α_tj.)
#
# ### Look, then move; or move, then look · 3 min
#
# Luong, Pham and Manning (2015) turned the order round. The state moves on first and has already taken in the word that was written
# last; then the *new* state looks. Their g goes in again at the next step (*input feeding*), so that the decoder knows where
# it has looked. And the score is a simpler one: *general*, sᵀ W hⱼ.

# %%
luong = load("english_french_luong")
decoder_step(luong, SHORT).at(step=3)

# %% [markdown]
# ### The alignment matrix · 7 min
#
# All steps together make a map. A row is a word that is being written (▸), a column a word that was read.

# %%
area = attention_map(trained, SHORT)
ask(about_adjective(area, SHORT.split(), 2, "économique"))

# %%
covered(area)

# %% [markdown]
# In French most adjectives follow their noun: *the european economic area* is *la zone économique européenne*. So the first
# row is on the diagonal and then the weights jump to the end and come back. Nobody told the model; it saw pairs of sentences
# and nothing else. Now a longer sentence. Which row does not look where you would?

# %%
attention_map(trained, SENTENCE)

# %%
french = [*long.answer.words, "<end>"]
for word in ("animal", "traversé", "il", "fatigué"):
    weights = long.weights[french.index(word)]
    print(f"{word:10} looks at {SENTENCE.split()[int(weights.argmax())]:8} {weights.max():.2f}")

# %% [markdown]
# *il* looks at *tired*. To write *il* and not *elle* one must know what *it* stands for, and *tired* decides that: only the animal
# can be tired. **A weight shows where a step takes its information from. That need not be the word’s translation.**
#
# ### Measured · 3 min
#
# The sentences come from a grammar, so the right [alignment](#term-alignment) is known. How often does the largest
# weight of a row lie on it? We compare both decoders with two Transformers (later lessons explain them; they have
# cross-attention, which does the same job), and with two tasks on characters.

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
print(f"{'':24} right to the end   largest weight on the aligned word")
for name, one in measured.items():
    print(f"{MODELS[name]:24} {one.exact:16.1%} {one.peak[0, 1]:36.1%}")

# %% [markdown]
# The guided Transformer was also rewarded for the right look; that it looks right is no discovery. The others found it alone,
# and **a better alignment is not a better translation**: look at the dates. All are right, and fewer than half of their looks
# are on the aligned character. Place by place, of *1998-05-03*:

# %%
dates = measured["dates_bahdanau"].by_place  # (offset, place)
print("place      " + " ".join(f"{c:>5}" for c in "1998-05-03"))
for name, row in zip(("before it", "on it", "after it"), dates, strict=True):
    print(f"{name:10} " + " ".join(f"{share:5.2f}" for share in row.tolist()))

# %% [markdown]
# The first digit of the year is never looked at: the look goes one further. This reader comes from the left only, so the
# state after the second digit knows both. For the month one must read on, too: *ju* is not enough, *jun* is. And
# a hyphen is a hyphen: it needs no look, and what the task calls its alignment (the first digit of the year) is a convention.
#
# ## Read the source · 5 min · further
#
# This is the code that was trained. There is no other copy.

# %%
for part in (Look, Bahdanau, Luong):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 33 min
#
# Your turn. Open `lessons/alignment/exercise.py` beside this notebook. Write `energies`, then `context`, then `step`, and
# save. The checks read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.alignment.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, put your step into the trained decoder, and let it translate:

# %%
from lessons.alignment.checks import Student


def translate(model, text=SENTENCE):
    tokens = written(replace(trained, model=model), trained.source_vocabulary.encode(text.split()))
    return trained.task.join(trained.target_vocabulary.decode(tokens))


def with_mine(decoder, mine):
    """Bahdanau's decoder, run by your three functions with the trained weights."""
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
# ## Modify · 8 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another sentence.** Change `text` to `"my old cat never sleeps in the kitchen"`. *Expect* two French
# words to look at *never*.

# %%
text = "the animal did not cross the street because it was too wide"

seen = steps(trained, trained.source_vocabulary.encode(text.split()))
for word, weights in zip(seen.answer.words, seen.weights, strict=False):
    print(f"{word:10} {text.split()[int(weights.argmax())]:10} {weights.max():.2f}")

# %% [markdown]
# **2. Another score.** A small copier is trained in a few seconds. Change `score` to `"general"`, `"concat"`, then `"dot"`.
# *Expect* the first two to learn as fast. `"dot"` is far behind: no matrix stands between the two states, so they
# themselves must learn to match.
#
# **3. Both ways.** With `"additive"`, change `both_ways` to `True`: the encoder reads in both directions. *Expect* as many right copies,
# and a look that is less often on the copied letter (why?). With `"dot"` it refuses: the two states differ in size.

# %%
score, both_ways = "additive", False

copier = load("copy_bahdanau")
task = copier.task
with torch.enable_grad():
    model = build(task, seed=0, family="recurrent_attention", score=score, both_ways=both_ways)
    for _step in train(model, task, Settings(steps=200, learning_rate=3e-3, smoothing=0.0)):
        pass
some = Batch.of(task.held_out[:300], copier.source_vocabulary, copier.target_vocabulary)
print(f"{score}: {exact_match(model.eval(), some):.0%} copied right after 200 steps,", end=" ")
on_it = alignment(model, some, trained.family.map("target", "source"))
print(f"largest weight on the copied letter in {on_it:.0%}")

# %% [markdown]
# ## Break · 10 min
#
# A friend has rewritten Bahdanau’s decoder. *"I look **at the end of a step**, when the state is fresh, and keep the context for the next
# step. That is tidier."* Let us see what it scores:


# %%
class Friends(Bahdanau):
    """The same weights; the context that a step uses was found at the end of the step before."""

    def forward(self, word, past):
        context = past.fed
        state, layers = self.move(torch.cat((word, context), dim=-1), past)
        g = torch.tanh(self.mix(torch.cat((word, state, context), dim=-1)))
        found = self.attention(state, past.memory, past.words)
        return self.output(g), replace(past, layers=layers, fed=found)


def begins(encode):
    """Before the first word somebody has to look once."""

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
some = Batch.of(trained.task.held_out[:300], trained.source_vocabulary, trained.target_vocabulary)
for name, model in (("ours", trained.model), ("the friend’s", theirs)):
    print(f"{name:13} right to the last word {exact_match(model, some):.1%}")

# %% [markdown]
# *Before you run on:* what else would you look at?

# %%
ask(about_shift(measured["english_french_bahdanau"]))

# %%
read = some.target[:, :-1]
known = some.alignment[:, : read.shape[1] - 1]
with covered():
    for name, model in (("ours", trained.model), ("the friend’s", theirs)):
        with record(model, "decoder.attention.weights") as trace:
            model(some.source, read)
        noted = trace["decoder.attention.weights"][
            -read.shape[1] :
        ]  # one for each word that went in
        maps = torch.stack(noted, dim=1)  # (sentence, target, source)
        weight, peak = beside(maps[:, :-1], known)
        print(
            f"{name:13} largest weight on the word before {peak[0]:.2f}, on it {peak[1]:.2f}, after {peak[2]:.2f}"
        )

# %%
covered(alignment_shift(measured, MODELS).at(rows="early"))

# %% [markdown]
# The friend’s translations are the same, and must be: s at the end of one step *is* s_(t−1) of the next. But row t of the map now
# belongs to word t + 1. Whoever reads it says “*animal* looks at *did*”. **No score finds this, and no loss: only a known
# alignment does.** A map that looks like a diagonal, one row too high, is the sign to look for.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:18} ✗ {result.failed:40} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. What is the query in Bahdanau’s decoder, and what are keys and values?
# 2. A sentence has 30 words. How many energies, weights and contexts are there at one step?
# 3. Which state looks in Bahdanau’s decoder, which in Luong’s?
# 4. Why is the tanh needed in the additive score?
# 5. *la zone économique européenne*: what does its alignment look like?
# 6. Why may a decoder look beside the right word and still be right?
# 7. A map is shifted by one row. Which score tells?
# 8. Why is PAD given −∞ before the softmax, and not 0?

# %% [markdown]
# ### Answers
#
# 1. The query is the state s_(t−1). The encoder’s states h_j are both keys and values.
# 2. 30 energies, 30 weights, one context, of the same size as for any other sentence.
# 3. Bahdanau: the old one, s_(t−1); then the state moves. Luong: the new one, s_t.
# 4. Without it the state adds the same number to every energy, and the softmax takes that away again.
# 5. It begins on the diagonal, jumps to the last column, and comes back.
# 6. The states of a recurrent encoder carry their neighbours: h_(j+1) has read word j, too.
# 7. None. Loss, exact match and BLEU stay the same; a known alignment shows it.
# 8. e⁰ is 1: PAD would get weight. e to the power of −∞ is 0.
#
# Next: other lessons ask what stays when nothing recurrent is left and attention alone remains.
