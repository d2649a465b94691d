"""Contract lights: what ships keeps its contracts or says why not; what is planted turns red."""

import pytest

from transformer import variants
from transformer.config import LAYERS
from transformer.measure.lights import LIGHTS, lights
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
