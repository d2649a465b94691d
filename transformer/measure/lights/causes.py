"""The likely cause of a red light: what each known mistake would let one see, beside what was seen."""

ORDER = 'it knows where a word stands; if that is meant, say so: no_promise = {"order-blind without positions": "…"}'


def lengths(error, what, trial):
    from transformer.measure.lights.place import of_error, sentence

    return (
        f"{what}: {sentence(error, trial.layer)}",
        None,
        "x (queries) and memory (keys, values) are exchanged somewhere, or a length is taken from the wrong one",
        of_error(error, trial.layer),
    )


def shape(found, asked):
    return ""


def not_finite(trial, what, x, mask):
    return "", ""


def rows(trial, layer, trace, mask, what):
    return ""


def moved(trial, layer, matrix, mask):
    return "", ""


def batch(trial, layer, x, mask):
    return ""


def cache(trial, layer, x, steps):
    return ""
