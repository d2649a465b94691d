"""All text of the beam search tree. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Beam search for “{sentence}”"
TABLE = "Beam search in a table"

STOPS = "The search stops after T = {most} steps, or when n = {enough} hypotheses are complete."

EXHAUSTIVE = "exhaustive search tried {visited}, and"
MISSED = f"**★ Missed:** {EXHAUSTIVE} the best is “{{text}}”, with a total of {{total}}."

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
    "empty": "Nothing is written yet. Press “next” to make every one-word prefix a candidate.",
    "rest": "+{count} more",
    "kept": "kept",
    "cut": "pruned",
    "aside": "complete",
    "greedy": "greedy decoding",
    "best": "★ best of all",
    "star": "★",
    "complete": "Complete so far",
    "none": "None yet.",
    "score_plain": "total",
    "score": "total / {power}",
    "columns": ["", "answer", "|y|", "total", "score"],
    "answer": "**The answer:** {text}",
    "unfinished": "Step through to the end to see the answer.",
    "greedy_same": "Greedy decoding finds the same answer.",
    "greedy_better": "Greedy decoding missed this answer: its own answer’s total is {greedy}, not {best}.",
    "greedy_alpha": "Greedy decoding’s answer has the higher total ({greedy} against {best}), but with α this answer "
    "has the higher score.",
    "right": "The correct answer, “{text}”, has a total of {total}.",
    "error": {
        "": "**Found.** The correct answer has the best total.",
        "search": "**Search error:** the model gives the correct answer a higher probability than any answer found. A "
        "wider beam can help.",
        "model": "**Model error:** the model gives the answer found a higher probability than the correct answer. A "
        "better search would find the same answer.",
    },
    "found": f"**★ Found:** {EXHAUSTIVE} no sequence has a higher score.",
    "lost": {
        "cut": f"{MISSED} Step {{step}} pruned its prefix “{{beginning}}”: {{reason}}.",
        "late": f"{MISSED} Only “{{beginning}}” had been written when {{beams}} hypotheses were complete.",
        "left": f"{MISSED} After “{{beginning}}”, the next word is not among the {{more}} best candidates.",
    },
    "refused": "Exhaustive search would have to try too many sequences to find the best answer.",
    "missed": "{text} (missed)",
    "on_way": "★ The beam kept this prefix of the best sequence up to here.",
    "nothing": "(nothing)",
    "candidate": "One candidate",
    "hover": "Point to a word or click it.",
    "chosen": "{word}, step {step}",
    "sum": "{before} + ({log_p}) = {total}",
    "first": "{total}",
    "sum_label": "total before + log p of this word",
    "p": "p = {p} after {before}",
    "siblings": "Candidates after {before}",
    "looks": "Attention at this step",
    "force": "Force this word and continue",
    "forced": "forced: {words}",
    "release": "Release",
    "no_python": "To force a word, open this lesson in the app or run `beam_tree(…, forced=[…])`.",
    "origin": "Model {model}. Totals are sums of natural logarithms of probabilities.",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "To recompute the sum in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ Python gets {value}",
    **BUTTONS,
    "keys": [
        [["←", "→"], "step"],
        [["B"], "wider"],
        [["⇧ B"], "narrower"],
        [["A"], "larger α"],
        [["⇧ A"], "smaller α"],
        [["Esc"], "release"],
    ],
}
PAPER = {
    "caption": "{title}, {beams} beams. Solid: kept, or complete (green); dotted: pruned. The total under each "
    "word is the sum of the log-probabilities so far. Model {model}.",
    "star": "★ shows how far the beam kept the best sequence.",
}


def exhaustive_text(count: int, longest: int) -> str:
    """Say what exhaustive search tried."""
    if count == 1:
        return "the only possible sequence"
    return f"all {count:,} sequences (length at most {longest})"
