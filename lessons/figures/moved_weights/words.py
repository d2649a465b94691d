"""Every word that people read in the picture of what fine-tuning changes in the body. Between ** and **: bold."""

TITLE = "What fine-tuning moves, and what is forgotten"
HEAD = "head"
MOVED = "**How far each part moved:** the length of the change, as a share of that of its weights"
FROZEN = "Frozen, every bar would be 0: only the head learns."
KEEPS = "**Hidden words still guessed**, with the head that the body was first trained with"
BODIES = ("before", "after fine-tuning")
SAYS = "Fine-tuned on **{count} labelled texts** ({head}). The parts of the body moved by {least:.1%} to {most:.1%}; of hidden words it guesses {after:.1%}, before {before:.1%}."
ORIGIN = "Means of {seeds} draws, {steps} steps each: python -m transformer.measure.finetuning"
