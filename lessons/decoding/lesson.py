# The text and code of the decoding lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Decoding: How does the model choose its output sentence?
#
# {opening}

# %%
import math
from operator import attrgetter

import torch

from lessons.decoding.figures.beam_tree import beam_tree, table_tree
from lessons.decoding.measure.chi_square import fit
from lessons.decoding.measure.drafted import middle_80_percent, tally, total_tally
from lessons.decoding.measure.judged import error_counts, fixed_by_beam, judge
from lessons.decoding.measure.next_words import (
    Settings,
    draw_samples,
    next_word,
    sample_texts,
    source_and_prompt,
)
from lessons.kit.encoded_text import vocabulary_of
from transformer.decoding import (
    NGram,
    Table,
    beam,
    exhaustive,
    greedy,
    last,
    speculative,
    start_decoding,
)
from transformer.objectives.batch import Batch
from transformer.objectives.bleu import bleu
from transformer.vocabulary import END, PAD, START
from transformer.weights import load

torch.set_num_threads(1)
_ = torch.set_grad_enabled(False)  # nothing is trained here

early = load("english_french_early")  # English → French, stopped at step 300 of 1,500
writer = load("language_model")  # continues a text, letter by letter


def ids(trained, text):
    return vocabulary_of(trained).encode(trained.task.split(text))


def text_of(trained, tokens):
    """Join tokens into a text, without END and PAD."""
    return trained.task.join(trained.target_vocabulary.decode([t for t in tokens if t != PAD]))


def show(answers, trained, most=1, alpha=0.0):
    for k in range(min(most, answers.tokens.shape[1])):
        total, length = answers.total[0, k].item(), int(answers.length[0, k])
        line = f"  log p {total:7.3f}   |y| {length:2}   score {total / length**alpha:8.4f}   "
        print(line + text_of(trained, answers.tokens[0, k].tolist()))


# %% [markdown]
# ## Picture · 3 min
#
# A model assigns a probability to each word that could come next, and a decoding rule chooses one of these words. Here
# **beam search** keeps several **hypotheses** (partial translations) and extends each of them. Step through the search.
# Each grey word shows why its hypothesis was **pruned**. Under each word is the *total* of the hypothesis that ends
# there: the logarithm of its probability (log p). A total of 0 means certainty; −7 means a tiny probability. The model
# did not see this sentence in training.

# %%
examples = early.task.held_out[::4]  # 250 of 1,000 held-out sentences
judged = judge(early, examples, beams=5)  # greedy decoding, and a beam of five
mended = min(fixed_by_beam(judged), key=lambda n: len(judged[n].beam))  # the shortest one
sentence = " ".join(examples[mended].source)
beam_tree(early, sentence, 2, right=examples[mended].target)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue: click an option and read the reply. The answer stays hidden until you open it.

# %%
from IPython.display import Markdown, display

from lessons.decoding.prediction import about_beam
from lessons.kit.prediction import ask, covered

pairs = [(" ".join(e.source), result) for e, result in zip(examples, judged, strict=True)]
ask(about_beam(pairs))

# %% [markdown]
# ## Run
#
# ### Greedy decoding, by hand · 3 min
#
# At **inference**, after training, the model writes token by token, and each token becomes part of the next input. This
# is **autoregressive decoding**. **Greedy decoding** takes the most probable next word at each step. The probability of
# a sentence is the product of the probabilities of its words, so its log-probability is the **sum** of their
# log-probabilities. A product of many small numbers would soon be too small for a computer to represent.

# %%
source = torch.tensor([ids(early, sentence)])  # (1, source)
print(sentence)
state, word, total = start_decoding(early.model, source), START, 0.0
by_hand = []
while word != END and len(by_hand) < 20:
    log_p = state.log_probabilities(torch.tensor([[word]]))[0]  # (vocabulary,)
    word = int(log_p.argmax())
    total += log_p[word].item()
    by_hand.append(word)
    shown = early.target_vocabulary.words[word]
    print(f"{shown:10} p {log_p[word].exp():.3f}   log p {log_p[word]:7.3f}   total {total:7.3f}")

print(f"p of the sentence: e^{total:.3f} = {math.exp(total):.4f}")
print("same as greedy():", greedy(early.model, source)[0].tolist() == by_hand)
print(f"greedy: {text_of(early, by_hand)}\nright:  {early.task.join(examples[mended].target)}")

# %% [markdown]
# Greedy decoding wrote *cette*, the feminine form, but *accord* is masculine. The noun had not been written when
# *cette* was chosen, and greedy decoding never takes a word back. Each word was the best choice at its step, but the
# sentence is not the best one.
#
# ### The best next word is not the best sentence · 2 min
#
# Here the model is only a table. For each last word, the table lists the possible next words and their probabilities.
# **Before you run the cell**, find the most probable sentence with pencil and paper.


# %%
def typed_table(after_a):
    """Return a table in which *cat* has the probability `after_a` after *a*."""
    rows = {"<start>": {"the": 0.6, "a": 0.4}, "the": {"dog": 0.4, "cat": 0.35, "<end>": 0.25}}
    rows |= {"a": {"cat": after_a, "<end>": 1 - after_a}, "dog": {"<end>": 1}, "cat": {"<end>": 1}}
    return Table(rows)


small = typed_table(after_a=0.9)
words, nothing = (
    small.vocabulary.words,
    torch.zeros(1, 0, dtype=torch.long),
)  # a table reads no source
print("greedy:", *(words[t] for t in greedy(small, nothing)[0]))

everything = last(exhaustive(small, nothing, max_length=3)).answers()
found_all = everything.score[0] > -torch.inf
for tokens, log_p in zip(everything.tokens[0], everything.total[0][found_all], strict=False):
    print(f"p {log_p.exp():.2f}  ", *(words[t] for t in tokens if t != PAD))
print(f"together: {everything.total[0][found_all].exp().sum():.2f}")
try:
    exhaustive(early.model, source, max_length=len(by_hand))
except ValueError as refusal:
    print("with the translation model:", refusal)

# %% [markdown]
# *The* is the more probable **prefix** (beginning), but *a cat* is the most probable sentence. **Exhaustive search**
# tries every possible sentence, so it always finds the best one. A real model allows far too many sentences, as the
# last line shows.
#
# ### Beam search, step by step · 5 min
#
# **Beam search** is a compromise: it keeps the k best hypotheses, where k is the **beam size**. At each step it extends
# all of them and ranks all candidates **together** by their totals. A candidate that ends in END is **finished**. If
# such a candidate ranks among the first k, it is put aside as a possible answer; otherwise it is pruned. Of the other
# candidates, the first k are kept. So k hypotheses continue at every step, even if one has finished. (On many slides, a
# finished hypothesis takes one of the k slots.)

# %%
table_tree(small, beams=2)

# %% [markdown]
# Before you point to a word, say why its hypothesis was kept, pruned or put aside. *The cat* is pruned because two
# other hypotheses are better and the beam size is two. The next cell prints the search for the sentence above, starting
# where it differs from greedy decoding:


# %%
def print_steps(steps, vocabulary, most):
    for step in steps:
        print(f"step {step.number + 1}")
        for c in step.candidates(0, most):
            written = " ".join(step.words(0, c.rank - 1, vocabulary))
            print(f"  {written:42}{c.log_probability:6.2f}{c.total:7.2f}   {c.reason}")


searched = list(beam(early.model, source, beams=2))
print_steps(searched[4:], early.target_vocabulary.words, 4)
show(searched[-1].answers(), early, 2)

# %% [markdown]
# *Cet* ranked second and was kept. One step later its noun was written, and its hypothesis overtook the hypothesis with
# *cette*.
#
# ### Search error or model error? · 4 min
#
# The model assigns a log-probability to **any** sentence, including a correct translation that the search did not find.
# If the answer is wrong, compare its log-probability with that of the correct translation:
#
# - If the correct translation is more probable than the answer, the **search** missed it.
# - If the answer is more probable than the correct translation, the **model** is wrong, and a perfect search would not
#   help.

# %%
for what, count in error_counts(judged).items():
    print(f"{what:42}{count:5}")

one_beam = judge(early, examples, beams=1)  # greedy search
for kind in ("search", "model"):
    of_kind = [n for n, result in enumerate(one_beam) if result.error == kind]
    right = sum(not judged[n].error for n in of_kind)
    print(f"greedy’s {kind} errors: {len(of_kind)}, of which a beam of five fixes {right}")

# %% [markdown]
# Beam search fixes most search errors of greedy decoding but none of its model errors. Beam search even *spoils* some
# correct greedy translations, because it finds a wrong translation that the model prefers. Nearly all remaining errors
# are model errors. Stahlberg and Byrne (2019) count the two kinds of error in the same way for a large model. (For all
# 1,000 sentences, run `python -m lessons.decoding.measure.judged`.)
#
# Here is a search error. What does a wider beam find?

# %%
(missed, *_) = [n for n, result in enumerate(judged) if result.error == "search"]
print(" ".join(examples[missed].source))
print(f"right{judged[missed].totals[2]:11.3f}   {early.task.join(examples[missed].target)}")
hard = torch.tensor([ids(early, " ".join(examples[missed].source))])
for width in (1, 3, 5, 10):
    answers = last(beam(early.model, hard, width)).answers()
    text = text_of(early, answers.best()[0].tolist())
    print(f"beam {width:3}{answers.total[0, 0].item():8.3f}   {text}")

# %% [markdown]
# The search error disappears, but the wider beam finds a more probable wrong sentence. **A wider beam fixes some search
# errors but not all**, because a search error may hide a model error. A wider beam fixes a model error only by chance,
# if it misses the sentence that the model prefers. A wider beam does not always find a more probable sentence: see
# *Break*.
#
# ### Length normalisation · 4 min
#
# Each word adds a log p of at most 0, so long sentences have low totals. Answers are therefore often ranked by a score,
# **total / |y|^α** (**length normalisation**), where |y| is the length and you choose α. With α = 0 the score is the
# total. END counts as one token, as in Hugging Face’s `generate`. (*Mining Unstructured Data 12* does not specify
# whether END counts, although this can change the ranking.) Does α matter for translating sentences of this grammar?

# %%
some = Batch.from_examples(examples[:60], early.source_vocabulary, early.target_vocabulary)
answers = last(beam(early.model, some.source, 5)).answers()  # five answers per sentence
plain = answers.total.argmax(1)  # (60,)
for alpha in (0.5, 1.0, 2.0):
    choice = (answers.total / answers.length**alpha).argmax(1)
    print(f"alpha {alpha}: another translation for {int((choice != plain).sum())} of {len(some)}")

# %% [markdown]
# In this grammar α hardly matters, because the translations of one sentence have nearly the same length. In large
# translation models α does matter, because of the **brevity problem**: the search prefers answers that are too short.
#
# - Wu et al. (2016) divide the total by a power of the length and report better translations. Vaswani et al. (2017) use
#   α = 0.6.
# - Koehn and Knowles (2017) and Murray and Chiang (2018) find that a wide beam makes translations too short and
#   therefore worse.
# - Stahlberg and Byrne (2019) search exhaustively. The most probable translation is often *empty*, so the search errors
#   of a small beam hide a model error.
#
# How long are our model’s translations?

# %%
wanted = sum(len(example.target) + 1 for example in examples[:60]) / 60  # END counts
print(f"right translations: {wanted:.2f} tokens on average")
for width in (1, 5, 20):
    finished = last(beam(early.model, some.source, width)).answers()
    print(f"beam {width:2}, alpha 0: {finished.length[:, 0].double().mean():.2f} tokens")

# %% [markdown]
# If the lengths differ, α can determine the ranking. Here a language model continues a text:

# %%
nothing, bear = source_and_prompt(writer, ids(writer, "the bear"))  # its source, and the prefix
for alpha in (0.0, 1.0):
    print(f"alpha {alpha}: the bear …")
    show(last(beam(writer.model, nothing, 5, 60, bear, alpha=alpha)).answers(), writer, 2, alpha)

# %% [markdown]
# Libraries call α a “length *penalty*”, but a larger α favours long answers, because dividing a negative total by a
# larger number brings it *closer to 0*. Until 2022, Hugging Face’s documentation stated the opposite. Compute an
# example (a higher score is better):

# %%
short, long = (-4.0, 5), (-6.0, 10)  # (total, |y|)
for alpha in (0, 1):
    for name, power in (("divided by", -alpha), ("multiplied by", alpha)):
        scores = [total * length**power for total, length in (short, long)]
        print(f"alpha {alpha}, {name} |y|^α: short {scores[0]:.2f}, long {scores[1]:.2f}")

# %% [markdown]
# ### Sampling · 5 min
#
# A translation should be the best sentence, but a story should not be the same every time. For a story, the next word
# is **sampled** from the model’s probabilities, which are often modified first. Every log p is divided by a
# **temperature**. **Top-k sampling** (Fan et al. 2018) keeps the k most probable words. **Nucleus** or **top-p
# sampling** (Holtzman et al. 2020) keeps the most probable words until their probabilities add up to at least p. The
# kept probabilities are **renormalized** to add up to 1. (*Min-p* keeps words with at least p times the largest
# probability. **Locally typical sampling** keeps words whose −log p is close to its mean.)

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
# The temperature removes no words and preserves their ranking. Top-k always keeps k words; top-p keeps few words where
# the model is confident. The temperature is applied *before* top-p, so top-p keeps more words at a high temperature.
#
# Are words really drawn with these probabilities? Draw 10,000 times, and compare the actual and expected counts.
# **Chi-square** squares each difference, divides it by the expected count, and adds up the results (Pearson 1900). The
# **p-value** is the probability that correct draws produce a sum at least this large. If the p-value is tiny, the draws
# do not match the probabilities.

# %%
setting = Settings(top_p=0.9)
tallies_of_texts = draw_samples(log_p, setting, 10_000, seed=0)
square = 0.0
drawn_from = tallies_of_texts.distribution
for token, p, count in zip(
    drawn_from.token, drawn_from.probability, tallies_of_texts.counts, strict=True
):
    if p:
        square += (count - 10_000 * p) ** 2 / (10_000 * p)
        print(f"{symbols[token]:3} expected {10_000 * p:7.1f}   drawn {count:5}")
print(f"chi-square by hand {square:.2f}, by fit() {tallies_of_texts.fit.square:.2f}; ", end="")
print(f"p-value: {tallies_of_texts.fit.p_value:.2f}")
uncut = fit(tallies_of_texts.counts, Settings().distribution(log_p).probability)
print("the same draws, compared with the probabilities before the cut: ", end="")
print(f"chi-square {uncut.square:.0f}, p-value {uncut.p_value:.3f}")

# %%
for setting in (Settings(temperature=0.3), Settings(), Settings(temperature=2.0)):
    print(f"temperature {setting.temperature}")
    for sampled in sample_texts(writer, ids(writer, "the bear"), setting, seed=1, count=3):
        print("   the bear" + writer.task.join(sampled.words))

# %% [markdown]
# ### Speculative decoding · 4 min · optional
#
# Each letter needs one **forward pass** (one call to the model). **Speculative decoding** (Leviathan et al. 2023) needs
# fewer passes. A small, fast **draft model** proposes several tokens, and the **target model** checks all of them in
# one forward pass. The draft model assigns its token x the probability q(x), and the target model assigns x the
# probability p(x). The token is **accepted** with probability min(1, p(x)/q(x)). The first **rejected** token is
# replaced by one drawn from the renormalized *residual*, max(0, p − q). The rest of the draft is discarded. Our draft
# model only counts how often each letter follows each four-letter sequence.

# %%
lines = [writer.target_vocabulary.encode(e.target) for e in writer.task.train]
fives = NGram(lines, len(symbols), order=5)
*_, bears = rounds = list(speculative(writer.model, fives, nothing, 8, 60, bear, seed=3))
for r in rounds[:6]:
    drafted = "".join(writer.target_vocabulary.decode(r.drafted[0].tolist(), specials=True))
    written = "".join(writer.target_vocabulary.decode(r.written[0].tolist(), specials=True))
    print(f"drafted {drafted:12} accepted {int(r.accepted[0])}   written {written}")
print(f"the bear{text_of(writer, bears.tokens()[0].tolist())}")


# %% [markdown]
# Here are twenty runs, each with its own seed and held-out prefix. (For a hundred runs, use `python -m
# lessons.decoding.measure.drafted`.)


# %%
def tallies_of_texts(draft, texts=20):
    """Write `texts` texts and count what was accepted."""
    return [tally(writer, draft, number, texts) for number in range(texts)]


twenty = tallies_of_texts(fives)
low, high = middle_80_percent(twenty, attrgetter("share"))
print(f"accepted: {total_tally(twenty).share:.0%}; in four of five texts {low:.0%} to {high:.0%}")
print(f"tokens per forward pass: {total_tally(twenty).rate:.1f}; without a draft model 1.0")

# %% [markdown]
# Does the draft model change the distribution of the text? The distribution must not change: the text has to follow p,
# whatever the draft model proposes. To test this, use the table as the target model, with a draft model that is nearly
# always wrong. Sample 10,000 sentences and count how often each one occurs.

# %%
rows = {"<start>": {"a": 0.9, "the": 0.1}, "the": {"dog": 0.1, "cat": 0.1, "<end>": 0.8}}
rows |= {"a": {"dog": 0.5, "cat": 0.2, "<end>": 0.3}, "dog": {"<end>": 1}, "cat": {"<end>": 1}}
bad = Table(rows, words[4:])
*_, end = speculative(small, bad, nothing.expand(10_000, 0), 2, 4)
sentences = everything.tokens[0][found_all]
promised = everything.total[0][found_all].exp()
wrote = torch.nn.functional.pad(end.tokens(), (0, 3))[:, :3]  # (10,000, 3)
counts = (wrote[:, None] == sentences).all(-1).sum(0)  # (sentence,)
print(f"expected {[round(p) for p in (promised * 10_000).tolist()]}, written {counts.tolist()}")
print(f"p-value {fit(counts, promised).p_value:.2f}; other sentences: {10_000 - int(counts.sum())}")

# %% [markdown]
# ### BLEU · 7 min · optional
#
# Exact match counts a translation as wrong if even one word differs. **BLEU** (Papineni et al. 2002) is less strict.
# BLEU splits the translation into **n-grams** (n consecutive words), for n from 1 to 4, and counts how many n-grams
# occur in a correct translation (the *reference*). The counts are *clipped*: an n-gram is counted at most as often as
# it occurs in a reference. The four precisions are averaged (geometric mean). A *brevity penalty* below 1 lowers the
# score of a translation that is too short. Here are the paper’s examples, followed by our own:

# %%
cat = [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]]
seven = bleu([["the"] * 7], [cat])
(the,) = seven.orders[0].sentences[0]
print(
    f"“the” × 7: written {the.written}, allowed {the.allowed}: {the.clipped_count}/{seven.written}"
)

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

right = [[early.target_vocabulary.decode(result.right)] for result in judged]
for name in ("greedy", "beam"):
    written = [early.target_vocabulary.decode(getattr(result, name)) for result in judged]
    exact = sum(w == r[0] for w, r in zip(written, right, strict=True)) / len(right)
    print(f"{name:7} exactly right {exact:.1%}   BLEU {bleu(written, right).score:.1f}")
print(f"on the card of the model {early.card['held_out']['bleu']:.1f}")

# %% [markdown]
# The BLEU score on this model’s card differs from the value for *greedy* here. The card’s score covers all
# 1,000 sentences, with translations truncated at two words more than the longest reference; here no translation is
# truncated. Both values use the task’s tokenization: *l’* and *parce qu’* are one word each. The usual tool, sacrebleu,
# splits the text differently and reports a third value. **A BLEU score means little unless you know what was counted.**
#
# Here is table 2 of *Attention is all you need*, as printed in Vitay’s deck (*Neurocomputing – Transformers*). The
# table’s numbers are cited, not measured here. Does the Transformer beat all earlier systems? Check both language
# pairs.

# %%
from lessons.decoding.figures.published_scores import published_scores
from lessons.decoding.published import OTHER_SLIPS, PAIRS, SYSTEMS, TABLE, about_our_model, verdicts

published_scores(SYSTEMS, PAIRS, TABLE, verdicts())

# %%
slips = "\n".join(f"- {slip}" for slip in OTHER_SLIPS)
display(
    Markdown(
        f"More slips in that deck and in others:\n\n{slips}\n\n{about_our_model(load('english_french'))}"
    )
)

# %% [markdown]
# The paper’s base model has 65 million parameters. Count the parameters of one encoder layer and one decoder layer.
# Which vocabulary size comes closer to 65 million: 25,000 or 37,000 words?

# %%
from transformer.config import TransformerConfig
from transformer.model import Transformer

sizes = {"encoder_layers": 1, "decoder_layers": 1, "self_heads": 8, "cross_heads": 8}
base = Transformer(TransformerConfig(4, 4, d_model=512, d_ff=2048, **sizes))


def parameters(*parts):
    return sum(each.numel() for part in parts for each in part.parameters())


layers = 6 * parameters(base.encoder.layers, base.decoder.layers)
layers += parameters(base.encoder.norm, base.decoder.norm)
for count in (25_000, 37_000):
    in_all = layers + count * 512  # the paper uses one table for both languages
    print(f"{count:,} words: {in_all / 1e6:.1f} million parameters")

# %% [markdown]
# With 37,000 words, the total comes close to 65 million parameters. With 25,000 words, 8 million parameters are
# missing.

# %% [markdown]
# ## Read the source · 3 min · optional
#
# The first function is a complete beam search for one sentence, written with lists. The second function ranked every
# candidate above and can process many sentences at once. A test checks that both functions return the same result.

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
# Your turn. Open `lessons/decoding/exercise.py` next to this notebook. First fill in `beam_step`, then `score` and
# `top_p`, and save. The checks re-read the file each time, stop at the first failure and report what they found.
# (`accept` belongs to *Speculative decoding* and is optional.)

# %%
from lessons.decoding.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, your `beam_step` searches with the real model:

# %%
from lessons.decoding.checks import Student

if check().passed:
    student = Student()
    student.find()
    totals, state, read = [0.0], start_decoding(early.model, source), torch.tensor([[START]])
    hypotheses, complete = [[]], []
    while not complete:
        kept, ended = student.beam_step(totals, state.log_probabilities(read).tolist(), 2)
        complete = [(total, [*hypotheses[h], END]) for total, h, _ in ended]
        hypotheses = [[*hypotheses[h], token] for _, h, token in kept]
        totals, read = [k[0] for k in kept], torch.tensor([[k[2]] for k in kept])
        state.select(torch.tensor([h for _, h, _ in kept]))
    print(f"your beam of two writes: {text_of(early, complete[0][1])}")
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 10 min · optional
#
# Change one line in each cell. Say what you expect, then run the cell.
#
# **1. A different table.** Change `after_a` to 0.5. *Expect* greedy decoding to find the best sentence.

# %%
after_a = 0.9

changed = typed_table(after_a)
best = last(exhaustive(changed, nothing, 3)).answers().best()
for name, tokens in (("greedy", greedy(changed, nothing)), ("exhaustive", best)):
    print(f"{name:10}", *(words[t] for t in tokens[0]))

# %% [markdown]
# **2. A wider beam.** Change `beams` to 20, for the sentence with the search error. *Expect* a higher total, but now a
# model error.

# %%
beams = 5

(result,) = judge(early, [examples[missed]], beams)
print(
    f"beam {beams}: log p {result.totals[1]:.2f}, right {result.totals[2]:.2f}: {result.error} error"
)

# %% [markdown]
# **3. A larger α.** Change `alpha` to 1.0. *Expect* a text that is about twice as long as before and less probable.

# %%
alpha = 0.0

show(last(beam(writer.model, nothing, 5, 60, bear, alpha=alpha)).answers(), writer, 1, alpha)

# %% [markdown]
# **4. A lower temperature.** Change `temperature` to 0.3. *Expect* nearly always the same letter, and no rare letters.

# %%
temperature = 1.0

drawn_samples = draw_samples(log_p, Settings(temperature), 1000, seed=0)
token = drawn_samples.distribution.token
print({symbols[t]: int(n) for t, n in zip(token, drawn_samples.counts, strict=True) if n})

# %% [markdown]
# **5. A worse draft model.** Change `order` to 2, so that the draft model counts pairs. *Expect* fewer tokens per
# forward pass, but texts that are no worse.

# %%
order = 5

tallies = twenty if order == 5 else tallies_of_texts(NGram(lines, len(symbols), order))
print(f"order {order}: {total_tally(tallies).rate:.1f} tokens per forward pass")

# %% [markdown]
# ## Break · 6 min
#
# **This wider beam finds a worse answer.** We searched 1,000 sentences for one whose greedy translation is *more
# probable* than that of a beam of five. How can a wider beam do worse?

# %%
bottle = torch.tensor([ids(early, "my bottle was not on the road")])
for width in (1, 2, 5, 10):
    print(f"beam {width}")
    show(last(beam(early.model, bottle, width)).answers(), early)
print("beam 5 that continues until no better answer is possible")
show(last(beam(early.model, bottle, 5, stop="certain")).answers(), early)

# %% [markdown]
# The search stops when k hypotheses are finished, which is a common stopping rule. (*Mining Unstructured Data 12* stops
# after T steps, or when at least n hypotheses are finished; here n is k.) Five short fragments were finished while the
# best sentence was still being written. **The stopping rule is part of the search.**
#
# Here are common mistakes in this exercise and the message each one triggers:

# %%
from lessons.decoding.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:20} ✗ {result.failed:42} {result.saw[:44]}")

# %% [markdown]
# ## Recall · 5 min · optional
#
# Answer without scrolling up.
#
# 1. Why do we add log-probabilities instead of multiplying probabilities?
# 2. The two best candidates extend the same hypothesis. Which candidates does a beam of two keep?
# 3. The answer is wrong, and the correct translation has a lower log p than the answer. Does a wider beam help?
# 4. Why does α hardly matter for translating sentences of this grammar, and why does it matter in large models?
# 5. Does a larger “length penalty” α make sentences shorter or longer?
# 6. Which of temperature, top-k and top-p never removes a word?
# 7. (*Speculative decoding*) A draft model proposes nonsense. What gets worse?

# %% [markdown]
# ### Answers
#
# 1. A product of hundreds of probabilities is too small for a computer to represent; the sum log(a · b) = log a + log b
#    is not.
# 2. The beam keeps both candidates and none that extends the other hypothesis.
# 3. A wider beam helps only by chance. With a model error, even exact search finds a wrong answer. Here longer training
#    fixes the error. Large models prefer answers that are too short even when fully trained; length normalisation then
#    helps.
# 4. Here the translations of one sentence have nearly the same length, so all totals are divided by nearly the same
#    number. In large models the lengths differ, and search prefers answers that are too short.
# 5. Sentences become longer, because the negative totals are divided by |y|^α.
# 6. The temperature never removes a word.
# 7. Only the speed suffers: more forward passes are needed. The text still follows the target model’s probabilities.
#
# Next: in the lesson *Your own layer* you change the model itself. Or click a word in the tree on the page (`make
# app`) to force it, and see how the search continues.
