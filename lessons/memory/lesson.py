# The text and code of the lesson on memory. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Memory: how does it answer about a story?
#
# {opening}

# %%
import inspect
from dataclasses import replace
from itertools import pairwise

import torch

from lessons.figures.hop_scores import hop_scores
from lessons.figures.memory_hops import memory_hops
from lessons.figures.word_by_word import judges, word_by_word
from lessons.kit.prediction import ask, covered
from lessons.memory import MODEL, NEEDED, NO_TIME, ONE_HOP, QUESTION, STORY, model, pairs
from lessons.memory.mistakes import MISTAKES
from lessons.memory.prediction import about_alone, about_first, about_half
from transformer.facts import Hop, Table, place_weights
from transformer.families.memory import Memory
from transformer.measure import guessing
from transformer.measure.judging import by_part
from transformer.probe import record
from transformer.tasks import TASKS, Example
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 4 min
#
# Attention was invented for sentences: what is written next looks at the words that were read. But nothing in it
# needs words. Here the things that are looked at are **facts**, and what looks is a **question** about them. (Sukhbaatar
# et al. 2015, *End-To-End Memory Networks*.) The question gives every fact a [weight](#term-attention-weight), and the
# weights add up to 1. Who moved twice? And does the model mind?

# %%
first = load(model(1, 1))
memory_hops(first, f"{STORY}\nwhere is john")

# %% [markdown]
# One such look at all facts is called a **hop**, and this question needs only one: a single fact has both the person and the
# place. (Of two such facts the later one counts. How a model knows which that is, we shall see.) Now ask for the ball.
# You need two of the facts, one after the other: the first says *who*, the second says *where*.

# %%
trained = load(MODEL)
told = f"{STORY}\n{QUESTION}"
print(told)

# %% [markdown]
# ## Predict · 4 min
#
# The model below has two hops: it looks at all facts, takes along what it finds, and looks once more. Answer first; what
# tells the answer stays folded until you open it.

# %%
picture = memory_hops(trained, told)
ask(about_first(picture))

# %%
covered(picture)

# %% [markdown]
# ## Run
#
# ### One question, step by step · 5 min
#
# Everything is numbers: each word has a vector, and a sentence is the sum of its words. There is more than one
# table of such vectors. The question is read with a matrix B: u = B q. Each fact is in the memory twice: **m**, by a
# matrix A, is what it is *found* by; **c**, by a matrix C, is what is *read* of it. So m and c are what later
# became key and value, and u is the query.

# %%


def read(one, text):
    """A story and its question as tensors."""
    example = Example(tuple(one.task.split(text)), target=(), alignment=())
    return one.family.objective.batch([example], one.vocabularies)


batch = read(trained, told)
with record(trained.model) as trace:
    trained.model(batch.facts, batch.asked)
u, memory = trace.one("question"), trace.one("memory")
print("u", tuple(u.shape), "  memory (table, batch, fact, d_model)", tuple(memory.shape))

# %% [markdown]
# One hop in three lines. The **match** of the question and a fact is a dot product. A softmax makes weights
# of the matches, and what is found, o, is the sum of all c, each times its weight:
#
# $$p_i = \mathrm{softmax}(u^\top m_i) \qquad o = \sum_i p_i\, c_i \qquad u' = u + o$$

# %%
facts = STORY.split("\n")
for hop, (m, c) in enumerate(pairwise(memory), start=1):
    match = (m @ u[..., None]).squeeze(-1)  # (batch, fact)
    p = match.softmax(-1)
    o = (p[..., None] * c).sum(1)  # (batch, d_model)
    u = u + o
    with covered():
        print(f"hop {hop}")
        for fact, score, weight in zip(facts, match[0], p[0], strict=True):
            print(f"   {fact:26} match {score:6.2f}   weight {weight:.3f}")

# %% [markdown]
# The second hop asks with u + o, the question *and* what was found. That is how John gets into it: the question
# never named him.
#
# Two hops need three tables, and not four: what a fact is read by in one hop is what it is found by in the next. The
# paper calls that *adjacent* sharing. And B is the first A. After the last hop, a matrix W gives each answer a score:
# â = softmax(W u).

# %%
answers = (u @ trained.model.answer.weight.T).softmax(-1)  # (batch, answer)
for number in answers[0].argsort(descending=True)[:3].tolist():
    print(f"{trained.target_vocabulary.words[number]:10} {answers[0, number]:.3f}")
same = trace.one("logits").softmax(-1)
print(f"largest difference to the model: {(answers - same).abs().max():.0e}")

# %% [markdown]
# *A slip in the slides.* One deck says that the facts are embedded “by A and B”. They are embedded by A and **C**;
# B embeds the question, as the deck’s own next line has it, u = Bq.
#
# ### Words in a sentence, facts in a story · 2 min
#
# A sum does not know in which order its terms stand. “john takes the ball” and “the ball takes john” would be one
# vector. So each word’s vector is multiplied, number by number, by weights that depend on its place: word j of J,
# number k of d gets (1 − j/J) − (k/d)(1 − 2j/J). And the order of the *facts*? Each table has one more
# vector for every “so many facts ago”, which is added to the fact. Whether it is added you can choose: `time`.

# %%
print(place_weights(torch.tensor(4), 4, 6))  # a row a word: early words count in the first numbers

# %% [markdown]
# Now tell the same story in another order, to a model with time and to one without. How far do the scores of the answers move?

# %%
blind = load(NO_TIME)
moved = "\n".join([*facts[1:4], facts[0], facts[4], QUESTION])  # John goes to the garden last
for one in (trained, blind):
    answers, scores = [], []
    for text in (told, moved):
        now = read(one, text)
        scores.append(one.model(now.facts, now.asked)[0])
        answers.append(one.target_vocabulary.words[int(scores[-1].argmax())])
    change = (scores[0] - scores[1]).abs().max()
    print(f"{one.name:28} {' → '.join(answers):20} the scores move by {change:.1e} at most")

# %% [markdown]
# With time the answer follows. Without it a memory is a *set*: whichever way you tell it, the sums are the same up to rounding.
#
# ### How many hops? · 8 min
#
# Eighteen models, each trained in four to eleven seconds: one hop, two and three; for questions that need one fact, two
# and three; with time and without. One of them first. It has one hop, and its questions need two facts.

# %%
one_hop = load(ONE_HOP)
guesses = guessing.guesses(one_hop.task)
agreed = guessing.as_guessed(one_hop)
ask(about_half(one_hop.card["held_out"], guesses, agreed))

# %%
with covered():
    print(f"the model with one hop is right   {one_hop.card['held_out']['accuracy']:.3f}")
    for guess, score in guesses.items():
        print(
            f"a guess, {guess:8} would be right  {score:.3f}   the model says so in {agreed[guess]:.3f}"
        )

# %% [markdown]
# `any` is one of the six places by lot, `named` one that the story names, `often` the one that it names most often
# (of several the last), `last` the one that it names last. The score of .50 is three times what chance gives, and
# it is what a guess gives that looks for nobody. **Before you call a score learning, ask for the best guess that understands
# nothing.** Here are all of them:

# %%
known = {
    (time, hops, needed): load(model(needed, hops, time))
    for time in (True, False)
    for hops in (1, 2, 3)
    for needed in NEEDED
}
covered(hop_scores(known, {n: guessing.guesses(known[True, 1, n].task) for n in NEEDED}))

# %% [markdown]
# One fact: one hop is enough. Two facts that hang together need two, three need three. More hops do no harm, but then
# hop number k is no longer fact number k: two of them may look at the same one.
#
# Without time the models for moves stay below .82, with however many hops. Who is asked about? Count the moves of the person
# who has the thing:

# %%
for one in (trained, blind):
    print(one.name)
    for moves, (right, stories) in guessing.by_moves(one).items():
        if stories >= 20:
            print(f"   moved {moves} times: right {right:.2f} in {stories} stories")

# %% [markdown]
# ### Does it follow? · 8 min · further
#
# In a sentence with four clauses one word may decide whether another sentence follows from it: that is
# [entailment](#term-entailment). Two LSTMs read [premise](#term-premise) and hypothesis, and the second begins with the state
# in which the first ends. With attention each word h_t of the hypothesis looks at all states Y of the premise (Rocktäschel
# et al. 2015, *Reasoning about Entailment with Neural Attention*):
#
# $$\alpha_t = \mathrm{softmax}(w^\top \tanh(W_y Y + W_h h_t + W_r r_{t-1})) \qquad r_t = Y \alpha_t + \tanh(W_t\, r_{t-1})$$
#
# This score is *additive*. The model below has a dot product in its place: $(W_h h_t + W_r r_{t-1})^\top W_y Y / \sqrt{d}$.

# %%
pair = f"{pairs.PREMISE}\n{pairs.HYPOTHESIS}"
judge = load(pairs.DOT)
word_by_word(judge, pair)

# %% [markdown]
# By hand it is one loop. Each pass is one word of the hypothesis:

# %%
with record(judge.model) as passed:
    judge.family.objective.run(judge.model, read(judge, pair))
a, Y = judge.model.attention, passed.one("states")[0]  # (premise, hidden)
r = torch.zeros(Y.shape[-1])
for h in passed.one("asking")[0]:
    alpha = (a.W_y(Y) @ (a.W_h(h) + a.W_r(r)) / len(r) ** 0.5).softmax(-1)  # (premise,)
    r = alpha @ Y + a.W_t(r).tanh()
    print(f"looks most at word {int(alpha.argmax()) + 1:2} of the premise, with {alpha.max():.3f}")
print(f"largest difference to the model: {(r - passed['attention.found'][-1][0]).abs().max():.0e}")

# %% [markdown]
# Which half of that is needed? One model has no attention, and one never sees the premise. How often is *that* right?

# %%
all_five = {name: load(name) for name in pairs.JUDGES}
right = {name: one.card["held_out"]["accuracy"] for name, one in all_five.items()}
ask(about_alone(right))

# %%
looks = {name: by_part(one).numpy() for name, one in all_five.items() if one.family.maps}
covered(judges(all_five, looks, pairs.JUDGES))

# %% [markdown]
# **Before you call a score understanding, take the premise away.** And: with two clauses one state is nearly enough, with
# four it is not.

# %% [markdown]
# ## Read the source · 3 min · further
#
# This is the code that was trained. There is no other copy.

# %%
for part in (Table, Hop, Memory.forward):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Your turn. Open `lessons/memory/exercise.py` beside this notebook. Write `look`, then `hop`, then `answer`, and save.
# The checks read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.memory.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions answer the question with the trained model’s own numbers:

# %%
from lessons.memory.checks import Student

if check().passed:
    student = Student()
    student.find()
    u, memory = trace.one("question"), trace.one("memory")
    yours = student.found["answer"](u, memory, trained.model.answer.weight)
    print(trained.target_vocabulary.words[int(yours.argmax())], f"{yours.max():.3f}")
    print(f"largest difference to the model: {(yours - same).abs().max():.0e}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 7 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another question.** Change `asked` to "where is the apple". *Expect* two other facts, and Mary in between.

# %%
asked = QUESTION

figure = memory_hops(trained, f"{STORY}\n{asked}")
for hop in range(2):
    weights = figure.arrays[f"hops.{hop}.weights"].values
    print(f"hop {hop + 1}: {facts[int(weights.argmax())]:26} {weights.max():.3f}")

# %% [markdown]
# **2. Three hops for two facts.** Change `hops` to 3. *Expect* the same answer, and two hops that look at one fact.

# %%
hops = 2

more = memory_hops(load(model(2, hops)), told)
for hop in range(hops):
    weights = more.arrays[f"hops.{hop}.weights"].values
    print(f"hop {hop + 1}: {facts[int(weights.argmax())]:26} {weights.max():.3f}")

# %% [markdown]
# **3. A training that gets stuck.** Change `seeds` to (0, 1): a model for three facts is trained twice, ten seconds each.
# *Expect* that the two are worlds apart. Such trainings are a matter of luck, as the authors say too: they train each
# model ten times and keep the best one.

# %%
seeds = ()

recipe = RECIPES[model(3, 3)]
task = TASKS[recipe.task]()
for seed in seeds:
    again = build(task, seed, **recipe.sizes)
    with torch.enable_grad():
        for step in train(again, task, replace(recipe.settings, seed=seed)):
            if step.number % 1000 == 999:
                print(f"step {step.number + 1}: loss {step.loss:.3f}")
    held_out = trained.family.objective.batch(task.held_out, known[True, 3, 3].vocabularies)
    accuracy = trained.family.objective.scores(again, held_out)["accuracy"]
    print(f"seed {seed}: right in {accuracy:.2f} of the stories")

# %% [markdown]
# ## Break · 4 min
#
# A friend has a memory network without time, and says: *"The authors add times to the facts. I left them out: fewer
# parameters, and mine is right in 100% of **my** test stories, in which nobody moves twice. Order is not needed!"*
# The friend’s test is not wrong, it is blind. *Before you run on:* which stories would you ask for?

# %%
task = trained.task
once, more = [], []
for example in task.held_out:
    *said, question = " ".join(example.source).split(" . ")
    who = said[example.needed[-1]].split()[0]
    (once if sum(fact.startswith(f"{who} goes") for fact in said) == 1 else more).append(example)
for name, examples in (("moved once", once), ("moved more than once", more)):
    answers = guessing.answered(blind, examples)
    right = [a == e.target[0] for a, e in zip(answers, examples, strict=True)]
    print(f"{name:21} {len(examples)} stories, right without time: {sum(right) / len(right):.2f}")
retold = [guessing.retold(example) for example in task.held_out]
for one in (trained, blind):
    before, after = (guessing.answered(one, examples) for examples in (task.held_out, retold))
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    print(f"{one.name:28} facts shuffled: {changed} of {len(retold)} answers change")

# %% [markdown]
# In a story in which the order matters, an answer that no order can change must sometimes be wrong. **A test that cannot fail
# shows nothing**: shuffle the facts, and ask whether the answer moves where it should.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. A fact is in the memory twice. What is each of the two for, and what are they called in a Transformer?
# 2. What does the second hop ask with?
# 3. How many tables do three hops need, and why not six?
# 4. Which matrix reads the question, and which two read the facts?
# 5. A model with one hop is right in half of the stories whose questions need two facts. What do you ask before you praise it?
# 6. You swap two facts, and the scores of a model do not move at all. What does it not have?
# 7. Why does a memory without time answer some questions about moves without a mistake?
# 8. What may happen if a model has more hops than an answer needs facts?

# %% [markdown]
# ### Answers
#
# 1. m is what it is found by, the key; c is what is read of it, the value.
# 2. With u + o: the question, and what the first hop has found.
# 3. Four: what a fact is read by in one hop is what it is found by in the next.
# 4. B reads the question, A and C the facts; with adjacent sharing B is the first A.
# 5. What a guess scores that understands nothing, such as the place that is named most often.
# 6. Times: to it the facts are a set.
# 7. Where the person moved once there is only one place to confuse it with: none.
# 8. Two hops may look at the same fact; it does no harm, but hop k is no longer fact k.
#
# Next: a whole Transformer, which looks at words as this looks at facts, and has a hop in every layer. Or write
# a story of your own on the page *Memory* (`make app`), and move its facts.
