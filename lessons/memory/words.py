"""Texts of the memory page: problems of a story, and what to notice in the figures."""

from collections.abc import Collection, Sequence

Words = Sequence[str]
NO_FACT = "There are no facts. Write one fact per line, such as “john takes the ball”."
NO_QUESTION = (
    "There is no question. Ask about a person or object in the story, as in “where is the ball”."
)
TWO_QUESTIONS = "There are {count} questions. Ask one at a time."
TOO_MANY = "There are {count} facts; at most {most} are allowed. Remove {spare}."
TOO_LONG = "This story has {count} words; the figure shows at most {most}. Remove {spare}."
LONG_QUESTION = "The question has {count} words; at most {most} are allowed. Shorten it."
LONGEST = 20  # words of a question
NO_THING = (
    "The question names no person or object. "
    "Ask about a person or object in the story, as in “where is the ball”."
)
NOBODY = "No fact is about “{asked}”. The model’s answer is a guess."
ASKING = {"where", "is", "the", "a", "on", "in", "which", "floor", "who", "what"}


def story_problem(facts: Sequence[Words], question: Sequence[Words], most: int) -> str:
    """Return the problem of a story that can have `most` facts; "" if there is none."""
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


def guess_remark(facts: Sequence[Words], question: Words, unknown: Collection[str]) -> str:
    """Return a remark if no fact names what the question asks about; otherwise ""."""
    things = [word for word in question if word not in ASKING and word not in unknown]
    if not things or any(word in fact for word in things for fact in facts):
        return ""
    return NOBODY.format(asked=" ".join(things))


NO_PREMISE = "There is no premise. Write clauses such as “anna buys roses and ben draws dogs”."
NO_HYPOTHESIS = "There is no hypothesis. Write a sentence such as “ben draws pets”."
MANY = "The {part} has {count} sentences. Join these sentences with “and”."
LONG = "The {part} has {count} words; at most {most} are allowed. Remove {spare}."
ROOM = {"premise": 40, "hypothesis": 12}  # words


def pair_problem(premise: Sequence[Words], hypothesis: Sequence[Words]) -> str:
    """Return the problem of a premise and a hypothesis; "" if there is none."""
    for part, typed, none in (("premise", premise, NO_PREMISE), ("hypothesis", hypothesis, NO_HYPOTHESIS)):  # fmt: skip
        if not typed:
            return none
        if (count := sum(map(len, typed))) > (most := ROOM[part]):
            return LONG.format(part=part, count=count, most=most, spare=count - most)
        if len(typed) > 1:
            return MANY.format(part=part, count=len(typed))
    return ""


STORY = (
    "**Move a fact.** Put “john goes to the garden” after “john goes to the office” and look at hop 2: John’s last "
    "move counts. The **temporal encoding** of a fact indicates how many facts follow it. Without this encoding "
    "(“no time” in the list of models), the order has no effect and the answer stays the same.\n\n"
    "**The stories resemble those of bAbI** (Weston et al. 2015): people move between rooms and carry objects. "
    "`transformer.tasks.babi` reads the original files.\n\n"
    "**One hop is not enough.** Choose *1 hop*. The question names the ball but not John, and no fact names both "
    "the ball and a place.\n\n"
    "**Three hops** produce the same answer, and two of the hops can attend to the same fact.\n\n"
    "**Two stories from a slide** (Gunhee Kim) are at the end of the list: *Sam drops the apple* and *Brian is a "
    "lion*. Each story has its own model with 3 hops and 64 dimensions, trained on 10,000 stories of the same kind. "
    "On 1,000 new stories, the models reach accuracies of {dropped:.0%} and {alike:.0%}. We failed to train one model "
    "for both kinds of story: most seeds did no better than guessing.\n\n"
    "**Each model knows only one kind of story.** The model for two facts was trained on stories of five to nine "
    "facts, with four people, four objects and six places. Objects are never put down. The temporal encoding of a "
    "tenth fact was never trained.\n\n"
    "**Facts as a Markov process:** hop k + 1 depends only on the story and on u after hop k, so the attended facts "
    "form a chain. Basili and Croce’s slides map a sequence of supporting facts to a Markov "
    "process.\n\n"
    "**The slides contain an error** (Gunhee Kim): they say that A and B embed the facts. In fact, A and C embed "
    "the facts, and B embeds the question."
)
HOPS = (
    "**Read the figure row by row.** One hop is enough for one fact. In these training runs, two connected facts "
    "needed two hops, and three facts needed three. Additional hops made little difference.\n\n"
    "**Without temporal encoding**, a question about moves cannot always be answered, because a person who moved "
    "twice has been in two places. The stories with three facts are true in any order, so temporal encoding has no "
    "effect.\n\n"
    "**With two hops and three facts**, accuracy is {two:.0%}, above the baselines. The lower map shows which facts "
    "the hops attend to."
)
ONE_HOP = (
    "The model with one hop has an accuracy of **{score:.1%}**. Random guessing reaches {any:.1%}, so the model "
    "seems to have learned half of the task. But a baseline that always picks the most frequent place (in a tie, "
    "the last one) reaches **{often:.1%}**, without considering who took what. In {same:.0%} of the stories, the model "
    "gives the same answer as this baseline. So compare the accuracy of a model with that of the best baseline that "
    "does not understand the task."
)
BY_MOVES = (
    "The person who took the object may have moved once or several times. After one move, there is only one possible "
    "place. After more moves, a model without temporal encoding must guess."
)

FOLLOWS = (
    "**Change one word of the premise** and look at the last row. With “dogs” instead of “roses”, the label is "
    "*contradicts*; with “something”, the label is *open*. In this grammar, roses are flowers, flowers are "
    "“something”, and every person performs one action.\n\n"
    "**Change the hypothesis.** Ask about a different person: the last word then attends to a different clause. For "
    "a person who is not in the premise, the answer is a guess.\n\n"
    "**For four clauses, a model with one state needs more steps than one with attention.** Without attention, "
    "accuracy is {entailment_none:.1%} after 2,000 steps and {entailment_none_long:.1%} after 6,000. With "
    "attention, accuracy is {entailment_dot:.1%} after 2,000 steps.\n\n"
    "**The scoring function affects how quickly attention is learned.** With the paper’s additive score, accuracy is "
    "{entailment_additive:.1%} after 2,000 steps; training had not converged by then. A dot product compares two "
    "vectors directly.\n\n"
    "**The paper** is Rocktäschel et al. (2015), arXiv 1509.06664. The authors’ model passes only the cell state c "
    "to the hypothesis LSTM. Basili and Croce’s slides cite arXiv 1508.04025, the paper by Luong et "
    "al.\n\n"
    "**Train your own model:** choose *Textual entailment* on the training page. The model then appears in the list "
    "of models."
)
CONTROL = (
    "With one state, accuracy reaches 92% or more after three times as many steps. With attention, a model learns "
    "the task in a third of the steps. With two clauses, a model with one state reaches 100%. The hypothesis alone "
    "never reveals the label."
)


def table(accuracies: dict[str, dict[int, tuple[float, int]]], fewest: int = 20) -> str:
    """Return the accuracy by number of moves as HTML, without numbers that have few stories."""
    (timed, blind), rows = accuracies.values(), ""
    for moves, (right, stories) in timed.items():
        if stories >= fewest:
            rows += f"<tr><td>{moves}</td><td>{stories}</td><td>{right:.2f}</td><td>{blind[moves][0]:.2f}</td></tr>"
    head = "<tr><th>moves</th><th>stories</th><th>accuracy, with time</th><th>without</th></tr>"
    return f"<div class=memory-moves><table>{head}{rows}</table></div>"
