# Text and code of the lesson “Tokenization”. `python -m lessons.build` turns them into the notebook.

# %% [markdown]
# # Tokenization: How is text split into tokens?
#
# {opening}

# %%
from collections import Counter
from pathlib import Path

from lessons.tokens import DECK, SENNRICH, TIES, WIDEST
from lessons.tokens.figures.bpe_player import bpe_player
from transformer.tasks import TASKS
from transformer.tokens.bpe import BPE, learn

# %% [markdown]
# ## Picture · 3 min
#
# A model reads numbers, so **tokenization** first splits a text into **tokens**, each with a number. The
# **vocabulary** is the set of all tokens. With whole words as tokens, the vocabulary is too large, and new words
# appear every day. With letters as tokens, sequences become long. **Byte-pair encoding (BPE)** is a compromise with
# **subword** tokens: it starts from letters and repeatedly merges the pair of neighbours that occurs most often.
#
# The example comes from the paper (Sennrich, Haddow and Birch 2016, algorithm 1): *low* occurs 5 times, *lower* 2,
# *newest* 6 and *widest* 3 times. `</w>` marks the end of a word. Find the most frequent pair of neighbours by eye,
# and answer the question below before you press the button that counts the pairs. Then step with ← and →.

# %%
bpe_player(learn(SENNRICH, 20), SENNRICH).at(counted=False)

# %% [markdown]
# ## Predict · 2 min
#
# Answer before you continue: click an option and read the reply. The answer stays hidden until you open it.

# %%
from lessons.kit.prediction import ask, covered
from lessons.tokens.prediction import about

ask(about(SENNRICH, {tie: learn(SENNRICH, 20, tie=tie) for tie in TIES}))

# %% [markdown]
# ## Run · 5 min
#
# Count all pairs inside the words, and list the most frequent pair first.


# %%
def shown(pair):
    return f"({pair[0]}, {pair[1]})"


paper = learn(SENNRICH, 20)
with covered():
    print(", ".join(f"{shown(pair)} {count}" for pair, count in paper.at(0).pairs))
    print(f"equally frequent: {paper.merges[0].ties}")

# %% [markdown]
# Three pairs are equally frequent. “Merge the most frequent pair” becomes an algorithm only with a rule for ties.
# Three rules are in use:
#
# - *first seen* takes the pair that comes first in the text. In current Python, the short program in the paper
#   follows this rule: `max` returns the first of several equal values, and a dictionary keeps its insertion order. In
#   2016, before Python 3.7, dictionaries had no fixed order, so the choice was arbitrary.
# - *largest pair* takes the last pair in alphabetical order. The authors’ tool `subword-nmt` uses this rule.
# - *smallest ids* takes the pair whose tokens have the smallest numbers. Hugging Face `tokenizers` uses this rule.
#
# Each rule learns different merges from the same four words. Here are the first four merges under each rule.

# %%
for tie, name in TIES.items():
    learned = learn(SENNRICH, 20, tie=tie)
    print(f"{name:13}", ", then ".join(shown(merge.pair) for merge in learned.merges[:4]))
print(f"merges until no pair occurs twice: {len(paper.merges)}")

# %% [markdown]
# Step through all merges. Watch how *lowest*, a word that is not in the text, is split.

# %%
bpe_player(paper, SENNRICH, word="lowest")

# %% [markdown]
# You must make one more choice before counting. Is the end of a word a token *of its own*, `</w>`, or is it *glued*
# to the last letter, `t</w>`, as in newer versions of `subword-nmt`? With a glued end, (t, `</w>`) is no longer a
# pair.

# %%
for end in ("own", "glued"):
    merge = learn(SENNRICH, 1, end=end).merges[0]
    print(f"end of word {end:6}", merge.count, "times:", ", ".join(map(shown, merge.tied)))

# %% [markdown]
# ### A slide to check · 3 min · optional
#
# The deck *Mining Unstructured Data 12* applies the method to “low lower newest wides”, in which each word occurs
# once. The slide calls (e, s) the most frequent pair, and its result ends in *wid⟨es⟩t*. Find the errors before you
# count.

# %%
deck = learn(DECK, 20)
print(", ".join(f"{shown(pair)} {count}" for pair, count in deck.at(0).pairs))
print(f"equally frequent: {deck.merges[0].ties}")
for tie, name in TIES.items():
    learned = learn(DECK, 20, tie=tie)
    print(f"{name:13}", ", then ".join(shown(merge.pair) for merge in learned.merges))
    print(" " * 13, " ".join(learned.tokens(DECK)))

# %% [markdown]
# (e, s) is one of four tied pairs, and the slide does not justify this choice. The result ends in *wid⟨es⟩t*, but
# “wides” has no final t, so the text should end in *widest*. The first vocabulary on the slide includes a space. But
# the text is split into words before counting, so no pair contains a space. Which symbols remain, and how many
# pairs tie if the text ends in “widest”?

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
# Now take a longer text: the English training sentences of the translation task. How long is a sentence after k
# merges? How large is the sentence’s **attention map**? In an encoder, every token attends to every token. The map is
# a table of attention weights with length × length cells.

# %%
task = TASKS["english_french"]()
sentences = [" ".join(example.source) for example in task.train]
TEXT = "\n".join(sentences)
counted = Counter(TEXT.split())  # word → number of occurrences
tired = "the animal did not cross the street because it was too tired"

learned = learn(TEXT, 5000)
print(f"{len(sentences):,} sentences, {len(set(TEXT.split()))} different words")
print(f"asked for 5,000 merges, learned {len(learned.merges):,}: then no pair occurs twice\n")
print("merges  vocabulary  tokens/sentence    cells/map")
tokenizers = {k: learn(TEXT, k) for k in (0, 10, 30, 100, 300, 1000)}
for k, tokenizer in tokenizers.items():
    lengths = [len(tokenizer.encode(sentence)) for sentence in sentences]
    mean, cells = sum(lengths) / len(lengths), sum(n * n for n in lengths) / len(lengths)
    print(f"{k:6,} {len(tokenizer.vocabulary):11,} {mean:18.1f} {cells:12,.0f}")

# %%
for k, tokenizer in tokenizers.items():
    pieces = tokenizer.tokens(tired)
    print(f"{k:5} merges, {len(pieces):2} tokens, {len(pieces) ** 2:5,} cells: {' '.join(pieces)}")

# %% [markdown]
# Frequent words become single tokens first: *the*, *not*, *was*. Each merge shortens the text less than the merges
# before it. But every merge adds one row to the table of vectors (the *embedding matrix* of the next lesson). An
# attention map grows with the *square* of the length, so half as many tokens need a quarter of the cells. For a
# sentence, the saving is small. For a page, the saving decides whether the map fits in memory. Here 100 sentences form
# one sequence:

# %%
page = "\n".join(sentences[:100])
for k in (0, 100, 1000):
    n = len(tokenizers[k].encode(page))
    print(f"{k:5} merges: {n:5,} tokens, one map {4 * n * n / 1e6:5.1f} MB in float32")

# %% [markdown]
# *FlashAttention* (Dao et al. 2022) computes the same attention without storing the map. The number of
# multiplications still grows with the square of the length.
#
# How many merges are best? There is no formula, only a trade-off between text length and table size. The Transformer
# by Vaswani et al. (2017, section 5.1) had a vocabulary of about 37,000 tokens for English and German together. GPT-2
# (Radford et al. 2019) has 50,257 tokens. A small text like ours runs out of pairs much earlier.
#
# ### Out-of-vocabulary words · 3 min
#
# BPE can encode a new word if its characters are known: it splits the word into smaller tokens.

# %%
tokenizer = tokenizers[300]
for word in ("streets", "animated", "unwashable"):
    origin = "seen in training" if word in TEXT.split() else "never seen"
    print(f"{word:11} {origin}: {' '.join(tokenizer.tokens(word))}")

# %% [markdown]
# A new *character* is a problem. A vocabulary learned from our characters contains neither 🙂 nor the letters of
# another script. A missing character is **out-of-vocabulary (OOV)**: many programs replace it with “unknown”, and the
# character is lost. So unknown symbols are possible even with subword tokens. **Byte-level BPE** excludes unknown
# symbols: it starts from the 256 *bytes* of UTF-8, so it encodes every text. GPT-2 (Radford et al. 2019) uses this
# method and writes each byte as a printable character.

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
# Encoding must be lossless: decoding must restore exactly the same text.

# %%
tricky = (tired, "  two  spaces\n", "", "</w>", "naïve 🙂 кот", "e\u0301", "שלום", "\x00")
for name, bpe in (("characters", tokenizer), ("bytes", from_bytes)):
    print(name, [bpe.decode(bpe.encode(text)) == text for text in tricky])

# %% [markdown]
# ### Other subword methods · 1 min · optional
#
# Other subword methods differ in what they merge or remove.
#
# - **WordPiece** (Schuster and Nakajima 2012; used by BERT) also merges pairs. WordPiece chooses the pair whose merge
#   makes the text most probable: a pair that is frequent compared with its two parts. To encode a word, WordPiece takes
#   the longest known piece first.
# - The **unigram** method (Kudo 2018) works in the opposite direction: it starts with many pieces, assigns each a
#   probability, and removes those that the text needs least.
# - **SentencePiece** (Kudo and Richardson 2018) is a program, not a method. SentencePiece learns BPE or unigram
#   pieces from raw text, in which a space is also a symbol (▁).
# - **BPE-dropout** (Provilkov et al. 2020) randomly skips merges during training, so that the model sees several
#   splits of the same word.

# %% [markdown]
# ## Read the source · 16 min · optional
#
# First read the whole method in thirty plain lines: count all pairs, merge the most frequent one, count again.

# %%
import inspect

from transformer.tokens import basic

for part in (basic.learn, basic.join, basic.encode):
    print(inspect.getsource(part))

# %% [markdown]
# The code that learned the merges above does the same, but faster. After each merge, this code updates only the counts
# that the merge changes: those of the pairs next to the new token. This code is longer and easier to get wrong. So
# compare all merges of both versions:

# %%
import time

begun = time.perf_counter()
plain = basic.learn(TEXT, 5000)
middle = time.perf_counter()
quick = [merge.pair for merge in learn(TEXT, 5000).merges]
end = time.perf_counter()
print(f"the same merges, all {len(plain):,}: {plain == quick}")
print(f"plain {middle - begun:.2f} s, fast {end - middle:.2f} s", end="; ")
print(f"the fast version is {(middle - begun) / (end - middle):.0f} times as fast")

# %% [markdown]
# The longer the text, the larger the difference in speed. Here is what the fast version does after a merge, and which
# counts it updates:

# %%
from transformer.tokens.bpe import State
from transformer.tokens.learning import Merge, Pairs, learning_from

print(inspect.getsource(learning_from))
print(inspect.getsource(Pairs.join))

# %% [markdown]
# This code counts the pairs in one state of the corpus, as shown in the figures. The tie rule orders pairs with equal
# counts:

# %%
print(inspect.getsource(Merge))
print(inspect.getsource(State))

# %% [markdown]
# To encode a word, merge the pair in it that was learned first, and repeat this until no learned pair is left.

# %%
for part in (BPE._merged, BPE.steps):
    print(inspect.getsource(part))

# %%
for rank, pieces in tokenizers[300].steps("streets"):
    print("start     " if rank is None else f"merge {rank + 1:4}", " ".join(pieces))

# %% [markdown]
# ### Saving a tokenizer in a file · 1 min · optional
#
# A model needs the exact merges that it was trained with. Hugging Face stores the merges in a text file,
# `tokenizer.json`. Our file has the same format.

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
print("the loaded tokenizer gives the same tokens:", loaded.encode(TEXT) == tokenizer.encode(TEXT))

# %% [markdown]
# The first three merges were never learned. The format has no token for the end of a word. So our file makes the
# Hugging Face program append `</w>` to each word and join these four characters first.

# %% [markdown]
# ### The deck compared with the code · 1 min · optional
#
# - The deck calls the end-of-word symbol ⟨w⟩ on one slide and ⟨/w⟩ on the next; both denote the same symbol.
# - The deck says *bytes* and shows *characters*. For English letters, bytes and characters agree; for 🙂 they differ,
#   as you saw.
# - The deck says that encoding replaces “each byte pair” by its token, but not in which order. Merges must be applied
#   in the order in which they were learned. A different order splits words in ways that training never produced:

# %%
small = learn(WIDEST, 5)
order = [merge.pair for merge in small.merges]
print("learned:", ", ".join(map(shown, order)))
print("in this order:  ", " ".join(basic.encode("lowest", order)))
print("in reverse:     ", " ".join(basic.encode("lowest", order[::-1])))

# %% [markdown]
# The deck is right that Philip Gage described the idea in 1994, for compressing files: he replaced the most frequent
# pair of bytes with a byte that the file did not use. Sennrich, Haddow and Birch (2016, arXiv 1508.07909) gave the
# idea a new purpose: they wanted the list of merges, not the shorter file.

# %% [markdown]
# ## Write · 44 min
#
# Your turn. Open `lessons/tokens/exercise.py` alongside this notebook. Write three small functions in plain Python:
# `merge`, `learn` and `encode`. Do not convert words to **lower case**. Save after each function and run the cell.
# The checks re-read the file, stop at the first failure and report what they found.

# %%
from lessons.tokens.checks import check, hint, reveal

check()

# %% [markdown]
# When every check passes, run your functions on the training sentences.

# %%
from lessons.tokens.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine = student.learn(counted, 100)
    print("the same 100 merges as the reference:", mine == [m.pair for m in tokenizers[100].merges])
    print([token for word in tired.split() for token in student.encode(word, mine)])
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 11 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. More merges.** Change `merges` to 100. *Expect* fewer tokens, but far more than a tenth as many. The map
# shrinks more than the sentence.

# %%
merges = 10

n, letters = len(learn(TEXT, merges).encode(tired)), len(learn(TEXT, 0).encode(tired))
print(
    f"{merges} merges: {n} tokens, {n / letters:.0%} of the length, {(n / letters) ** 2:.0%} of the map"
)

# %% [markdown]
# **2. A different tie rule.** Change `tie` to `"largest_pair"`. *Expect* different merges: the two lists diverge at
# the first tie. For a long text the number of tokens hardly changes. So no rule is wrong, but a model always needs
# the tokenizer that it was trained with.

# %%
tie = "first_seen"

other = learn(TEXT, 1000, tie=tie)
same = [a.pair == b.pair for a, b in zip(other.merges, learned.merges, strict=False)]
part = same.index(False) + 1 if False in same else "none"
print(f"{len(other.encode(TEXT)):,} tokens; the first merge that differs from “first seen”: {part}")

# %% [markdown]
# **3. Bytes.** The French sentences contain é, à and ç. Change `base` to `"bytes"`. *Expect* more tokens before the
# first merge, because each of these letters needs two bytes. After 300 merges, the lengths are nearly equal.

# %%
base = "characters"

french = "\n".join(" ".join(example.target) for example in task.train)
for k in (0, 300):
    print(f"{k:3} merges from {base}: {len(learn(french, k, base=base).encode(french)):,} tokens")

# %% [markdown]
# **4. Only frequent pairs.** Change `minimum` to 100. *Expect* learning to stop much earlier and most words to remain
# split. Still, the average sentence is less than twice as long as before, because the frequent words are not split.

# %%
minimum = 2

fewer = learn(TEXT, 5000, minimum=minimum)
whole = sum(len(fewer.encode(word)) == 1 for word in counted)
mean = sum(len(fewer.encode(sentence)) for sentence in sentences) / len(sentences)
print(
    f"{len(fewer.merges):,} merges, {whole} of {len(counted)} words whole, {mean:.1f} tokens per sentence"
)

# %% [markdown]
# **5. No end-of-word symbol.** Change `end` to `"none"`. *Expect* more tokens: spaces are tokens now, and a token no
# longer shows whether a word ends with it.

# %%
end = "own"

without = learn(TEXT, 300, end=end)
print(without.tokens("two animals cross the street"))
print(f"{len(without.encode(TEXT)):,} tokens in all sentences")

# %% [markdown]
# ## Break · 8 min
#
# This bug looks like progress. Suppose that you want to *see* the spaces, so you replace them with “_” before
# learning. Nothing else changes, and decoding still restores every text. *Before you run the cell:* both tokenizers
# learn 1,000 merges. Which tokenizer will need fewer tokens for sentences that it has never seen? Which tokenizer would
# you rather use?

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
    print(f"{name:8} {sum(lengths):,} tokens, {cells:.0f} cells per map")

# %% [markdown]
# On sentences outside the training text, the planted tokenizer needs fewer tokens, and its map has little more than
# half as many cells. But how few tokens are honestly possible? If merges stay inside words, the minimum is one token
# per word:

# %%
floor = sum(len(sentence.split()) for sentence in held_out)
for name, cut_sentences in tokens.items():
    total = sum(map(len, cut_sentences))
    print(
        f"{name:8} {total:,} tokens, {'BELOW' if total < floor else 'above'} the floor of {floor:,} words"
    )

# %% [markdown]
# **With fewer tokens than words, merges must have crossed word boundaries.** Look at the resulting tokens:

# %%
print(" | ".join(planted.tokens(underlined(tired))))
long = sorted(planted.vocabulary, key=lambda token: -token.count("_"))
print("in the vocabulary:", ", ".join(long[:4]))

# %% [markdown]
# The lesson *Attention* asks which noun *it* attends to. For this analysis, *it* must be a separate token, because each
# row of the map corresponds to a whole token. In how many held-out sentences containing *it* is this word a separate
# token?

# %%
about_it = [number for number, example in enumerate(task.held_out) if example.referent]
for name, cut_sentences in tokens.items():
    own = sum(
        any(token.replace("</w>", "").strip("_") == "it" for token in cut_sentences[number])
        for number in about_it
    )
    print(f"{name:8} “it” is a token of its own in {own} of {len(about_it)} sentences")
forms = {token for token in planted.vocabulary if "it" in token.replace("</w>", "").split("_")}
print(f"“it” occurs in {len(forms)} different tokens, each with its own vector to learn")

# %% [markdown]
# The gain also depends on frequent phrases. If the sentences are read backwards, the words stay the same, but their
# neighbours change.

# %%
for name, bpe, write in (("honest", honest, str), ("planted", planted, underlined)):
    backwards = [" ".join(reversed(sentence.split())) for sentence in held_out]
    print(f"{name:8} {sum(len(bpe.encode(write(sentence))) for sentence in backwards):,} tokens")

# %% [markdown]
# So a shorter sequence does not prove that a tokenizer is better. Researchers study tokenizers that merge across
# words on purpose, but late in learning and with huge texts (SuperBPE, Liu et al. 2025). Here, these merges were an
# accident, and the usual measure improved. One question is enough to notice the bug: how few tokens are honestly
# possible? The check *no pair crosses a word boundary* also finds the bug. Plant other mistakes, and read what each
# check reports:

# %%
from lessons.tokens.mistakes import MISTAKES

for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:18} ✗ {result.failed:33} {result.saw[:52]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. Which four steps does BPE repeat during learning, and when does it stop?
# 2. Two programs learn different merges from the same text. Must one program be wrong?
# 3. You encode *aaa* with the merge (a, a). Which tokens result, and how many times was the pair counted during
#    learning?
# 4. Why is the end of a word marked?
# 5. A sentence of 40 tokens shrinks to 20. What happens to its attention map?
# 6. Why should you not learn a million merges?
# 7. What happens to 🙂 if the vocabulary was learned from English letters?
# 8. A colleague’s tokenizer needs fewer tokens than the text contains words. What do you conclude?

# %% [markdown]
# ### Answers
#
# 1. BPE counts all pairs, chooses the most frequent pair, merges it everywhere, and records it. Learning stops after
#    the requested number of merges, or when no pair occurs often enough.
# 2. No. The programs can differ in how they break ties, or in how they treat the end of a word.
# 3. The tokens are *aa* and *a*: from left to right, no token is used twice. The pair was counted twice.
# 4. The mark makes *est* at the end of *newest* differ from *est* in *estate*, and lets decoding restore the spaces.
# 5. The map has a quarter of the cells: 400 instead of 1,600.
# 6. Each merge adds an embedding row, which is learned from ever fewer examples. Soon every word is one token, and no
#    text becomes shorter.
# 7. With characters, 🙂 is out-of-vocabulary and lost. With bytes, it becomes four bytes.
# 8. Merges have crossed word boundaries, and some words no longer have a token of their own.
#
# Next: in the lesson *Embeddings*, each token becomes a vector.
