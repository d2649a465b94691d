"""Contract lights: what ships keeps its contracts or says why not; what is planted turns red."""

import pytest

from tests.kit.planted_layers import RED, UNSEEN
from transformer import variants
from transformer.config import LAYERS
from transformer.measure.lights import LIGHTS, lights, one_by_one
from transformer.measure.lights.words import as_text

variants.broken()  # reads all files
SHIPPED = [
    (kind, name)
    for kind, layers in LAYERS.items()
    for name, layer in layers.items()
    if ".my_" not in layer.__module__
]


@pytest.mark.parametrize(("kind", "name"), SHIPPED)
def test_a_layer_that_ships_keeps_its_contracts_or_says_why_not(kind, name):
    found = lights(kind, name)
    assert tuple(light.name for light in found) == LIGHTS
    assert not [as_text(light) for light in found if light.state == "red"]
    assert all(light.says for light in found)


@pytest.fixture
def planted(monkeypatch):
    """The lights of a class, one after another."""

    def measure(kind, layer):
        monkeypatch.setitem(LAYERS[kind], "planted", layer)
        return one_by_one(kind, "planted")

    return measure


@pytest.mark.parametrize("layer", RED, ids=lambda layer: layer.__name__)
def test_a_planted_mistake_turns_its_light_red_and_is_named(planted, layer):
    kind, name, says, cell = RED[layer]
    light = next(light for light in planted(kind, layer) if light.name == name)
    assert light.state == "red", as_text(light)
    assert says in (light.likely or light.says), as_text(light)
    assert light.look_at, as_text(light)
    if cell:
        saw = light.cell
        assert (saw.batch, saw.head, saw.row, saw.column)[: len(cell)] == cell, as_text(light)


@pytest.mark.parametrize(
    ("kind", "layer", "differs"), UNSEEN, ids=lambda value: getattr(value, "__name__", None)
)
def test_some_mistakes_keep_every_contract(planted, kind, layer, differs):
    """Lights say what a layer must do, not which layer it is: another test has to ask that."""
    assert not [as_text(light) for light in planted(kind, layer) if light.state == "red"]
