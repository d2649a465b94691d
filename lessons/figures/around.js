// What stands around a matrix: bars for one row, the legend of its colours, thumbnails of all heads.
import { css, node, number, say, shape } from "./core.js";
import { paintCanvas } from "./matrix.js";

// Horizontal bars with their words and numbers: what one row gathers from each column. Bars that
// have signs start from the middle. items: { label, full, value }; print(value) is the number's text.
export function bars({ items, pitch, scale, signed, colour, palette, print, width }) {
  const [words, numbers] = [72, 48];
  const room = width - words - numbers - 8;
  const zero = words + 4 + (signed ? room / 2 : 0);
  const size = Math.max(10, Math.min(12.5, pitch - 2));
  const root = shape("svg", { class: "bars", width, height: items.length * pitch + 2, "aria-hidden": "true" });
  items.forEach(({ label, full, value }, at) => {
    const share = Number.isFinite(value) ? Math.min(1, Math.abs(value) / (scale || 1)) : 0;
    const long = Math.max(1.5, (share * room) / (signed ? 2 : 1));
    const y = (at + 0.5) * pitch + size * 0.36;
    const text = (x, anchor, name, ...content) =>
      shape("text", { x, y, "font-size": size, "text-anchor": anchor, class: name }, content);
    const short = label.length > 11 ? `${label.slice(0, 10)}…` : label;
    root.append(
      text(words - 6, "end", "word", shape("title", {}, full ?? label), short),
      shape("rect", {
        x: value < 0 ? zero - long : zero, y: (at + 0.24) * pitch, width: long, height: pitch * 0.52,
        rx: Math.min(4, pitch / 8), fill: value < 0 ? palette.negative : colour,
        opacity: Number.isFinite(value) ? 0.35 + 0.65 * share : 0,
      }),
      signed ? text(width, "end", "amount", print(value)) : text(zero + long + 7, "start", "amount", print(value)));
  });
  return root;
}

// from … to in the sheet's colours, and what hatching means where there is some.
export function legend(host, sheet, palette, [from, to], hatched) {
  const [long, high] = [120, 9];
  const strip = node("canvas", { width: long, height: high, "aria-hidden": "true" });
  const context = strip.getContext("2d");
  for (let x = 0; x < long; x++) {
    context.fillStyle = css(sheet.colour(from + ((to - from) * x) / (long - 1)));
    context.fillRect(x, 0, 1, high);
  }
  const end = (value) => node("span", {}, Number.isInteger(value) ? String(value) : number(value, 1));
  host.replaceChildren(end(from), strip, end(to));
  if (!hatched) return;
  const sample = node("canvas", { "aria-hidden": "true" });
  paintCanvas(sample, { rows: 1, columns: 1, hatched: () => true }, palette, 16, 12);
  host.append(node("span", { class: "gap" }), sample, node("span", {}, hatched));
}

// One small picture a head; a click enlarges it.
export function makeThumbnails(host, words, notes, pick) {
  host.classList.toggle("many", notes.length > 8);
  host.replaceChildren(...notes.map((note, head) =>
    node("button", { type: "button", class: "thumb", title: note, onclick: () => pick(head) },
      node("span", {}, node("b", {}, say(words.head, { number: head + 1 })), node("i", {}, note)),
      node("canvas", { "aria-hidden": "true" }))));
}
export function paintThumbnails(host, sheetOf, chosen, palette, stretched) {
  const size = host.children.length > 8 ? 46 : 74;
  [...host.children].forEach((button, head) => {
    const sheet = sheetOf(head);
    const [wide, high] = [size / sheet.columns, size / sheet.rows];
    const square = Math.min(wide, high);
    button.setAttribute("aria-pressed", head === chosen);
    paintCanvas(button.querySelector("canvas"), sheet, palette, stretched ? wide : square, stretched ? high : square);
  });
}
