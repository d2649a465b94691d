# The text and code of the lesson on memory networks. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Memory networks: How can a model answer questions about a story?
#
# {opening}

# %%
import inspect
from dataclasses import replace
from itertools import pairwise

import torch

from lessons.kit.controls import control_text
from lessons.kit.prediction import ask, covered
from lessons.memory import (
    ALIKE,
    DROPPED,
    MODEL,
    MODELS,
    NEEDED,
    NO_TIME,
    ONE_HOP,
    QUESTION,
    STORY,
    model,
    pairs,
)
from lessons.memory.figures.hop_scores import hop_scores
from lessons.memory.figures.memory_hops import memory_hops
from lessons.memory.figures.word_by_word import judges, word_by_word
from lessons.memory.measure import guessing
from lessons.memory.measure.judging import by_part
from lessons.memory.mistakes import MISTAKES
from lessons.memory.prediction import about_alone, about_first, about_half
from transformer.facts import Hop, Table, place_weights
from transformer.families.memory import Memory
from transformer.probe import record
from transformer.tasks import TASKS, Example
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 4 min
#
# Attention was developed for translation: each output word attends to the words of the input sentence. But attention
# is not limited to words. In a **memory network** (Sukhbaatar et al. 2015, *End-To-End Memory Networks*), a
# **question** attends to **facts**. Every fact gets a [weight](#term-attention-weight), and the weights add up to 1.
# Which person moves twice, and does the model notice?

# %%
first = load(model(1, 1))
memory_hops(first, f"{STORY}\nwhere is john")

# %% [markdown]
# One step of attention over all facts is a **hop**. This question needs only one hop, because a single fact contains
# both the person and the place. (If two facts contain both, the later fact counts: see *temporal encoding* below.)
# Now ask where the ball is. No single fact answers this question.

# %%
trained = load(MODEL)
story_text = f"{STORY}\n{QUESTION}"
print(story_text)

# %% [markdown]
# ## Predict · 4 min
#
# The two-hop model below attends to all facts, adds the result to the question, and attends to the facts again.
# Answer before you unfold the figure.

# %%
picture = memory_hops(trained, story_text)
ask(about_first(picture))

# %%
covered(picture)

# %% [markdown]
# ## Run
#
# ### One question, step by step · 5 min
#
# Each word has one vector in each of several tables. The vector of a sentence is the sum of its word vectors. The
# matrix B embeds the question: u = B q. Each fact is stored twice: the matrix A produces **m**, which is compared
# with the question, and C produces **c**, which is read out. Later models call m the *key*, c the *value* and u the
# *query*.

# %%


def read(network, text):
    """Return a story and its question as tensors."""
    example = Example(tuple(network.task.split(text)), target=(), alignment=())
    return network.family.objective.batch([example], network.vocabularies)


batch = read(trained, story_text)
with record(trained.model) as trace:
    trained.model(batch.facts, batch.asked)
u, memory = trace.one("question"), trace.one("memory")
print("u", tuple(u.shape), "  memory (table, batch, fact, d_model)", tuple(memory.shape))

# %% [markdown]
# One hop takes three lines of code. The **match** between the question and a fact is their dot product. A softmax
# turns the matches into weights. The output o is the sum of all c, each multiplied by its weight:
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
# The query of the second hop is u + o: the question *plus* the output of hop 1. This vector now contains information
# about John, whom the question does not name.
#
# Two hops need three tables, not four, because the table C of one hop is the table A of the next. The paper calls
# this scheme **adjacent weight tying**, with B equal to the first A. The paper also ties W to the last C; our models
# learn W separately. After the last hop, W computes a **logit** for each answer, and a softmax turns the logits into
# probabilities: â = softmax(W u).

# %%
answers = (u @ trained.model.answer.weight.T).softmax(-1)  # (batch, answer)
for number in answers[0].argsort(descending=True)[:3].tolist():
    print(f"{trained.target_vocabulary.words[number]:10} {answers[0, number]:.3f}")
same = trace.one("logits").softmax(-1)
print(f"largest difference from the model: {(answers - same).abs().max():.0e}")

# %% [markdown]
# *An error in the slides.* One deck says that A and B embed the facts. In fact, A and **C** embed the facts, and B
# embeds the question: u = B q.
#
# ### Word order and fact order · 2 min
#
# A plain sum of word vectors is a **bag of words**: it ignores word order. “john takes the ball” and “the ball takes
# john” would have the same vector. With **position encoding** (PE), each component of a word vector is multiplied by
# a weight that depends on the word’s position. For word j of J and component k of d, the weight is (1 − j/J) −
# (k/d)(1 − 2j/J).
#
# The order of the *facts* is represented by a **temporal encoding**. Each table also contains one vector for each
# possible number of later facts, and the corresponding vector is added to each fact. The setting `time` switches this
# encoding on.

# %%
# One row per word: early words weigh most in the first components.
print(place_weights(torch.tensor(4), 4, 6))

# %% [markdown]
# Now two models, one with and one without temporal encoding, read the story in a different order. How much do the
# logits change?

# %%
blind = load(NO_TIME)
moved = "\n".join([*facts[1:4], facts[0], facts[4], QUESTION])  # John goes to the garden last
for network in (trained, blind):
    answers, scores = [], []
    for text in (story_text, moved):
        now = read(network, text)
        scores.append(network.model(now.facts, now.asked)[0])
        answers.append(network.target_vocabulary.words[int(scores[-1].argmax())])
    change = (scores[0] - scores[1]).abs().max()
    print(f"{network.name:28} {' → '.join(answers):20} the logits move by {change:.1e} at most")

# %% [markdown]
# With temporal encoding, the answer depends on fact order. Without this encoding, the memory is a *set*: every order
# produces the same sums, up to rounding.
#
# ### How many hops? · 8 min
#
# Eighteen models were trained, each in four to eleven seconds, on questions that need one, two or three facts. The
# models have one, two or three hops, with or without temporal encoding. The first model has one hop, but its
# questions need two facts.

# %%
one_hop = load(ONE_HOP)
guesses = guessing.guesses(one_hop.task)
agreed = guessing.baseline_agreement(one_hop)
ask(about_half(one_hop.card["held_out"], guesses, agreed))

# %%
with covered():
    print(f"accuracy of the model with one hop {one_hop.card['held_out']['accuracy']:.3f}")
    for guess, score in guesses.items():
        shared = (
            f"   same answer as the model: {agreed[guess]:.3f}"
            if guess in ("often", "last")
            else ""
        )
        print(f"accuracy of the baseline {guess:8}  {score:.3f}{shared}")

# %% [markdown]
# `any` picks one of the six places at random, and `named` one of the places in the story. `often` picks the place
# that the story names most often (in a tie, the last one), and `last` picks the place named last. The model’s
# accuracy (**exact match** of the answer) is 0.50, three times chance. But `often`, a **baseline** that ignores the
# people, is just as accurate. **Before you interpret accuracy as evidence of learning, compare it with the
# best baseline that understands nothing.** Here are all baselines:

# %%
models = {
    (time, hops, needed): load(model(needed, hops, time))
    for time in (True, False)
    for hops in (1, 2, 3)
    for needed in NEEDED
}
covered(hop_scores(models, {n: guessing.guesses(models[True, 1, n].task) for n in NEEDED}))

# %% [markdown]
# One fact needs one hop. Two connected facts need two hops, and three facts need three. More hops do no harm, but
# then hop k need not correspond to fact k, because two hops can attend to the same fact.
#
# Without temporal encoding, accuracy on questions about moves stays below 0.82 with any number of hops. Which
# questions are answered incorrectly? Group the questions by how often the object’s holder moved:

# %%
for network in (trained, blind):
    print(network.name)
    for moves, (right, stories) in guessing.by_moves(network).items():
        if stories >= 20:
            print(f"   moved {moves} times: accuracy {right:.2f} in {stories} stories")

# %% [markdown]
# ### Textual entailment · 10 min · optional
#
# A single word in a four-clause sentence can decide whether a second sentence follows from the first. This relation
# is **[textual entailment](#term-entailment)**. One LSTM reads the [premise](#term-premise). A second LSTM reads the
# **hypothesis**, starting from the last state of the first LSTM. (In the paper, only the cell state c is passed on,
# after a delimiter.) With **word-by-word attention**, each state h_t of the hypothesis attends to all states Y of the
# premise. (See Rocktäschel et al. 2015, *Reasoning about Entailment with Neural Attention*, arXiv 1509.06664; one
# deck cites arXiv 1508.04025, by Luong et al.)
#
# $$\alpha_t = \mathrm{softmax}(w^\top \tanh(W_y Y + W_h h_t + W_r r_{t-1})) \qquad r_t = Y \alpha_t + \tanh(W_t\, r_{t-1})$$
#
# This score is *additive*, but the model below uses a dot product: $(W_h h_t + W_r r_{t-1})^\top W_y Y / \sqrt{d}$.

# %%
pair = f"{pairs.PREMISE}\n{pairs.HYPOTHESIS}"
judge = load(pairs.DOT)
word_by_word(judge, pair)

# %% [markdown]
# The next cell computes this attention in one loop over the words of the hypothesis:

# %%
with record(judge.model) as passed:
    judge.family.objective.run(judge.model, read(judge, pair))
a, Y = judge.model.attention, passed.one("states")[0]  # (premise, hidden)
r = torch.zeros(Y.shape[-1])
for h in passed.one("asking")[0]:
    alpha = (a.W_y(Y) @ (a.W_h(h) + a.W_r(r)) / len(r) ** 0.5).softmax(-1)  # (premise,)
    r = alpha @ Y + a.W_t(r).tanh()
    print(
        f"attends most to word {int(alpha.argmax()) + 1:2} of the premise, with weight {alpha.max():.3f}"
    )
print(
    f"largest difference from the model: {(r - passed['attention.found'][-1][0]).abs().max():.0e}"
)

# %% [markdown]
# Which parts does the task need? One model has no attention, and another model reads only the hypothesis. How often
# is the hypothesis-only model correct?

# %%
judges_by_name = {name: load(name) for name in pairs.JUDGES}
right = {name: network.card["held_out"]["accuracy"] for name, network in judges_by_name.items()}
ask(about_alone(right))

# %%
looks = {
    name: by_part(network).numpy()
    for name, network in judges_by_name.items()
    if network.family.maps
}
covered(judges(judges_by_name, looks, pairs.JUDGES))

# %% [markdown]
# **Before you interpret accuracy as understanding, remove the premise.** Also, train longer before you conclude that
# one state is not enough:

# %%
with covered():
    print(control_text("entailment_length"))

# %% [markdown]
# With attention, a model learns the task in a third of the steps. With one state, accuracy reaches 92% or more after
# three times as many steps.
#
# ### Two stories from a slide · 1 min
#
# One slide (Gunhee Kim) tells two stories. Here each story has its own model, trained on similar stories:

# %%
for name in (DROPPED, ALIKE):
    _, (story, question) = MODELS[name]
    teller = load(name)
    example = Example(tuple(teller.task.split(f"{story}\n{question}")), target=(), alignment=())
    teller_batch = teller.family.objective.batch([example], teller.vocabularies)
    scores = teller.model(teller_batch.facts, teller_batch.asked)[0].softmax(-1)
    best = teller.target_vocabulary.words[int(scores.argmax())]
    right = teller.card["held_out"]["accuracy"]
    print(f"{question}? {best} {scores.max():.3f}   (right in {right:.1%} of 1,000 new stories)")

# %% [markdown]
# ## Read the source · 3 min · optional
#
# The models were trained with this code.

# %%
for part in (Table, Hop, Memory.forward):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 27 min
#
# Open `lessons/memory/exercise.py` next to this notebook. Write `look`, then `hop`, then `answer`, and save the file.
# The checks stop at the first failure and report what they found.

# %%
from lessons.memory.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions answer the question with the vectors of the trained model:

# %%
from lessons.memory.checks import Student

if check().passed:
    student = Student()
    student.find()
    u, memory = trace.one("question"), trace.one("memory")
    yours = student.found["answer"](u, memory, trained.model.answer.weight)
    print(trained.target_vocabulary.words[int(yours.argmax())], f"{yours.max():.3f}")
    print(f"largest difference from the model: {(yours - same).abs().max():.0e}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 7 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A different question.** Change `my_question` to `"where is the apple"`. *Expect* attention to two facts that both
# name Mary.

# %%
my_question = QUESTION

figure = memory_hops(trained, f"{STORY}\n{my_question}")
for hop in range(2):
    weights = figure.arrays[f"hops.{hop}.weights"].values
    print(f"hop {hop + 1}: {facts[int(weights.argmax())]:26} {weights.max():.3f}")

# %% [markdown]
# **2. Use three hops for two facts.** Change `hops` to 3. *Expect* the same answer, and two hops that attend to the
# same fact.

# %%
hops = 2

more = memory_hops(load(model(2, hops)), story_text)
for hop in range(hops):
    weights = more.arrays[f"hops.{hop}.weights"].values
    print(f"hop {hop + 1}: {facts[int(weights.argmax())]:26} {weights.max():.3f}")

# %% [markdown]
# **3. One training run gets stuck.** Change `seeds` to `(0, 1)`. The code then trains a three-fact model twice, for
# ten seconds each time. *Expect* very different results, because success depends on the seed. The authors train each
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
    held_out = trained.family.objective.batch(task.held_out, models[True, 3, 3].vocabularies)
    accuracy = trained.family.objective.scores(again, held_out)["accuracy"]
    print(f"seed {seed}: accuracy {accuracy:.2f}")

# %% [markdown]
# ## Break · 4 min
#
# A friend has a memory network without temporal encoding and says: *“I left out the authors’ temporal encoding. My
# model has fewer parameters, and it answers 100% of **my** test stories correctly. (Nobody moves twice in these
# stories.) Order is not needed!”* The friend’s test is not wrong, but it cannot detect the problem. *Before you run
# the next cell:* which stories would you add to the test?

# %%
task = trained.task
once, more = [], []
for example in task.held_out:
    *story_facts, _ = " ".join(example.source).split(" . ")
    who = story_facts[example.needed[-1]].split()[0]
    moves = sum(fact.startswith(f"{who} goes") for fact in story_facts)
    (once if moves == 1 else more).append(example)
for name, examples in (("moved once", once), ("moved more than once", more)):
    answers = guessing.predicted_answers(blind, examples)
    right = [a == e.target[0] for a, e in zip(answers, examples, strict=True)]
    print(
        f"{name:21} {len(examples)} stories, accuracy without time: {sum(right) / len(right):.2f}"
    )
shuffled = [guessing.shuffle_facts(example) for example in task.held_out]
for network in (trained, blind):
    before, after = (
        guessing.predicted_answers(network, examples) for examples in (task.held_out, shuffled)
    )
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    print(f"{network.name:28} facts shuffled: {changed} of {len(shuffled)} answers change")

# %% [markdown]
# If the order of facts matters, a model that ignores the order must sometimes be wrong. **A test that cannot fail
# shows nothing.** Shuffle the facts, and check whether the answer changes when it should.
#
# The next cell shows what the checks report for common mistakes:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. The memory stores two vectors for each fact. What is each vector used for, and what is it called in a
#    Transformer?
# 2. What is the query of the second hop?
# 3. How many tables do three hops need, and why not six?
# 4. Which matrix embeds the question, and which two embed the facts?
# 5. A one-hop model correctly answers half of the questions that need two facts. What should you check before you
#    praise the model?
# 6. You swap two facts, and the logits of a model do not change at all. What does the model lack?
# 7. Why does a memory network without temporal encoding answer some questions about moves correctly?
# 8. What can happen if a model has more hops than an answer needs?

# %% [markdown]
# ### Answers
#
# 1. The key m is compared with the query; the value c is read out.
# 2. The query is u + o, the question plus the output of the first hop.
# 3. Three hops need four tables, because the table C of one hop is the table A of the next.
# 4. B embeds the question; A and C embed the facts. With adjacent weight tying, B is the first A.
# 5. Check the accuracy of a baseline that understands nothing, such as one that always picks the most frequent place.
# 6. The model lacks temporal encoding; without it, the facts are a set.
# 7. If the person moved once, there is only one possible place.
# 8. Two hops can attend to the same fact; this does no harm, but hop k need not correspond to fact k.
#
# Next: a Transformer attends to words as this model attends to facts, with one hop in every layer. To reorder the
# facts of your own story, open the page *Memory networks* (`make app`).
