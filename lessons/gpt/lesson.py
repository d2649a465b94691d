# The text and code of the lesson on GPT. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # GPT: can the next word be everything?
#
# {opening}

# %%
import inspect
from dataclasses import replace

import torch

from lessons.figures.model_sizes import model_sizes
from lessons.figures.prompt_learning import prompt_learning
from lessons.figures.prompt_rows import prompt_rows
from lessons.figures.prompt_swap import prompt_swap
from lessons.figures.same_parts import same_parts
from lessons.gpt import DESKS, MODEL, SENTENCE, WAYS
from lessons.gpt.mistakes import MISTAKES
from lessons.gpt.prediction import about_first, about_loss, about_parts, about_prompt
from lessons.kit.prediction import ask, covered
from transformer.decoding import beam, greedy, last
from transformer.families import GPT
from transformer.measure.cost import sizes
from transformer.measure.help_desk import HELD_OUT, measured
from transformer.measure.prompting import rows, swapped
from transformer.objectives.next_word import loss_mask, next_word_loss
from transformer.objectives.prompted import exact_after
from transformer.tasks.prompts import KINDS
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A translator has two halves: an encoder reads, a decoder writes. GPT (Radford et al. 2018, *Improving Language
# Understanding by Generative Pre-Training*) keeps the second half and learns one thing only: which word comes next.
# How does that become a translation, or a summary?
#
# By writing the task into the text. After a sentence stands a **[task token](#term-task-token)**, a word that is in no
# other text, and after it the answer:

# %%
models = {way: load(name) for way, name in WAYS.items()}
trained = models["answer"]
batch = rows(trained.task.held_out)
for example in batch[::2]:
    print(trained.task.join(example.target))

# %% [markdown]
# What stands up to the token, and the token itself, is the **[prompt](#term-prompt)**. To write, the model is given the
# prompt and goes on. One model, one way to read, three tasks:

# %%
prompt_swap(trained, SENTENCE)

# %% [markdown]
# ## Predict · 4 min
#
# In training a whole row is read at once, as always with a [causal mask](#term-causal-mask). But should the model learn
# to write the prompt, too? It will always be given. A **[loss mask](#term-loss-mask)** says which words count. Two
# models were trained on the same rows: one with that mask, one without. Answer first.

# %%
picture = prompt_rows(models, batch)
ask(about_loss(picture))

# %%
covered(picture)

# %% [markdown]
# ## Run
#
# ### The loss of a row · 3 min
#
# A batch as training sees it. Rows differ in length, so the shorter ones are filled up with padding, number 0:

# %%
made = trained.family.objective.batch(batch, trained.vocabularies)
print("tokens", tuple(made.target.shape), "  given", made.given.tolist())
print(made.target[0].tolist())

# %% [markdown]
# Each place predicts the word after it. Of these next words the first `given` ones are the prompt. A next word counts if
# it is none of those and no padding:

# %%
after = made.target[:, 1:]  # (batch, place)
place = torch.arange(after.shape[1])
counts = (place >= made.given[:, None]) & (after != 0)
for row in counts:
    print("".join("✓" if one else "·" for one in row))
print("as the machine has it:", torch.equal(counts, loss_mask(made.target, made.given)))

# %% [markdown]
# The loss is −ln p of the next word, and its mean over the places that count:
#
# $$L = -\frac{1}{|C|}\sum_{(i, t) \in C} \ln p_\theta(x_{i,t+1} \mid x_{i,1}, \ldots, x_{i,t})$$

# %%
log_p = trained.model(made.target[:, :-1]).log_softmax(-1)  # (batch, place, vocabulary)
loss = -log_p.gather(-1, after[..., None]).squeeze(-1)  # (batch, place)
by_hand = loss[counts].mean()
there = next_word_loss(trained.model(made.target[:, :-1]), made.target, counts)
with covered():
    print(f"with the mask {by_hand:.4f}, as the machine has it {there:.4f}")
    print(f"on the prompts, which it never learned, {loss[(after != 0) & ~counts].mean():.2f}")

# %% [markdown]
# ### Swap the token · 5 min
#
# The same sentence, three tokens. Which numbers of the model know about the token, and which do not?

# %%
swap = prompt_swap(trained, SENTENCE)
ask(about_prompt(swap))

# %%
covered(swap)

# %%
found = swapped(trained, SENTENCE.split())
count = 1 + len(SENTENCE.split())  # START and the sentence
with covered():
    for kind, answer in found.items():
        print(f"{kind:12} {trained.task.join(answer.words)}")
    first, second = (found[kind].trace.one("decoder.output")[0] for kind in KINDS[:2])
    apart = (first[: count + 1] - second[: count + 1]).abs().amax(-1)
    print(
        f"vectors of the sentence differ by {apart[:count].max():.0e} at most, the token’s by {apart[count]:.1f}"
    )

# %% [markdown]
# So the sentence is read before anybody knows what for. In an encoder it would be otherwise: there each word may look
# at the token. That is the price of a decoder. What it buys: whatever was read stays as it is while the text grows, so
# keys and values are computed once (the lesson on decoding has the cache).
#
# `<summarize>` was learned after stories, and this sentence is none. The model answers all the same. It has no way to say that
# a question makes no sense; nobody ever taught it one.
#
# ### Three tasks, one training · 5 min
#
# The rows are mixed: half are translations, a quarter is to be turned round, a quarter are stories. While the model trained, the
# command measured how many held-out answers were right to the last word. Which task falls first?

# %%
learned = prompt_learning(models)
ask(about_first(learned))

# %%
covered(learned)

# %% [markdown]
# Switch to *all of the row*. The mask was forgotten there. The loss stays many times as high, and yet most
# answers come, only later. A high loss need not mean a bad model: it depends on what is counted.

# %%
with covered():
    for way, one in models.items():
        exact = one.card["held_out"]["exact_after"]
        print(
            f"{way:11} last loss {one.card['last_loss']:.3f}  ",
            "  ".join(f"{k} {v:.1%}" for k, v in exact.items()),
        )

# %% [markdown]
# ### How large? · 8 min
#
# The class that made this small model makes the large ones, too. On PyTorch’s device *meta* a tensor has a shape and no
# numbers, so GPT-3 can be built on a laptop, and counted.

# %%
ask(about_parts())

# %%
covered(model_sizes())

# %%
for name, (year, config, printed) in sizes.PUBLISHED.items():
    with torch.device("meta"):
        model = GPT(config)
    count = sum(p.numel() for p in model.parameters())
    print(
        f"{name:13} {year}  {count:>15,}   by formula {sizes.count_parameters(config):>15,}   printed {printed}"
    )

# %% [markdown]
# A layer has 4d² numbers in its attention and 8d² in its feed-forward network. So with L layers there are about 12 L d²
# beside the table of words. To train with Adam one keeps four numbers for each (the parameter, its gradient and two means), and each
# word that is read takes about one multiplication for each parameter, three with the way back.

# %% [markdown]
# The same layers make other models, too: they differ in which stacks they have, in who may look at whom, and in what is learned.

# %%
same_parts()

# %% [markdown]
# ### Go on in many ways · 2 min · further
#
# Whatever can decode a translator decodes this one: the prompt is what is written already.

# %%
prompt = torch.tensor([trained.target_vocabulary.encode((*SENTENCE.split(), "<to-fr>"))])
nothing = prompt[:, :0]  # a decoder alone reads no source


def text(tokens):
    return trained.task.join(trained.target_vocabulary.decode(tokens))


print("greedy     ", text(greedy(trained.model, nothing, 16, prompt=prompt)[0]))
best = last(beam(trained.model, nothing, 4, 16, prompt=prompt)).answers()
for tokens, score in zip(best.tokens[0], best.score[0], strict=True):
    print(f"beam {score:6.2f}", text(tokens))

# %% [markdown]
# A conversation is a prompt, too: all that was said, and a last `<desk>`. Here is the help desk of the lesson on sequences three
# times, asked about the same new conversations:

# %%
for name, called in DESKS.items():
    exact = {one: right.exact for one, right in measured(load(name)).items()}
    print(f"{called:29}", "  ".join(f"{one} {exact[one]:.1%}" for one in HELD_OUT))

# %% [markdown]
# ## Read the source · 3 min · further
#
# The whole model, and its objective.

# %%
for part in (GPT, loss_mask, next_word_loss):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 28 min
#
# Your turn. Open `lessons/gpt/exercise.py` beside this notebook. Write `loss_mask`, then `next_word_loss`, then
# `count_parameters`, and save. The checks read the file anew each time. They stop at the first thing that does not hold, and say
# what they saw.

# %%
from lessons.gpt.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions compute the loss of the trained model, and the size of GPT-3:

# %%
from lessons.gpt.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.found["loss_mask"](made.target, made.given)
    yours = student.found["next_word_loss"](trained.model(made.target[:, :-1]), made.target, mine)
    print(f"the loss of this batch: {yours:.4f}")
    print(f"GPT-3: {student.found['count_parameters'](sizes.PUBLISHED['GPT-3'][1]):,}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 7 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. A task token in the wrong place.** Change `words` to `["<to-fr>", *SENTENCE.split()]`. *Expect* something that is no
# translation: in training the token always stood last.

# %%
words = [*SENTENCE.split(), "<to-fr>"]

asked = torch.tensor([trained.target_vocabulary.encode(words)])
print("writes:", text(greedy(trained.model, asked[:, :0], 12, prompt=asked)[0]))

# %% [markdown]
# **2. Twice as wide.** Change `times` to 2. *Expect* about four times as many parameters: d counts twice in each matrix.

# %%
times = 1

small = sizes.PUBLISHED["GPT-2 small"][1]
wide = replace(small, d_model=times * small.d_model, d_ff=times * small.d_ff)
layers = sizes.counted(wide)["attention"] + sizes.counted(wide)["feed-forward"]
print(f"in the layers: {layers:,}")

# %% [markdown]
# **3. A training of your own.** Change `steps` to 150 (about ten seconds). *Expect* that some summaries are right already, and no
# translation.

# %%
steps = 0

recipe = RECIPES[MODEL]
again = build(trained.task, **recipe.sizes)
with torch.enable_grad():
    for step in train(again, trained.task, replace(recipe.settings, steps=max(1, steps))):
        if step.number % 50 == 49:
            print(f"step {step.number + 1}: loss {step.loss:.2f}")
if steps:
    print(exact_after(again, trained.task, trained.target_vocabulary))

# %% [markdown]
# ## Break · 4 min
#
# A friend trains on the same rows and says: *"My loss stays many times as high as yours. My model is useless, I
# delete it."* The friend forgot the mask. *Before you run on:* what would you ask for before anything is deleted?

# %%
for way, one in models.items():
    data = one.family.objective.batch(one.task.held_out, one.vocabularies)
    logits = one.model(data.target[:, :-1])
    prompts = trained.family.objective.batch(trained.task.held_out, one.vocabularies).given
    counted = loss_mask(data.target, prompts)
    free = (data.target[:, 1:] != 0) & ~counted
    answers, given = (next_word_loss(logits, data.target, mask) for mask in (counted, free))
    print(f"learned {way:11} loss on answers {answers:.3f}, on prompts {given:.3f}")

# %% [markdown]
# For the answers alone. On them the friend’s model is nearly as far. All the rest of its loss comes from prompts, where
# nobody can know what somebody will say. Still, the mask is worth having: with it, each gradient is about the task.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:50} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 4 min · further
#
# Answer without scrolling up.
#
# 1. What is a task token, and what does it replace?
# 2. Which words of a row does the loss mask let count?
# 3. The mask is forgotten. What does one see, and how good is the model?
# 4. The last token of a prompt changes. Which vectors of a decoder stay the same, and why?
# 5. A GPT has L layers and width d. About how many parameters are in its layers, and which part has most of them?
# 6. How much memory does it take to train a model with Adam in 32 bits, for each parameter?

# %% [markdown]
# ### Answers
#
# 1. A word that is in no other text and says what to do with the text before it. It replaces a model for each task.
# 2. Those of the answer, its END included. The prompt with its token is given, and padding is nothing.
# 3. A loss that stays high, because prompts cannot be guessed. The answers come later and are a few points worse.
# 4. Those of all words before it: the causal mask lets nothing look ahead.
# 5. About 12 L d². Feed-forward has two thirds of them.
# 6. 16 bytes: the parameter, its gradient and two means, 4 bytes each.
#
# Next: other ways to change the machine. Or put a sentence of your own before the three tokens, on the page *GPT* (`make app`).
