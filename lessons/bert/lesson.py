# The text and code of the lesson on BERT. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # BERT: What does a model learn by filling in masked words?
#
# {opening}

# %%
import inspect
from dataclasses import replace

import torch
from torch.nn.functional import cross_entropy

from lessons.bert import BACK, MODEL, OPENING, TABLES, VERB
from lessons.bert.figures.hidden_word import hidden_word
from lessons.bert.figures.input_sum import input_sum
from lessons.bert.figures.position_tables import mean_cosine, position_tables, table_of
from lessons.bert.measure.discourses import (
    SHOWN,
    agreement,
    best_guess,
    verb_fits,
    word_probabilities,
)
from lessons.bert.mistakes import MISTAKES
from lessons.bert.prediction import about_hidden, about_order, about_sum, about_tables
from lessons.bert.results import (
    best_possible,
    learning_figure,
    masking_counts,
    moments,
    verb_predictions,
)
from lessons.kit.prediction import ask, covered
from transformer.families.bert import Bert, Inputs
from transformer.objectives import masking
from transformer.positions import sinusoidal
from transformer.tasks import TASKS, Example
from transformer.tasks.discourses import MASK, SEP
from transformer.training import build, train
from transformer.training.recipes import RECIPES
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=3, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 2 min
#
# A translation model has an [encoder](#term-encoder) and a [decoder](#term-decoder). BERT (Devlin et al. 2019) is an
# **encoder-only** model and generates no text. In **pretraining** it learns two tasks from plain text without labels.
# In **masked language modelling** (MLM), some tokens are hidden and the model predicts these **masked tokens**; the
# text itself contains the answers. In **next sentence prediction**, the model decides whether the second of two
# sentences comes next in the text or was taken from elsewhere.
#
# BERT-base has 12 layers with 12 heads, 768-dimensional vectors and 110 million parameters. BERT-large has 24 layers
# and 340 million parameters. Both models were trained on 3.3 billion words, split into **WordPiece** tokens. The BERT
# below has the same parts, but is smaller and uses one token per word. It learned both tasks from generated sentences
# in which some words depend on others.

# %%
trained, back = load(MODEL), load(BACK)
for example in trained.task.held_out[:5]:
    print(f"{example.target[0]:6}", " ".join(example.source))
print(f"{trained.card['parameters']:,} parameters, trained for {trained.card['seconds']:.0f} s")

# %% [markdown]
# ## Predict · 4 min
#
# For each token, BERT adds three vectors: a **token embedding**, a **position embedding** and a **segment embedding**,
# which tells the two sentences apart. [CLS] is the first token, and [SEP] ends each sentence. Answer before you
# continue.

# %%
summed = input_sum(trained, OPENING)
ask(about_sum(summed))

# %%
covered(summed)

# %% [markdown]
# ## Run
#
# ### The sum of the embeddings, by hand · 2 min
#
# Each token uses one row from each of three learned tables, not sinusoids. The sum of the rows passes through layer
# normalization.

# %%
words, model = trained.source_vocabulary, trained.model


def read(text):
    """Turn one or two sentences into a batch of one."""
    example = Example(tuple(trained.task.split(text)), (), ())
    return trained.family.objective.batch([example], trained.vocabularies)


batch = read(OPENING)
layer = model.embedding
tokens = layer.table.weight[batch.tokens[0]]  # (token, d_model)
places = layer.position.table[: len(tokens)]
segments = layer.segment.weight[batch.segments[0]]
by_hand = layer.norm(tokens + places + segments)
print("token  segment  norms of: token  position  segment")
for n, word in enumerate(words.decode(batch.tokens[0])[:4]):
    lengths = [part[n].norm().item() for part in (tokens, places, segments)]
    print(f"{word:8} {'AB'[batch.segments[0, n]]}      ", *(f"{length:8.2f}" for length in lengths))
same = layer.read(batch.tokens, batch.segments)[0]
print(f"largest difference to the model: {(by_hand - same).abs().max():.0e}")

# %% [markdown]
# ### Masked language modelling · 6 min
#
# The model reads [MASK] instead of the word, and outputs a **logit** for each word of its vocabulary. A softmax turns
# the logits into probabilities. Unlike in a decoder, every word can attend to every other word, before *and after it*:
# BERT is **bidirectional**. How much does that help? A second model was trained on the same pairs for the same number
# of steps. A causal mask lets this model look only backwards.

# %%
shown = hidden_word(trained, back, OPENING, VERB)
ask(about_hidden(shown, verb_predictions()))

# %%
covered(shown)

# %% [markdown]
# Here are the accuracies of both models on all held-out pairs, with one word of each kind masked at a time:

# %%
for which in (trained, back):
    shares = agreement(which.model, which.task, which.vocabularies)
    print(f"{which.name:18}", "  ".join(f"{kind}: {share:.1%}" for kind, share in shares.items()))
fits, pairs, _ = verb_fits(back.model, back.task, back.vocabularies)
print(f"causal: in {fits} of {pairs} pairs, its first verb is one of the two verbs of the place")

# %% [markdown]
# The noun before the gap decides between “is” and “are”, so both models predict this word. The object after the gap
# determines the verb. The causal model still sees the place, and ranks one of the two verbs for that place first. It
# cannot know which of the two is correct, so its best possible accuracy for the verb is 50%.
#
# The pronoun “he” or “she” depends on a noun *before* the gap. The causal model can use this noun, but has not fully
# learned the rule after the same 1,000 steps. We did not measure whether more steps would help.
#
# A model that writes one word after another must be causal, because later words do not exist yet. For *understanding* a
# complete text, a causal mask is a handicap.
#
# ### Which words are masked · 2 min
#
# The model must predict 15% of all words. Of these, 80% become [MASK], 10% become a different word, and 10% stay
# the same. The next cell counts these words in real batches:

# %%
counts = masking_counts()
chosen = sum(counts[name] for name in ("[MASK]", "other", "same"))
print(f"{counts['words']:,} words, {chosen / counts['words']:.1%} of them chosen")
for name in ("[MASK]", "other", "same"):
    print(f"{name:7} {counts[name]:5,}  {counts[name] / chosen:.1%}")

# %% [markdown]
# Why not replace all chosen words with [MASK]? No text that the model processes later contains [MASK]. Because the
# model may have to predict any word, even a visible one, it must compute a useful vector at every position. Here are
# three pairs as the model reads them, and the words that it must predict. In the last pair no word was chosen:

# %%
objective = trained.family.objective
some = objective.batch(trained.task.train[:3], trained.vocabularies)
heard, asked = objective.hidden(model, some, torch.Generator().manual_seed(4))
for row, right in zip(heard, asked, strict=True):
    print("read:  ", *words.decode(row))
    print("target:", *(words.words[n] if n else "·" for n in right.tolist()), "\n")

# %% [markdown]
# ### Which words are learned last · 5 min
#
# The model was trained for 1,000 steps and evaluated every 50 steps. Three kinds of words depend on another word. “is”
# or “are” depends on the noun next to it, and the verb depends on the object in the same sentence. The pronoun “he” or
# “she” depends on a noun in the previous sentence.

# %%
ask(about_order(moments()))

# %%
covered(learning_figure())

# %% [markdown]
# The accuracy for “he or she” stays at 50% for hundreds of steps and rises within a few hundred more. This jump has no
# external cause: the learning rate, the data and the loss function do not change. With a different seed, the jump may
# come at a different step.
#
# At the end, two out of three masked words are predicted correctly. **Is that bad?** Most of the other words are free
# choices: an adjective, or one of three objects that fit the verb. Even a reader who knows the grammar cannot know
# which word was sampled. The best possible accuracy can be computed from all pairs that fit the visible words:

# %%
limits = best_possible()
with covered():
    for name, kind in (("words_right", "words"), ("pairs_right", "pairs")):
        score = trained.card["held_out"][name]
        print(f"{kind}: {score:.1%} right; the best possible: {limits[kind]:.1%}")

# %% [markdown]
# Accuracy on real language is also limited, but this limit cannot be computed. **Before you call an accuracy bad, ask
# what accuracy is possible.**
#
# ### Learned position embeddings · 4 min · optional
#
# The position embeddings were learned. Do neighbouring positions have similar embeddings, as with sinusoids?

# %%
ours, waves = table_of(trained), sinusoidal(*table_of(trained).shape)
ask(about_tables(mean_cosine(ours, 1), mean_cosine(ours, 5), mean_cosine(waves, 1)))

# %%
covered(position_tables({title: load(name) for title, name in TABLES.items()}))

# %% [markdown]
# ## Read the source · 3 min · optional
#
# The models were trained with this code.

# %%
for part in (Inputs.read, Bert.forward, masking.hide, masking.pretraining_loss):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 32 min
#
# Your turn. Open `lessons/bert/exercise.py` next to this notebook. Write `segments_of`, then `hide`, then
# `pretraining_loss`, and save. The checks re-read the file each time, stop at the first failure and report what
# they found.

# %%
from lessons.bert.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions prepare a real batch, and the trained model processes it:

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
# ## Modify · 7 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A different person.** Change `person` to "king". *Expect* “he”, although the sentence with the gap stays the
# same. The second line shows the best possible probabilities. Half of the second sentences come from elsewhere, so no
# model can be certain.

# %%
person = "queen"

text = SHOWN["he, she"].replace("queen", person)
p = word_probabilities(model, trained.task, trained.vocabularies, text)
print(text, {w: f"{p[words.encode([w])[0]]:.2f}" for w in ("he", "she", "they")})
print("at best:", {w: f"{q:.2f}" for w, q in best_guess(trained.task.split(text)).items()})

# %% [markdown]
# **2. Two gaps.** Change `text` so that “letter” is masked as well: "… she ___ the new ___". *Expect* less certainty,
# because the object that determines the verb is masked.

# %%
text = SHOWN["the verb"]

p = word_probabilities(model, trained.task, trained.vocabularies, text)
for number in p.argsort(descending=True)[:4].tolist():
    print(f"{words.words[number]:8} {p[number]:.2f}")

# %% [markdown]
# **3. Unrelated sentences.** Change `second` to "they read the new letter". *Expect* a low probability of “comes next”.

# %%
second = "she reads the new letter"

pair = read(f"the young queen is in the library. {second}")
print(f"comes next: {model(pair.tokens, pair.segments)[1][0].softmax(-1)[0]:.1%}")

# %% [markdown]
# ## Break · 6 min
#
# A friend trains another BERT. *“The same `cross_entropy` works for both losses. At positions without a word to
# predict, the target is 0, so the loss ignores 0. After a few hundred steps, the loss for the pairs is **zero**. Yours
# never reaches zero.”* This bug is real: a widely used PyTorch implementation of BERT had it. The next cell trains a
# model for twenty seconds with the friend’s loss:

# %%
recipe = RECIPES[MODEL]
task = TASKS[recipe.task]()
friend = build(task, 1, recipe.family, **recipe.sizes)
seen = {}


def friends_loss(words, asked, pairs, label):
    """Ignore 0 in both losses."""
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
# *Before you run the next cell:* what evidence would you ask your friend for?

# %%
held_out = objective.batch(task.held_out, trained.vocabularies)
score = objective.scores(friend.eval(), held_out)
says = objective.run(friend, held_out).argmax(-1)
print({name: f"{value:.1%}" for name, value in score.items()})
print(f"answers “other” for {(says == says.max()).float().mean():.1%} of the pairs")

# %% [markdown]
# The loss is zero, but the model is no better than a coin toss. Label 0 means “comes next”, and the loss ignored all
# pairs with this label. So the model only had to learn to answer “other”. **Distrust a loss that falls to zero.**
# Measure what you care about, for example the share of correctly judged pairs.
#
# Here are common mistakes in this exercise and the message each one triggers:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:48} {result.saw[:40]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. Which three embeddings are added for each token, and which of them are learned?
# 2. Why can a decoder that generates text not be bidirectional?
# 3. Of a hundred words, how many must be predicted, and what happens to them?
# 4. Why do some of the words to predict stay the same?
# 5. Which was learned last: “is” or “are”, the verb, or “he” or “she”? Which word determines it?
# 6. Two out of three masked words are predicted correctly. How can this accuracy be nearly the best possible?
# 7. The loss for the pairs falls to zero, but only half of the pairs are judged correctly. What could have happened?

# %% [markdown]
# ### Answers
#
# 1. The token, position and segment embeddings are added. All three are learned.
# 2. A bidirectional decoder would see the word that it must predict.
# 3. Fifteen must be predicted: twelve become [MASK], one or two become a different word, and one or two stay the
#    same.
# 4. A real text contains no [MASK]. If the model may have to predict any word, it must compute a useful vector at every
#    position.
# 5. The pronoun was learned last. A noun in the previous sentence determines it.
# 6. Most of the wrongly predicted words are free choices: no visible word determines them.
# 7. The loss may ignore the label “comes next”, so the model only learned to answer “other”.
#
# Next: the lesson *Fine-tuning* adapts a pretrained BERT to other tasks.
