// What can be chosen in a figure, as kit/choices.py lists it: its state from 0, its bounds, its place in the address.
import { clip } from "./widgets.js";

// What a `by` means in a state.
export const picked = (value, state) => (value?.by ? picked(value.of[state[value.by]], state) : value);
// A label is a text, or has one and more (kit/labels.py).
export const asLabels = (list) => list.map((one) => (typeof one === "string" ? { label: one, full: one } : one));
export const labelsOf = (one, state) => asLabels(picked(one.labels, state));

export const startOf = ({ choices, start }) =>
  Object.fromEntries(choices.map(({ name, values, first }) => [name, values ? values.indexOf(start[name]) : start[name] - first]));
// In the order of the list: what comes later may depend on what came before.
export const bound = ({ choices }, state) =>
  choices.forEach((one) => (state[one.name] = Math.max(0, clip(state[one.name], labelsOf(one, state).length))));

const written = (value) => String(typeof value === "boolean" ? Number(value) : value);
const part = ({ name, values, numbered, first }, state) => (values && !numbered ? written(values[state[name]]) : state[name] + first);
export const addressOf = ({ choices }, state) => choices.map((one) => part(one, state));
// Of an address that somebody may have mistyped, what can be read.
export function restore({ choices }, parts, state) {
  choices.forEach(({ name, values, numbered, first }, k) => {
    const named = values && !numbered ? values.map(written).indexOf(parts[k]) : parts[k] - first;
    if (parts[k] !== undefined && named >= 0) state[name] = named;
  });
}
// { key: what it does } of all choices that have keys: arrows for one less or more (those with ⇧ while it is held),
// a letter for the next one, after the last one the first.
const ARROWS = { "←→": ["ArrowLeft", "ArrowRight"], "↑↓": ["ArrowUp", "ArrowDown"] };
export function keysOf({ choices }, state, goTo, shift) {
  const held = shift && choices.some(({ keys }) => keys.startsWith("⇧"));
  const act = (one) => {
    const { name, keys } = one, arrows = ARROWS[keys.replace("⇧", "")];
    if (!arrows) return keys ? [[keys, () => goTo({ [name]: (state[name] + 1) % labelsOf(one, state).length })]] : [];
    return held === keys.startsWith("⇧") ? arrows.map((key, k) => [key, () => goTo({ [name]: state[name] + 2 * k - 1 })]) : [];
  };
  return Object.fromEntries(choices.flatMap(act));
}
