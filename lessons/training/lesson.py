# The text and code of the training lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Training: how does it learn?
#
# {opening}

# %%
import math
import tempfile
from dataclasses import replace as but
from functools import cache
from pathlib import Path

import torch

from transformer.objectives.batch import Batch
from transformer.objectives.loss import smoothing_floor
from transformer.objectives.scores import exact_match
from transformer.runs import Plan, Run
from transformer.tasks import TASKS
from transformer.training import Training, build, train, vocabularies
from transformer.training.optimizers import SGD, Adam, AdamW
from transformer.training.schedules import SCHEDULES
from transformer.training.settings import Settings

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)

copy = TASKS["copy"]()  # write the row of letters that you are given
SMALL = {"encoder_layers": 1, "decoder_layers": 1, "d_model": 32, "d_ff": 64, "self_heads": 2}
LIVE = Settings(steps=300, batch=32)  # each step on 32 rows
folder = tempfile.TemporaryDirectory()  # of the runs; it goes when the notebook is closed
RUNS = Path(folder.name)


def score(model, task, examples):
    """The share of rows that the model writes without a mistake."""
    return exact_match(model.eval(), Batch.of(examples, *vocabularies(task)))


def learn(steps=150, task=copy, dropout=0.0, **settings):
    """Train a fresh small model: (model, loss of each step)."""
    return learned(task, dropout, but(LIVE, steps=steps, **settings))


@cache  # the same training a second time gives the same numbers
def learned(task, dropout, settings):
    model = build(task, 0, **SMALL, dropout=dropout)
    return model, [step.loss for step in train(model, task, settings)]


def mean(losses):
    return sum(losses) / len(losses)


# %% [markdown]
# ## Picture · 2 min
#
# Here is a finished training. A model learned to add two numbers of three digits, in 800 steps of 64 sums each.
# Drag the slider. The **loss** says how wrong the model's probabilities are; its curve has three parts that you
# will meet again. Where is the **plateau** (the loss rests), where the **cliff** (it falls), where the **floor**
# (it cannot go lower)?

# %%
from lessons.models import finished

finished.film()

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.kit.prediction import ask, covered
from lessons.training.prediction import about_adam

ask(about_adam())

# %% [markdown]
# ## Run
#
# ### Plateau, cliff, floor · 12 min
#
# The same training in numbers: the mean loss of each 40 steps, and at the end of them how many held-out sums
# were right to the last digit, as it was measured last.

# %%
from lessons.training.prediction import about_floor

ask(about_floor())

# %%
told, right = finished.run().events(), 0.0
for event in told:
    right = event.get("exact_match", right)
    if event["step"] % 40 == 0:
        part = mean([e["loss"] for e in told[event["step"] - 40 : event["step"]]])
        print(
            f"steps … {event['step']:3}  {part:.3f} {'█' * round(16 * part):60} sums right {right:4.0%}"
        )

from transformer.measure.training.cliff import plateau_of

rests = plateau_of(finished.film().arrays["loss"].values)
print(
    "the longest rest: steps {first} … {last}, between {low:.2f} and {high:.2f};".format(**rests),
    end=" ",
)
print("half of that at step {halved}".format(**rests))

# %% [markdown]
# - **Plateau.** For 168 steps the loss moves by less than 5%, and not one sum in twenty is right. If you look
#   only at the curve, you might stop here.
# - **Cliff.** Then, in 225 steps, it falls to half of that, and most sums become right.
#
# Not every training has a plateau. Here is a smaller one, live: to copy rows of 2 to 10 letters, 300 steps, each
# on 32 rows.

# %%
from lessons.figures.live_curve import live_curve

run = Run.create(Plan("copy", LIVE, SMALL), RUNS)
events = list(run.train())
live_curve(run, run.task(), run.state())

# %%
losses = [event["loss"] for event in events]
letters, tokens = 16, len(copy.target_words) + 4  # four more: padding, start, end, unknown
floor = smoothing_floor(tokens, 0.1)
for first in range(0, len(losses), 20):
    part = mean(losses[first : first + 20])
    print(f"steps {first + 1:3} … {first + 20:3}  loss {part:.3f}  {'█' * round(16 * part)}")
print(f"guessing among {letters} letters, blindly: ln {letters} = {math.log(letters):.3f}")
print(f"floor of label smoothing 0.1 over {tokens} tokens: {floor:.3f}")
print(f"lowest loss of a step: {min(losses):.3f}")

# %% [markdown]
# - It passes ln 16, where a model knows *which* letters there are and nothing about *this* row, and hardly rests
#   there. Then the cross-attention begins to look at the right letter, and the loss falls.
# - **Floor.** *Label smoothing* 0.1 does not ask for probability 1 on the right token. It takes a tenth away and
#   spreads it over all 20 tokens: 0.905 for the right one, 0.005 for each of the 19 others. The least cost is that
#   of a model which gives exactly these probabilities: −0.905 ln 0.905 − 19 · 0.005 ln 0.005 = 0.594, not 0. (Such
#   a sum, Σ −p ln p, is called the *entropy* of the probabilities.) A loss below its floor would mean that the
#   model has seen the answers: *Break* in the lesson *Masks* has one.
#
# You can watch the head find its letter. What we really want, whole rows that are right, comes last:

# %%
from transformer.objectives.scores import alignment

some = Batch.of(copy.held_out[:200], *vocabularies(copy))
measured = [event for event in events if "exact_match" in event]
for event in measured[::3] + measured[-1:]:
    step, loss = event["step"], event["loss"]
    looks = alignment(run.model_at(step), some)
    print(
        f"step {step:3}  loss {loss:.3f}  looks at the right letter {looks:4.0%}  "
        f"rows without a mistake {event['exact_match']:4.0%}"
    )

# %% [markdown]
# A row is right when *every* letter is. At 90% of the letters a row of ten is right one time in three: so
# rows jump late, and suddenly, while nothing sudden happened to the letters.
#
# ### The learning rate · 3 min
#
# The same model, the same rows, 150 steps. Which would you call too small, which too large?

# %%
for rate in (1e-4, 1e-2, 1e-1):
    model, found = learn(learning_rate=rate)
    right = score(model, copy, copy.held_out[:200])
    print(
        f"learning rate {rate:<6g} loss after 20 steps {mean(found[15:20]):.2f}, "
        f"50 {mean(found[45:50]):.2f}, 150 {mean(found[-5:]):.2f}   rows right {right:4.0%}"
    )

# %% [markdown]
# Neither too small nor too large gets a row right, and the three columns tell them apart. At 0.0001 the loss
# falls slowly, and would go on falling: more steps would help. At 0.1 it is as low after 20 steps as at 0.01,
# and then hardly moves: near ln 16, what blind guessing costs. And far too large:

# %%
try:
    learn(learning_rate=1e9)
except FloatingPointError as error:
    print(error)
try:
    Settings(learning_rate=0)
except ValueError as error:
    print(error)

# %% [markdown]
# The training stops at the first loss that is not a number, before the weights are spoiled, and says in which
# layer it began.
#
# **Schedules.** The rate need not stay: it rises for a tenth of the steps (*warm-up*) and then falls. Vaswani
# et al. 2017 (section 5.3) fall with 1/√step; today a straight line or half a cosine is usual. Here is the
# share of the highest rate, at five moments of 150 steps:

# %%
print(f"{'step':9}", *(f"{n:>6}" for n in (1, 8, 15, 75, 150)))
for name, schedule in SCHEDULES.items():
    print(f"{name:9}", *(f"{schedule(n - 1, 150, 15):6.2f}" for n in (1, 8, 15, 75, 150)))

# %% [markdown]
# ### Where the gradient goes · 2 min
#
# The length of the gradient, part by part: at the first step, near ln 16 (step 30) and while the loss falls (step
# 70). A gradient that is longer than 1 in all is shortened to 1, and keeps its direction (*clipping*). (Here each
# step has 64 rows: with fewer the gradient is longer, by chance alone.)

# %%
training = Training(build(copy, 0, **SMALL), copy, but(LIVE, batch=64))
training.model.train()
norms = {}
while training.number < 70:
    training.step()
    if training.number in (1, 30, 70):
        norms[training.number] = training.gradient_norms() | {"all": training.norm}
print(f"{'gradient, by part':18}", *(f"step {n:2}" for n in norms))
for part in norms[1]:
    print(f"{part:18}", *(f"{of[part]:7.3f}" for of in norms.values()))

# %% [markdown]
# Near ln 16 the gradient is short in every part: each head sees a mixture of all letters, and a small change
# hardly makes the mixture better. While the loss falls the gradient is several times as long. A steep curve and a
# long gradient go together.
#
# ### The same seed, the same losses · 3 min · further
#
# A training is a computation like any other. The seed decides the first weights and the order of the rows,
# and from then on nothing is left to chance.

# %%
from itertools import islice


def first_losses(seed, count=20):
    steps = train(build(copy, seed, **SMALL), copy, but(LIVE, seed=seed))
    return [step.loss for step in islice(steps, count)]


print("same seed: equal in every bit, 20 losses:", first_losses(0) == losses[:20])
equal = sum(a == b for a, b in zip(first_losses(1), losses, strict=False))
print("another seed: equal losses", equal, "of 20")

# %% [markdown]
# **Stop it on the way.** A run is a folder: every step is written down, and now and then the whole state: the
# weights, m and v of Adam, the random numbers to come. We stop one, throw the program's memory away, and go on
# from the folder.

# %%
interrupted = Run.create(Plan("copy", LIVE, SMALL), RUNS)
training_of_it = interrupted.train()
for event in training_of_it:
    if event["step"] == 18:
        break
training_of_it.close()  # as if the power had failed
print(
    "stopped after step 18; it is",
    interrupted.state(),
    "and has frames of steps",
    interrupted.frames(),
)
resumed = Run(interrupted.folder)  # another program would begin here
first = next(resumed.train())["step"]
print(f"it went on with step {first}: the steps after the last frame are made once more")
for event in resumed.train():
    if event["step"] == 30:
        break
same = [event["loss"] for event in resumed.events()] == losses[:30]
print("all 30 losses are those of the run that was never stopped, bit for bit:", same)

# %% [markdown]
# ### The decoder reads its own words · 2 min · further
#
# In training the decoder reads the *right* words so far, whatever it would have written (*teacher
# forcing*). When it writes on its own it reads what it wrote, mistakes included. With
# `free_running` it gets used to that: a share of the words that it reads are its own
# (Bengio et al. 2015).

# %%
from functools import partial

from transformer.objectives.free_running import self_written
from transformer.vocabulary import SPECIALS

batch = Batch.of(copy.held_out[:200], *vocabularies(copy))
fed = batch.target[:, :-1]  # (sentence, target): START and the right letters
words = fed >= len(SPECIALS)  # neither padding nor START
for name, model in (("untrained", build(copy, 0, **SMALL)), ("trained", run.model_at(300))):
    reads = partial(model.eval(), batch.source)
    mixed = self_written(reads, fed, 0.3, torch.Generator().manual_seed(0))
    wrong = 100 * (mixed != fed)[words].float().mean()
    print(f"{name:9} model: 30% of the letters it reads are its own; {wrong:4.1f}% are wrong")
model, found = learn(free_running=0.3)
right = score(model, copy, copy.held_out[:200])
print(f"150 steps with free running 0.3: loss {mean(found[-5:]):.2f}, rows right {right:.0%}")

# %% [markdown]
# Nearly every word that the untrained model writes is wrong; of the trained one hardly any. So the better the
# model, the less free running changes. It costs one more forward pass a step. Whether it pays depends on the
# task; compare with the line of learning rate 0.01 above, and remember that one run each proves nothing.
#
# ### Without a source: the next character · 4 min · further
#
# A language model answers nothing: it goes on with a text. So it needs no encoder, and its decoder layer has
# no cross-attention (GPT; Radford et al. 2018). The text here is the English half of our
# translations, character by character.
#
# That a whole line comes as it was meant is too much to ask: most lines may go on in many ways. What counts is
# how probable the model finds the character that really comes. A character of probability p costs −log₂ p
# **bits**; the mean over held-out lines is the loss ÷ ln 2. Whether that is good can only be said beside
# something. Two yardsticks need no model: *count* in the training lines how frequent each character is, or how
# frequent it is after the one before it.

# %%
from transformer.decoding import greedy
from transformer.objectives.continuing import Continuing, next_piece

lines = TASKS["language_model"]()
held_out = Continuing().batch(lines.held_out[:200], vocabularies(lines))
for name, loss in lines.counted.losses([line.target for line in lines.held_out[:200]]).items():
    print(f"counting {name:13} {loss / math.log(2):.2f} bits a character")
writer = build(lines, 0, **SMALL)
print("a", type(writer).__name__, "with", sum(p.numel() for p in writer.parameters()), "parameters")
quick = Settings(steps=180, batch=16, learning_rate=2e-2, smoothing=0.0)
for step in train(writer, lines, quick):
    if step.number + 1 in (1, 10, 40, 180):
        found = next_piece(writer, held_out)
        print(
            f"step {step.number + 1:3} {found['bits']:13.2f} bits, {found['next_right']:.0%} guessed right"
        )

# %% [markdown]
# First it learns what counting tells: which characters are frequent, then which follow which. To do better
# it must look further back than one place, and there is where attention comes in. There is no dashed floor
# here. A small grammar wrote these sentences, so their least number of bits exists, but we have not computed it;
# of a text that people wrote nobody knows it. Here is one that was trained longer; give it a beginning:

# %%
from transformer.weights import load

longer = load("language_model")
for beginning in ("the old ", "my sister does not ", "because it "):
    given = torch.tensor([longer.target_vocabulary.encode(list(beginning.replace(" ", "␣")))])
    written = greedy(longer.model, torch.empty(1, 0, dtype=torch.long), prompt=given)
    print(beginning, longer.task.join(longer.target_vocabulary.decode(written[0])), sep="|")

# %% [markdown]
# ### Adam, by hand · 5 min
#
# The gradient says in which direction the loss grows, parameter by parameter. What is a good *step*? Stochastic
# gradient descent takes lr · gradient: far where the loss is steep, hardly at all where it is flat. **Adam**
# (Kingma and Ba 2015) keeps two running means for every parameter:
#
# m ← β₁ m + (1 − β₁) g  (of the gradient) and v ← β₂ v + (1 − β₂) g²  (of its square).
#
# Both begin at 0, so both are too small at first; m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ) correct that. The step
# is lr · m̂ / (√v̂ + ε). Take a pencil: g = −4, then −2; lr 0.1, β 0.9 and 0.999.

# %%
m = v = 0.0
place = 1.0
with covered():
    for t, g in ((1, -4.0), (2, -2.0)):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
        m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
        step = -0.1 * m_hat / (math.sqrt(v_hat) + 1e-8)
        print(
            f"step {t}: m {m:.4f} v {v:.6f} m̂ {m_hat:.4f} v̂ {v_hat:.4f} step {step:.4f}", end="  "
        )
        print(f"without correction {-0.1 * m / (math.sqrt(v) + 1e-8):.4f}")
        place += step

    weight = torch.ones(1, dtype=torch.float64)
    machine = Adam([weight], 0.1, betas=(0.9, 0.999))
    for g in (-4.0, -2.0):
        weight.grad = torch.full_like(weight, g)
        machine.step()
    print(f"by hand {place:.10f}, by the machine {weight.item():.10f}")

# %% [markdown]
# The first step is the learning rate, whatever the gradient. Here are the same numbers for every step of three
# optimisers in a valley (one is SGD with *momentum*: it steps along a running sum of the gradients, its velocity), for four real weights in the first 40 steps of `reverse`, and for the decay alone. Play
# it; drag the learning rate; choose *Adam, not corrected*.

# %%
from lessons.figures.adam_lab import adam_lab

adam_lab()

# %% [markdown]
# ### What a deck says, and what the code says · 5 min · further
#
# Militsis and Pitas (*Attention and Transformer Networks*) give Adam's equations as the paper does. Three
# remarks beside them are worth a check.
#
# **“Preventing too high gradient values.”** So the deck explains the corrections. But m and v are too *low* at
# first, not too high. What is too high is the uncorrected *step*, and only because v is even lower than m:

# %%
for beta2 in (0.999, 0.98):
    m, v = 0.1 * 1.0, (1 - beta2) * 1.0  # after one step, gradient 1
    print(f"β₂ {beta2}: m is {m:g}, v is {v:g} of a gradient of 1", end="; ")
    print(f"the first step is {m / math.sqrt(v):.2f} learning rates, corrected {m / 0.1:.2f}")

# %% [markdown]
# The correction makes m̂ and v̂ *larger* than m and v: both become what they claim to be, here 1. Whether the
# step gets longer or shorter depends on β₂. With the usual 0.999 v was lifted more than m, so the correction
# shortens the step, from 3.16 learning rates to 1; with the paper's 0.98 it lengthens it, from 0.71 to 1.
#
# **“Second-order gradients.”** v is a mean of *squared* gradients, first derivatives all. The second derivative
# is another number:

# %%
from lessons.figures.adam_lab.tables import START, slope

start = torch.tensor(START, dtype=torch.float64, requires_grad=True)
curvature = torch.autograd.functional.jacobian(slope, start).diagonal()
print("in the valley, at the start: gradient", slope(start).tolist())
print("    its square       ", slope(start).square().tolist())
print("    second derivative", curvature.tolist())

# %% [markdown]
# **“The first moment is computed as (∇J)′ = ∇J + 2dθ.”** With L2 regularisation, d‖θ‖² joins the loss, and 2dθ the
# gradient. That sum is the regularised *gradient*, not yet a moment, and it enters **both** m and v.
# PyTorch writes λ = 2d. If it enters m alone, that is another optimiser:

# %%
from torch.optim.adam import adam  # the functions behind Adam and AdamW of torch.optim
from torch.optim.adamw import adamw

from lessons.training.mistakes import MISTAKES
from lessons.training.solution import adam_step, torchs_walk

d, lr = 0.1, 0.05


def walk(adam_step, steps=20, **settings):
    """Down the valley with somebody's step of Adam: the last place."""
    place = torch.tensor(START, dtype=torch.float64)
    m, v = torch.zeros_like(place), torch.zeros_like(place)
    for t in range(1, steps + 1):
        place, m, v = adam_step(place, slope(place), m, v, t, lr=lr, **settings)
    return place


settings = {"lr": lr, "weight_decay": 2 * d}
theirs = torchs_walk(adam, START, slope, 20, **settings)[-1]
(alone,) = MISTAKES["OnlyTheFirstMoment"].code
for name, one in (("into m and v", adam_step), ("into m alone", alone)):
    away = (walk(one, weight_decay=2 * d) - theirs).abs().max()
    print(f"2dθ {name}: {away:.1e} away from torch.optim.Adam(weight_decay=2d) after 20 steps")
away = (
    (
        walk(adam_step, weight_decay=2 * d, decoupled=True)
        - torchs_walk(adamw, START, slope, 20, **settings)[-1]
    )
    .abs()
    .max()
)
print(f"θ ← θ − lr (m̂ / (√v̂ + ε) + λ θ), m and v of ∇J alone: {away:.1e} away from AdamW")

# %% [markdown]
# The last line is **AdamW**, which comes next: the decay does not pass through m and v. The deck says that L2 is
# “applied directly into the update step”, and this is the equation for it.
#
# ### What the two decays do · 2 min
#
# *Weight decay* pulls every parameter θ towards 0, so that none grows without need. There are two ways to build
# it into Adam:
#
# - **Adam + L2** adds λθ to the gradient, before m and v are computed.
# - **AdamW** (Loshchilov and Hutter 2019) leaves m and v alone and adds λθ at the end:
#   θ ← θ − lr (m̂ / (√v̂ + ε) + λθ).
#
# Is that not the same? Take a parameter that begins at 1. Its gradients are +G, −G, +G, … and pull nowhere: what
# moves it is the decay.


# %%
def decayed(kind, size, steps=200, decay=0.1):
    weight = torch.ones((), dtype=torch.float64)
    optimizer = kind([weight], 0.01, betas=(0.9, 0.999), weight_decay=decay)
    for t in range(steps):
        weight.grad = torch.full_like(weight, size * (-1) ** t)
        optimizer.step()
    return weight.item()


print("after 200 steps, gradients of size   10       1      0.1")
for name, kind in (("Adam + L2", Adam), ("AdamW", AdamW)):
    print(f"{name:33}", *(f"{decayed(kind, size):7.3f}" for size in (10.0, 1.0, 0.1)))
print(f"{'no decay':33}", *(f"{decayed(Adam, size, decay=0.0):7.3f}" for size in (10.0, 1.0, 0.1)))

# %% [markdown]
# In Adam + L2 the decay is part of the gradient, and so it is divided by √v̂ like everything in it. Where
# gradients are large, it hardly counts; where they are small, it takes over. In AdamW every parameter shrinks by
# the share lr · λ of itself, whatever its gradient. So one λ means the same for all parameters.
#
# ### The paper's recipe · 5 min · further
#
# Now you know all of the recipe of Vaswani et al. 2017 (sections 5.3 and 5.4) but one part. Cross-entropy with
# label smoothing 0.1; Adam with β₁ 0.9, β₂ 0.98, ε 10⁻⁹; and a learning rate that rises for 4,000 steps and then
# falls, d_model^(−0.5) · min(step^(−0.5), step · 4000^(−1.5)). The schedule `paper` is the same curve, and its
# height is yours to choose. Beside each other, for d_model 512:

# %%
highest = 512**-0.5 * 4000**-0.5  # where the two lines of the formula meet
for step in (1, 1000, 4000, 16_000, 100_000):
    formula = 512**-0.5 * min(step**-0.5, step * 4000**-1.5)
    ours = highest * SCHEDULES["paper"](step - 1, 100_000, 4000)
    print(f"step {step:6}  formula {formula:.7f}  schedule {ours:.7f}")

# %% [markdown]
# The part that is missing is **dropout**, 0.1. In training each number is set to 0 with this probability, and the
# others are divided by 1 − 0.1, so that the mean stays what it was. When the model is used, nothing is dropped.

# %%
drop, ones = torch.nn.Dropout(0.1), torch.ones(100_000)
torch.manual_seed(0)
dropped = drop(ones)
print(
    f"in training: {(dropped == 0).float().mean():.1%} are 0, the others {dropped.max():.4f}",
    end=", ",
)
print(f"mean {dropped.mean():.3f};  in use: unchanged {torch.equal(drop.eval()(ones), ones)}")

# %% [markdown]
# Where does this model drop? After the sum of word and position, on the attention weights, inside the feed-forward
# layer, and on what each sub-layer adds to the residual. What is it good for? So far each step had new rows, and
# nobody could learn by heart. Here are only 60 rows to reverse, seen again and again.

# %%
from transformer.objectives.loss import cross_entropy

reverse = TASKS["reverse"]()
few, fresh = (
    [e for e in examples if len(e.source) >= 6][:count]
    for examples, count in ((reverse.train, 60), (reverse.held_out, 200))
)
again = but(reverse, make=lambda: (tuple(few), tuple(fresh)))


def loss_on(model, rows):
    """The loss of a letter where nothing is dropped."""
    batch = Batch.of(rows, *vocabularies(reverse))
    with torch.no_grad():
        logits = model.eval()(batch.source, batch.target[:, :-1])  # (row, place, letter)
    return cross_entropy(logits, batch.target[:, 1:]).item()


for dropout in (0.0, 0.1):
    model, _ = learn(200, again, dropout, smoothing=0.0)
    print(
        f"dropout {dropout}: its 60 rows right {score(model, reverse, few):4.0%}, loss "
        f"{loss_on(model, few):.2f}; loss on new rows {loss_on(model, fresh):.2f}"
    )
print(f"guessing among 16 letters, blindly: {math.log(16):.2f}")

# %% [markdown]
# 60 rows are too few to learn reversing from them, and neither model can. But without dropout the model knows its
# rows by heart, and on new ones it does far *worse* than blind guessing: it is sure of itself, and wrong. With
# dropout it knows fewer of its own rows, for it cannot lean on any single number, and on new ones it is no worse
# than a guess. (With the seeds 1 and 2 it came out the same way. With new rows in every step dropout only slows
# this model down, so the recipes of this project use none.)
#
# ## Read the source · 7 min · further
#
# These are two of the optimisers that the settings name. The models here were trained with “fused AdamW”: that is
# torch's own AdamW, which moves all weights in one call. It is faster and gives the same numbers.

# %%
import inspect

from transformer.training import optimizers

print(inspect.getsource(optimizers.Adam))
print(inspect.getsource(optimizers.AdamW))

# %%
print(inspect.getsource(Training.step))

# %%
from transformer.training import schedules

for schedule in (schedules.linear, schedules.cosine, schedules.paper, schedules.constant):
    print(inspect.getsource(schedule))

# %% [markdown]
# ## Write · 35 min
#
# Your turn. Open `lessons/training/exercise.py` beside this notebook, write `adam_step`, and save. The checks
# read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.training.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your step can train. It takes the place of the machine's:

# %%
from lessons.training.checks import Student
from transformer.training import optimizers


class Yours(AdamW):
    """AdamW, with the student's step in place of its own."""

    def move(self, parameter, gradient, memory):
        zero = torch.zeros_like(parameter)
        moved, memory["m"], memory["v"] = student.function(
            parameter, gradient, memory.get("m", zero), memory.get("v", zero),
            int(memory["step"]), self.lr, *self.betas, self.eps, self.weight_decay, decoupled=True,
        )  # fmt: skip
        parameter.copy_(moved)


if check().passed:
    student = Student()
    student.find()
    optimizers.OPTIMIZERS["yours"] = lambda parameters, settings: Yours(
        parameters, settings.learning_rate, weight_decay=settings.weight_decay
    )
    (_, mine), (_, real) = (learn(40, optimizer=name) for name in ("yours", "AdamW"))
    apart = max(abs(a - b) for a, b in zip(mine, real, strict=True))
    print(
        f"40 steps with your Adam: loss {mine[0]:.3f} → {mine[-1]:.3f}; losses differ by {apart:.1e}"
    )
else:
    print("Not yet. This cell waits for your step.")

# %% [markdown]
# ## Modify · 10 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. A rate ten times as large.** Change `learning_rate` to 0.1. *Expect* the loss to stay near that of blind
# guessing.

# %%
learning_rate = 0.01

_, found = learn(learning_rate=learning_rate)
print(f"1. loss of the last steps: {mean(found[-5:]):.2f}")

# %% [markdown]
# **2. No smoothing.** Change `smoothing` to 0.0. *Expect* the loss to go where it could not go before, below
# 0.594: the floor is now 0. Is the model better for it? Look at the rows.

# %%
smoothing = 0.1

model, found = learn(smoothing=smoothing)
print(f"2. loss {mean(found[-5:]):.3f}, floor {smoothing_floor(tokens, smoothing):.3f}", end=", ")
print(f"rows right {score(model, copy, copy.held_out[:200]):.0%}")

# %% [markdown]
# **3. Another optimiser.** Change `optimizer` to "SGD". *Expect* the loss of blind guessing: its step is as long as
# the gradient, times 0.01, and most gradients are small.

# %%
optimizer = "AdamW"

_, found = learn(optimizer=optimizer)
print(f"3. loss of the last steps: {mean(found[-5:]):.2f}")

# %% [markdown]
# **4. Smaller gradients.** Change `size` to 0.01. *Expect* Adam + L2 to shrink the parameter to almost nothing,
# and AdamW not to notice.

# %%
size = 1.0

print(f"4. Adam + L2 {decayed(Adam, size):.3f}, AdamW {decayed(AdamW, size):.3f}")

# %% [markdown]
# **5. A longer memory.** Change `beta2` to 0.9999. *Expect* the first step without correction to be 10
# learning rates.

# %%
beta2 = 0.999

print(f"5. first step without correction: {(1 - 0.9) / math.sqrt(1 - beta2):.2f} learning rates")

# %% [markdown]
# ## Break · 6 min
#
# A bug that looks like progress. Somebody has 30 rows to train on and 30 to test on, and tidies up: all rows
# into one list, duplicates out, shuffled. Then the training reads the list. It is easily done, and here is what
# it looks like. *Before you run:* which of the two trainings would you report?

# %%
reverse = TASKS["reverse"]()
own, held_out, never_seen = (
    [e for e in examples if len(e.source) >= 6][first : first + 30]
    for examples, first in ((reverse.train, 0), (reverse.held_out, 0), (reverse.held_out, 30))
)
trained = {}
for name, rows in (("A", own), ("B", own + held_out)):
    mixed = but(reverse, make=lambda rows=rows: (tuple(rows), tuple(held_out)))
    model, found = learn(250, mixed, smoothing=0.0)
    trained[name] = model
    print(f"{name}: training loss {mean(found[-5:]):.3f}", end="   ")
    print(f"test rows right {score(model, reverse, held_out):.0%}")

# %% [markdown]
# So A has failed, and B is nearly perfect? Ask both for 30 rows that *neither* has met:

# %%
for name, model in trained.items():
    print(f"{name}: rows never seen, right {score(model, reverse, never_seen):.0%}")
for name, rows in (("A", own), ("B", own + held_out)):
    both = {e.source for e in rows} & {e.source for e in held_out}
    print(f"{name}: {len(both)} of the {len(held_out)} test rows are among the training rows")

# %% [markdown]
# Neither has learned to reverse. 30 rows are too few: both learned them **by heart**, and B learned the answers to
# the test as well. No loss curve can show it; B's is even the slower one. What shows it is one line: *is any test row
# among the training rows?* The tasks of this project keep them apart when they are made, and a test holds it.
#
# What helps? More rows: learning by heart becomes harder than reversing. Here is the model that comes with the
# project; it learned from 8,000 rows.

# %%
from transformer.weights import load

shipped = load("reverse")
print(f"shipped: rows never seen, right {score(shipped.model, shipped.task, never_seen):.0%}")

# %% [markdown]
# Plant the mistakes that people make in Adam, and see what each check says:

# %%
from lessons.training.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:44} {result.saw[:46]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. Why does a loss with label smoothing 0.1 over 20 tokens never reach 0?
# 2. A loss stands at ln 16 for 150 steps. Name two opposite reasons, and how to tell them apart.
# 3. Compute the first step of Adam: gradient 7, lr 0.01. And without bias correction, β 0.9 and 0.999?
# 4. Why must m and v be kept *without* the correction?
# 5. Two parameters have gradients of size 10 and 0.1. Which one does L2 in Adam shrink more, and why?
# 6. What has to be in a checkpoint so that a training goes on bit for bit?
# 7. Test rows are right 99% of the time. Which question do you ask first?

# %% [markdown]
# ### Answers
#
# 1. It asks for 0.905 on the right word and 0.005 on the others. The entropy of these, 0.594, is the least cost.
# 2. The learning rate is too small or too large. Too small: the curve came down slowly. Too large: it was
#    there after a few steps and stayed.
# 3. −0.01, whatever the gradient. Without: −0.0316, for m is 0.7, √v is 0.2214, and 0.7 / 0.2214 = 3.16.
# 4. The next step averages them with the next gradient. A mean that was divided already would be divided again.
# 5. The one with gradient 0.1: λθ is divided by √v̂, which is small there. AdamW shrinks both alike.
# 6. The weights, m and v and the step number, and the state of the random numbers: which rows come next.
# 7. Was any of them in training?
#
# Next: the lesson on decoding lets a trained model write. Or train on the page (`make app`), watch every head as it
# forms, then rewind and change one thing.
