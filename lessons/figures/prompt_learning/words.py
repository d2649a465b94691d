"""Every word that people read in the picture of three tasks that are learned at once. Between ** and **: bold."""

TITLE = "Which task is learned first?"
COUNTED, MOMENT, STEPS, KIND = "the loss counts", "step", "steps", "the prompt ends in"
WAYS = {"answer": "only the answer", "everything": "all of the row"}
EXACT = "**Held-out answers right to the last word**"
LOSS = "**Loss**, mean of the 50 steps before, in nats"
AFTER = "Right after **{moment}** steps, by what the loss counts"
NEVER = "never"
LAST = {
    "answer": "**Only the answer counts:** half of the answers are right after {half_2} steps for the summary, {half_1} turned round "
    "and {half_0} in French. At the end {end_2}, {end_1} and {end_0}; loss {loss}.",
    "everything": "**All of the row counts:** half are right after {half_2} steps for the summary, {half_1} turned round and "
    "{half_0} in French. At the end {end_2}, {end_1} and {end_0}; the loss stays at {loss}, since nobody can guess a prompt.",
}
ORIGIN = "Measured on {rows} held-out rows of each kind while the models trained; the numbers stand on their cards."
