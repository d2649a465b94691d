from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.finetuning.figures.search_orders import search_orders
from lessons.finetuning.measure.searching import search


def example() -> Figure:
    documents = [TYPED.split(), ["the", "big", "dog", "sleeps"], ["a", "cat"]]
    result = search(load("collection"), ["dog", *TYPED.split()[:2]], documents)
    shares = dict.fromkeys(("same", "two", "all", "italian", "code"), (0.5, 1.0))
    return search_orders(result, "collection", 1, "two", dict.fromkeys(result.scores, shares))
