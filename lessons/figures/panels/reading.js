// Read what a panel of a declared figure names: its numbers, labels and sentences in the current state.
import { diverging, node, number, say, sequential } from "../kit/core.js";
import { asLabels, labelsOf, picked } from "../kit/choices.js";

export function reading(self) {
  const { header, state, arrays, palette } = self;
  const paths = {}, gaps = {}; // of an array's name; of a sentence: {word} and {word_number}, of every choice
  for (const one of header.choices) {
    const at = state[one.name];
    if (one.paths.length) paths[one.name] = one.paths[at];
    const label = labelsOf(one, state)[at];
    gaps[one.name] = label?.label || label?.full || "";
    gaps[`${one.name}_number`] = at + 1;
  }

  // The sizes of its free axes, and a number by its indices; `own`: the index on an axis of the panel itself.
  function numbers({ array, index }, own = {}) {
    const { sizes, at } = arrays[say(array, paths)];
    // Of a shorter axis, the last.
    const place = (part, axis) => Math.min(own[part] ?? state[part] ?? part, sizes[axis] - 1);
    return {
      sizes: sizes.filter((_, axis) => index[axis] === ":"),
      at: (...given) => at(...index.map((part, axis) => (part === ":" ? given.shift() : place(part, axis)))),
    };
  }
  function all(ref, own) {
    const { sizes, at } = numbers(ref, own);
    const from = (before, [size, ...rest]) =>
      size === undefined ? [at(...before)] : Array.from({ length: size }, (_, k) => from([...before, k], rest)).flat();
    return from([], sizes);
  }
  // One by one: a row of a published model has more numbers than a call can have arguments.
  const largest = (values) => values.reduce((most, n) => (Number.isFinite(n) ? Math.max(most, Math.abs(n)) : most), 1e-9);

  // Colours for these numbers: one hue from 0 up, or two hues if there are signs. `full`: the number of the full hue.
  function colours(values, { full, hue } = {}) {
    const most = full ?? largest(values);
    if (hue || values.some((value) => value < 0)) return diverging(palette, palette[hue || "weight_full"], most);
    const shade = sequential(palette);
    return (value) => shade(value / most);
  }
  // Fill the fields of a sentence; **query|a number** is coloured, e^(it) is raised.
  const filling = (refs = {}) => {
    const amount = (ref) => all(ref).map((value) => number(value, ref.digits)).join(", ");
    const amounts = Object.entries(refs).map(([gap, ref]) => [gap, amount(ref)]);
    return (text) => say(text, { ...gaps, ...Object.fromEntries(amounts) });
  };
  const filled = (text, refs) => filling(refs)(picked(text, state));
  function said(text, refs) {
    const fill = filling(refs);
    const raised = (part) =>
      part.split(/\^\(([^()]+)\)/).map((one, k) => (k % 2 ? node("sup", {}, fill(one)) : fill(one)));
    return picked(text, state).split("**").map((part, k) => {
      const [, hue, rest] = part.match(/^(?:(\w+)\|)?(.*)$/s);
      return k % 2 ? node("b", { style: hue ? `color:var(--${hue}_text, var(--${hue}))` : null }, raised(rest)) : raised(part);
    });
  }
  const labelled = (value) =>
    typeof value === "string" ? labelsOf(header.choices.find(({ name }) => name === value), state) : asLabels(value);
  return {
    numbers, all, largest, colours, filled, said,
    picked: (value) => picked(value, state),
    labels: (value) => labelled(picked(value, state)),
    elsewhere: (change) => reading({ ...self, state: { ...state, ...change } }),
  };
}
