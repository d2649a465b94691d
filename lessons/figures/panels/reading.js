// What a panel of a said figure names: its numbers, its labels and its sentences at the chosen place.
import { diverging, number, say, sequential } from "../kit/core.js";
import { asLabels, labelsOf, picked } from "../kit/choices.js";
import { rich } from "../kit/widgets.js";

export function reading({ header, state, arrays, palette }) {
  const paths = {}, gaps = {}; // of an array's name; of a sentence: {word} and {word_number}, of every choice
  for (const one of header.choices) {
    const at = state[one.name];
    if (one.paths.length) paths[one.name] = one.paths[at];
    gaps[one.name] = labelsOf(one, state)[at]?.label ?? "";
    gaps[`${one.name}_number`] = at + 1;
  }

  // The sizes of its free axes, and a number by its place on these; `own`: what stands on an axis of the panel itself.
  function numbers({ array, index }, own = {}) {
    const { sizes, at } = arrays[say(array, paths)];
    const place = (part) => own[part] ?? state[part] ?? part;
    return {
      sizes: sizes.filter((_, axis) => index[axis] === ":"),
      at: (...given) => at(...index.map((part) => (part === ":" ? given.shift() : place(part)))),
    };
  }
  function all(ref, own) {
    const { sizes, at } = numbers(ref, own);
    const from = (before, [size, ...rest]) =>
      size === undefined ? [at(...before)] : Array.from({ length: size }, (_, k) => from([...before, k], rest)).flat();
    return from([], sizes);
  }
  const largest = (values) => Math.max(1e-9, ...values.filter(Number.isFinite).map(Math.abs));

  // Colours for these numbers: from 0 to one hue, or to two where they have signs. `full`: where a hue is full.
  function colours(values, { full, hue } = {}) {
    const most = full ?? largest(values);
    if (hue || values.some((value) => value < 0)) return diverging(palette, palette[hue || "weight_full"], most);
    const shade = sequential(palette);
    return (value) => shade(value / most);
  }
  // A sentence with what is chosen, and with numbers, in its gaps.
  const filled = (text, refs = {}) => {
    const amount = (ref) => all(ref).map((value) => number(value, ref.digits)).join(", ");
    const amounts = Object.entries(refs).map(([gap, ref]) => [gap, amount(ref)]);
    return say(picked(text, state), { ...gaps, ...Object.fromEntries(amounts) });
  };
  return {
    numbers, all, largest, colours, filled,
    said: (text, refs) => rich(filled(text, refs)),
    picked: (value) => picked(value, state),
    labels: (value) => asLabels(picked(value, state)),
  };
}
