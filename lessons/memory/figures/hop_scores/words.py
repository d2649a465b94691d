"""All text of the figure of hops and facts. Text between ** and ** is bold."""

TITLE = "Accuracy by hops and needed facts"
TIME, TIMES = "temporal encoding", ["with", "without"]
HOPS, HOP = "hops", ["1 hop", "2 hops", "3 hops"]
NEEDED, FACT = "needed", ["1 fact", "2 facts", "3 facts"]
GRID = "**Correct answers**: hops × needed facts"
TIP = "{row}, {column} needed: {value} correct"
TASKS = [
    "**One fact:** “mary goes to the office”. “Where is mary?” Only her last move counts.",
    "**Two facts:** “mary takes the milk”, “mary goes to the office”. “Where is the milk?”",
    "**Three facts**, in any order: “mary has the milk”, “mary is in the office”, “the office is on the third floor”. "
    "“On which floor is the milk?”",
]
COMPARED = "**This model and baselines that do not read the facts**"
MODEL, RIGHT = "this model", "correct"
GUESSES = {
    "any": "a random answer",
    "named": "a random answer from the story",
    "often": "the most frequent in the story",
    "last": "the last in the story",
}
LOOK = "**Hop weights**: weight on each needed fact"
LOOKS = ["hop 1", "hop 2", "hop 3"]
NTH = ["1st", "2nd", "3rd"]
LOOK_TIP = "{row} on the {column} needed fact: {value}"
NOT_THERE = "hop or fact missing"
ORIGIN = (
    "There are eighteen models with seed 1, one per cell. Each model is tested on {stories} stories that it was not "
    "trained on; the numbers are on the model cards. The baselines are measured on the same stories; if several "
    "answers are equally frequent, the last of them counts."
)
