"""All text of the figure of three tasks learned at once. Text between ** and ** is bold."""

TITLE = "Which task is learned first?"
COUNTED, MOMENT, STEPS, KIND = "the loss counts", "step", "steps", "task token"
WAYS = {"answer": "only the answer", "everything": "the whole sequence"}
EXACT = "**Exact match of held-out answers**"
LOSS = "**Loss**, mean of the last 50 steps, in nats"
AFTER = "Exact match after **{moment}** steps"
NEVER = "never"
LAST = {
    "answer": "**The loss counts only the answer.** Exact match reaches 50% after {half_2} steps for the summary, "
    "{half_1} for reversing and {half_0} for French. At the end, exact match is {end_2}, {end_1} and {end_0}, and "
    "the loss is {loss}.",
    "everything": "**The loss counts the whole sequence.** Exact match reaches 50% after {half_2} steps for the "
    "summary, {half_1} for reversing and {half_0} for French. At the end, exact match is {end_2}, {end_1} and "
    "{end_0}. The loss stays at {loss}, because a prompt cannot be predicted.",
}
ORIGIN = "Measured during training on {rows} held-out examples of each kind; the numbers are on the model cards."
