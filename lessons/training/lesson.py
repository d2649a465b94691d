# The text and code of the lesson *Training*. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Training: How does a Transformer learn?
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
from transformer.runs import Run, RunConfig
from transformer.tasks import TASKS
from transformer.training import Training, build, train, vocabularies
from transformer.training.optimizers import SGD, Adam, AdamW
from transformer.training.schedules import SCHEDULES
from transformer.training.settings import Settings

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False, linewidth=110)

copy = TASKS["copy"]()  # copy a string of letters
SMALL = {"encoder_layers": 1, "decoder_layers": 1, "d_model": 32, "d_ff": 64, "self_heads": 2}
LIVE = Settings(steps=300, batch=32)  # 32 examples per step
folder = tempfile.TemporaryDirectory()  # of the runs; deleted when the notebook is closed
RUNS = Path(folder.name)


def score(model, task, examples):
    """Return the exact match: the share of strings written without a mistake."""
    return exact_match(model.eval(), Batch.from_examples(examples, *vocabularies(task)))


def learn(steps=150, task=copy, dropout=0.0, **settings):
    """Return a freshly trained small model, and the loss of each step."""
    return learned(task, dropout, but(LIVE, steps=steps, **settings))


@cache  # a second identical training run would give the same numbers
def learned(task, dropout, settings):
    model = build(task, 0, **SMALL, dropout=dropout)
    return model, [step.loss for step in train(model, task, settings)]


def mean(losses):
    return sum(losses) / len(losses)


# %% [markdown]
# ## Picture · 2 min
#
# Here is a finished training run. A model learned to add two three-digit numbers in 800 steps, each on a **mini-batch**
# of 64 sums. Drag the slider. The **loss function** (**cross-entropy**) measures how wrong the model’s probabilities
# are. The loss curve has three parts. Where are the **plateau** (the loss stays flat), the **cliff** (the loss falls)
# and the **floor** (the loss cannot go lower)?

# %%
from lessons.models import finished

finished.recording()

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue: click an option and read the reply. The answer stays hidden until you open it.

# %%
from lessons.kit.prediction import ask, covered
from lessons.training.prediction import about_adam

ask(about_adam())

# %% [markdown]
# ## Run
#
# ### Plateau, cliff, floor · 13 min
#
# Here is the same training run in numbers: the mean loss over each block of 40 steps, and the latest exact match on the
# **validation set** (held-out sums).

# %%
from lessons.training.prediction import about_floor

ask(about_floor())

# %%
training_events, right = finished.run().events(), 0.0
for event in training_events:
    right = event.get("exact_match", right)
    if event["step"] % 40 == 0:
        part = mean([e["loss"] for e in training_events[event["step"] - 40 : event["step"]]])
        print(
            f"steps … {event['step']:3}  {part:.3f} {'█' * round(16 * part):60} sums right {right:4.0%}"
        )

from transformer.measure.training.cliff import plateau_of

rests = plateau_of(finished.recording().arrays["loss"].values)
print(
    "the longest plateau: steps {first} … {last}, between {low:.2f} and {high:.2f};".format(
        **rests
    ),
    end=" ",
)
print("half of that at step {halved}".format(**rests))

# %% [markdown]
# - **Plateau.** For 168 steps the loss changes by less than 5%, and fewer than one sum in twenty is correct. Judging
#   only by the curve, you might decide to stop here.
# - **Cliff.** Then the loss halves in 225 steps, and most sums become correct.
#
# Not every training run has a plateau. In this smaller live run, a model learns to copy strings of 2 to 10
# letters in 300 steps with mini-batches of 32.

# %%
from lessons.figures.live_curve import live_curve

run = Run.create(RunConfig("copy", LIVE, SMALL), RUNS)
events = list(run.train())
live_curve(run, run.task(), run.state())

# %%
losses = [event["loss"] for event in events]
letters, tokens = 16, len(copy.target_words) + 4  # four more: padding, start, end, unknown
floor = smoothing_floor(tokens, 0.1)
for first in range(0, len(losses), 20):
    part = mean(losses[first : first + 20])
    print(f"steps {first + 1:3} … {first + 20:3}  loss {part:.3f}  {'█' * round(16 * part)}")
print(f"random guessing among {letters} letters: ln {letters} = {math.log(letters):.3f}")
print(f"floor of label smoothing 0.1 over {tokens} tokens: {floor:.3f}")
print(f"lowest loss of a step: {min(losses):.3f}")

# %% [markdown]
# - The loss passes ln 16 and hardly pauses there. At a loss of ln 16, a model knows *which* letters exist but nothing
#   about *this* string. Then the cross-attention begins to attend to the correct letter, and the loss falls.
# - **Floor.** With **label smoothing** of 0.1, the target for the correct token is not 1. Smoothing spreads a tenth of
#   the target over all 20 tokens, so the target is 0.905 for the correct token and 0.005 for each of the 19 others. A
#   model with exactly these probabilities has the lowest possible loss: −0.905 ln 0.905 − 19 · 0.005 ln 0.005 = 0.594,
#   not 0. (This sum, Σ −p ln p, is the *entropy* of the probabilities.) A loss below the floor would mean that the
#   model has seen the answers, as under *Break* in the lesson *Attention masks*.
#
# You can watch the cross-attention find the correct letter. Whole strings are the last to become correct. The column
# *next letter* shows how often the most probable letter is correct when the decoder reads the correct previous letters.

# %%
from transformer.objectives.scores import alignment
from transformer.vocabulary import SPECIALS

some = Batch.from_examples(copy.held_out[:200], *vocabularies(copy))
asked_for = some.target[:, 1:]  # (row, letter)
letters_of_rows = asked_for >= len(SPECIALS)  # neither padding nor END
for event in (event for event in events if "exact_match" in event):
    model = run.model_at(event["step"])
    with torch.no_grad():
        best_letters = model(some.source, some.target[:, :-1]).argmax(-1)
    next_letter = (best_letters == asked_for)[letters_of_rows].float().mean()
    print(
        f"step {event['step']:3}  loss {event['loss']:.3f}  attends to the right letter {alignment(model, some):4.0%}  "
        f"next letter {next_letter:4.0%}  strings without a mistake {event['exact_match']:4.0%}"
    )

# %% [markdown]
# A string is correct only if *every* letter is correct. If 90% of the letters are correct, a ten-letter string is
# correct only one time in three, so exact match rises late. A jump in exact match can hide gradual progress on
# individual tokens (Schaeffer et al. 2023). Here the letter accuracy jumps as well.
#
# ### The learning rate · 3 min
#
# The **learning rate** is a **hyperparameter**: you choose it before training. The next cell trains the same model on
# the same data for 150 steps with each of three rates. Which learning rate is too small, and which is too large?

# %%
for rate in (1e-4, 1e-2, 1e-1):
    model, step_losses = learn(learning_rate=rate)
    right = score(model, copy, copy.held_out[:200])
    print(
        f"learning rate {rate:<6g} loss after 20 steps {mean(step_losses[15:20]):.2f}, "
        f"50 {mean(step_losses[45:50]):.2f}, 150 {mean(step_losses[-5:]):.2f}   strings right {right:4.0%}"
    )

# %% [markdown]
# With a rate that is too small or too large, the model copies no string correctly. At 0.0001 the loss falls slowly and
# is still falling, so more steps would help. At 0.1 the loss after 20 steps is as low as at 0.01, but then it stays
# near ln 16, the loss of random guessing. The next rate is far too large:

# %%
try:
    learn(learning_rate=1e12)
except FloatingPointError as error:
    print(error)
try:
    Settings(learning_rate=0)
except ValueError as error:
    print(error)

# %% [markdown]
# Training stops at the first loss that is not a number, before the parameters are damaged. The message names the layer
# where the problem began.
#
# **Schedules.** The learning rate need not be constant. Here the rate rises for a tenth of the steps (**warm-up**) and
# then falls. In Vaswani et al. (2017, section 5.3), the rate falls as 1/√step; today, linear or cosine decay is usual.
# The table shows the rate as a fraction of its maximum, at five of the 150 steps:

# %%
print(f"{'step':9}", *(f"{n:>6}" for n in (1, 8, 15, 75, 150)))
for name, schedule in SCHEDULES.items():
    print(f"{name:9}", *(f"{schedule(n - 1, 150, 15):6.2f}" for n in (1, 8, 15, 75, 150)))

# %% [markdown]
# ### The gradient of each part · 2 min
#
# The **backward pass** computes the gradient by **backpropagation**. The next cell prints the gradient norm of each
# part of the model: at the first step, at a loss near ln 16 (step 30), and while the loss falls (step 70). *Gradient
# clipping* scales a gradient whose total norm exceeds 1 down to norm 1 and keeps its direction. (Here each mini-batch
# contains 64 strings; in smaller mini-batches, noise makes the gradient larger.)

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
# At a loss near ln 16, the gradient is small in every part. A possible reason (not tested here) is that each head mixes
# all letters, so a small change hardly improves the mixture. While the loss falls, the gradient is several times as
# large as at losses near ln 16.
#
# ### The same seed, the same losses · 3 min · optional
#
# A training run is deterministic. The seed determines the **initialization** (Xavier, also called Glorot: random
# parameters whose spread depends on the size of the matrix) and the examples in each mini-batch. On one computer
# nothing else is random. A different processor can round sums differently, which changes the losses.

# %%
from itertools import islice


def first_losses(seed, count=20):
    steps = train(build(copy, seed, **SMALL), copy, but(LIVE, seed=seed))
    return [step.loss for step in islice(steps, count)]


print("same seed: equal in every bit, 20 losses:", first_losses(0) == losses[:20])
equal = sum(a == b for a, b in zip(first_losses(1), losses, strict=False))
print("another seed: equal losses", equal, "of 20")

# %% [markdown]
# **Interrupt a run.** A run is stored in a folder with every step and, at intervals, a **checkpoint** of the whole
# state: the parameters, Adam’s m and v, and the state of the random number generators. We stop a run, discard the
# program’s memory, and resume from the folder.

# %%
interrupted = Run.create(RunConfig("copy", LIVE, SMALL), RUNS)
training_of_it = interrupted.train()
for event in training_of_it:
    if event["step"] == 18:
        break
training_of_it.close()  # as if the power had failed
print(
    "stopped after step 18; it is",
    interrupted.state(),
    "and has frames of steps",
    interrupted.checkpoints(),
)
resumed = Run(interrupted.folder)  # another program would begin here
first = next(resumed.train())["step"]
print(f"it resumed at step {first}: the steps after the last frame are repeated")
for event in resumed.train():
    if event["step"] == 30:
        break
same = [event["loss"] for event in resumed.events()] == losses[:30]
print("all 30 losses are those of the run that was never stopped, bit for bit:", same)

# %% [markdown]
# ### Teacher forcing and scheduled sampling · 2 min · optional
#
# During training the decoder reads the *correct* previous words, whatever it would have written itself (**teacher
# forcing**). At inference the decoder reads its own words, mistakes included. This mismatch is called **exposure
# bias**. **Scheduled sampling** (setting `scheduled_sampling`; Bengio et al. 2015) addresses exposure bias: during training,
# some of the words that the decoder reads are its own.

# %%
from functools import partial

from transformer.objectives.scheduled_sampling import self_written

batch = Batch.from_examples(copy.held_out[:200], *vocabularies(copy))
fed = batch.target[:, :-1]  # (sentence, target): START and the right letters
words = fed >= len(SPECIALS)  # neither padding nor START
for name, model in (("untrained", build(copy, 0, **SMALL)), ("trained", run.model_at(300))):
    reads = partial(model.eval(), batch.source)
    mixed = self_written(reads, fed, 0.3, torch.Generator().manual_seed(0))
    wrong = 100 * (mixed != fed)[words].float().mean()
    print(f"{name:9} model: 30% of the letters it reads are its own; {wrong:4.1f}% are wrong")
model, step_losses = learn(scheduled_sampling=0.3)
right = score(model, copy, copy.held_out[:200])
print(
    f"150 steps with scheduled sampling 0.3: loss {mean(step_losses[-5:]):.2f}, strings right {right:.0%}"
)

# %% [markdown]
# The untrained model gets nearly every letter wrong, but the trained model makes hardly any mistakes. So the better the
# model, the less scheduled sampling changes the input. Scheduled sampling needs one more forward pass per step, and its
# benefit depends on the task. Compare the result with that for learning rate 0.01 above, but note that a single
# run proves nothing.
#
# ### A language model: the next character · 4 min · optional
#
# A language model has no source sentence; it continues a text. So a **decoder-only** model suffices, without an encoder
# or cross-attention (GPT; Radford et al. 2018). The text here is the English side of our translation data, read
# character by character.
#
# Exact match is too strict here, because most lines can continue in many ways. We measure the probability of the next
# character. A character with probability p needs −log₂ p **bits**; the loss divided by ln 2 is the mean number of bits
# per held-out character. Papers often report the **perplexity**, 2 to the power of this mean: a model with a perplexity
# of 4 is as uncertain as one that chooses uniformly among 4 characters. For comparison, two baselines need no neural
# network: they *count* how often each character occurs in the training lines, or how often it follows the previous
# character.

# %%
from transformer.decoding import greedy
from transformer.objectives.continuing import Continuing, next_piece

lines = TASKS["language_model"]()
held_out = Continuing().batch(lines.held_out[:200], vocabularies(lines))
for name, loss in lines.ngram_counts.losses([line.target for line in lines.held_out[:200]]).items():
    print(f"counting {name:13} {loss / math.log(2):.2f} bits per character")
writer = build(lines, 0, **SMALL)
print("a", type(writer).__name__, "with", sum(p.numel() for p in writer.parameters()), "parameters")
quick = Settings(steps=180, batch=16, learning_rate=2e-2, smoothing=0.0)
for step in train(writer, lines, quick):
    if step.number + 1 in (1, 10, 40, 180):
        scores = next_piece(writer, held_out)
        print(
            f"step {step.number + 1:3} {scores['bits']:13.2f} bits, {scores['next_right']:.0%} guessed right"
        )

# %% [markdown]
# The model first learns what counting shows: which characters are frequent, and then which character follows which. To
# do better, the model must attend to characters further back. The figure for this task shows no floor. A small grammar
# generated these sentences, so a floor exists, but we have not computed it; for human text it is unknown. Give a prompt
# to a model trained for longer:

# %%
from transformer.weights import load

longer = load("language_model")
for beginning in ("the old ", "my sister does not ", "because it "):
    prompt = torch.tensor([longer.target_vocabulary.encode(list(beginning.replace(" ", "␣")))])
    written = greedy(longer.model, torch.empty(1, 0, dtype=torch.long), prompt=prompt)
    print(beginning, longer.task.join(longer.target_vocabulary.decode(written[0])), sep="|")

# %% [markdown]
# ### Adam, by hand · 5 min
#
# For each parameter, the gradient shows the direction in which the loss grows. An **optimiser** turns the gradient into
# a *step*. Stochastic **gradient descent** (SGD) uses the step lr · gradient, which is large where the loss is steep
# and tiny where it is flat. **Adam** (Kingma and Ba 2015) keeps two running means for every parameter:
#
# m ← β₁ m + (1 − β₁) g  (of the gradient) and v ← β₂ v + (1 − β₂) g²  (of its square).
#
# Both means start at 0, so both are too small at first; **bias correction** with m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 −
# β₂ᵗ) fixes that. The step is lr · m̂ / (√v̂ + ε). Compute two steps by hand, with gradients −4 and −2, lr = 0.1, β₁ =
# 0.9 and β₂ = 0.999.

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
    print(f"by hand {place:.10f}, by the code {weight.item():.10f}")

# %% [markdown]
# The length of the first step equals the learning rate, whatever the gradient. The figure shows these quantities for
# every step of three optimisers in a valley, for four real parameters in the first 40 steps of `reverse`, and for
# weight decay on its own. One optimiser is **SGD with momentum**, which steps along a running sum of the gradients.
# Play the animation, drag the learning rate, and choose *Adam, not corrected*.

# %%
from lessons.training.figures.adam_lab import adam_lab

adam_lab()

# %% [markdown]
# ### A lecture deck on Adam, checked · 5 min · optional
#
# Militsis and Pitas (*Attention and Transformer Networks*) reproduce the paper’s equations for Adam. Three of their
# remarks are worth checking.
#
# **“Preventing too high gradient values.”** This is how the deck explains bias correction. But at first m and v are too
# *low*, not too high. Only the uncorrected *step* can be too long, because v is even further below its target than m:

# %%
for beta2 in (0.999, 0.98):
    m, v = 0.1 * 1.0, (1 - beta2) * 1.0  # after one step, gradient 1
    print(f"β₂ {beta2}: m is {m:g}, v is {v:g} of a gradient of 1", end="; ")
    print(f"the first step is {m / math.sqrt(v):.2f} learning rates, corrected {m / 0.1:.2f}")

# %% [markdown]
# The correction makes m̂ and v̂ *larger* than m and v, so that both reach the value that they estimate, here 1. With
# the usual β₂ of 0.999 the correction shortens the step from 3.16 learning rates to 1. With β₂ = 0.98 (Vaswani et al.
# 2017), the correction lengthens the step from 0.71 learning rates to 1.
#
# **“Second-order gradients.”** v is a mean of *squares* of gradients, which are first derivatives. The second
# derivative is a different number:

# %%
from lessons.training.figures.adam_lab.tables import START, slope

start = torch.tensor(START, dtype=torch.float64, requires_grad=True)
curvature = torch.autograd.functional.jacobian(slope, start).diagonal()
print("in the valley, at the start: gradient", slope(start).tolist())
print("    its square       ", slope(start).square().tolist())
print("    second derivative", curvature.tolist())

# %% [markdown]
# **“The first moment is computed as (∇J)′ = ∇J + 2dθ.”** With L2 regularisation, d‖θ‖² is added to the loss, so 2dθ is
# added to the gradient. This sum is the regularised *gradient*, not yet a moment, and it enters **both** m and v.
# PyTorch uses λ = 2d. If the sum enters only m, the result is a different optimiser:

# %%
from torch.optim.adam import adam  # the functions behind Adam and AdamW of torch.optim
from torch.optim.adamw import adamw

from lessons.training.mistakes import MISTAKES
from lessons.training.solution import adam_step, torch_walk

d, lr = 0.1, 0.05


def walk(adam_step, steps=20, **settings):
    """Return the last point of a walk down the valley with a given Adam step."""
    place = torch.tensor(START, dtype=torch.float64)
    m, v = torch.zeros_like(place), torch.zeros_like(place)
    for t in range(1, steps + 1):
        place, m, v = adam_step(place, slope(place), m, v, t, lr=lr, **settings)
    return place


settings = {"lr": lr, "weight_decay": 2 * d}
theirs = torch_walk(adam, START, slope, 20, **settings)[-1]
(alone,) = MISTAKES["OnlyTheFirstMoment"].code
for name, function in (("into m and v", adam_step), ("into only m", alone)):
    away = (walk(function, weight_decay=2 * d) - theirs).abs().max()
    print(f"2dθ {name}: {away:.1e} away from torch.optim.Adam(weight_decay=2d) after 20 steps")
away = (
    (
        walk(adam_step, weight_decay=2 * d, decoupled=True)
        - torch_walk(adamw, START, slope, 20, **settings)[-1]
    )
    .abs()
    .max()
)
print(f"θ ← θ − lr (m̂ / (√v̂ + ε) + λ θ), m and v of only ∇J: {away:.1e} away from AdamW")

# %% [markdown]
# The last line shows **AdamW**, the topic of the next section; its decay does not pass through m and v. The deck says
# that L2 is “applied directly into the update step”, but this describes AdamW.
#
# ### What the two decays do · 2 min
#
# **Weight decay** pulls every parameter θ towards 0, so that no parameter grows unnecessarily. There are two ways to
# add weight decay to Adam:
#
# - **Adam + L2** adds λθ to the gradient before m and v are computed.
# - **AdamW** (Loshchilov and Hutter 2019) leaves m and v unchanged and adds λθ at the end: θ ← θ − lr (m̂ / (√v̂ + ε) +
#   λθ).
#
# Are the two versions equivalent? Take a parameter that starts at 1. Its gradients +G, −G, +G, … cancel, so only the
# decay changes the parameter.


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
# In Adam + L2 the decay is part of the gradient, so it is also divided by √v̂. Where gradients are large, the decay
# hardly matters; where they are small, it dominates. In AdamW every parameter shrinks by the fraction lr · λ, whatever
# its gradient. So one λ has the same effect on all parameters.
#
# ### The paper’s recipe · 5 min · optional
#
# You now know the recipe by Vaswani et al. (2017, sections 5.3 and 5.4), except for one part. The recipe uses
# cross-entropy with label smoothing of 0.1, and Adam with β₁ = 0.9, β₂ = 0.98 and ε = 10⁻⁹. The learning rate rises for
# 4,000 steps and then falls: d_model^(−0.5) · min(step^(−0.5), step · 4000^(−1.5)). The schedule `paper` has the same
# shape, with a maximum that you choose. Compare both schedules for d_model = 512:

# %%
highest = 512**-0.5 * 4000**-0.5  # where the two lines of the formula meet
for step in (1, 1000, 4000, 16_000, 100_000):
    formula = 512**-0.5 * min(step**-0.5, step * 4000**-1.5)
    ours = highest * SCHEDULES["paper"](step - 1, 100_000, 4000)
    print(f"step {step:6}  formula {formula:.7f}  schedule {ours:.7f}")

# %% [markdown]
# The missing part is **dropout** with probability 0.1. During training each value is set to 0 with this probability,
# and the other values are divided by 1 − 0.1, so that the mean stays the same. At inference nothing is dropped.

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
# The paper applies dropout in two places (section 5.4): to the output of each sub-layer, before it is added to the
# sub-layer’s input, and to the sums of embeddings and positional encodings. The authors’ code (tensor2tensor) also
# drops attention weights and hidden units of the feed-forward network, and so does this model. Dropout counteracts
# **overfitting**, in which the model memorizes its training examples instead of learning the task. Until now, each step
# used new strings, so **memorization** was impossible. Now the model sees only 60 strings to reverse, again and again
# (one pass through them is one **epoch**).

# %%
from transformer.objectives.loss import cross_entropy

reverse = TASKS["reverse"]()
few, fresh = (
    [e for e in examples if len(e.source) >= 6][:count]
    for examples, count in ((reverse.train, 60), (reverse.held_out, 200))
)
again = but(reverse, make=lambda: (tuple(few), tuple(fresh)))


def loss_on(model, rows):
    """Return the loss per letter without dropout."""
    batch = Batch.from_examples(rows, *vocabularies(reverse))
    with torch.no_grad():
        logits = model.eval()(batch.source, batch.target[:, :-1])  # (row, place, letter)
    return cross_entropy(logits, batch.target[:, 1:]).item()


for dropout, steps in ((0.0, 200), (0.1, 200), (0.1, 600)):
    model, _ = learn(steps, again, dropout, smoothing=0.0)
    print(
        f"dropout {dropout}, {steps:4} steps: its 60 strings right {score(model, reverse, few):4.0%}, loss "
        f"{loss_on(model, few):.2f}; loss on new strings {loss_on(model, fresh):.2f}"
    )
print(f"random guessing among 16 letters: {math.log(16):.2f}")

# %% [markdown]
# Sixty strings are too few for learning to reverse, so there is no **generalisation**. Without dropout the model
# memorizes its strings in 200 steps, and on new strings it is far *worse* than random guessing, because it is
# confidently wrong. After 200 steps, the model with dropout has memorized few of its strings, and on new strings it is
# still no worse than guessing. The longer run shows that dropout does not prevent memorization. With three times as
# many steps, the model memorizes nine out of ten strings and is also worse than guessing on new strings. **Dropout
# slows memorization and reduces its harm.** (If every step uses new strings, dropout only slows training, so this
# project’s recipes do not use it.)
#
# ## Read the source · 7 min · optional
#
# Here are two of the optimisers in the settings. The models were trained with “fused AdamW”, PyTorch’s own AdamW, which
# updates all parameters in one call. Fused AdamW is faster than the code below and computes the same numbers.

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
# Your turn. Open `lessons/training/exercise.py` next to this notebook, write `adam_step`, and save. The checks re-read
# the file each time, stop at the first failure and report what they found.

# %%
from lessons.training.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your step can train a model instead of the reference step:

# %%
from lessons.training.checks import Student
from transformer.training import optimizers


class Yours(AdamW):
    """AdamW with the student's step."""

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
# ## Modify · 10 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A larger learning rate.** Change `learning_rate` to 0.1. *Expect* the loss to stay near that of random guessing.

# %%
learning_rate = 0.01

_, step_losses = learn(learning_rate=learning_rate)
print(f"1. loss of the last steps: {mean(step_losses[-5:]):.2f}")

# %% [markdown]
# **2. No smoothing.** Change `smoothing` to 0.0. *Expect* the loss to fall below 0.594, because the floor is now 0. Is
# the model better? Look at the exact match.

# %%
smoothing = 0.1

model, step_losses = learn(smoothing=smoothing)
print(
    f"2. loss {mean(step_losses[-5:]):.3f}, floor {smoothing_floor(tokens, smoothing):.3f}",
    end=", ",
)
print(f"strings right {score(model, copy, copy.held_out[:200]):.0%}")

# %% [markdown]
# **3. A different optimiser.** Change `optimizer` to `"SGD"`. *Expect* the opposite of AdamW’s result: at a rate of
# 0.01, SGD stays near the loss of random guessing, since its step is the gradient times 0.01. At 0.3, SGD learns.
# **Each optimiser has its own best learning rate**: search for it before you compare optimisers.

# %%
optimizer = "AdamW"

for rate in (0.01, 0.3):
    _, step_losses = learn(optimizer=optimizer, learning_rate=rate)
    print(f"3. {optimizer}, rate {rate}: loss of the last steps {mean(step_losses[-5:]):.2f}")

# %% [markdown]
# **4. Smaller gradients.** Change `size` to 0.01. *Expect* Adam + L2 to shrink the parameter almost to 0, and AdamW to
# produce the same result as before.

# %%
size = 1.0

print(f"4. Adam + L2 {decayed(Adam, size):.3f}, AdamW {decayed(AdamW, size):.3f}")

# %% [markdown]
# **5. A longer memory.** Change `beta2` to 0.9999. *Expect* the uncorrected first step to be 10 learning rates long.

# %%
beta2 = 0.999

print(f"5. first step without correction: {(1 - 0.9) / math.sqrt(1 - beta2):.2f} learning rates")

# %% [markdown]
# ## Break · 6 min
#
# This bug looks like progress. A colleague merges a training set and a **test set** of 30 strings each into one list,
# removes duplicates and shuffles the list. Then the training code reads this list. *Before you run the cell:* which of
# the two training runs would you report?

# %%
reverse = TASKS["reverse"]()
own, held_out, never_seen = (
    [e for e in examples if len(e.source) >= 6][first : first + 30]
    for examples, first in ((reverse.train, 0), (reverse.held_out, 0), (reverse.held_out, 30))
)
trained = {}
for name, rows in (("A", own), ("B", own + held_out)):
    mixed = but(reverse, make=lambda rows=rows: (tuple(rows), tuple(held_out)))
    model, step_losses = learn(250, mixed, smoothing=0.0)
    trained[name] = model
    print(f"{name}: training loss {mean(step_losses[-5:]):.3f}", end="   ")
    print(f"test strings right {score(model, reverse, held_out):.0%}")

# %% [markdown]
# Has run A failed, and is run B nearly perfect? Test both models on 30 strings that *neither* has seen:

# %%
for name, model in trained.items():
    print(f"{name}: strings never seen, right {score(model, reverse, never_seen):.0%}")
for name, rows in (("A", own), ("B", own + held_out)):
    both = {e.source for e in rows} & {e.source for e in held_out}
    print(f"{name}: {len(both)} of the {len(held_out)} test strings are among the training strings")

# %% [markdown]
# Neither model has learned to reverse strings. Thirty strings are too few, so both models memorized them, and B also
# memorized the test set’s answers. This is **train–test contamination** (**data leakage**). No loss curve can reveal
# such a leak; B’s curve even falls more slowly than A’s. One line of code reveals the leak: *is any test string in the
# training set?* The tasks in this project keep training and test sets apart, and a unit test checks this.
#
# More strings help, because memorizing them becomes harder than learning to reverse. The shipped model was trained on
# 8,000 strings:

# %%
from transformer.weights import load

shipped = load("reverse")
print(f"shipped: strings never seen, right {score(shipped.model, shipped.task, never_seen):.0%}")

# %% [markdown]
# Here are common mistakes in this exercise, with each check’s message:

# %%
from lessons.training.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:44} {result.saw[:46]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. Why can a loss with label smoothing of 0.1 over 20 tokens never reach 0?
# 2. A loss stays at ln 16 for 150 steps. Name two opposite reasons, and say how to tell them apart.
# 3. Compute Adam’s first step for a gradient of 7 and lr = 0.01, with and without bias correction (β₁ = 0.9, β₂ =
#    0.999).
# 4. Why must you store m and v *without* the correction?
# 5. Two parameters have gradients of sizes 10 and 0.1. Which parameter does L2 in Adam shrink more, and why?
# 6. What must a checkpoint contain so that training resumes bit for bit?
# 7. A model gets 99% of the test set right. What do you check first?

# %% [markdown]
# ### Answers
#
# 1. The target is 0.905 for the correct token and 0.005 for each other token. The entropy of this target, 0.594, is the
#    lowest possible loss.
# 2. The learning rate is too small or too large. If the rate is too small, the loss falls slowly. If the rate is too
#    large, the loss reaches ln 16 after a few steps and stays there.
# 3. With correction the step is −0.01, whatever the gradient’s size. Without correction the step is −0.0316: m is 0.7,
#    √v is 0.2214, and 0.7 / 0.2214 = 3.16.
# 4. The next step averages m and v with the next gradient, so a stored corrected mean would be corrected twice.
# 5. L2 shrinks the parameter with gradient 0.1 more, because its λθ is divided by a smaller √v̂. AdamW shrinks
#    both parameters equally.
# 6. A checkpoint must contain the parameters, m, v, the step number, and the state of the random number generators,
#    which determines the next strings.
# 7. Check first whether any test example was in the training set.
#
# Next: in the lesson *Decoding* a trained model writes sentences. Or train a model on the page (`make app`), watch
# every head form, then rewind and change one setting.
