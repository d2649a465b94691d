// Which words are named in a plot full of marks: the important ones first, then others here and
// there, without overlap.
import { shape } from "./core.js";

const CALM = 9500; // square pixels per name, on average
const STRIDE = 97; // the rest in this order: spread over the list, and the same every time

export function wordLabels(layer) {
  const context = document.createElement("canvas").getContext("2d");
  let widths = new Map(), drawn = []; // drawn: [{ i, dx, dy, text }]
  const wide = (text, letters) => {
    const key = `${letters} ${text}`;
    if (!widths.has(key)) {
      context.font = `700 ${letters}px ${getComputedStyle(layer).fontFamily}`;
      widths.set(key, context.measureText(text).width + 4);
    }
    return widths.get(key);
  };
  const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

  function choose({ seen, size, scene, first, letters, taken }) {
    const [w, h] = size;
    const [boxes, found, done] = [[...taken], [], new Set()];
    const most = (w * h) / CALM;
    const names = [...new Set(first)], matter = names.length;
    const step = scene.count % STRIDE ? STRIDE : 1;
    for (let k = 0; k < scene.count; k++) names.push((k * step) % scene.count);
    for (const [rank, i] of names.entries()) {
      const strong = rank < matter;
      if (done.has(i) || (!strong && (scene.faint(i) || found.length >= most))) continue;
      done.add(i);
      const [x, y] = seen[i];
      if (x < 4 || y < 4 || x > w - 4 || y > h - 4) continue;
      const [long, high] = [wide(scene.name(i), letters), letters + 2];
      const places = [[8, -high / 2], [-8 - long, -high / 2], [-long / 2, -9 - high], [-long / 2, 8],
        ...(strong ? [[8, -9 - high], [-8 - long, -9 - high], [8, 8], [-8 - long, 8],
          [16, -high / 2 - 22], [16, high / 2 + 12],
          [-16 - long, -high / 2 - 22], [-16 - long, high / 2 + 12]] : [])];
      const room = ([dx, dy]) => [x + dx, y + dy, x + dx + long, y + dy + high];
      const inside = (box) => box[0] > 22 && box[1] > 0 && box[2] < w && box[3] < h - 20;
      const free = places.find((place) => inside(room(place)) && !boxes.some((box) => meets(box, room(place))));
      if (!free) continue;
      boxes.push(room(free));
      found.push({ i, strong, dx: free[0], dy: free[1] + letters * 0.86 });
    }
    return found;
  }
  function place(view) {
    const { seen, scene, moving, letters } = view;
    if (!moving) {
      const found = choose(view);
      layer.replaceChildren(...found.map((label) => (label.text = shape("text", {
        "font-size": letters, translate: "no",
        class: label.i === scene.chosen ? "chosen" : label.strong ? "strong" : "",
      }, scene.name(label.i))) && label.text));
      drawn = found;
    }
    for (const { i, dx, dy, text } of drawn) { // while marks glide, their names move with them
      text.setAttribute("x", (seen[i][0] + dx).toFixed(1));
      text.setAttribute("y", (seen[i][1] + dy).toFixed(1));
    }
  }
  return { place, wide, forget: () => (drawn = []) };
}
