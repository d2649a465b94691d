"""All text of the figure of what fine-tuning changes in the body. Text between ** and ** is bold."""

TITLE = "What fine-tuning changes and forgets"
HEAD = "head"
MOVED = "**Change of each part:** norm of the change ÷ norm of its parameters"
FROZEN = "With a frozen body, every bar would be 0, because only the head learns. The pooler is the layer between [CLS] and a head; heads that read every position do not use it."
KEEPS = "**Masked words still predicted correctly**, with the original pretraining head"
BODIES = ("before", "after fine-tuning")
SAYS = (
    "Fine-tuning on **{count} labelled texts** ({head}) changed the parts of the body by {least:.1%} to {most:.1%}. "
    "The body now predicts {after:.1%} of the masked words correctly; before fine-tuning, it predicted "
    "{before:.1%}."
)
ORIGIN = (
    "Means over {seeds} seeds, {steps} steps each: python -m lessons.finetuning.measure.finetuning"
)
