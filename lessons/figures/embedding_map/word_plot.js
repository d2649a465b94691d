// Words as marks on a plane or in space: drawn as SVG, turned by dragging, named where there is room.
import { shape, spot } from "../kit/core.js";
import { wordLabels } from "../kit/word_labels.js";

const FORMS = { // by gender: masculine ■, feminine ▲, without ●
  m: "M-3.7,-3.7h7.4v7.4h-7.4z", f: "M0,-5.1L4.7,3.5L-4.7,3.5Z", "": "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0",
};
const REACH = 20; // pixels from a mark at which the pointer still means it
export const form = (gender) => FORMS[gender];

// scene: { key, dims, count, at(i) → [x, y, z], low, high, reach, middle(axis, −1 or 1), name(i), colour(i), gender(i), faint(i),
// chosen, strong: [i], links: [[i, j, name]], trail: [[x, y]], axes: [text] }
// act: { pick(i or null), hover(i or null) }. The same key means the same marks in other places.
export function wordPlot(act) {
  const svg = shape("svg", { class: "word-plot", tabindex: 0, role: "img" });
  const layer = {};
  for (const name of ["axes", "links", "marks", "titles", "names"]) svg.append((layer[name] = shape("g", { class: name })));
  const labels = wordLabels(layer.names);
  const eye = { zoom: 1, x: 0, y: 0, turn: 0.6, tilt: 0.35 };
  let scene = null, marks = [], seen = [], size = [600, 500], near = null, drag = null, armed = false;

  // ---- from numbers to pixels ------------------------------------------------------------------
  function lens() {
    const [w, h] = size;
    const middle = scene.low.map((low, axis) => (low + scene.high[axis]) / 2);
    const spans = scene.low.map((low, axis) => scene.high[axis] - low || 1);
    const fit = scene.dims === 2 ? Math.min((w - 90) / spans[0], (h - 60) / spans[1]) : (Math.min(w, h) * 0.47) / scene.reach;
    return { middle, scale: fit * eye.zoom };
  }
  // One scale for all axes: distances in the picture are distances of the projection.
  function project([x, y, z = 0], { middle, scale }) {
    const [w, h] = size;
    if (scene.dims === 2) return [w / 2 + (x - middle[0] + eye.x) * scale, h / 2 - (y - middle[1] + eye.y) * scale, 0];
    const [a, b, c] = [x - middle[0], y - middle[1], z - middle[2]];
    const [cos, sin, up, over] = [Math.cos(eye.turn), Math.sin(eye.turn), Math.cos(eye.tilt), Math.sin(eye.tilt)];
    const [across, into] = [a * cos + c * sin, c * cos - a * sin];
    return [w / 2 + across * scale, h / 2 - (b * up - into * over) * scale, (b * over + into * up) * scale];
  }

  // ---- drawing ---------------------------------------------------------------------------------
  function rebuild() {
    marks = Array.from({ length: scene.count }, (_, i) => shape("path", { d: FORMS[scene.gender(i)], fill: scene.colour(i) }));
    layer.marks.replaceChildren(...marks);
    labels.forget();
  }
  function place({ moving = false } = {}) {
    const view = lens();
    const deepest = Math.min(...size) / 2;
    seen = marks.map((_, i) => project(scene.at(i), view));
    marks.forEach((mark, i) => {
      const [x, y, depth] = seen[i];
      const nearness = scene.dims === 3 ? Math.max(0.35, Math.min(1, 0.68 + (0.4 * depth) / deepest / eye.zoom)) : 1;
      const grown = (i === scene.chosen ? 1.9 : i === near ? 1.6 : scene.strong.includes(i) ? 1.35 : 1) * (scene.dims === 3 ? 0.7 + 0.4 * nearness : 1);
      mark.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${grown.toFixed(2)})`);
      mark.setAttribute("opacity", (scene.faint(i) ? 0.13 : 0.85 * nearness).toFixed(2));
      mark.setAttribute("class", i === scene.chosen ? "chosen" : "");
    });
    const taken = drawAxes(view);
    drawLinks(view);
    const first = [scene.chosen, near, ...scene.strong].filter((i) => i !== null && i !== undefined);
    labels.place({ seen, size, scene, first, moving, taken, letters: 13 });
  }
  function drawAxes(view) {
    const [w, h] = size;
    const end = (axis, at) => project(scene.middle(axis, at), view);
    const parts = [], titles = [], taken = []; // taken: where the titles stand
    scene.axes.forEach((text, axis) => {
      const [from, to] = [end(axis, -1), end(axis, 1)];
      if (scene.dims === 2) {
        const flat = axis === 0;
        const cut = flat ? [0, from[1], w, from[1]] : [from[0], 0, from[0], h];
        parts.push(shape("line", { x1: cut[0], y1: cut[1], x2: cut[2], y2: cut[3] }));
        titles.push(flat
          ? shape("text", { x: w - 8, y: h - 8, "text-anchor": "end" }, text)
          : shape("text", { transform: `translate(15,8) rotate(-90)`, "text-anchor": "end" }, text));
      } else {
        parts.push(shape("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }));
        const long = labels.wide(text, 13);
        const x = Math.min(w - long - 6, Math.max(6, to[0] - long / 2));
        const y = Math.min(h - 8, Math.max(36, to[1] - 6));
        taken.push([x, y - 13, x + long, y + 3]);
        titles.push(shape("text", { x, y }, text));
      }
    });
    layer.axes.replaceChildren(...parts);
    layer.titles.replaceChildren(...titles);
    return taken;
  }
  function drawLinks(view) {
    const lines = scene.links.map(([i, j, name]) => {
      const [[x1, y1], [x2, y2]] = [seen[i], seen[j]];
      const parts = [shape("line", { x1, y1, x2, y2, class: name })];
      if (name.includes("arrow")) { // a head, two thirds along, so that it is not hidden by a mark
        const [angle, x, y] = [(Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI, x1 + (x2 - x1) * 0.66, y1 + (y2 - y1) * 0.66];
        parts.push(shape("path", { d: "M-4,-3.4L4,0L-4,3.4Z", transform: `translate(${x},${y}) rotate(${angle})`, class: name }));
      }
      return parts;
    });
    const trail = scene.trail.map((point) => project(point, view).slice(0, 2).join(",")).join(" ");
    layer.links.replaceChildren(...lines.flat(), ...(trail ? [shape("polyline", { points: trail, class: "trail" })] : []));
  }

  // ---- the hand --------------------------------------------------------------------------------
  function under(event) {
    const [x, y] = spot(event, svg);
    let [best, least] = [null, REACH];
    seen.forEach(([a, b], i) => {
      const away = Math.hypot(a - x, b - y) + (scene.faint(i) ? 6 : 0);
      if (away < least) [best, least] = [i, away];
    });
    return best;
  }
  function hover(i) {
    if (i === near) return;
    near = i;
    svg.style.cursor = i === null ? "grab" : "pointer";
    place();
    act.hover(i);
  }
  svg.onpointerdown = (event) => {
    drag = { from: spot(event, svg), moved: false };
    armed = true;
    svg.setPointerCapture(event.pointerId);
  };
  svg.onpointermove = (event) => {
    if (!drag) return hover(under(event));
    const now = spot(event, svg);
    const [dx, dy] = [now[0] - drag.from[0], now[1] - drag.from[1]];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    const { scale } = lens();
    if (scene.dims === 2) [eye.x, eye.y] = [eye.x + dx / scale, eye.y - dy / scale];
    else [eye.turn, eye.tilt] = [eye.turn + dx / 160, Math.min(1.5, Math.max(-1.5, eye.tilt + dy / 160))];
    drag = { from: now, moved: true };
    place();
  };
  svg.onpointerup = (event) => {
    const clicked = drag && !drag.moved;
    drag = null;
    if (clicked) act.pick(under(event));
  };
  svg.onpointercancel = () => (drag = null);
  svg.onpointerleave = () => ((armed = false), hover(null));
  // Until it is clicked, the wheel belongs to the page: nobody should be caught by a picture.
  svg.addEventListener("wheel", (event) => {
    if (!armed) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), spot(event, svg));
  }, { passive: false });
  function zoom(by, [x, y] = size.map((n) => n / 2)) {
    const before = lens().scale;
    eye.zoom = Math.min(30, Math.max(0.5, eye.zoom * by));
    const after = lens().scale;
    if (scene.dims === 2) { // what is under the pointer stays there
      eye.x += (x - size[0] / 2) * (1 / after - 1 / before);
      eye.y -= (y - size[1] / 2) * (1 / after - 1 / before);
    }
    place();
  }
  function reset() {
    Object.assign(eye, { zoom: 1, x: 0, y: 0, turn: 0.6, tilt: 0.35 });
    place();
  }
  function show(next, [w, h]) {
    const fresh = scene === null || scene.key !== next.key;
    if (scene && scene.dims !== next.dims) Object.assign(eye, { zoom: 1, x: 0, y: 0 });
    [scene, size] = [next, [w, h]];
    svg.setAttribute("width", w);
    svg.setAttribute("height", h);
    if (near !== null && near >= scene.count) near = null;
    if (fresh) rebuild();
    place();
  }
  return { svg, show, place, zoom, reset, eye };
}
