"""The lesson *Memory networks*: the parts of its page, its models, and its opening story."""

# Name in the address → (title of the part, sentence below the title).
PARTS = {
    "story": (
        "Question answering",
        "Write a story with one fact per line, and ask about it. Which fact does each hop attend to?",
    ),
    "hops": (
        "Hops and facts",
        "How many hops does an answer need, and what does an accuracy of 50% show?",
    ),
    "follows": (
        "Textual entailment",
        "Does a hypothesis follow from a premise, and which word decides?",
    ),
}
NEEDED = {
    1: "stories_one",
    2: "stories",
    3: "stories_three",
}  # number of facts that an answer needs → task


def model(needed: int, hops: int, time: bool = True) -> str:
    """Return the name of a shipped model."""
    return f"{NEEDED[needed]}_hops_{hops}{'' if time else '_without_time'}"


MODEL, ONE_HOP, NO_TIME, FLOORS = model(2, 2), model(2, 1), model(2, 2, time=False), model(3, 3)
STORY = (
    "john goes to the garden\n"
    "mary takes the apple\n"
    "john takes the ball\n"
    "john goes to the office\n"
    "mary goes to the kitchen"
)
QUESTION = "where is the ball"
BUILDING = (
    "mary is in the office\n"
    "john has the ball\n"
    "the kitchen is on the second floor\n"
    "the garden is on the fourth floor\n"
    "john is in the kitchen\n"
    "mary has the milk\n"
    "daniel is in the garden\n"
    "the office is on the first floor\n"
    "daniel has the book\n"
    "the hallway is on the second floor"
)
ON_FLOOR = "on which floor is the ball"
# The two stories of a slide (Gunhee Kim), each with a model trained on stories of the same kind.
DROPPED, ALIKE = "stories_dropped", "stories_alike"
SAM = (
    "sam walks into the kitchen\n"
    "sam picks up an apple\n"
    "sam walks into the bedroom\n"
    "sam drops the apple"
)
BRIAN = "brian is a lion\njulius is a lion\njulius is white\nbernhard is green"
# Each model of the first part → its name on the page, and its opening story and question.
MODELS = {
    MODEL: ("2 hops", (STORY, QUESTION)),
    ONE_HOP: ("1 hop", (STORY, QUESTION)),
    model(2, 3): ("3 hops", (STORY, QUESTION)),
    NO_TIME: ("2 hops, no time", (STORY, QUESTION)),
    FLOORS: ("3 hops, three facts", (BUILDING, ON_FLOOR)),
    DROPPED: ("Sam drops the apple", (SAM, "where is the apple")),
    ALIKE: ("Brian is a lion", (BRIAN, "what color is brian")),
}
