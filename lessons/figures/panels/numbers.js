// What a panel of a said figure names: its numbers, its labels and its sentences at the chosen place.
import { diverging, number, say, sequential } from "../kit/core.js";
import { asLabels, labelsOf, picked } from "../kit/choices.js";
import { rich } from "../kit/widgets.js";

// What stands in the gaps of a sentence: {word} and {word_number}, of every choice.
export const gaps = ({ header, state }) => Object.fromEntries(header.choices.flatMap((one) =>
  [[one.name, labelsOf(one, state)[state[one.name]]?.label ?? ""], [`${one.name}_number`, state[one.name] + 1]]));

export function reading(self) {
  const { header, state, arrays } = self;
  const paths = Object.fromEntries(header.choices.filter((one) => one.paths.length).map((one) => [one.name, one.paths[state[one.name]]]));
  // Free axes as sizes, and a number by what stands on them; `own`: what stands on an axis of the panel itself.
  function numbers({ array, index }, own = {}) {
    const { sizes, at } = arrays[say(array, paths)];
    const where = (part) => own[part] ?? state[part] ?? part;
    return {
      sizes: sizes.filter((_, k) => index[k] === ":"),
      at: (...given) => at(...index.map((part) => (part === ":" ? given.shift() : where(part)))),
    };
  }
  function all(ref, own) {
    const { sizes, at } = numbers(ref, own);
    const walk = (before, [size, ...rest]) => (size === undefined ? [at(...before)] : Array.from({ length: size }, (_, k) => walk([...before, k], rest)).flat());
    return walk([], sizes);
  }
  const largest = (values) => Math.max(1e-9, ...values.filter(Number.isFinite).map(Math.abs));
  // Colours for these numbers: from 0 to one hue, or to two where they have signs. `full`: where a hue is full.
  function colours(values, { full, hue = "weight_full" } = {}) {
    const most = full ?? largest(values);
    if (hue !== "weight_full" || values.some((value) => value < 0)) return diverging(self.palette, self.palette[hue], most);
    const shade = sequential(self.palette);
    return (value) => shade(value / most);
  }
  const said = (text, more = {}) => rich(say(picked(text, state), { ...gaps(self), ...more }));
  const amounts = (refs) => Object.fromEntries(Object.entries(refs).map(([gap, ref]) => [gap, all(ref).map((value) => number(value, ref.digits)).join(", ")]));
  return { numbers, all, largest, colours, said, amounts, picked: (value) => picked(value, state), labels: (value) => asLabels(picked(value, state)) };
}
