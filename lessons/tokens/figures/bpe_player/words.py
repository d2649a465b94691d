"""All text of the BPE player. Fields such as `{left}` are filled in later.

To translate the figure, translate this file. Text between ** and ** is bold.
"""

import unicodedata

from lessons.figures.kit.button_words import BUTTONS
from transformer.tokens.text import BYTE_OF, END

TITLE = "Byte-pair encoding of “{text}”"

# What each rule for ties does, as the end of the sentence "… pairs occur … times; {rule}".
RULES = {
    "first_seen": "the rule **first seen** chooses the pair that occurs first in the text.",
    "largest_pair": "the rule **largest pair** chooses the pair that comes last in alphabetical order.",
    "smallest_ids": "the rule **smallest ids** chooses the pair with the oldest tokens, because tokens are numbered "
    "as they join the vocabulary.",
}

WORDS = {
    "player": "player",
    "rewind": "|◀",
    "rewind_title": "back to the start",
    "back": "◀ step",
    "back_title": "undo one merge",
    "forward": "step ▶",
    "forward_title": "one more merge",
    "play": "▷ play",
    "pause": "❚❚ pause",
    **BUTTONS,
    "slider": "number of merges",
    "at": "merge **{merge}** of {last}",
    "start": "**Start.** Every word is split into symbols before the first merge.",
    "made": "**Merge {merge}:** {left} {right} became {token}, {times}.",
    "next": "**Next:** {left} {right}, the most frequent pair, {times}.",
    "next_tied": "**Next:** {left} {right}. **{ties} pairs tie**, {times} each; {rule}",
    "uncounted": "Which pair will be merged first? Count by eye, then let the program count.",
    "once": "once",
    "times": "{count} times",
    "ended": "**The end:** no pair occurs twice, so another merge would save only one token.",
    "nothing": "There is nothing to merge.",
    "cut": "The player shows the first {last} of {all} merges.",
    "stopped": "**Stopped** after {last} merges. The most frequent remaining pair occurs {times}.",
    "corpus": "The corpus",
    "corpus_size": "{tokens} tokens, {words} different words",
    "corpus_size_one": "{tokens} tokens, 1 word",
    "some_words": "The {shown} most frequent of {all} different words are drawn. Counts, ties and ranks are for the "
    "whole text.",
    "long_words": "{count} words of over 1,000 letters are not drawn.",
    "spaces": "Spaces and line breaks that belong to no word also count: {spaces}.",
    "pairs": "The pairs",
    "pairs_size": "{count} different",
    "some_pairs": "and {count} more pairs",
    "count": "Count the pairs",
    "no_pairs": "Every word is one token, so no pair is left.",
    "column_rank": "rank",
    "column_pair": "pair",
    "column_count": "count",
    "tie": "tie",
    "next_mark": "next",
    "legend_next": "merged next",
    "legend_fresh": "just merged",
    "legend_symbol": "symbol",
    "legend_merged": "merged token",
    "vocabulary": "The vocabulary",
    "vocabulary_size": "{symbols} symbols + {merged} merged = {all} tokens",
    "tree": "How tokens were merged",
    "tree_none": "Step once to see the first merged token here.",
    "tree_hint": "The newest token comes first, and each number identifies a merge. Click a token to see its tree.",
    "more_trees": "and {count} older trees: click a token above",
    "more_symbols": "… {count} more symbols",
    "more_merged": "… {count} older",
    "unselect": "✕ all trees (Esc)",
    "token_title": "{token}, merge {merge}, {left} + {right}",
    "symbol_title": "{token}, one of the initial symbols",
    "word": "A word, encoded",
    "word_intro": "The merges are replayed in the order in which they were learned.",
    "word_start": "start",
    "word_merge": "merge {merge}",
    "word_later": "Faint merges have not been learned yet at this step.",
    "word_none": "No word was given.",
    "length": "Length of the text",
    "length_axis": "tokens of the text",
    "merges_axis": "merges",
    "length_now": "**{tokens} tokens**: in attention, every token attends to every token. The map has "
    "{tokens}\u00a0×\u00a0{tokens}\u00a0=\u00a0**{weights}** weights. At the start, it had "
    "{first}\u00a0×\u00a0{first}\u00a0=\u00a0{most}.",
    "length_share": "The text now has {length} of its original length, and the map has {area} of its original size.",
    "map": "attention map",
    "same_size": "The outer square is the map at the start.",
    "origin": "Byte-pair encoding of “{text}”: base {base}, end of word {end}, ties {tie}. Counts from "
    "transformer/tokens/bpe.py.",
    "keys": [
        [["←", "→"], "step"],
        [["space"], "play"],
        [["Home"], "start"],
        [["Esc"], "all trees"],
    ],
}

PAPER = {
    "start": "start",
    "merge": "{merge}  {left} + {right}",
    "count": "{count}×",
    "tied": "{count}×, {ties} tie",
    "caption": "After {merge} of {all} merges: {tokens} tokens (at the start {first}), vocabulary {vocabulary}. "
    "Rule for ties: {tie}; start from {base}; end of word: {end}.",
    "source": "Byte-pair encoding of “{text}”, counted by transformer/tokens/bpe.py.",
    "some_words": " Drawn: {shown} of {all} different words.",
}

NAMES = {" ": "␣", "\n": "⏎", "\t": "⇥", "\u200d": "⟨zwj⟩", "\ufe0f": "⟨vs16⟩"}


LONG = 40  # the most letters in a label


def label(token: str, base: str) -> str:
    """Return a token for display. Bytes that form letters are shown as those letters."""
    ending = END if token.endswith(END) else ""
    text = token.removesuffix(END)
    if len(text) > LONG:
        return f"{label(text[:12], base)}…{label(text[-12:] + ending, base)} ({len(text):,})"
    if base != "bytes" or not text:
        return visible(token)
    data = bytes(BYTE_OF[symbol] for symbol in text)
    try:
        return visible(data.decode("utf-8")) + ending
    except UnicodeDecodeError:
        return "".join(visible(chr(b)) if b < 128 else f"<0x{b:02X}>" for b in data) + ending


def visible(token: str) -> str:
    """Return a token for display: spaces, control characters and invisible marks get a sign."""
    return "".join(_visible(letter) for letter in token)


def _visible(letter: str) -> str:
    if letter in NAMES:
        return NAMES[letter]
    kind = unicodedata.category(letter)
    if kind[0] in "CZ" and kind != "Co":  # controls, direction marks, odd spaces
        return f"⟨{ord(letter):02x}⟩"
    return letter
