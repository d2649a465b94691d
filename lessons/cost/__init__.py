"""The lesson *The cost of attention*: the parts of its page."""

# Name in the address → (title of the part, sentence below the title).
PARTS = {
    "table": (
        "Cost per layer",
        "How many multiplications, sequential steps and stacked layers do four types of layer need?",
    ),
    "meet": (
        "Cost by length",
        "Above what length does attention cost more than a recurrent layer?",
    ),
    "operators": (
        "Convolution and attention",
        "A convolution and an attention layer read the same signal: what do their weights depend on?",
    ),
    "paths": (
        "Path length",
        "How many layers does information need to travel from the first word to the last?",
    ),
}
