"""Train the missing runs of a control: `python -m transformer.measure.controls NAME … --jobs 2`."""

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from transformer.diagnosis import writable
from transformer.measure.controls import FOLDER, Arm, Control
from transformer.measure.controls.plan import CONTROLS
from transformer.runs.commands import command
from transformer.tasks import find
from transformer.training import train
from transformer.training.command import measured, started
from transformer.training.recipes import RECIPES, Recipe

LAST = 50  # number of final steps whose mean loss is saved
Job = tuple[str, int, int, int]  # control, number of the arm, steps, seed


def recipe_of(arm: Arm, steps: int, seed: int) -> Recipe:
    """The recipe of one run."""
    recipe = RECIPES[arm.recipe]
    changed = {**arm.settings, "steps": steps, "seed": seed}
    return replace(
        recipe,
        settings=replace(recipe.settings, **changed),
        sizes={**recipe.sizes, **arm.sizes},
        stop=None,
    )


def run(job: Job) -> dict[str, Any]:
    """Train and measure one run, on the CPU with one thread."""
    torch.set_num_threads(1)
    name, number, steps, seed = job
    arm = CONTROLS[name].arms[number]
    recipe = recipe_of(arm, steps, seed)
    task = find(recipe.task)()
    model = started(recipe, task)
    losses: list[float] = []
    watched: list[dict[str, Any]] = []
    begun = time.process_time()

    def watch() -> None:
        if arm.extra and len(losses) in arm.watch:
            training = model.training
            watched.append({"step": len(losses), **arm.extra(model.eval(), task)})
            model.train(training)

    watch()
    with arm.tweak(model):
        for step in train(model, task, recipe.settings):
            losses.append(step.loss)
            watch()
        held_out = measured(model, task)
        if arm.extra:
            held_out |= arm.extra(model.eval(), task)
    result = {
        "arm": arm.label,
        "steps": steps,
        "seed": seed,
        "loss": sum(losses[-LAST:]) / len(losses[-LAST:]),
        "held_out": held_out,
        "seconds": round(time.process_time() - begun, 1),
        "torch": torch.__version__,
    }
    return result | ({"watched": watched} if watched else {})


def jobs(control: Control, folder: Path) -> list[Job]:
    """Return the runs that are missing in the file of this control."""
    done = {(r["arm"], r["steps"], r["seed"]) for r in results_of_control(control, folder)["runs"]}
    return [
        (control.name, number, steps, seed)
        for number, arm in enumerate(control.arms)
        for steps in arm.steps
        for seed in arm.seeds
        if (arm.label, steps, seed) not in done
    ]


def results_of_control(control: Control, folder: Path) -> dict[str, Any]:
    """Return the results in the file of a control that still belong to the plan."""
    file = folder / f"{control.name}.json"
    runs = json.loads(file.read_text(encoding="utf-8"))["runs"] if file.exists() else []
    planned = {
        (a.label, steps, seed) for a in control.arms for steps in a.steps for seed in a.seeds
    }
    command = f"python -m transformer.measure.controls {control.name}"
    return {
        "question": control.question,
        "score": control.score,
        "command": command,
        "runs": [run for run in runs if (run["arm"], run["steps"], run["seed"]) in planned],
    }


def save(name: str, result: dict[str, Any], folder: Path) -> None:
    """Add one run to the file of its control; the file is replaced as a whole."""
    results = results_of_control(CONTROLS[name], folder)
    results["runs"] = sorted(
        [*results["runs"], result], key=lambda run: (run["arm"], run["steps"], run["seed"])
    )
    write(folder / f"{name}.json", results)


def write(file: Path, results: dict[str, Any]) -> None:
    """One run per line, so that a change of one run is a change of one line; the file is replaced as a whole."""
    lines = ",\n".join(
        f"  {json.dumps(rounded(run), ensure_ascii=False)}" for run in results["runs"]
    )
    head = json.dumps(
        {k: v for k, v in results.items() if k != "runs"}, indent=1, ensure_ascii=False
    )
    new = file.with_suffix(".new")
    new.write_text(f'{head[:-2]},\n "runs": [\n{lines}\n ]\n}}\n', encoding="utf-8")
    os.replace(new, file)


def rounded(value: Any) -> Any:
    """Round numbers to six digits; the rest is float32 rounding error."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list) else value


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.measure.controls")
    parser.add_argument(
        "names", nargs="*", help=f"names of controls (default: all): {', '.join(CONTROLS)}"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of training runs in parallel")
    parser.add_argument(
        "--list", action="store_true", help="list the missing training runs and stop"
    )
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the results")
    options = parser.parse_args()
    missing = [job for n in options.names or CONTROLS for job in jobs(CONTROLS[n], options.out)]
    missing.sort(key=cost, reverse=True)  # so that no long run is left at the end
    if options.list:
        for job in missing:
            print(*job[:1], CONTROLS[job[0]].arms[job[1]].label, *job[2:], f"{cost(job):.0f} s")
        print(f"{len(missing)} runs, {sum(map(cost, missing)):.0f} s of CPU time")
        return
    writable.require(options.out, "Choose another folder with --out FOLDER.")
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = {pool.submit(run, job): job for job in missing}
        for number, done in enumerate(as_completed(waiting), start=1):
            name, result = waiting[done][0], done.result()
            save(name, result, options.out)
            score = result["held_out"].get(CONTROLS[name].score)
            label = f"{name}: {result['arm']}, {result['steps']} steps, seed {result['seed']}"
            print(f"{number}/{len(missing)} {label}: {score} ({result['seconds']} s)", flush=True)


def cost(job: Job) -> float:
    """Estimate the CPU seconds of a run from the card of its recipe."""
    name, number, steps, _ = job
    arm = CONTROLS[name].arms[number]
    recipe = RECIPES[arm.recipe]
    from transformer import weights

    try:
        seconds = weights.load_card(arm.recipe)["seconds"]
    except (FileNotFoundError, KeyError):
        return float(steps)
    return seconds * steps / (recipe.stop or recipe.settings.steps)


if __name__ == "__main__":
    with command("controls"):
        main()
