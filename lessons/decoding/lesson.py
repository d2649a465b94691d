# The text and code of the decoding lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Decoding: what does it write?
#
# {opening}

# %%
import math
from operator import attrgetter

import torch

from lessons.figures.beam_tree import beam_tree, table_tree
from lessons.kit.reading import vocabulary_of
from transformer.decoding import NGram, Table, beam, begin, exhaustive, greedy, last, speculative
from transformer.measure.decoding.chi_square import fit
from transformer.measure.decoding.drafted import spread, tally, together
from transformer.measure.decoding.judged import judge, rescued, table
from transformer.measure.decoding.next_words import Settings, drawn, next_word, sides, texts
from transformer.objectives.batch import Batch
from transformer.objectives.bleu import bleu
from transformer.vocabulary import END, PAD, START
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # we only look

early = load("english_french_early")  # English → French, stopped at step 300 of 1,500
writer = load("language_model")  # goes on with a text, letter by letter


def ids(trained, text):
    return vocabulary_of(trained).encode(trained.task.split(text))


def said(trained, tokens):
    """Tokens as a text; END and PAD are left out."""
    return trained.task.join(trained.target_vocabulary.decode([t for t in tokens if t != PAD]))


def show(answers, trained, most=1, alpha=0.0):
    for k in range(min(most, answers.tokens.shape[1])):
        total, length = answers.total[0, k].item(), int(answers.length[0, k])
        line = f"  log p {total:7.3f}   |y| {length:2}   score {total / length**alpha:8.4f}   "
        print(line + said(trained, answers.tokens[0, k].tolist()))


# %% [markdown]
# ## Picture · 3 min
#
# A model does not write. It gives a probability to each word that could come next, and a rule has to choose.
# Here the rule is a **beam search**: it keeps several beginnings at a time and continues each of them. Step
# through it; each grey word says why it was cut. Under each word stands the *total* of the beginning that
# ends there: the logarithm of its probability (log p), so 0 is certain and −7 is very unlikely. The sentence
# was not invented for this lesson. It was found among sentences that no training saw.

# %%
examples = early.task.held_out[::4]  # 250 of 1,000, which no training saw
judged = judge(early, examples, beams=5)  # always the best next word (greedy); a beam of five
mended = min(rescued(judged), key=lambda n: len(judged[n].beam))  # the shortest
sentence = " ".join(examples[mended].source)
beam_tree(early, sentence, 2, right=examples[mended].target)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from IPython.display import Markdown, display

from lessons.decoding.prediction import about
from lessons.kit.prediction import ask, covered

pairs = [(" ".join(e.source), one) for e, one in zip(examples, judged, strict=True)]
ask(about(pairs))

# %% [markdown]
# ## Run
#
# ### Greedy, by hand · 3 min
#
# **Greedy search** takes the most probable next word, again and again. The probability of a sentence is the
# product of those of its words, so its log p is the **sum** of theirs. A computer adds: a product of many
# small numbers would soon be too small for it.

# %%
source = torch.tensor([ids(early, sentence)])  # (1, source)
print(sentence)
state, word, total = begin(early.model, source), START, 0.0
by_hand = []
while word != END and len(by_hand) < 20:
    log_p = state.log_probabilities(torch.tensor([[word]]))[0]  # (vocabulary,)
    word = int(log_p.argmax())
    total += log_p[word].item()
    by_hand.append(word)
    shown = early.target_vocabulary.words[word]
    print(f"{shown:10} p {log_p[word].exp():.3f}   log p {log_p[word]:7.3f}   total {total:7.3f}")

print(f"p of the whole: e^{total:.3f} = {math.exp(total):.4f}")
print("as greedy() writes it:", greedy(early.model, source)[0].tolist() == by_hand)
print(f"greedy: {said(early, by_hand)}\nright:  {early.task.join(examples[mended].target)}")

# %% [markdown]
# It wrote *cette*, the feminine form, but *accord* is masculine. The noun was not written yet when *cette* was
# chosen, and greedy search never takes a word back. Each word was the best choice at its step; the sentence
# is not the best sentence.
#
# ### The best next word is not the best sentence · 3 min
#
# Here the model is only a table. It says, for the word that was written last, which words may come next and
# how probable each is. **Before you run the cell**, find the most probable sentence with pencil and paper.


# %%
def typed(after_a):
    """`after_a`: how probable *cat* is after *a*."""
    rows = {"<start>": {"the": 0.6, "a": 0.4}, "the": {"dog": 0.4, "cat": 0.35, "<end>": 0.25}}
    rows |= {"a": {"cat": after_a, "<end>": 1 - after_a}, "dog": {"<end>": 1}, "cat": {"<end>": 1}}
    return Table(rows)


small = typed(after_a=0.9)
words, nothing = small.vocabulary.words, torch.zeros(1, 0, dtype=torch.long)  # it reads no source
print("greedy:", *(words[t] for t in greedy(small, nothing)[0]))

everything = last(exhaustive(small, nothing, max_length=3)).answers()
found_all = everything.score[0] > -torch.inf
for tokens, log_p in zip(everything.tokens[0], everything.total[0][found_all], strict=False):
    print(f"p {log_p.exp():.2f}  ", *(words[t] for t in tokens if t != PAD))
print(f"together: {everything.total[0][found_all].exp().sum():.2f}")
try:
    exhaustive(early.model, source, max_length=len(by_hand))
except ValueError as refusal:
    print("and the translation?", refusal)

# %% [markdown]
# *The* is the more probable beginning, but *a cat* is the most probable sentence. **Exhaustive search** tries
# every sentence that can be written, so it is sure to find the best one. For a real model there are far too
# many, as the last line says.
#
# ### Beam search, step by step · 5 min
#
# **Beam search** lies between the two: it keeps the k best beginnings. In each step it continues all of them and
# ranks all candidates **together** by their totals. A candidate that writes END is complete: among the first k it
# is put aside as a possible answer, further down it is cut. Of all others the first k go on. So k go on in every
# step, also where an answer was put aside. (On many slides that answer takes one of the k places.)

# %%
table_tree(small, beams=2)

# %% [markdown]
# Step through it, and before you point at a word, say why it was kept, cut or put aside. *The cat* is cut, although
# its total is not bad: two others are better, and the beam is full. Now the sentence from above, as a list, beginning
# with the step where the two searches differ:


# %%
def steps_of(steps, vocabulary, most):
    for step in steps:
        print(f"step {step.number + 1}")
        for c in step.candidates(0, most):
            written = " ".join(step.words(0, c.rank - 1, vocabulary))
            print(f"  {written:42}{c.log_probability:6.2f}{c.total:7.2f}   {c.reason}")


searched = list(beam(early.model, source, beams=2))
steps_of(searched[4:], early.target_vocabulary.words, 4)
show(searched[-1].answers(), early, 2)

# %% [markdown]
# *Cet* was second and was kept. One step later its noun was written, and it overtook *cette*.
#
# ### Search error or model error? · 4 min
#
# So is a beam always better? The model gives a log p to **any** sentence, also to the right translation, even
# if the search did not find it. When the answer is wrong, compare the log p of the two:
#
# - the right one is more probable than what was found: the **search** missed it;
# - what was found is more probable than the right one: the **model** is wrong, and a perfect search would
#   be wrong too.

# %%
for what, count in table(judged).items():
    print(f"{what:42}{count:5}")

one_beam = judge(early, examples, beams=1)  # greedy search
for kind in ("search", "model"):
    of_kind = [n for n, one in enumerate(one_beam) if one.error == kind]
    right = sum(not judged[n].error for n in of_kind)
    print(f"greedy’s {kind} errors: {len(of_kind)}, of which a beam of five mends {right}")

# %% [markdown]
# Most of greedy’s search errors are mended by the beam, and none of its model errors. The beam even *spoils* some
# sentences that greedy search got right: it finds a wrong one that the model prefers. What is left is nearly
# all model errors. (All 1,000 sentences: `python -m transformer.measure.decoding.judged`.)
#
# Here is a search error. What will a wider beam do?

# %%
(missed, *_) = [n for n, one in enumerate(judged) if one.error == "search"]
print(" ".join(examples[missed].source))
print(f"right{judged[missed].totals[2]:11.3f}   {early.task.join(examples[missed].target)}")
hard = torch.tensor([ids(early, " ".join(examples[missed].source))])
for width in (1, 3, 5, 10):
    answers = last(beam(early.model, hard, width)).answers()
    text = said(early, answers.best()[0].tolist())
    print(f"beam {width:3}{answers.total[0, 0].item():8.3f}   {text}")

# %% [markdown]
# The search error goes away, and the translation is still wrong: the wider beam finds something that is more
# probable than the right one. **A wider beam can mend a search error, but not every one**: a model error may come
# to light behind it. A model error it mends only by luck, by missing what the model likes best. Nor does a wider
# beam always find something better: see *Break*.
#
# ### Length · 3 min
#
# Each word adds a log p of at most 0, so long sentences have low totals. Therefore answers are often ranked by a
# score, **total / |y|^α**, where |y| is the length and α a number that one chooses; α = 0 leaves the total as
# it is. Here END counts as one word of the length, as in Hugging Face. (*Mining Unstructured Data 12* does
# not say whether it does, and the ranking can depend on it.) Does α matter for translations?

# %%
some = Batch.of(examples[:60], early.source_vocabulary, early.target_vocabulary)
answers = last(beam(early.model, some.source, 5)).answers()  # five each
plain = answers.total.argmax(1)  # (60,)
for alpha in (0.5, 1.0, 2.0):
    choice = (answers.total / answers.length**alpha).argmax(1)
    print(f"alpha {alpha}: another translation for {int((choice != plain).sum())} of {len(some)}")

# %% [markdown]
# Hardly: the translations of one sentence have nearly the same length. Where lengths differ, α decides:

# %%
nothing, bear = sides(writer, ids(writer, "the bear"))  # what it reads, what it goes on with
for alpha in (0.0, 1.0):
    print(f"alpha {alpha}: the bear …")
    show(last(beam(writer.model, nothing, 5, 60, bear, alpha=alpha)).answers(), writer, 2, alpha)

# %% [markdown]
# Libraries call α a “length *penalty*”, but a larger α favours long answers: totals are negative, so dividing
# by more brings them *closer to 0*. Hugging Face's own documentation said the reverse until 2022. Compute it
# before you trust the name; the higher score wins:

# %%
short, long = (-4.0, 5), (-6.0, 10)  # (total, |y|)
for alpha in (0, 1):
    for name, power in (("divided by", -alpha), ("multiplied by", alpha)):
        scores = [total * length**power for total, length in (short, long)]
        print(f"alpha {alpha}, {name} |y|^α: short {scores[0]:.2f}, long {scores[1]:.2f}")

# %% [markdown]
# ### Sampling · 5 min
#
# For a translation one wants the best sentence. For a story one does not want the same sentence every time. So
# the next word is **drawn at random** from the model's probabilities, often after changing them: a
# **temperature** divides every log p; **top-k** keeps the k most probable words; **top-p** keeps the most
# probable ones until together they have the probability p. What is kept is scaled up to add to 1.

# %%
text = "the b"
log_p = next_word(writer, ids(writer, text))  # (vocabulary,)
shown = log_p.topk(9).indices
symbols = writer.target_vocabulary.words
print(f"{text} …" + " " * 17 + "".join(f"{symbols[t]:>7}" for t in shown))
for T, k, p in ((1, None, 1), (0.5, None, 1), (1, 3, 1), (1, None, 0.9), (2, None, 0.9)):
    after = Settings(T, k, p).distribution(log_p).by_token()  # (vocabulary,)
    cells = "".join(f"{share:7.3f}" if share else "      –" for share in after[shown].tolist())
    print(f"{f'T {T}, k {k}, p {p}':24}" + cells)

# %% [markdown]
# The temperature cuts nothing and keeps the order. Top-k always keeps k, whether the model is sure or not;
# top-p keeps few where the model is sure. A high temperature comes *before* top-p and lets more words through.
#
# Are the draws really made with these probabilities? Draw 10,000 times, and compare the counts with the
# expected ones. **Chi-square** takes each difference, squares it, divides it by the expected count, and adds
# all of these up (Pearson 1900). A large sum means that the draws do not fit; how large is large, the chance says:
# how often fair draws give such a sum or a larger one.

# %%
setting = Settings(top_p=0.9)
many = drawn(log_p, setting, 10_000, seed=0)
square = 0.0
drawn_from = many.distribution
for token, p, count in zip(drawn_from.token, drawn_from.probability, many.counts, strict=True):
    if p:
        square += (count - 10_000 * p) ** 2 / (10_000 * p)
        print(f"{symbols[token]:3} promised {10_000 * p:7.1f}   drawn {count:5}")
print(f"chi-square by hand {square:.2f}, machine {many.fit.square:.2f}; ", end="")
print(f"as large or larger by chance: {many.fit.p_value:.2f}")
uncut = fit(many.counts, Settings().distribution(log_p).probability)
print("the same draws, compared with the probabilities before the cut: ", end="")
print(f"chi-square {uncut.square:.0f}, by chance {uncut.p_value:.3f}")

# %%
for setting in (Settings(temperature=0.3), Settings(), Settings(temperature=2.0)):
    print(f"temperature {setting.temperature}")
    for found in texts(writer, ids(writer, "the bear"), setting, seed=1, count=3):
        print("   the bear" + writer.task.join(found.words))

# %% [markdown]
# ### Drafting · 4 min · further
#
# Each letter costs one call of the model. **Speculative decoding** (Leviathan et al. 2023) saves calls: a small,
# quick model (the *draft*) writes several symbols ahead, and the model checks them all in one call. The draft
# gave its symbol x the probability q(x), the model gives it p(x); x is accepted with probability
# min(1, p(x)/q(x)). The first symbol that is not accepted is replaced by one drawn from the *residual*,
# max(0, p − q) scaled to add to 1, and the rest of the draft is thrown away. Our draft only counts which
# letter follows which four.

# %%
lines = [writer.target_vocabulary.encode(e.target) for e in writer.task.train]
fives = NGram(lines, len(symbols), order=5)
*_, bears = rounds = list(speculative(writer.model, fives, nothing, 8, 60, bear, seed=3))
for r in rounds[:6]:
    drafted = "".join(writer.target_vocabulary.decode(r.drafted[0].tolist(), specials=True))
    written = "".join(writer.target_vocabulary.decode(r.written[0].tolist(), specials=True))
    print(f"drafted {drafted:12} accepted {int(r.accepted[0])}   written {written}")
print(f"the bear{said(writer, bears.tokens()[0].tolist())}")


# %% [markdown]
# One run says little. Here are twenty, each with a beginning of its own that no training saw, and its own seed.
# (A hundred: `python -m transformer.measure.decoding.drafted`.)


# %%
def many(draft, texts=20):
    """What became of so many texts."""
    return [tally(writer, draft, number, texts) for number in range(texts)]


twenty = many(fives)
low, high = spread(twenty, attrgetter("share"))
print(f"accepted: {together(twenty).share:.0%}; in four of five texts {low:.0%} to {high:.0%}")
print(f"symbols per call of the model: {together(twenty).rate:.1f}; without a draft 1.0")

# %% [markdown]
# Does the draft change what is written? It must not: what is written has to follow p, whatever the draft
# proposes. To test it, take the table as the model and a draft that is wrong nearly everywhere, write 10,000
# sentences, and count how often each comes out.

# %%
rows = {"<start>": {"a": 0.9, "the": 0.1}, "the": {"dog": 0.1, "cat": 0.1, "<end>": 0.8}}
rows |= {"a": {"dog": 0.5, "cat": 0.2, "<end>": 0.3}, "dog": {"<end>": 1}, "cat": {"<end>": 1}}
bad = Table(rows, words[4:])
*_, end = speculative(small, bad, nothing.expand(10_000, 0), 2, 4)
sentences = everything.tokens[0][found_all]
promised = everything.total[0][found_all].exp()
wrote = torch.nn.functional.pad(end.tokens(), (0, 3))[:, :3]  # (10,000, 3)
counts = (wrote[:, None] == sentences).all(-1).sum(0)  # (sentence,)
print(f"promised {[round(p) for p in (promised * 10_000).tolist()]}, written {counts.tolist()}")
print(f"chance {fit(counts, promised).p_value:.2f}; other sentences: {10_000 - int(counts.sum())}")

# %% [markdown]
# ### BLEU · 7 min · further
#
# Is a translation bad because one word differs? “Exactly right” says so. **BLEU** (Papineni et al. 2002) is
# milder. It cuts the translation into n-grams, that is, n words in a row, for n from 1 to 4, and counts how
# many of them occur in a right translation (the *reference*). The counts are *clipped*: an n-gram counts at
# most as often as a reference has it. The four shares are averaged (their geometric mean), and a *brevity*
# factor below 1 lowers the score of a translation that is too short. Their examples, and then our own:

# %%
cat = [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]]
seven = bleu([["the"] * 7], [cat])
(the,) = seven.orders[0].sentences[0]
print(f"“the” × 7: written {the.written}, allowed {the.allowed}: {the.counted}/{seven.written}")

guide = (
    "it is a guide to action which ensures that the military always obeys the commands of the party"
)
references = [
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
]
result = bleu([guide.split()], [[r.split() for r in references]])
print("precisions:", *(f"{o.matched}/{o.written}" for o in result.orders))
mean = math.prod(result.precisions) ** 0.25
print(f"brevity {result.brevity:.2f} · mean {mean:.4f} = {result.score:.2f} of 100")

right = [[early.target_vocabulary.decode(one.right)] for one in judged]
for name in ("greedy", "beam"):
    written = [early.target_vocabulary.decode(getattr(one, name)) for one in judged]
    exact = sum(w == r[0] for w, r in zip(written, right, strict=True)) / len(right)
    print(f"{name:7} exactly right {exact:.1%}   BLEU {bleu(written, right).score:.1f}")
print(f"on the card of the model {early.card['held_out']['bleu']:.1f}")

# %% [markdown]
# The same model, and on its card stands another BLEU than that of *greedy* here. The card counts all 1,000 sentences,
# and cuts each translation off two words after the length of the longest right one; here a sentence that does not end goes on.
# Both count words as the task splits them: *l’* and *parce qu’* are one word each. The usual tool, sacrebleu, splits
# the written text in its own way, and gets a third number. **A BLEU says little without what it counts.**
#
# Scores are made for comparing. Here is table 2 of *Attention is all you need*, which Vitay's deck
# (*Neurocomputing – Transformers*) prints. Its numbers are cited, not measured here. Does the Transformer beat
# all that came before it? Look at both pairs of languages.

# %%
from lessons.decoding.published import OTHER_SLIPS, PAIRS, SYSTEMS, TABLE, ours, verdicts
from lessons.figures.published_scores import published_scores

published_scores(SYSTEMS, PAIRS, TABLE, verdicts())

# %%
slips = "\n".join(f"- {slip}" for slip in OTHER_SLIPS)
display(Markdown(f"Three more slips of that deck:\n\n{slips}\n\n{ours(load('english_french'))}"))

# %% [markdown]
# The paper’s base model has 65 million parameters. Build one layer of it on each side, and count: which vocabulary
# comes closer, that of 25,000 words or one of 37,000?

# %%
from transformer.config import TransformerConfig
from transformer.model import Transformer

sizes = {"encoder_layers": 1, "decoder_layers": 1, "self_heads": 8, "cross_heads": 8}
base = Transformer(TransformerConfig(4, 4, 512, 2048, **sizes))


def parameters(*parts):
    return sum(each.numel() for part in parts for each in part.parameters())


layers = 6 * parameters(base.encoder.layers, base.decoder.layers)
layers += parameters(base.encoder.norm, base.decoder.norm)
for count in (25_000, 37_000):
    in_all = layers + count * 512  # the paper has one table for both languages
    print(f"{count:,} words: {in_all / 1e6:.1f} million parameters")

# %% [markdown]
# 37,000 comes close to 65 million. With 25,000 words, 8 million are missing.

# %% [markdown]
# ## Read the source · 3 min · further
#
# First the whole of beam search, on lists and for one sentence. Then the code that ranked every candidate above
# and on the page, for many sentences at once. A test holds the two together.

# %%
import inspect

from transformer.decoding import basic
from transformer.decoding.beam import candidates
from transformer.decoding.speculative import check as check_draft

for part in (basic.beam, candidates, Settings.distribution, check_draft):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 47 min
#
# Your turn. Open `lessons/decoding/exercise.py` beside this notebook. First fill in `beam_step`, then `score` and
# `top_p`, and save. The checks read the file anew each time. They stop at the first thing that does not hold, and
# say what they saw. (`accept` belongs to *Drafting* and goes further: it may stay as it is.)

# %%
from lessons.decoding.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your step can search, with the real model:

# %%
from lessons.decoding.checks import Student

if check().passed:
    student = Student()
    student.find()
    totals, state, read = [0.0], begin(early.model, source), torch.tensor([[START]])
    hypotheses, complete = [[]], []
    while not complete:
        kept, ended = student.beam_step(totals, state.log_probabilities(read).tolist(), 2)
        complete = [(total, [*hypotheses[h], END]) for total, h, _ in ended]
        hypotheses = [[*hypotheses[h], token] for _, h, token in kept]
        totals, read = [k[0] for k in kept], torch.tensor([[k[2]] for k in kept])
        state.select(torch.tensor([h for _, h, _ in kept]))
    print(f"your beam of two writes: {said(early, complete[0][1])}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 10 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Another table.** Change `after_a` to 0.5. *Expect* greedy search to be right now.

# %%
after_a = 0.9

changed = typed(after_a)
best = last(exhaustive(changed, nothing, 3)).answers().best()
for name, tokens in (("greedy", greedy(changed, nothing)), ("exhaustive", best)):
    print(f"{name:10}", *(words[t] for t in tokens[0]))

# %% [markdown]
# **2. Wider.** Change `beams` to 20, for the sentence with the search error. *Expect* a higher total, and a model
# error instead.

# %%
beams = 5

(one,) = judge(early, [examples[missed]], beams)
print(f"beam {beams}: log p {one.totals[1]:.2f}, right {one.totals[2]:.2f}: {one.error} error")

# %% [markdown]
# **3. Longer.** Change `alpha` to 1.0. *Expect* a text that is about twice as long, and less probable.

# %%
alpha = 0.0

show(last(beam(writer.model, nothing, 5, 60, bear, alpha=alpha)).answers(), writer, 1, alpha)

# %% [markdown]
# **4. Colder.** Change `temperature` to 0.3. *Expect* nearly always the same symbol, and none of the rare ones.

# %%
temperature = 1.0

found = drawn(log_p, Settings(temperature), 1000, seed=0)
token = found.distribution.token
print({symbols[t]: int(n) for t, n in zip(token, found.counts, strict=True) if n})

# %% [markdown]
# **5. A worse draft.** Change `order` to 2: the draft counts pairs. *Expect* fewer symbols for each call, and texts
# that are no worse.

# %%
order = 5

tallies = twenty if order == 5 else many(NGram(lines, len(symbols), order))
print(f"order {order}: {together(tallies).rate:.1f} symbols per call")

# %% [markdown]
# ## Break · 6 min
#
# **A wider beam that finds less.** Among 1,000 sentences we looked for one where greedy search finds a *more
# probable* translation than a beam of five. How can that be?

# %%
bottle = torch.tensor([ids(early, "my bottle was not on the road")])
for width in (1, 2, 5, 10):
    print(f"beam {width}")
    show(last(beam(early.model, bottle, width)).answers(), early)
print("beam 5 that goes on until nothing better can come")
show(last(beam(early.model, bottle, 5, stop="certain")).answers(), early)

# %% [markdown]
# The search stops when k answers are complete, one of the usual rules. (*Mining Unstructured Data 12* stops after T
# steps, or when at least n answers are complete; here n is k.) Five short fragments were complete while the best
# sentence was still being written. **The rule for stopping is part of the search.**
#
# Plant mistakes into the functions, and see what each check says:

# %%
from lessons.decoding.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · further
#
# Answer without scrolling up.
#
# 1. Why are log-probabilities added, where probabilities are multiplied?
# 2. The two best candidates continue the same beginning. Which are kept by a beam of two?
# 3. The answer is wrong, and the right translation has a lower log p. Does a wider beam help?
# 4. Why does α hardly matter for a translation?
# 5. α grows. Does “length penalty” make sentences shorter or longer?
# 6. Which of temperature, top-k and top-p never cuts anything?
# 7. (*Drafting*) A draft proposes nonsense. What gets worse?

# %% [markdown]
# ### Answers
#
# 1. log(a · b) = log a + log b; and a product of hundreds of probabilities is too small for a computer.
# 2. Both; no candidate that continues the other beginning is kept.
# 3. No, unless by luck: it is a model error. A perfect search would be wrong too. Train longer.
# 4. The translations of one sentence have nearly the same length, so all are divided by nearly the same number.
# 5. Longer: totals are negative, and are divided by |y|^α.
# 6. The temperature.
# 7. The number of calls: it grows. The text still follows the model's probabilities.
#
# Next: the lesson *Your layer* lets you change the model itself. Or click a word in the tree on the page (`make app`)
# to force it, and see how the model goes on from there.
