"""Sentences of the memory page: what is wrong with a story, and what to notice in the pictures."""

from collections.abc import Collection, Sequence

Words = Sequence[str]
NO_FACT = "There is no fact. Write one a line, such as “john takes the ball”."
NO_QUESTION = (
    "There is no question. Ask for somebody or something in the story, as in “where is the ball”."
)
TWO_QUESTIONS = "These are {count} questions. Ask one at a time."
TOO_MANY = (
    "These are {count} facts, and there is room for {most}: in a memory with time, so many different times; without, so many "
    "in a picture. Take {spare} away."
)
TOO_LONG = "This story has {count} words; a picture holds at most {most}. Shorten it by {spare}."
LONG_QUESTION = "The question has {count} words; it may have {most}."
LONGEST = 20  # words of a question
NO_THING = "The question does not say for what it asks. Name somebody or something of the story, as in “where is the ball”."
NOBODY = "No fact is about “{asked}”. It answers all the same: whatever it says is a guess."
ASKING = {"where", "is", "the", "a", "on", "in", "which", "floor", "who", "what"}


def wrong(facts: Sequence[Words], question: Sequence[Words], most: int) -> str:
    """Why a story with so many facts at `most` cannot be answered; "" where it can."""
    if not facts:
        return NO_FACT
    if not question:
        return NO_QUESTION
    if len(question) > 1:
        return TWO_QUESTIONS.format(count=len(question))
    if len(question[0]) > LONGEST:
        return LONG_QUESTION.format(count=len(question[0]), most=LONGEST)
    if len(facts) > most:
        return TOO_MANY.format(count=len(facts), most=most, spare=len(facts) - most)
    return "" if set(question[0]) - ASKING else NO_THING


def odd(facts: Sequence[Words], question: Words, unknown: Collection[str]) -> str:
    """What to say of a question about what no fact names; "" where one does."""
    asked = [word for word in question if word not in ASKING and word not in unknown]
    if not asked or any(word in fact for word in asked for fact in facts):
        return ""
    return NOBODY.format(asked=" ".join(asked))


NO_PREMISE = "There is no premise. Write clauses such as “anna buys roses and ben draws dogs”."
NO_HYPOTHESIS = "There is no hypothesis. Write what may follow from the premise or not, such as “ben draws pets”."
MANY = "The {part} is {count} sentences. Make one of them: no full stop, and “and” between clauses."
LONG = "The {part} has {count} words; it may have {most}. Shorten it by {spare}."
ROOM = {"premise": 40, "hypothesis": 12}  # words


def no_pair(premise: Sequence[Words], hypothesis: Sequence[Words]) -> str:
    """Why these sentences are no premise and no hypothesis; "" where they are."""
    for part, told, none in (("premise", premise, NO_PREMISE), ("hypothesis", hypothesis, NO_HYPOTHESIS)):  # fmt: skip
        if not told:
            return none
        if (count := sum(map(len, told))) > (most := ROOM[part]):
            return LONG.format(part=part, count=count, most=most, spare=count - most)
        if len(told) > 1:
            return MANY.format(part=part, count=len(told))
    return ""


STORY = (
    "**Move a fact.** Put “john goes to the garden” after “john goes to the office”, and look at hop 2: the last of "
    "John’s moves counts. A fact knows how many others were told after it; without that, “no time” in the list of "
    "models, the order means nothing, and the answer stays.\n\n"
    "**One hop cannot.** Choose *1 hop*: the question names the ball and not John, and no fact names both the ball and "
    "a place.\n\n"
    "**Three hops** find the same, and two of them may look at the same fact. Only with as many hops as facts "
    "does hop number k have fact number k.\n\n"
    "**It knows only what it was asked.** The model for two facts was asked about things, in stories of five to nine facts, with four "
    "people, four things and six places. Ask it “where is mary” and see. Nobody ever puts anything down in its world."
)
HOPS = (
    "**Read the picture along a row.** One hop is enough for one fact. Two facts that hang together need two, three need "
    "three; more do no harm.\n\n"
    "**Without time** a question about moves cannot always be answered: whoever moved twice is in two places. For three "
    "facts, which hold whenever they are told, time is of no use, and of no harm.\n\n"
    "**Two hops and three facts:** {two:.0%}. It beats the guesses, for it finds more than nothing; where the hops look "
    "says how far it comes."
)
ONE_HOP = (
    "The model with one hop is right in **{score:.1%}** of the stories. Chance would be {any:.1%}, and so it seems to have learned "
    "half of it. But whoever always says the place that is named most often in the story, and of several the last one, is right "
    "in **{often:.1%}**: that takes no look at who took what. In {same:.0%} of the stories the model says that very place. "
    "A score means something only beside the best guess that needs no understanding."
)
BY_MOVES = (
    "The person who took the thing may have moved once or several times. With one move there is nothing to confuse; with "
    "more, a model that knows no time must guess between the places."
)

FOLLOWS = (
    "**Change one word of the premise,** and follow the last row. “dogs” for “roses”: it contradicts. “something”: it stays "
    "open. Roses are flowers, and flowers are something; everybody does one thing. That is all its world.\n\n"
    "**Another hypothesis.** Ask about another person: the last word looks at another clause. Ask about somebody who is "
    "not there: it answers all the same.\n\n"
    "**With two clauses there is little to be gained:** {entailment_two_none:.1%} without attention. With four, one state is no longer enough "
    "({entailment_none:.1%}), and the look helps ({entailment_dot:.1%}).\n\n"
    "**Attention by itself is no promise.** With the paper’s additive score, after as many steps: {entailment_additive:.1%}. A dot "
    "product compares two vectors by itself; a tanh of their sum has to learn to.\n\n"
    "**Train one yourself:** *Does it follow?* on the training page. It then stands in the list here."
)


def table(found: dict[str, dict[int, tuple[float, int]]], fewest: int = 20) -> str:
    """Accuracy by the number of moves, as HTML; only where there are enough stories."""
    (timed, blind), rows = found.values(), ""
    for moves, (right, stories) in timed.items():
        if stories >= fewest:
            rows += f"<tr><td>{moves}</td><td>{stories}</td><td>{right:.2f}</td><td>{blind[moves][0]:.2f}</td></tr>"
    head = "<tr><th>moves</th><th>stories</th><th>right, with time</th><th>right, without</th></tr>"
    return f"<div class=memory-moves><table>{head}{rows}</table></div>"
