// The latest output of a box: its numbers as an image, its shape with named axes, its line of code, its lesson.
import { fixed, node, number, say, spot } from "../../../figures/kit/core.js";
import { paintCanvas } from "../../../figures/kit/matrix.js";
import { withNumbers } from "../../../figures/kit/tables.js";
import { rich } from "../../../figures/kit/widgets.js";

const [LEAST, MOST] = [3, 18]; // pixels of a row
const NAMED = 11; // pixels: a smaller row has no room for its word
const SIDE = 92; // pixels for words beside an image

export function view(self, id, { sheet, wide, high }) {
  const { words } = self.header;
  if (id === null) return answer(self, wide);
  const { name, path, says, shape: sizes, rows, columns, line, lesson, notes, reads, before } = self.header.boxes[id];
  const labels = (lane) => (lane === null ? null : self.header.lanes[lane].labels);
  const [down, across] = [labels(rows), labels(columns)];
  const read = node("p", { class: "cell", role: "status" });
  const first = sheet(id);
  const called = (list, template, at) => list?.[at]?.label ?? say(template, { at: at + 1 });
  const tell = (head, i, j, now) => {
    const where = say(words.cell, { row: called(down, words.row, i), column: called(across, words.column, j), value: number(now.at(i, j), 3) });
    read.textContent = first.heads > 1 ? `${say(words.head, { at: head + 1 })}: ${where}` : where;
    if (before === null) return;
    const [after, came] = [spread(now, i), spread(sheet(before), i)].map((pair) => pair.map((value) => number(value, 2)));
    read.append(node("br"), say(words.spread, { row: called(down, words.row, i), mean: after[0], spread: after[1], mean_before: came[0], spread_before: came[1] }));
  };
  const perRow = first.heads > 1 ? Math.max(1, Math.min(first.heads, Math.floor(wide / (SIDE + 60)), 2)) : 1;
  const room = Math.floor((wide - (perRow - 1) * 12) / perRow) - (down ? SIDE : 4);
  const cell = Math.min(26, room / first.columns);
  const lines = Math.ceil(first.heads / perRow);
  const row = Math.max(LEAST, Math.min(MOST, (high - 230) / lines / first.rows - (lines > 1 ? 16 / first.rows : 0)));
  const panes = [...Array(first.heads)].map((_, head) => {
    const now = sheet(id, head), canvas = node("canvas", { role: "img", "aria-label": name });
    paintCanvas(canvas, now, self.palette, cell, row);
    const names = (count, list, template) => Array.from({ length: count }, (_, at) => called(list, template, at));
    const title = first.heads > 1 ? `${name}, ${say(words.head, { at: head + 1 })}` : name;
    const labelled = { rows: names(now.rows, down, words.row), columns: names(now.columns, across, words.column) };
    withNumbers(canvas, () => [{ title, ...labelled, at: now.at }]);
    canvas.onpointermove = (event) => {
      const [x, y] = spot(event, canvas);
      const [i, j] = [Math.floor(y / row), Math.floor(x / cell)];
      if (i >= 0 && j >= 0 && i < now.rows && j < now.columns) tell(head, i, j, now);
    };
    const side = down && row >= NAMED ? node("div", { class: "side", style: `grid-auto-rows:${row}px` }, down.map(({ label }) => node("span", { dir: "auto" }, label))) : null;
    return node("div", { class: "pane" }, first.heads > 1 ? node("span", {}, say(words.head, { at: head + 1 })) : null,
      node("div", { class: "grid-of" }, side ?? node("span"), canvas));
  });
  tell(0, 0, 0, first);
  const [file, code] = line.split("  ");
  return [
    node("h2", {}, name, node("small", {}, path)),
    node("p", { class: "says" }, rich(says), reads.length ? ` ${say(words.reads, { name: reads.map(([, other]) => other).join(", ") })}` : ""),
    notes.map((text) => node("p", { class: "note" }, text)),
    node("p", { class: "size" }, sizes.flatMap(([axis, size], k) => [k ? " × " : "", node("b", {}, String(size)), node("span", {}, axis === "?" ? "" : ` ${axis}`)])),
    node("div", { class: "panes scrolls" }, panes), read,
    line ? [node("span", { class: "about" }, words.line), node("div", { class: "source" }, node("span", { class: "file" }, `${file}  `), node("span", { class: "code" }, code ?? ""))] : null,
    lesson ? node("p", {}, `${words.lesson}: `, self.options.home === "app" ? node("a", { href: lesson[0] }, lesson[1]) : lesson[1]) : null,
  ];
}

// Mean and standard deviation of the numbers of one row.
function spread({ columns, at }, row) {
  const numbers = Array.from({ length: columns }, (_, j) => at(row, j));
  const mean = numbers.reduce((a, b) => a + b, 0) / columns;
  return [mean, Math.sqrt(numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / columns)];
}

// The most probable words after each position.
function answer(self, wide) {
  const { words, answer: found, lanes, smoothed } = self.header;
  const shares = self.arrays.answer, { labels } = lanes.at(-1);
  const some = wide > 330 ? 3 : 2;
  const rows = found.flatMap((candidates, row) => [
    node("span", { class: "w", dir: "auto" }, found.length === labels.length ? labels[row].label : ""),
    node("div", { class: "whole" }, node("i", { style: `width:${100 * shares.at(row, 0)}%` })),
    node("div", { class: "share-row" }, candidates.slice(0, some).map((word, k) => [
      node(k ? "span" : "b", { dir: "auto" }, word), node("span", {}, fixed(shares.at(row, k), 2))])),
  ]);
  return [
    node("h2", {}, words.answer), node("p", { class: "says" }, rich(words.answer_says), smoothed ? ` ${smoothed}` : ""),
    node("div", { class: "scrolls" }, node("div", { class: "shares" }, rows)),
  ];
}
