"""Every word that people read in the picture of hops and facts. Between ** and **: bold."""

TITLE = "Hops against the facts that an answer needs"
TIME, TIMES = "facts know", ["when they were told", "no time"]
HOPS, HOP = "hops", ["1 hop", "2 hops", "3 hops"]
NEEDED, FACT = "needed", ["1 fact", "2 facts", "3 facts"]
GRID = "**Right answers**: hops × facts that are needed"
TIP = "{row}, {column} needed: {value} right"
TASKS = [
    "**One fact:** “mary goes to the office”. Where is mary? It is the last of her moves that counts.",
    "**Two facts:** “mary takes the milk”, “mary goes to the office”. Where is the milk?",
    "**Three facts**, in any order: “mary has the milk”, “mary is in the office”, “the office is on the third "
    "floor”. On which floor is the milk?",
]
COMPARED = "**This model, and guesses that look for nobody**"
MODEL, RIGHT = "this model", "right"
GUESSES = {
    "any": "any answer, by lot",
    "named": "one of the story’s, by lot",
    "often": "the one it names most often",
    "last": "the one it names last",
}
LOOK = "**Where the hops look**: weight on each such fact"
LOOKS = ["hop 1", "hop 2", "hop 3"]
NTH = ["1st", "2nd", "3rd"]
LOOK_TIP = "{row} on the {column} fact that is needed: {value}"
NOT_THERE = "no such hop or fact"
ORIGIN = (
    "Eighteen models, one a cell, seed 1, each measured on {stories} stories that it was not trained on; the numbers stand on "
    "their cards. The guesses are counted on the same stories; where several are named equally often, the last of them counts."
)
