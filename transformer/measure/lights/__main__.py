"""The lights of one layer in a terminal: `python -m transformer.measure.lights attention mine`.

The exit status is 1 where a light is red, 2 where there is no such layer.
"""

import argparse
import json
import sys

from transformer.config import LAYERS
from transformer.measure.lights import one_by_one
from transformer.measure.lights.light import RED
from transformer.measure.lights.words import as_text


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m transformer.measure.lights", description=__doc__
    )
    parser.add_argument("kind", choices=LAYERS)
    parser.add_argument("name", help="of a layer, for example standard, or mine")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="one light a line, as JSON")
    asked = parser.parse_args()
    red = False
    try:
        for light in one_by_one(asked.kind, asked.name, seed=asked.seed):
            print(json.dumps(light.as_dict()) if asked.json else as_text(light), flush=True)
            red = red or light.state == RED
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return int(red)


if __name__ == "__main__":
    sys.exit(main())
