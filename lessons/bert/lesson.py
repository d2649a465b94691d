# The text and code of the lesson on hidden words. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Hidden words: what does a hidden word teach?
#
# {opening}

# %%
import inspect
from dataclasses import replace

import torch
from torch.nn.functional import cross_entropy

from lessons.bert import BACK, MODEL, OPENING, TABLES, VERB
from lessons.bert.mistakes import MISTAKES
from lessons.bert.prediction import about_hidden, about_order, about_sum, about_tables
from lessons.bert.results import best, counted, film, moments, verbs
from lessons.figures.hidden_word import hidden_word
from lessons.figures.input_sum import input_sum
from lessons.figures.position_tables import alike, position_tables, table_of
from lessons.kit.prediction import ask, covered
from transformer.families.bert import Bert, Inputs
from transformer.measure.discourses import SHOWN, agreement, guesses
from transformer.objectives import masking
from transformer.positions import sinusoidal
from transformer.tasks import TASKS, Example
from transformer.tasks.discourses import MASK, SEP
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 1 min
#
# A translator has an [encoder](#term-encoder) and a [decoder](#term-decoder). BERT (Devlin et al. 2019) is an encoder alone. It writes
# nothing. What is there to learn from plain text, then, without anybody who labels it? Hide a word, and let the network guess it: the
# text itself knows the answer. That is called *masked language modelling*. And for pairs of sentences: does the second one come next
# in the text, or was it taken from elsewhere? That is *next sentence prediction*.
#
# Here is a small BERT that has learned both from sentences of a generated grammar. In each of these some words hang on others.

# %%
trained, back = load(MODEL), load(BACK)
for example in trained.task.held_out[:5]:
    print(f"{example.target[0]:6}", " ".join(example.source))
print(f"{trained.card['parameters']:,} parameters, trained for {trained.card['seconds']:.0f} s")

# %% [markdown]
# ## Predict · 4 min
#
# What goes in? For each token three vectors are added: one for what it is, one for where it stands, one for the sentence it is in.
# [CLS] stands before everything, and [SEP] ends each sentence. Answer before you go on: click what you think, and read the reply.

# %%
summed = input_sum(trained, OPENING)
ask(about_sum(summed))

# %%
covered(summed)

# %% [markdown]
# ## Run
#
# ### The sum, by hand · 2 min
#
# Three tables, of which each token takes a row. All are learned, the positions too: no sines here. The sum goes through
# LayerNorm.

# %%
words, model = trained.source_vocabulary, trained.model


def read(text):
    """One sentence or two as a batch of one."""
    example = Example(tuple(trained.task.split(text)), (), ())
    return trained.family.objective.batch([example], trained.vocabularies)


batch = read(OPENING)
layer = model.embedding
tokens = layer.table.weight[batch.tokens[0]]  # (token, d_model)
places = layer.position.table[: len(tokens)]
segments = layer.segment.weight[batch.segments[0]]
by_hand = layer.norm(tokens + places + segments)
print("token  segment  lengths of: token  position  segment")
for n, word in enumerate(words.decode(batch.tokens[0])[:4]):
    lengths = [part[n].norm().item() for part in (tokens, places, segments)]
    print(f"{word:8} {'AB'[batch.segments[0, n]]}      ", *(f"{length:8.2f}" for length in lengths))
same = layer.read(batch.tokens, batch.segments)[0]
print(f"largest difference to the model: {(by_hand - same).abs().max():.0e}")

# %% [markdown]
# ### Hide a word · 5 min
#
# In place of a word the model reads [MASK]. What it gives there is a probability for each word of its vocabulary. One difference to all
# that you have seen write: every word may look at every other, before it *and after it*. BERT is *bidirectional*. How much does that help?
# A second model was trained on the same pairs with the same steps, and with a causal mask: it looks only back.

# %%
shown = hidden_word(trained, back, OPENING, VERB)
ask(about_hidden(shown, verbs()))

# %%
covered(shown)

# %% [markdown]
# Over all held-out pairs, hiding one word of a kind at a time:

# %%
for one in (trained, back):
    found = agreement(one.model, one.task, one.vocabularies)
    print(f"{one.name:18}", "  ".join(f"{kind}: {share:.1%}" for kind, share in found.items()))

# %% [markdown]
# “is” or “are” is told by the noun before it, so both know. The verb is told by the thing behind it. To write one word after the other
# a model may look only back, for it must not see what it has still to write; to *understand* a text that is there, this is a handicap.
#
# ### What is hidden · 2 min
#
# Of all words 15% are chosen and have to be guessed. Of these, eight of ten become [MASK]; one of ten becomes another word; one of ten stays as it
# is. Counted on real batches:

# %%
found = counted()
chosen = sum(found[name] for name in ("[MASK]", "other", "same"))
print(f"{found['words']:,} words, {chosen / found['words']:.1%} of them chosen")
for name in ("[MASK]", "other", "same"):
    print(f"{name:7} {found[name]:5,}  {found[name] / chosen:.1%}")

# %% [markdown]
# Why not always [MASK]? Because no text that the model meets later has a [MASK] in it. If a word might be wrong, or might be asked for although
# it is right, the model must keep an opinion about every word. Here is one pair as it was read, and what was asked for:

# %%
objective = trained.family.objective
some = objective.batch(trained.task.train[:3], trained.vocabularies)
heard, asked = objective.hidden(model, some, torch.Generator().manual_seed(4))
for row, right in zip(heard, asked, strict=True):
    print("read: ", *words.decode(row))
    print("asked:", *(words.words[n] if n else "·" for n in right.tolist()), "\n")

# %% [markdown]
# ### Learning · 5 min
#
# It learned for 1,000 steps, and was looked at every 50. Three kinds of words hang on something: “is” or “are” on the noun beside it; the verb on
# the thing, in the same sentence; “he” or “she” on a noun in the sentence before.

# %%
ask(about_order(moments()))

# %%
covered(film())

# %% [markdown]
# “he or she” stays at one half for hundreds of steps, and then it is learned within some hundred. While it waits, other things are
# learned that it can build on. Such a jump needs no cause from outside.
#
# And the score? It ends where two of three hidden words are right. **Is that bad?** Most of the others are free choices: an adjective, one of three
# things that fit the verb. Whoever knows the whole grammar can still not know what was drawn. How often that one would be
# right can be computed, by going through all pairs that fit what can be seen:

# %%
limits = best()
with covered():
    for name, kind in (("words_right", "words"), ("pairs_right", "pairs")):
        score = trained.card["held_out"][name]
        print(f"{kind}: {score:.1%} right; the best possible: {limits[kind]:.1%}")

# %% [markdown]
# Real language has such a ceiling too; only nobody can compute it. **Before you call a score bad, ask what is possible.**
#
# ### Tables of positions · 4 min · further
#
# The position vectors were learned. Do neighbours become alike, as they are with sinusoids?

# %%
ours, waves = table_of(trained), sinusoidal(*table_of(trained).shape)
ask(about_tables(alike(ours, 1), alike(ours, 5), alike(waves, 1)))

# %%
covered(position_tables({title: load(name) for title, name in TABLES.items()}))

# %% [markdown]
# ## Read the source · 3 min · further
#
# This is the code that was trained. There is no other copy. Its sizes are small; its parts are BERT’s.

# %%
for part in (Inputs.read, Bert.forward, masking.hide, masking.pretraining_loss):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 32 min
#
# Your turn. Open `lessons/bert/exercise.py` beside this notebook. Write `segments_of`, then `hide`, then `pretraining_loss`, and save.
# The checks read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.bert.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions prepare a real batch, and the trained model answers it:

# %%
from lessons.bert.checks import Student

if check().passed:
    student = Student()
    student.find()
    yours = student.found
    separator, mask = words.encode([SEP, MASK])
    lot = torch.rand(some.tokens.shape, generator=torch.Generator().manual_seed(4))
    others = torch.full_like(some.tokens, words.encode(["piano"])[0])
    heard, asked = yours["hide"](some.tokens, lot, others, mask)
    scores, pairs = model(heard, yours["segments_of"](some.tokens, separator))
    loss = yours["pretraining_loss"](scores, asked, pairs, torch.tensor([0, 1, 1]))
    print(f"your loss on three pairs: {loss:.3f}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another person.** Change `person` to "king". *Expect* “he”, though the sentence with the gap stays the same.

# %%
person = "queen"

text = SHOWN["he, she"].replace("queen", person)
p = guesses(model, trained.task, trained.vocabularies, text)
print(text, {w: f"{p[words.encode([w])[0]]:.2f}" for w in ("he", "she", "they")})

# %% [markdown]
# **2. Two gaps.** Change `text` so that “letter” is hidden, too: "… she ___ the new ___". *Expect* less certainty: what told the verb is gone.

# %%
text = SHOWN["the verb"]

p = guesses(model, trained.task, trained.vocabularies, text)
for number in p.argsort(descending=True)[:4].tolist():
    print(f"{words.words[number]:8} {p[number]:.2f}")

# %% [markdown]
# **3. Sentences that do not fit.** Change `second` to "they read the new letter". *Expect* that it no longer comes next.

# %%
second = "she reads the new letter"

pair = read(f"the young queen is in the library. {second}")
print(f"comes next: {model(pair.tokens, pair.segments)[1][0].softmax(-1)[0]:.1%}")

# %% [markdown]
# ## Break · 6 min
#
# A friend trains a BERT of their own. *“One `cross_entropy` does for both losses. Where no word is asked for, the right answer is 0, so I
# ignore 0. And look how good it is: after a few hundred steps the loss for the pairs is **zero**. Yours never gets there.”* This is a
# famous fault: it stood in a much-used BERT in PyTorch. Twenty seconds of training, with the friend’s loss:

# %%
recipe = RECIPES[MODEL]
task = TASKS[recipe.task]()
friend = build(task, 1, recipe.family, **recipe.sizes)
seen = {}


def friends_loss(words, asked, pairs, label):
    """Both losses ignore 0."""
    hidden_words = cross_entropy(words.flatten(0, 1), asked.flatten(), ignore_index=0)
    next_sentences = cross_entropy(pairs, label, ignore_index=0)
    seen.update(words=hidden_words.item(), pairs=next_sentences.item())
    return hidden_words + next_sentences


right_loss, masking.pretraining_loss = masking.pretraining_loss, friends_loss
with torch.enable_grad():
    for step in train(friend, task, replace(recipe.settings, steps=300)):
        if step.number % 50 == 49:
            print(f"step {step.number + 1:3}  words {seen['words']:.3f}  pairs {seen['pairs']:.3f}")
masking.pretraining_loss = right_loss

# %% [markdown]
# *Before you run on:* what would you ask your friend for?

# %%
held_out = objective.batch(task.held_out, trained.vocabularies)
score = objective.scores(friend.eval(), held_out)
says = objective.run(friend, held_out).argmax(-1)
print({name: f"{value:.1%}" for name, value in score.items()})
print(f"says “other” of {(says == says.max()).float().mean():.1%} of the pairs")

# %% [markdown]
# A loss of zero, and as often right as a coin. Label 0 is “comes next”, and no such pair was ever counted: what is left to learn
# is always to say “other”. **A loss that falls to zero is a reason to look, not to cheer.** Measure what you want on examples that can tell: here the
# share of pairs that are judged correctly.
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. Which three vectors are added for each token, and which of them are learned?
# 2. Why can a decoder that writes not look both ways?
# 3. Of a hundred words, how many must be guessed, and what becomes of them?
# 4. Why do some of the words to guess stay as they are?
# 5. Which was learned last: “is” or “are”, the verb, “he” or “she”? What does it hang on?
# 6. Two of three hidden words are right. How can that be nearly the best possible?
# 7. The loss of the pairs falls to zero, and half of them are judged correctly. What may have happened?

# %% [markdown]
# ### Answers
#
# 1. What it is, where it stands, in which sentence; all three are learned.
# 2. It would see the word that it has still to write.
# 3. Fifteen: twelve become [MASK], one or two another word, one or two stay.
# 4. So that the model keeps an opinion about words that it can see: a real text has no [MASK].
# 5. “He” or “she”: it hangs on a noun in the sentence before.
# 6. Most of the others are free choices; nothing that can be seen tells them.
# 7. The answer “comes next” has the number that is ignored, so only “other” was learned.
#
# Next: a model that looks only back, and writes.
