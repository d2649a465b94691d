// The heads of a model on the pinned sentence: a thumbnail of each, and one large head with its words.
// `text` is a figure's header: sides, known and words; a head is { kind, title, layer, head, rows, columns }.
import { node, number, say, sequential, shape, shortNumber } from "./core.js";
import { margins, matrix, paintCanvas } from "./matrix.js";
import { smallest } from "./mode.js";

export const layerName = ({ words }, one) => `${one.title}, ${say(words.layer, { layer: one.layer + 1 })}`;
export const headName = (text, one) => `${layerName(text, one)}, ${say(text.words.head, { head: one.head + 1 })}`;

// Whether the output attends to the source: then the position of the aligned word can be known.
export const across = ({ rows, columns }) => rows === "target" && columns === "source";

// The words that attend, and the words attended to.
function sidesOf({ sides }, one) {
  const [rows, columns] = [sides[one.rows], sides[one.columns]];
  // What each row of the target must predict; the last one predicts the end.
  const next = (t) => ` → ${rows[t + 1]?.label ?? "⟨end⟩"}`;
  return [one.rows !== "target" ? rows : rows.map((word, t) => ({ ...word, next: next(t) })), columns];
}

// One head at one frame, as matrix.js draws it; maps: (frame, layer, head, query, key).
export function headSheet(text, maps, one, frame, palette) {
  const { layer, head } = one;
  const causal = one.rows === "target" && one.columns === "target";
  const [rows, columns] = sidesOf(text, one);
  return {
    rows: rows.length, columns: columns.length, at: (i, j) => maps.at(frame, layer, head, i, j),
    hatched: (i, j) => causal && j > i, colour: sequential(palette),
    print: (value, fewer) => shortNumber(value, true, fewer), shows: (i, j, value) => value >= 0.005,
  };
}

// Buttons with a thumbnail each, of `size` pixels, by layer. sheet(at): the sheet of head number `at`. Returns
// paint(chosen).
export function thumbnails(host, { text, heads, sheet, palette, pick, size = 58 }) {
  const groups = new Map();
  const thumbs = heads.map((one, at) => {
    const canvas = node("canvas", { "aria-hidden": "true" });
    const title = headName(text, one);
    const button = node("button", { type: "button", title, "aria-label": title, onclick: () => pick(at) }, canvas);
    const name = layerName(text, one);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(button);
    const cell = Math.max(1, size / Math.max(...sidesOf(text, one).map((side) => side.length)));
    return { canvas, button, cell };
  });
  host.replaceChildren(...[...groups].map(([name, buttons]) =>
    node("div", { class: "group" }, node("span", {}, name), node("div", { class: "row" }, buttons))));
  return (chosen) => {
    for (const [at, { canvas, button, cell }] of thumbs.entries()) {
      paintCanvas(canvas, sheet(at), palette, cell, cell);
      button.setAttribute("aria-pressed", at === chosen);
    }
  };
}

// The largest cell of `most` pixels or fewer with which a head fits in `room` by `high` pixels; `least` if
// none fits.
export function cellOf(text, one, { room, high, most, least = 13, family }) {
  const [rows, columns] = sidesOf(text, one);
  const low = Math.max(least, smallest() + 1); // a line of letters
  let cell = most;
  for (; cell > low; cell--) {
    const m = margins(rows, columns, cell, cell, family);
    if (m.left + m.right + columns.length * cell <= room && m.top + rows.length * cell <= high) break;
  }
  return cell;
}
export function headWidth(text, one, cell, family) {
  const [rows, columns] = sidesOf(text, one);
  const { left, right } = margins(rows, columns, cell, cell, family);
  return left + right + columns.length * cell;
}

// One large head, which scrolls if `room` is too small; in cross-attention, the aligned word is dashed. sheet():
// the current sheet. Returns paint() and read(i, j), the text of a cell.
export function largeHead(host, { text, one, cell, room, sheet, palette, family, hover }) {
  const [rows, columns] = sidesOf(text, one);
  const scrolls = headWidth(text, one, cell, family) > room;
  const scroller = node("div", { class: `scroller${scrolls ? " scrolls" : ""}` });
  host.replaceChildren(scroller);
  const read = (i, j) => say(text.words.read, {
    row: rows[i].label + (rows[i].next ?? ""), column: columns[j].label, value: number(sheet().at(i, j)),
  });
  const grid = matrix(scroller, {
    title: headName(text, one), rows, columns, wide: cell, high: cell, sheet: sheet(), palette, family,
    pick: () => {}, hover, describe: read,
  });
  if (across(one)) {
    const over = scroller.querySelector(".over");
    text.known.forEach((j, i) => j >= 0 && over.append(shape("rect", {
      x: j * cell + 1, y: i * cell + 1, width: cell - 2, height: cell - 2, rx: 4,
      style: `stroke:${palette.value};stroke-dasharray:4 3`,
    })));
  }
  return { read, paint: () => grid.paint(sheet(), null, null) };
}
