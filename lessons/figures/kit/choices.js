// The choices of a figure, as kit/choices.py lists them: its state from 0 (null if
// nothing is chosen), its bounds, its place in the address.
import { clip } from "./widgets.js";

// The value of a `by` in a state.
export const picked = (value, state) => (value?.by ? picked(value.of[state[value.by]], state) : value);
// A label is a text, or has one and more (kit/labels.py); if there is only a number of labels, they are blank.
const asLabel = (one) => (one?.label === undefined ? { label: String(one), full: String(one) } : one);
export const asLabels = (labels) => (typeof labels === "number" ? Array(labels).fill("") : labels).map(asLabel);
export const labelsOf = (one, state) => asLabels(picked(one.labels, state));

const stateOf = ({ values, first }, value) => (value === null ? null : values ? values.indexOf(value) : value - first);
export const startOf = ({ choices, start }) =>
  Object.fromEntries(choices.map((one) => [one.name, stateOf(one, start[one.name])]));
export function bound({ choices }, state) {
  // A choice that depends on another one comes last.
  const ordered = [...choices].sort((a, b) => Boolean(a.labels?.by) - Boolean(b.labels?.by));
  for (const one of ordered) {
    const at = state[one.name];
    if (at === null && one.optional) continue;
    const labels = labelsOf(one, state), least = clip(at, labels.length);
    state[one.name] = Math.max(0, labels.findIndex(({ off }, k) => k >= least && !off));
  }
}
// One step forward, or back with by = −1: skip what is off.
export function onward(one, state, by) {
  const labels = labelsOf(one, state);
  let at = state[one.name] + by;
  while (labels[at]?.off) at += by;
  return at;
}
// What `at()` in Python takes for the chosen value.
export const meant = ({ name, values, first }, state) =>
  state[name] === null ? null : values ? values[state[name]] : state[name] + first;
export const chosenIn = ({ choices }, state) => Object.fromEntries(choices.map((one) => [one.name, meant(one, state)]));

// The address holds a value, or a number counted as on the screen, or that nothing is chosen.
const NOTHING = "-";
const written = (value) => String(typeof value === "boolean" ? Number(value) : value);
const held = ({ linked, paths, values }) => (linked === "paths" ? paths : values);
const counts = (one) => one.numbered || !held(one);
const linked = ({ choices }) => choices.filter((one) => one.linked);
export function addressOf(header, state) {
  const parts = linked(header).map((one) => {
    const at = state[one.name];
    return at === null ? NOTHING : counts(one) ? at + one.first : written(held(one)[at]);
  });
  return parts.slice(0, parts.findLastIndex((part) => part !== NOTHING) + 1);
}
// Read what is readable of an address, which may be mistyped.
export function restore(header, parts, state) {
  linked(header).forEach((one, k) => {
    const part = parts[k] || NaN; // "" is not a number
    const means = (value) => written(value) === part || (typeof value === "number" && value === Number(part));
    const at = counts(one) ? part - one.first : held(one).findIndex(means);
    if (at >= 0) state[one.name] = at;
    else if (one.optional) state[one.name] = null;
  });
  bound(header, state);
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
      arrows.forEach((key, k) => (act[key] = () => goTo({ [name]: onward(one, state, k ? 1 : -1) })));
    else if (keys && !arrows) act[keys] = () => goTo({ [name]: onward(one, state, 1) % labelsOf(one, state).length });
  }
  return act;
}
