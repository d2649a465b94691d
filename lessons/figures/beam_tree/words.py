"""Every word that people read in the tree of a beam search. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Beam search for “{sentence}”"
TABLE = "Beam search in a table"

EXHAUSTIVE = "exhaustive search tried {visited}, and"
MISSED = f"**★ Missed:** {EXHAUSTIVE} the best is “{{text}}”, with the total {{total}}."

WORDS = {
    "beams": "beams",
    "alpha": "α",
    "step": "step {step} of {steps}",
    "begin": "|◀",
    "back": "◀ back",
    "next": "next ▶",
    "end": "▶|",
    "begin_title": "before the first step",
    "end_title": "the whole tree",
    "start": "⟨start⟩",
    "empty": "Nothing is written yet. Press next: every beginning of one word is a candidate.",
    "rest": "+{count} cut",
    "kept": "kept",
    "cut": "cut",
    "aside": "complete: put aside",
    "greedy": "greedy search",
    "best": "★ the best of all",
    "star": "★",
    "complete": "Complete so far",
    "none": "None yet.",
    "score_plain": "total",
    "score": "total / {power}",
    "columns": ["", "answer", "|y|", "total", "score"],
    "answer": "**The answer:** {text}",
    "unfinished": "Step through to the end to see the answer.",
    "greedy_same": "Greedy search finds the same.",
    "greedy_better": "Greedy search missed it: its own answer has the total {greedy}, this one {best}.",
    "greedy_alpha": "Greedy’s answer has the higher total ({greedy} against {best}); α prefers this one.",
    "right": "The right answer, “{text}”, has the total {total}.",
    "error": {
        "": "**Found.** The right answer has the best total.",
        "search": "**Search error:** the right answer is more probable to the model than anything found. A "
        "wider beam can help.",
        "model": "**Model error:** what was found is more probable to the model than the right answer. A "
        "better search cannot help; a better model can.",
    },
    "found": f"**★ Found:** {EXHAUSTIVE} nothing has a higher score.",
    "lost": {
        "cut": f"{MISSED} Step {{step}} cut its beginning “{{beginning}}”: {{reason}}.",
        "late": f"{MISSED} Only “{{beginning}}” was written when {{beams}} were complete.",
        "left": f"{MISSED} After “{{beginning}}” its next word is not among the {{more}} best.",
    },
    "refused": "Is there a better one? Exhaustive search cannot say: there are too many sequences to try.",
    "missed": "{text} (missed)",
    "on_way": "★ On the way to the best of all: the beam kept it up to here.",
    "nothing": "(nothing)",
    "candidate": "One candidate",
    "hover": "Point at a word, or click it.",
    "chosen": "{word}, step {step}",
    "sum": "{before} + ({log_p}) = {total}",
    "first": "{total}",
    "sum_label": "total before + log p of this word",
    "p": "p = {p} after {before}",
    "siblings": "What could follow {before}",
    "looks": "Where the model looks as it chooses here",
    "force": "Force it, and go on from here",
    "forced": "forced: {words}",
    "release": "Let it go",
    "no_python": "To force a word, open this lesson in the app or run `beam_tree(…, forced=[…])`.",
    "origin": "Model {model}. Totals are sums of natural logarithms of probabilities.",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "To add it up again in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ Python gets {value}",
    **BUTTONS,
    "keys": [
        [["←", "→"], "step"],
        [["B"], "wider"],
        [["⇧ B"], "narrower"],
        [["A"], "larger α"],
        [["⇧ A"], "smaller α"],
        [["Esc"], "let go"],
    ],
}
PAPER = {
    "caption": "{title}, {beams} beams. Solid: kept, or complete (green) and put aside; dotted: cut. Under each "
    "word the total, the sum of the log-probabilities so far. Model {model}.",
    "star": "★: how far the beam kept the best of all sequences.",
}


def visited(count: int, longest: int) -> str:
    """What exhaustive search tried."""
    if count == 1:
        return "the only sequence that there is"
    return f"all {count:,} sequences of {f'up to {longest} steps' if longest > 1 else '1 step'}"
