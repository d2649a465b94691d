from lessons.figures.kit.examples import Figure, load
from lessons.gpt.figures.prompt_learning import prompt_learning


def example() -> Figure:
    return prompt_learning({"answer": load("prompts"), "everything": load("prompts_everything")})
