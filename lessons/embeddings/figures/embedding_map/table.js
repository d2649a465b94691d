// All rows of the table as stripes of colour, drawn only where visible; a click chooses a word.
import { css, diverging, fixed, node, number, say, spot, zoomOf } from "../../../figures/kit/core.js";
import { legend } from "../../../figures/kit/legend.js";

const [HIGH, LEFT, ROWS] = [21, 168, 9]; // pixels per row, pixels for its number and word, visible rows

// act: { pick(i), words, ifThere(paint) }
export function wordTable(act) {
  const canvas = node("canvas", { "aria-hidden": "true" });
  const long = node("div", { class: "word-long" }, canvas);
  const box = node("div", { class: "word-scroll", tabindex: 0, role: "listbox", "aria-label": act.words.table_label }, long);
  const title = node("b"), scale = node("span", { class: "legend" });
  const reading = node("div", { class: "word-reading" });
  const numbers = node("div", { class: "word-numbers" });
  const root = node("div", { class: "word-table" }, node("div", { class: "word-title" }, title, scale), box, reading, numbers);
  let view = null, hovered = null;

  function paint() {
    if (!view) return;
    const { array, points, chosen, palette, limit } = view;
    const [rows, columns] = array.sizes;
    const [w, h, ratio] = [box.clientWidth || 900, ROWS * HIGH, (devicePixelRatio || 1) * zoomOf(box)];
    if (canvas.width !== Math.round(w * ratio)) [canvas.width, canvas.height] = [Math.round(w * ratio), Math.round(h * ratio)];
    Object.assign(canvas.style, { width: `${w}px`, height: `${h}px` });
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, w, h);
    const ground = getComputedStyle(box).color;
    const colour = diverging(palette, palette.weight_full, limit);
    const wide = (w - LEFT - 4) / columns;
    const family = getComputedStyle(box).fontFamily;
    pen.textBaseline = "middle";
    for (let k = 0; k <= ROWS; k++) {
      const row = Math.floor(box.scrollTop / HIGH) + k;
      const y = row * HIGH - box.scrollTop;
      if (row >= rows) break;
      const on = row === chosen;
      if (on) {
        pen.fillStyle = palette.line;
        pen.fillRect(0, y, LEFT, HIGH);
      }
      pen.textAlign = "right";
      pen.font = `11px ${family}`;
      pen.fillStyle = palette.soft;
      pen.fillText(String(row), 34, y + HIGH / 2 + 1);
      pen.textAlign = "left";
      pen.font = `${on ? 700 : 400} 13.5px ${family}`;
      pen.fillStyle = on ? palette.ink : ground;
      pen.fillText(points[row].label, 44, y + HIGH / 2 + 1, LEFT - 50);
      for (let j = 0; j < columns; j++) {
        pen.fillStyle = css(colour(array.at(row, j)));
        pen.fillRect(LEFT + j * wide, y + 1.5, Math.max(1, wide - 1), HIGH - 3);
      }
      if (on) {
        pen.strokeStyle = palette.ink;
        pen.lineWidth = 1.5;
        pen.strokeRect(LEFT - 1, y + 0.75, columns * wide + 1, HIGH - 1.5);
      }
    }
  }
  function at(event) {
    const [x, y] = spot(event, canvas);
    const row = Math.floor((box.scrollTop + y) / HIGH);
    const column = Math.floor(((x - LEFT) / (canvas.clientWidth - LEFT - 4)) * view.array.sizes[1]);
    return [row, column];
  }
  box.onscroll = () => act.ifThere(paint);
  canvas.onclick = (event) => act.pick(at(event)[0]);
  canvas.onpointermove = (event) => {
    hovered = at(event);
    act.ifThere(read);
  };
  canvas.onpointerleave = () => ((hovered = null), read());
  function read() {
    const [row, column] = hovered ?? [-1, -1];
    const { array, points } = view;
    const found = points[row] && column >= 0 && column < array.sizes[1];
    reading.textContent = found
      ? say(act.words.table_tip, { word: points[row].label, dimension: column + 1, value: number(array.at(row, column), 6) })
      : "";
  }
  // next: { array, points, chosen, palette, limit, title }
  function show(next) {
    const moved = !view || view.chosen !== next.chosen || view.array !== next.array;
    view = next;
    title.textContent = next.title;
    long.style.height = `${next.array.sizes[0] * HIGH}px`;
    box.style.height = `${ROWS * HIGH}px`;
    legend(scale, { colour: diverging(next.palette, next.palette.weight_full, next.limit) }, next.palette, [-next.limit, next.limit], "");
    if (moved && next.chosen !== null) {
      const y = next.chosen * HIGH;
      if (y < box.scrollTop || y > box.scrollTop + (ROWS - 1) * HIGH) box.scrollTop = y - 4 * HIGH;
    }
    const row = next.chosen;
    const values = row === null ? [] : Array.from({ length: next.array.sizes[1] }, (_, j) => next.array.at(row, j));
    const name = row === null ? [] : [node("bdi", {}, `${next.points[row].label} =`)];
    numbers.replaceChildren(...name, ...values.map((value) => node("span", {}, fixed(value, 2))));
    paint();
    read();
  }
  return { root, show, paint };
}
