"""Trained models by their names: read once for all pages, and anew when a run has trained on."""

from lessons.host import server
from lessons.host.shared import shared
from lessons.trainings import models
from transformer.runs import Run
from transformer.runs import trained as from_run
from transformer.weights import Trained, load


def trained(name: str) -> Trained:
    """A trained model by its name: one that ships, one of your own, or a run of this app."""
    return trained_at(name, models.version(name))


@shared
def trained_at(name: str, version: str) -> Trained:
    """That model at one version: a run may train on, or be another one of that name."""
    if found := models.put_in(name):
        base, kind, layer = found
        return load(base).with_layer(kind, layer)
    run = models.run_of(name)
    if run is None:
        return load(name)
    return from_run.load(Run(server.RUNS / run), int(version.split()[1]))
