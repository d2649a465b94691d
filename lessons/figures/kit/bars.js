// What one row receives from each column: bars beside a matrix.
import { shape } from "./core.js";
import { smallest } from "./mode.js";
import { withNumbers } from "./tables.js";

// Horizontal bars with their words and numbers: what one row receives from each column. Bars with
// signs start from the middle. items: { label, full, value }; up to `letters` of a label are visible;
// print(value, at) is the number's text.
export function bars({ items, pitch, scale, signed, colour, palette, print, width, letters = 11 }) {
  const size = Math.max(smallest(), Math.min(12.5, pitch - 2));
  const texts = items.map(({ value }, at) => print(value, at));
  const [words, numbers] = [0.53 * size * letters, size * Math.max(3.9, ...texts.map((text) => 0.55 * text.length))];
  const room = width - words - numbers - 8;
  const zero = words + 4 + (signed ? room / 2 : 0);
  const root = shape("svg", { class: "bars", width, height: items.length * pitch + 2, "aria-hidden": "true" });
  items.forEach(({ label, full, value }, at) => {
    const share = Number.isFinite(value) ? Math.min(1, Math.abs(value) / (scale || 1)) : 0;
    const long = Math.max(1.5, (share * room) / (signed ? 2 : 1));
    const y = (at + 0.5) * pitch + size * 0.36;
    const text = (x, anchor, name, ...content) =>
      shape("text", { x, y, "font-size": size, "text-anchor": anchor, class: name }, content);
    const short = label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
    root.append(
      text(words - 6, "end", "word", shape("title", {}, full ?? label), short),
      shape("rect", {
        x: value < 0 ? zero - long : zero, y: (at + 0.24) * pitch, width: long, height: pitch * 0.52,
        rx: Math.min(4, pitch / 8), fill: value < 0 ? palette.negative : colour,
        opacity: Number.isFinite(value) ? 0.35 + 0.65 * share : 0,
      }),
      signed
        ? text(width, "end", "amount", texts[at])
        : text(zero + long + 7, "start", "amount", texts[at]));
  });
  return withNumbers(root, () => [{ rows: items, columns: [""], at: (i) => texts[i] }]);
}
