// A heat map of numbers with numbered rows and columns, from one cell to 128 × 512. Small ones print
// their numbers. It is redrawn while a slider is dragged, so its pixels come from a colour table.
import { diverging, inkOn, node, shape, spot } from "../../../figures/kit/core.js";
import { withNumbers } from "../../../figures/kit/tables.js";

const STEPS = 255; // colours on each side of zero
const EDGE = { left: 40, top: 34 };

function painted(rows, columns, at, colour, scale) {
  const shades = Array.from({ length: 2 * STEPS + 1 }, (_, k) => colour(((k - STEPS) / STEPS) * scale));
  const image = new ImageData(columns, rows);
  for (let i = 0, byte = 0; i < rows; i++)
    for (let j = 0; j < columns; j++, byte += 4) {
      const share = Math.max(-1, Math.min(1, at(i, j) / scale)) || 0;
      const [r, g, b] = shades[Math.round(share * STEPS) + STEPS];
      image.data[byte] = r;
      image.data[byte + 1] = g;
      image.data[byte + 2] = b;
      image.data[byte + 3] = 255;
    }
  const small = node("canvas", {});
  Object.assign(small, { width: columns, height: rows });
  small.getContext("2d").putImageData(image, 0, 0);
  return small;
}

// Which of `count` rows or columns show their number: at most one every `room` pixels, in round steps.
export function tickPlaces(count, size, room) {
  const need = (count * room) / size;
  const step = [1, 2, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200].find((s) => s >= need) ?? 256;
  return Array.from({ length: Math.ceil(count / step) }, (_, k) => k * step);
}

// view: { rows, columns, width, height, at(i,j), scale, palette, print(value), axes: [row, column],
// row, column (marked), pick(i,j), hover(i,j) or hover(null) }. Returns the element.
export function heat(view) {
  const { rows, columns, palette, at, row, column } = view;
  const [wide, high] = [(view.width - EDGE.left - 6) / columns, (view.height - EDGE.top - 4) / rows];
  const cell = [Math.min(wide, 92), Math.min(high, 56, Math.max(wide * 1.6, 14))];
  const [w, h] = [cell[0] * columns, cell[1] * rows];
  const colour = diverging(palette, palette.weight_full, view.scale);
  const canvas = node("canvas", { "aria-hidden": "true" });
  const sharp = globalThis.devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(w * sharp), height: Math.round(h * sharp) });
  Object.assign(canvas.style, { width: `${w}px`, height: `${h}px`, left: `${EDGE.left}px`, top: `${EDGE.top}px` });
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(painted(rows, columns, at, colour, view.scale || 1), 0, 0, canvas.width, canvas.height);
  context.fillStyle = palette.paper;
  if (cell[0] >= 9) for (let j = 1; j < columns; j++) context.fillRect((j * cell[0] - 0.5) * sharp, 0, sharp, canvas.height);
  if (cell[1] >= 9) for (let i = 1; i < rows; i++) context.fillRect(0, (i * cell[1] - 0.5) * sharp, canvas.width, sharp);

  const over = shape("svg", { class: "over", width: EDGE.left + w + 6, height: EDGE.top + h + 4, "aria-hidden": "true" });
  const write = (x, y, anchor, name, text, ink) =>
    over.append(shape("text", { x, y, "text-anchor": anchor, class: name, style: ink ? `fill:${ink}` : null }, text));
  const middle = (k, size, from) => from + (k + 0.5) * size;
  // The chosen row and column always show their number; others make room for it.
  const labels = (count, size, room, chosen) => {
    const near = (k) => chosen !== null && k !== chosen && Math.abs(k - chosen) * size < room;
    const places = tickPlaces(count, count * size, room).filter((k) => !near(k));
    return chosen === null || places.includes(chosen) ? places : [...places, chosen];
  };
  for (const i of labels(rows, cell[1], 15, row)) write(EDGE.left - 7, middle(i, cell[1], EDGE.top) + 4, "end", i === row ? "on" : "", String(i));
  for (const j of labels(columns, cell[0], 24, column)) write(middle(j, cell[0], EDGE.left), EDGE.top - 6, "middle", j === column ? "on" : "", String(j));
  write(EDGE.left, 12, "start", "axis", `${view.axes[1]} →`);
  write(EDGE.left - 7, EDGE.top - 6, "end", "axis", "↓");
  if (cell[0] >= 42 && cell[1] >= 16)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const value = at(i, j);
        write(middle(j, cell[0], EDGE.left), middle(i, cell[1], EDGE.top) + 4, "middle", "in", view.print(value), inkOn(colour(value)));
      }
  const outline = (name, x, y, width, height) => over.append(shape("rect", { class: name, x, y, width, height, rx: 3 }));
  if (row !== null) outline("row", EDGE.left - 1, EDGE.top + row * cell[1] - 1, w + 2, cell[1] + 2);
  if (column !== null) outline("column", EDGE.left + column * cell[0] - 1, EDGE.top - 1, cell[0] + 2, h + 2);
  const frame = shape("rect", { class: "spot", width: cell[0], height: cell[1], visibility: "hidden" });
  over.append(frame);

  const where = (event) => {
    const [x, y] = spot(event, canvas);
    const [i, j] = [Math.floor(y / cell[1]), Math.floor(x / cell[0])];
    return i >= 0 && j >= 0 && i < rows && j < columns ? [i, j] : null;
  };
  canvas.onpointermove = (event) => {
    const found = where(event);
    frame.setAttribute("visibility", found ? "inherit" : "hidden");
    if (!found) return view.hover(null);
    frame.setAttribute("x", EDGE.left + found[1] * cell[0]);
    frame.setAttribute("y", EDGE.top + found[0] * cell[1]);
    view.hover(...found);
  };
  canvas.onpointerleave = () => (frame.setAttribute("visibility", "hidden"), view.hover(null));
  canvas.onclick = (event) => {
    const found = where(event);
    if (found) view.pick(...found);
  };
  const style = `width:${EDGE.left + w + 6}px;height:${EDGE.top + h + 4}px`;
  const root = node("div", { class: "heat", role: "img", "aria-label": view.name, style }, canvas, over);
  const upTo = (count) => Array.from({ length: count }, (_, k) => k);
  const [down, across] = view.axes;
  const table = { title: view.name, corner: `${down}, ${across}`, rows: upTo(rows), columns: upTo(columns), at };
  return withNumbers(root, () => [table]);
}
