// The layout of a tree: one column per step, from left to right. Columns that do not fit in a line continue
// in the next line below, which starts with the column that they continue from.
import { smallest } from "../../../figures/kit/mode.js";

export const boxHigh = () => 2.5 * smallest(); // pixels: the height of a box with two lines of text
export const [APART, STAGED] = [6, 2]; // pixels between two rows, normally and in Present
const [EDGE, LONGEST, BELOW] = [40, 220, 30]; // between columns, minimum and maximum; under the last row
// In Present: the enlargement of a tree with few steps, and the distance of its rows.
const LARGER = [2.2, 2, 1.8, 1.6, 1.4, 1.2, 1], LOOSER = [112, 88, 64, 48, 40];

// As large as possible on one line, and no higher than `high`.
export function filling(columns, room, high, pitch) {
  for (const by of LARGER)
    for (const rows of [...LOOSER, pitch]) {
      const laid = laidOut(columns, room / by, rows);
      if (laid.lines === 1 && laid.height * by <= high) return { ...laid, by };
    }
  return laidOut(columns, room, pitch);
}

// columns: for the start and each step, { wide, boxes: [node, …] by rank, goes: the nodes that continue }.
// Returns { boxes: [{ at, x, y, wide, again }], feet: [{ x, y }] of each column, ends(at): [[x, y] where a line to `at`
// starts and ends], width, height }; for an `again` box, the first copy is in the line above.
export function laidOut(columns, room, pitch) {
  const lines = [[0]];
  const long = (line) => line.reduce((sum, step) => sum + columns[step].wide, 0);
  for (let step = 1; step < columns.length; step++) {
    const line = lines.at(-1);
    if (line.length > 1 && long([...line, step]) + EDGE * line.length > room) lines.push([step - 1]);
    lines.at(-1).push(step);
  }
  const loose = (line) => (room - long(line)) / Math.max(1, line.length - 1);
  const gap = Math.max(EDGE, Math.min(LONGEST, ...lines.map(loose)));
  // The height of this many rows, without the gap after the last one.
  const reach = (rows) => (rows - 1) * pitch + boxHigh() + Math.min(APART, pitch - boxHigh());
  const boxes = [], feet = [], first = new Map(), last = new Map(); // node positions: where a line ends and starts
  let y = 0, width = 0;
  lines.forEach((line, number) => {
    let x = 0;
    line.forEach((step, k) => {
      const again = number > 0 && k === 0, { wide, boxes: all, goes } = columns[step];
      (again ? goes : all).forEach((at, row) => {
        const one = { at, x, y: y + row * pitch, wide, again };
        boxes.push(one);
        if (!again) first.set(at, one);
        last.set(at, one);
      });
      if (!again) feet[step] = { x: x + wide / 2, y: y + reach(all.length) + 1.5 * smallest() };
      x += wide + gap;
    });
    width = Math.max(width, x - gap);
    const rows = line.map((step, k) => (number > 0 && k === 0 ? columns[step].goes : columns[step].boxes).length);
    y += reach(Math.max(...rows)) + BELOW;
  });
  const middle = ({ y }) => y + boxHigh() / 2 + 4;
  const ends = (parent, at) => {
    const [from, to] = [last.get(parent), first.get(at)];
    return [[from.x + from.wide, middle(from)], [to.x, middle(to)]];
  };
  return { boxes, feet, ends, width, height: y, find: (at) => first.get(at), lines: lines.length };
}
