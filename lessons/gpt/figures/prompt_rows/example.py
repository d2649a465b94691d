from lessons.figures.kit.examples import Figure, load
from lessons.gpt.figures.prompt_rows import prompt_rows
from lessons.gpt.measure.prompting import short_examples


def example() -> Figure:
    models = {"answer": load("prompts"), "everything": load("prompts_everything")}
    return prompt_rows(models, short_examples(models["answer"].task.held_out, 1))
