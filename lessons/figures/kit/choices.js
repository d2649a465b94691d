// What can be chosen in a figure, as kit/choices.py lists it: its state from 0, its bounds, its place in the address.
import { clip } from "./widgets.js";

// What a `by` means in a state.
export const picked = (value, state) => (value?.by ? picked(value.of[state[value.by]], state) : value);
// A label is a text, or has one and more (kit/labels.py).
export const asLabels = (list) => list.map((one) => (typeof one === "string" ? { label: one, full: one } : one));
export const labelsOf = (one, state) => asLabels(picked(one.labels, state));

export const startOf = ({ choices, start }) =>
  Object.fromEntries(choices.map(({ name, values, first }) =>
    [name, values ? values.indexOf(start[name]) : start[name] - first]));
// In the order of the list: what comes later may depend on what came before.
export function bound({ choices }, state) {
  for (const one of choices) state[one.name] = Math.max(0, clip(state[one.name], labelsOf(one, state).length));
}

// In the address stands a value, or a number that counts as the screen does.
const written = (value) => String(typeof value === "boolean" ? Number(value) : value);
const counts = ({ values, numbered }) => numbered || !values;
export const addressOf = ({ choices }, state) =>
  choices.map((one) => (counts(one) ? state[one.name] + one.first : written(one.values[state[one.name]])));
// Of an address that somebody may have mistyped, what can be read.
export function restore({ choices }, parts, state) {
  choices.forEach((one, k) => {
    const at = counts(one) ? parts[k] - one.first : one.values.map(written).indexOf(parts[k]);
    if (at >= 0) state[one.name] = at;
  });
}

// { key: what it does } of all choices that have keys: arrows for one less or more (those with ⇧ while it is held),
// a letter for the next one, after the last one the first.
const ARROWS = { "←→": ["ArrowLeft", "ArrowRight"], "↑↓": ["ArrowUp", "ArrowDown"] };
export function keysOf({ choices }, state, goTo, shift) {
  const held = Boolean(shift) && choices.some(({ keys }) => keys.startsWith("⇧"));
  const act = {};
  for (const one of choices) {
    const { name, keys } = one, arrows = ARROWS[keys.replace("⇧", "")];
    if (arrows && held === keys.startsWith("⇧"))
      arrows.forEach((key, k) => (act[key] = () => goTo({ [name]: state[name] + (k ? 1 : -1) })));
    else if (keys && !arrows) act[keys] = () => goTo({ [name]: (state[name] + 1) % labelsOf(one, state).length });
  }
  return act;
}
