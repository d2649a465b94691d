// The words of a training run as points, frame by frame; those of the pinned sentence are named.
import { fixed, node, say, shape } from "../kit/core.js";
import { smallest } from "../kit/mode.js";
import { wordLabels } from "../kit/word_labels.js";

// view: { header, arrays, width, height, family }. Returns { root, note, paint(frame) }.
export function filmPoints({ header, arrays, width, height }) {
  const { points, words } = header;
  const [frames, count] = arrays.points.sizes;
  let most = 1e-9; // one scale for the whole recording, so that growth is visible
  for (let f = 0; f < frames; f++)
    for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(arrays.points.at(f, i, 0)), Math.abs(arrays.points.at(f, i, 1)) * (width / height));
  const unit = (width / 2 - 26) / most;
  const marks = points.map(({ own, label }) => shape("circle", { r: own ? 4 : 2.6, class: own ? "own" : "" }, shape("title", {}, label)));
  const layer = shape("g", {});
  const order = points.map((_, i) => i).sort((a, b) => points[a].own - points[b].own);
  const root = shape("svg", { class: "film-points", width, height, role: "img", "aria-label": words.points.replaceAll("**", "") }, order.map((i) => marks[i]), layer);
  const labels = wordLabels(layer);
  const note = node("p", { class: "caption" });
  const own = order.filter((i) => points[i].own);
  function paint(frame) {
    const seen = points.map((_, i) => [width / 2 + arrays.points.at(frame, i, 0) * unit, height / 2 - arrays.points.at(frame, i, 1) * unit]);
    seen.forEach(([x, y], i) => (marks[i].setAttribute("cx", x.toFixed(1)), marks[i].setAttribute("cy", y.toFixed(1))));
    labels.place({
      seen, size: [width, height], first: own, letters: smallest(), taken: [], moving: false,
      scene: { count: points.length, name: (i) => points[i].label, faint: () => false, chosen: null },
    });
    const share = arrays.shares.at(frame, 0) + arrays.shares.at(frame, 1);
    const some = points.length < header.all_points ? ` ${say(words.some, { shown: points.length, all: header.all_points })}` : "";
    note.textContent = `${say(words.points_share, { share: `${fixed(100 * share, 0)}%` })}${some}`;
  }
  return { root, note, paint };
}
