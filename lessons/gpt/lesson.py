# Text and code of the GPT lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # GPT: Can one model do many tasks by predicting the next word?
#
# {opening}

# %%
import inspect
from dataclasses import replace

import torch

from lessons.gpt import DESKS, MODEL, PERIOD, REPEATS, SENTENCE, WAYS
from lessons.gpt.figures.model_sizes import model_sizes
from lessons.gpt.figures.prompt_learning import prompt_learning
from lessons.gpt.figures.prompt_rows import prompt_rows
from lessons.gpt.figures.prompt_swap import prompt_swap
from lessons.gpt.figures.same_parts import same_parts
from lessons.gpt.measure.prompting import (
    accuracy_by_round,
    answers_by_task,
    few_shot_accuracy,
    short_examples,
)
from lessons.gpt.mistakes import MISTAKES
from lessons.gpt.prediction import about_first, about_loss, about_parts, about_prompt
from lessons.kit.prediction import ask, covered
from transformer.decoding import beam, greedy, last
from transformer.families import GPT
from transformer.measure.cost import sizes
from transformer.measure.help_desk import HELD_OUT, measured
from transformer.objectives.next_word import loss_mask, next_word_loss
from transformer.objectives.prompted import exact_after
from transformer.tasks.prompts import TASK_WORDS
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 4 min
#
# A translation model has an encoder and a decoder. GPT keeps only the decoder, so it is a **decoder-only** model. This
# **language model** learns **next-word prediction** (next-token prediction) and generates **autoregressively**: each
# new word is appended to its input. How can GPT translate or summarise? Three papers gave three answers:
#
# - **GPT** (Radford et al. 2018, *Improving Language Understanding by Generative Pre-Training*) learns next-word
#   prediction first (**pretraining**) and is then **fine-tuned** on labelled data. A linear layer reads the last
#   position, and delimiter tokens separate the texts of a pair.
# - **GPT-2** (Radford et al. 2019, *Language Models are Unsupervised Multitask Learners*) is not fine-tuned. Its
#   input describes the task (**zero-shot**).
# - **GPT-3** (Brown et al. 2020, *Language Models are Few-Shot Learners*) also receives solved examples in its input
#   (**one-shot**, **few-shot**).
#
# The small model of this lesson is trained on sequences that name their task. Each sentence is followed by a
# **[task token](#term-task-token)**, a word that occurs in no other text, and then by the answer:

# %%
models = {way: load(name) for way, name in WAYS.items()}
trained = models["answer"]
batch = short_examples(trained.task.held_out)
for example in batch[::2]:
    print(trained.task.join(example.target))

# %% [markdown]
# Everything up to and including the token is the **[prompt](#term-prompt)**. The model reads the prompt and continues
# it. One model performs three tasks:

# %%
prompt_swap(trained, SENTENCE)

# %% [markdown]
# ## Predict · 4 min
#
# In training the model reads a whole sequence at once, under a **[causal mask](#term-causal-mask)**. Should the model
# also learn to predict the prompt, which is always given? A **[loss mask](#term-loss-mask)** marks the words that
# count. Two models were trained on the same sequences, one with this mask and one without. Answer before you continue.

# %%
picture = prompt_rows(models, batch)
ask(about_loss(picture))

# %%
covered(picture)

# %% [markdown]
# ## Run
#
# ### The loss of a sequence · 3 min
#
# This is a training batch. The sequences differ in length, so shorter ones are padded with token ID 0:

# %%
made = trained.family.objective.batch(batch, trained.vocabularies)
print("tokens", tuple(made.target.shape), "  given", made.given.tolist())
print(made.target[0].tolist())

# %% [markdown]
# Each position predicts the next word. The first `given` of these next words belong to the prompt. A next word counts
# if it belongs neither to the prompt nor to the padding:

# %%
after = made.target[:, 1:]  # (batch, position)
place = torch.arange(after.shape[1])
counts = (place >= made.given[:, None]) & (after != 0)
for row in counts:
    print("".join("✓" if learned else "·" for learned in row))
print("same as loss_mask:", torch.equal(counts, loss_mask(made.target, made.given)))

# %% [markdown]
# The loss is the mean of −ln p of the next word over the positions that count:
#
# $$L = -\frac{1}{|C|}\sum_{(i, t) \in C} \ln p_\theta(x_{i,t+1} \mid x_{i,1}, \ldots, x_{i,t})$$

# %%
log_p = trained.model(made.target[:, :-1]).log_softmax(-1)  # (batch, position, vocabulary)
loss = -log_p.gather(-1, after[..., None]).squeeze(-1)  # (batch, position)
by_hand = loss[counts].mean()
there = next_word_loss(trained.model(made.target[:, :-1]), made.target, counts)
with covered():
    print(f"by hand {by_hand:.4f}, with next_word_loss {there:.4f}")
    print(f"loss on the prompts, which do not count: {loss[(after != 0) & ~counts].mean():.2f}")

# %% [markdown]
# ### Swap the token · 5 min
#
# The same sentence is followed by each of three task tokens. Which attention weights depend on the token, and which
# do not?

# %%
swap = prompt_swap(trained, SENTENCE)
ask(about_prompt(swap))

# %%
covered(swap)

# %%
answered = answers_by_task(trained, SENTENCE.split())
count = 1 + len(SENTENCE.split())  # START and the sentence
with covered():
    for kind, answer in answered.items():
        print(f"{kind:12} {trained.task.join(answer.words)}")
    first, second = (answered[kind].trace.one("decoder.output")[0] for kind in TASK_WORDS[:2])
    apart = (first[: count + 1] - second[: count + 1]).abs().amax(-1)
    print(
        f"vectors of the sentence differ by {apart[:count].max():.0e} at most, the token’s by {apart[count]:.1f}"
    )

# %% [markdown]
# A decoder reads the sentence before it knows the task; in an encoder, each word could attend to the task token. In
# return, the vectors of the prompt stay the same while the text grows. Keys and values are therefore computed only
# once (see the cache in the lesson *Decoding*).
#
# In training, `<summarize>` followed only stories, and this sentence is not a story. The model answers anyway. It
# cannot refuse a prompt, because no training sequence contained a refusal.
#
# ### Zero-shot, one-shot, few-shot · 1 min
#
# **In-context learning** means that a model learns a task from examples in its prompt, without changing its parameters.
# A zero-shot prompt contains no example, a one-shot prompt contains one, and a few-shot prompt contains several. Two
# small models were tested. The first continues random strings that repeat (x7ap x7ap …); one repetition in the prompt
# is one example. The second is the model of this lesson, with solved translations before the question:

# %%
print("correct: zero-shot  one-shot  two-shot")
print("repeats ", *(f"{share:9.1%}" for share in accuracy_by_round(load(REPEATS), PERIOD)[:3]))
print("French  ", *(f"{few_shot_accuracy(trained, count):9.1%}" for count in range(3)))

# %% [markdown]
# After one example, the first model continues the string almost without mistakes. One example makes the second model
# much worse, because none of its training sequences contained two prompts. In-context learning is not a property of
# every decoder-only model.
#
# ### Three tasks in one training run · 5 min
#
# Half of the training sequences are translations, a quarter are reversed sentences, and a quarter are summaries of
# stories. During training, **exact match** was measured: the percentage of held-out answers without mistakes. Which
# task is learned first?

# %%
learned = prompt_learning(models)
ask(about_first(learned))

# %%
covered(learned)

# %% [markdown]
# Switch to *the whole sequence*: in this run, the mask was forgotten. The loss stays many times as high as with the
# mask. The model still learns most answers, but later. A high loss does not always mean a bad model: the loss depends
# on which words count.

# %%
with covered():
    for way, model in models.items():
        exact = model.card["held_out"]["exact_after"]
        print(
            f"{way:11} last loss {model.card['last_loss']:.3f}  ",
            "  ".join(f"{k} {v:.1%}" for k, v in exact.items()),
        )

# %% [markdown]
# ### How many parameters? · 8 min
#
# One class builds both this small model and the large ones. On PyTorch’s device *meta* a tensor has a shape but no
# values, so you can count the **parameters** of GPT-3 on a laptop.

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
# A layer has 4d² parameters in its attention and 8d² in its feed-forward network. L layers have about 12 L d²
# parameters, and the embedding table adds more. Training with Adam stores four values per parameter: the parameter,
# its gradient and two moving averages. Backpropagation also stores the outputs of the layers. Each input word needs
# about one multiplication per parameter, or three with backpropagation. GPT-3 uses sparse attention in every other
# layer; here all its layers are counted as dense.

# %% [markdown]
# Other models consist of the same layers, but differ in their stacks, their attention masks, and what they learn to
# predict.

# %%
same_parts()

# %% [markdown]
# ### Other decoding methods · 2 min · optional
#
# The methods of the lesson *Decoding* also work here: they continue the prompt.

# %%
prompt = torch.tensor([trained.target_vocabulary.encode((*SENTENCE.split(), "<to-fr>"))])
nothing = prompt[:, :0]  # a decoder-only model reads no source


def text(tokens):
    return trained.task.join(trained.target_vocabulary.decode(tokens))


print("greedy     ", text(greedy(trained.model, nothing, 16, prompt=prompt)[0]))
best = last(beam(trained.model, nothing, 4, 16, prompt=prompt)).answers()
for tokens, score in zip(best.tokens[0], best.score[0], strict=True):
    print(f"beam {score:6.2f}", text(tokens))

# %% [markdown]
# A conversation can also be a prompt, which consists of all turns so far and a final `<desk>`. Here are the scores of
# three help desks on the same new conversations:

# %%
for name, called in DESKS.items():
    exact = {group: right.exact for group, right in measured(load(name)).items()}
    print(f"{called:29}", "  ".join(f"{group} {exact[group]:.1%}" for group in HELD_OUT))

# %% [markdown]
# ## Read the source · 3 min · optional
#
# This is the whole model and its training objective:

# %%
for part in (GPT, loss_mask, next_word_loss):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 28 min
#
# Your turn. Open `lessons/gpt/exercise.py` next to this notebook. Write `loss_mask`, then `next_word_loss`, then
# `count_parameters`, and save. The checks re-read the file each time, stop at the first failure, and report what
# they found.

# %%
from lessons.gpt.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions compute the loss of the trained model and the size of GPT-3:

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
# ## Modify · 7 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A task token in the wrong position.** Change `words` to `["<to-fr>", *SENTENCE.split()]`. *Expect* an output that
# is not a translation, because in training the token always followed the sentence.

# %%
words = [*SENTENCE.split(), "<to-fr>"]

new_prompt = torch.tensor([trained.target_vocabulary.encode(words)])
print("writes:", text(greedy(trained.model, new_prompt[:, :0], 12, prompt=new_prompt)[0]))

# %% [markdown]
# **2. Twice as wide.** Change `times` to 2. *Expect* about four times as many parameters, because both dimensions of
# each matrix double.

# %%
times = 1

small = sizes.PUBLISHED["GPT-2 small"][1]
wide = replace(small, d_model=times * small.d_model, d_ff=times * small.d_ff)
layers = (
    sizes.parameters_by_part(wide)["attention"] + sizes.parameters_by_part(wide)["feed-forward"]
)
print(f"in the layers: {layers:,}")

# %% [markdown]
# **3. Your own training run.** Change `steps` to 150 (about ten seconds). *Expect* some correct summaries and no
# correct translations.

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
# A friend trains a model on the same sequences and says: *“My loss stays many times as high as yours. My model is
# useless, so I will delete it.”* The friend forgot the loss mask. *Before you run the next cell:* what would you
# measure first?

# %%
for way, model in models.items():
    data = model.family.objective.batch(model.task.held_out, model.vocabularies)
    logits = model.model(data.target[:, :-1])
    prompts = trained.family.objective.batch(trained.task.held_out, model.vocabularies).given
    counted = loss_mask(data.target, prompts)
    free = (data.target[:, 1:] != 0) & ~counted
    answers, free_loss = (next_word_loss(logits, data.target, mask) for mask in (counted, free))
    print(f"trained on {way:11} loss on answers {answers:.3f}, on prompts {free_loss:.3f}")

# %% [markdown]
# Measure the loss on the answers only. On answers, your friend’s model is nearly as good as yours. The rest of its loss
# comes from prompts, which cannot be predicted. The mask is still useful: with it, the whole gradient comes from the
# answers.
#
# Here are common mistakes in this exercise and the message each one triggers:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:16} ✗ {result.failed:50} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. What is a task token, and what does it replace?
# 2. Which words of a sequence count under the loss mask?
# 3. The loss mask is forgotten. What happens to the loss, and how good is the model?
# 4. The last token of a prompt changes. Which vectors of a decoder stay the same, and why?
# 5. A GPT has L layers and width d. About how many parameters do its layers have, and which part contains most of them?
# 6. How many bytes does each parameter take in training with Adam in 32 bits, excluding the layer outputs?
# 7. How are GPT (2018), GPT-2 (2019) and GPT-3 (2020) given a task?

# %% [markdown]
# ### Answers
#
# 1. A task token is a reserved word that specifies what to do with the text before it. It replaces a separate model for
#    each task.
# 2. The words of the answer count, including END. The prompt with its task token is given, and padding never counts.
# 3. The loss stays high, because prompts cannot be predicted. In these runs, the final accuracies for translation and
#    reversal are six to seven percentage points lower than with the mask.
# 4. The vectors of all earlier words stay the same, because the causal mask hides later positions.
# 5. The layers have about 12 L d² parameters. The feed-forward networks contain two thirds of these parameters.
# 6. Each parameter takes 16 bytes: 4 bytes each for the parameter, its gradient and two moving averages.
# 7. GPT is fine-tuned on labelled data. GPT-2 reads the task as text. GPT-3 also reads solved examples in the prompt.
#
# Next: the lesson *Your own layer*.
