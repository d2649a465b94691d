# The text and code of the tokens lesson. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Tokens: where does a text fall apart?
#
# {opening}

# %%
from collections import Counter
from pathlib import Path

from lessons.figures.bpe_player import bpe_player
from lessons.tokens import DECK, SENNRICH, TIES, WIDEST
from transformer.tasks import TASKS
from transformer.tokens.bpe import BPE, learn

# %% [markdown]
# ## Picture · 3 min
#
# A model reads numbers, so a text must first fall apart into pieces that can be numbered. Whole words
# are too many, and a new one comes along every day. Single letters are few, but a sentence becomes
# long. *Byte-pair encoding* finds a middle: it begins with letters and joins what often stands side by
# side.
#
# The example is the one of the paper (Sennrich, Haddow and Birch 2016, algorithm 1): *low* occurs 5 times,
# *lower* 2, *newest* 6, *widest* 3. `</w>` marks the end of a word. Look for the most frequent pair of
# neighbours, by eye. Answer the question below before you press the button that counts; then step with
# ← and →.

# %%
bpe_player(learn(SENNRICH, 20), SENNRICH).at(counted=False)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you go on: click what you think, and read the reply. What answers the question stays
# folded until you open it. A wrong guess that you can explain teaches more than a right one.

# %%
from lessons.kit.prediction import ask, covered
from lessons.tokens.prediction import about

ask(about(SENNRICH, {tie: learn(SENNRICH, 20, tie=tie) for tie in TIES}))

# %% [markdown]
# ## Run · 5 min
#
# Count all pairs inside the words, most frequent first.


# %%
def shown(pair):
    return f"({pair[0]}, {pair[1]})"


paper = learn(SENNRICH, 20)
with covered():
    print(", ".join(f"{shown(pair)} {count}" for pair, count in paper.at(0).pairs))
    print(f"equally frequent: {paper.merges[0].ties}")

# %% [markdown]
# Three pairs are equally frequent. “Merge the most frequent pair” becomes an algorithm only with a rule
# for ties. Three rules are in use:
#
# - *first seen*: the pair that a reader meets first. The short program printed in the paper does this
#   today: Python's `max` keeps the first of equal ones, and a dictionary keeps its order. In 2016 it did
#   not (that came with Python 3.7), so which of two equal pairs came first was an accident.
# - *largest pair*: the last one in the alphabet. The authors' tool `subword-nmt` does this.
# - *smallest ids*: the pair whose tokens have the smallest numbers. Hugging Face `tokenizers` does this.
#
# Each rule writes another history of the same four words; here are the first four merges of each.

# %%
for tie, name in TIES.items():
    learned = learn(SENNRICH, 20, tie=tie)
    print(f"{name:13}", ", then ".join(shown(merge.pair) for merge in learned.merges[:4]))
print(f"merges until no pair occurs twice: {len(paper.merges)}")

# %% [markdown]
# Step through all of them, and watch how a word that is not in the text, *lowest*, is cut by what was
# learned.

# %%
bpe_player(paper, SENNRICH, word="lowest")

# %% [markdown]
# One more choice is made before anything is counted: is the end of a word a token *of its own*, `</w>`, or
# is it *glued* to the last letter, `t</w>`, as newer versions of `subword-nmt` do? Glued, (t, `</w>`) is no
# pair any more.

# %%
for end in ("own", "glued"):
    merge = learn(SENNRICH, 1, end=end).merges[0]
    print(f"end of word {end:6}", merge.count, "times:", ", ".join(map(shown, merge.tied)))

# %% [markdown]
# ### A slide to check · 3 min · further
#
# The deck *Mining Unstructured Data 12* shows the method on “low lower newest wides”, each word once. Its
# most frequent pair is (e, s), it says, and its result ends in *wid⟨es⟩t*. Find what cannot be right, and
# then count.

# %%
deck = learn(DECK, 20)
print(", ".join(f"{shown(pair)} {count}" for pair, count in deck.at(0).pairs))
print(f"equally frequent: {deck.merges[0].ties}")
for tie, name in TIES.items():
    learned = learn(DECK, 20, tie=tie)
    print(f"{name:13}", ", then ".join(shown(merge.pair) for merge in learned.merges))
    print(" " * 13, " ".join(learned.tokens(DECK)))

# %% [markdown]
# (e, s) is one choice of four, and the slide does not say why it is taken. Its result ends in *wid⟨es⟩t*, but
# no t follows in “wides”: the text should end in *widest*. And its first vocabulary lists a space. The words
# are taken apart before anything is counted, so no pair holds a space. What is left, and how many pairs tie
# with “widest”?

# %%
print(" ".join(deck.vocabulary[: -len(deck.merges)]))
for text in (DECK, WIDEST):
    merge = learn(text, 1, tie="smallest_ids").merges[0]
    last = " ".join(learn(text, 1, tie="smallest_ids").tokens(text.split()[-1]))
    print(
        f"{text.split()[-1]:7} {merge.ties} pairs occur {merge.count} times; after (e, s): {last}"
    )
for end in ("own", "glued"):
    print(f"end of word {end:6}", ", ".join(map(shown, learn(DECK, 1, end=end).merges[0].tied)))

# %% [markdown]
# ### More merges, fewer tokens, a smaller map · 4 min
#
# Now a longer text: the English training sentences of the translation task. After k merges, how long
# is a sentence? And how large is its *attention map*? In attention every token looks at every token, as in the
# encoder of the first lesson. Who looks at whom is a table, the map: length × length cells.

# %%
task = TASKS["english_french"]()
sentences = [" ".join(example.source) for example in task.train]
TEXT = "\n".join(sentences)
counted = Counter(TEXT.split())  # word → how often
tired = "the animal did not cross the street because it was too tired"

learned = learn(TEXT, 5000)
print(f"{len(sentences):,} sentences, {len(set(TEXT.split()))} different words")
print(f"asked for 5,000 merges, learned {len(learned.merges):,}: then no pair occurs twice\n")
print("merges  vocabulary  tokens a sentence  cells a map")
cut = {k: learn(TEXT, k) for k in (0, 10, 30, 100, 300, 1000)}
for k, tokenizer in cut.items():
    lengths = [len(tokenizer.encode(sentence)) for sentence in sentences]
    mean, cells = sum(lengths) / len(lengths), sum(n * n for n in lengths) / len(lengths)
    print(f"{k:6,} {len(tokenizer.vocabulary):11,} {mean:18.1f} {cells:12,.0f}")

# %%
for k, tokenizer in cut.items():
    pieces = tokenizer.tokens(tired)
    print(f"{k:5} merges, {len(pieces):2} tokens, {len(pieces) ** 2:5,} cells: {' '.join(pieces)}")

# %% [markdown]
# Frequent words become whole first: *the*, *not*, *was*. The first merges shorten the text most, each
# later one less, while every merge costs one more row in the table of vectors (the *embedding* table, of which
# the next lesson tells). And because a map grows with the *square* of the length, half the tokens mean a quarter of the cells. In a sentence this is
# little. In a page it decides what fits into memory; here 100 sentences are read at once:

# %%
page = "\n".join(sentences[:100])
for k in (0, 100, 1000):
    n = len(cut[k].encode(page))
    print(f"{k:5} merges: {n:5,} tokens, one map {4 * n * n / 1e6:5.1f} MB in float32")

# %% [markdown]
# How many merges are right? There is no formula; people weigh length against rows. The Transformer of
# Vaswani et al. (2017, section 5.1) had a vocabulary of about 37,000 for English and German together,
# GPT-2 (Radford et al. 2019) has 50,257. A text as small as ours runs out of pairs long before.
#
# ### Words that nobody has seen · 3 min
#
# A new word is no problem as long as its letters are known: it comes out in smaller pieces.

# %%
tokenizer = cut[300]
for word in ("streets", "animated", "unwashable"):
    known = "seen in training" if word in TEXT.split() else "never seen"
    print(f"{word:11} {known}: {' '.join(tokenizer.tokens(word))}")

# %% [markdown]
# A new *character* is a problem. Learned from characters, the vocabulary has no 🙂, nor the
# letters of another script. Many programs write “unknown” in such a case, and what was there is lost. The
# way out: fall back to the *bytes* of UTF-8. There are only 256 of them, so nothing can be unknown. GPT-2
# (Radford et al. 2019) starts from bytes altogether, and it writes each byte as a printable character.

# %%
from_bytes = learn(TEXT, 300, base="bytes")
for word in ("🙂", "кот", "naïve"):
    unseen = "".join(c for c in word if c not in tokenizer.vocabulary)
    print(
        f"{word}: {len(word)} characters, {len(word.encode())} bytes; not in the vocabulary: {unseen}"
    )
    print("    characters:", " ".join(tokenizer.tokens(word)))
    print("    bytes:     ", " ".join(from_bytes.tokens(word)))

# %% [markdown]
# Nothing may be lost on the way: decoding must give back what was encoded, whatever somebody types.

# %%
tricky = (tired, "  two  spaces\n", "", "</w>", "naïve 🙂 кот", "e\u0301", "שלום", "\x00")
for name, one in (("characters", tokenizer), ("bytes", from_bytes)):
    print(name, [one.decode(one.encode(text)) == text for text in tricky])

# %% [markdown]
# ## Read the source · 16 min · further
#
# First the whole method in thirty plain lines: count all pairs, merge the most frequent one, count again.

# %%
import inspect

from transformer.tokens import basic

for part in (basic.learn, basic.join, basic.encode):
    print(inspect.getsource(part))

# %% [markdown]
# What learned all of the above does the same, faster: after a merge it corrects only the counts that the
# merge has changed, those of the pairs beside the new token. That is more to write and to get wrong. So
# compare the two, to the last merge:

# %%
import time

begun = time.perf_counter()
plain = basic.learn(TEXT, 5000)
middle = time.perf_counter()
quick = [merge.pair for merge in learn(TEXT, 5000).merges]
end = time.perf_counter()
print(f"the same merges, all {len(plain):,}: {plain == quick}")
print(f"plain {middle - begun:.2f} s, fast {end - middle:.2f} s", end="; ")
print(f"the fast one is {(middle - begun) / (end - middle):.0f} times as fast")

# %% [markdown]
# The longer the text, the larger the difference. Here is how the fast one goes on after a merge, and what it
# corrects:

# %%
from transformer.tokens.bpe import State
from transformer.tokens.learning import Merge, Pairs, learning_from

print(inspect.getsource(learning_from))
print(inspect.getsource(Pairs.join))

# %% [markdown]
# A state of the corpus, as the pictures show it, counts its pairs like this; the order of equal counts is
# the tie rule:

# %%
print(inspect.getsource(Merge))
print(inspect.getsource(State))

# %% [markdown]
# Encoding a word: as long as it holds a pair that was learned, make the merge that was learned first.

# %%
for part in (BPE._merged, BPE.steps):
    print(inspect.getsource(part))

# %%
for rank, pieces in cut[300].steps("streets"):
    print("start     " if rank is None else f"merge {rank + 1:4}", " ".join(pieces))

# %% [markdown]
# ### A file that others can read · 1 min · further
#
# A model is of no use without the exact merges it was trained with. Hugging Face keeps them in one
# file, `tokenizer.json`; ours is the same kind of file, and plain text.

# %%
import json
from tempfile import TemporaryDirectory

with TemporaryDirectory() as folder:
    path = Path(folder) / "tokenizer.json"
    tokenizer.save(path)
    file = json.loads(path.read_text(encoding="utf-8"))
    loaded = BPE.load(path)
print("model:", file["model"]["type"], "with", ", ".join(file["model"]))
print("first merges:", file["model"]["merges"][:6])
print("the loaded one cuts alike:", loaded.encode(TEXT) == tokenizer.encode(TEXT))

# %% [markdown]
# The first three were never learned. That format has no token for the end of a word, so the file lets
# their program type `</w>` behind each word and join its four characters before anything else.

# %% [markdown]
# ### What the deck says, and what the code says · 1 min · further
#
# - It calls the symbol for the end of a word ⟨w⟩ on one slide and ⟨/w⟩ on the next. It is one symbol.
# - It says *bytes* and shows *characters*. For English letters these are the same; for 🙂 they are not,
#   as you saw.
# - It says that encoding replaces “each byte pair” by its token. In which order? The merges are made
#   in the order in which they were learned. Another order cuts words in ways that training never saw:

# %%
small = learn(WIDEST, 5)
order = [merge.pair for merge in small.merges]
print("learned:", ", ".join(map(shown, order)))
print("in this order:  ", " ".join(basic.encode("lowest", order)))
print("in reverse:     ", " ".join(basic.encode("lowest", order[::-1])))

# %% [markdown]
# The deck is right that Philip Gage described the idea in 1994, to compress files: he replaced the most
# frequent pair of bytes by a byte that the file did not use. Sennrich, Haddow and Birch (2016,
# arXiv 1508.07909) turned it around: not the shorter file is wanted, but the list of merges.

# %% [markdown]
# ## Write · 44 min
#
# Your turn. Open `lessons/tokens/exercise.py` beside this notebook. Three small functions wait there:
# `merge`, `learn` and `encode`. Plain Python, no library. Save after each of them and run the cell:
# the checks read the file anew, stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.tokens.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, let yours learn from the training sentences.

# %%
from lessons.tokens.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.learn(counted, 100)
    print("the same 100 merges as the real one:", mine == [m.pair for m in cut[100].merges])
    print([token for word in tired.split() for token in student.encode(word, mine)])
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 11 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. Ten times as many merges.** Change `merges` to 100. *Expect* fewer tokens, but nowhere near a
# tenth; and the map shrinks by more than the sentence does.

# %%
merges = 10

n, letters = len(learn(TEXT, merges).encode(tired)), len(learn(TEXT, 0).encode(tired))
print(
    f"{merges} merges: {n} tokens, {n / letters:.0%} of the length, {(n / letters) ** 2:.0%} of the map"
)

# %% [markdown]
# **2. Another rule for ties.** Change `tie` to `"largest_pair"`. *Expect* another history: lists part
# at the first tie. On a long text the tokens hardly become more or fewer. So no rule is wrong; but
# whoever uses a tokenizer must have the same one.

# %%
tie = "first_seen"

other = learn(TEXT, 1000, tie=tie)
same = [a.pair == b.pair for a, b in zip(other.merges, learned.merges, strict=False)]
part = same.index(False) + 1 if False in same else "none"
print(f"{len(other.encode(TEXT)):,} tokens; the first merge that differs from “first seen”: {part}")

# %% [markdown]
# **3. Bytes.** The French sentences have é, à, ç. Change `base` to `"bytes"`. *Expect* a longer text
# before the first merge, since each of these letters is two bytes; after 300 merges nearly the same.

# %%
base = "characters"

french = "\n".join(" ".join(example.target) for example in task.train)
for k in (0, 300):
    print(f"{k:3} merges from {base}: {len(learn(french, k, base=base).encode(french)):,} tokens")

# %% [markdown]
# **4. Only what is frequent.** Change `minimum` to 100. *Expect* that learning stops much earlier, that
# most words stay in pieces, and still no sentence twice as long: the words that occur often are whole.

# %%
minimum = 2

fewer = learn(TEXT, 5000, minimum=minimum)
whole = sum(len(fewer.encode(word)) == 1 for word in counted)
mean = sum(len(fewer.encode(sentence)) for sentence in sentences) / len(sentences)
print(
    f"{len(fewer.merges):,} merges, {whole} of {len(counted)} words whole, {mean:.1f} tokens a sentence"
)

# %% [markdown]
# **5. No end of a word.** Change `end` to `"none"`. *Expect* more tokens: spaces are tokens now, and no
# token says any more whether a word ends with it.

# %%
end = "own"

without = learn(TEXT, 300, end=end)
print(without.tokens("two animals cross the street"))
print(f"{len(without.encode(TEXT)):,} tokens in all sentences")

# %% [markdown]
# ## Break · 8 min
#
# A bug that looks like progress. Somebody wants to *see* the spaces, and writes “_” in their place
# before learning. Nothing else changes, every text still comes back complete. *Before you run:* with
# 1,000 merges each, which of the two will need fewer tokens for sentences that it never saw? Which
# would you rather have?

# %%
held_out = [" ".join(example.source) for example in task.held_out]


def underlined(text):
    return text.replace(" ", "_")


honest = learn(TEXT, 1000)
planted = learn(underlined(TEXT), 1000)
tokens = {
    "honest": [honest.tokens(sentence) for sentence in held_out],
    "planted": [planted.tokens(underlined(sentence)) for sentence in held_out],
}
back = [planted.decode(planted.encode(underlined(s))).replace("_", " ") == s for s in held_out]
print("every sentence comes back:", all(back))
for name, cut_sentences in tokens.items():
    lengths = list(map(len, cut_sentences))
    cells = sum(n * n for n in lengths) / len(lengths)
    print(f"{name:8} {sum(lengths):,} tokens, {cells:.0f} cells a map")

# %% [markdown]
# Fewer tokens, a map of little more than half the size, on sentences outside of the training text. But
# how good can anyone honestly be? Inside words, the best possible is one token a word:

# %%
floor = sum(len(sentence.split()) for sentence in held_out)
for name, cut_sentences in tokens.items():
    total = sum(map(len, cut_sentences))
    print(
        f"{name:8} {total:,} tokens, {'BELOW' if total < floor else 'above'} the floor of {floor:,} words"
    )

# %% [markdown]
# **Fewer tokens than words: merges have crossed the borders of words.** Look at what they made:

# %%
print(" | ".join(planted.tokens(underlined(tired))))
long = sorted(planted.vocabulary, key=lambda token: -token.count("_"))
print("in the vocabulary:", ", ".join(long[:4]))

# %% [markdown]
# A later lesson, attention, asks at which noun *it* looks. For that *it* must be a token: a row of the map belongs
# to a token, not to a word inside one. In how many held-out sentences with an *it* is there one?

# %%
about_it = [number for number, example in enumerate(task.held_out) if example.referent]
for name, cut_sentences in tokens.items():
    own = sum(
        any(token.replace("</w>", "").strip("_") == "it" for token in cut_sentences[number])
        for number in about_it
    )
    print(f"{name:8} “it” is a token of its own in {own} of {len(about_it)} sentences")
forms = {token for token in planted.vocabulary if "it" in token.replace("</w>", "").split("_")}
print(f"“it” stands in {len(forms)} different tokens, each with a vector of its own to be learned")

# %% [markdown]
# And the gain lasts only as long as the phrases do. Read the same sentences backwards: the words are
# the same, their neighbours are not.

# %%
for name, one, write in (("honest", honest, str), ("planted", planted, underlined)):
    backwards = [" ".join(reversed(sentence.split())) for sentence in held_out]
    print(f"{name:8} {sum(len(one.encode(write(sentence))) for sentence in backwards):,} tokens")

# %% [markdown]
# So a shorter sequence is no proof of a better tokenizer. Letting merges cross words on purpose, late
# in learning and with huge texts, is a subject of research (SuperBPE, Liu et al. 2025). Here it
# happened by accident, and the number that everybody looks at became better. You need no reference to
# notice it, only the question: how few tokens can there honestly be? The check *no pair leaves its word* asks it too. Plant other mistakes and see what
# each check says:

# %%
from lessons.tokens.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:18} ✗ {result.failed:33} {result.saw[:52]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. Which four things are repeated in learning, and when does it stop?
# 2. Two programs learn different merges from the same text. Must one of them be wrong?
# 3. *aaa* with the merge (a, a): which tokens, and how often is the pair counted before?
# 4. Why is the end of a word marked at all?
# 5. A sentence of 40 tokens becomes one of 20. What happens to its attention map?
# 6. Why not a million merges?
# 7. What happens to 🙂 if the vocabulary was learned from English letters?
# 8. A colleague's tokenizer needs fewer tokens than the text has words. What do you say?

# %% [markdown]
# ### Answers
#
# 1. Count all pairs, choose the most frequent, merge it everywhere, note it. It stops when the wanted
#    number is reached or no pair occurs often enough.
# 2. No. They may choose differently among equally frequent pairs, or treat the end of a word
#    differently.
# 3. *aa* and *a*: from left to right, each token in one pair only. It is counted twice.
# 4. So that *est* at the end of *newest* and *est* in *estate* become different tokens, and so that the
#    spaces can be put back.
# 5. It has a quarter of the cells: 400 instead of 1,600.
# 6. Each merge is a row in the embedding table, learned from ever fewer examples; and soon every word is
#    whole and nothing becomes shorter.
# 7. Without bytes it is unknown and lost. With bytes it becomes four of them.
# 8. That merges cross the borders of words, and that some words have no token of their own any more.
#
# Next: the lesson on embeddings, where each token becomes a vector.
