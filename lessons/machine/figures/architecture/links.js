// Lines between the lanes: outputs of one lane that a box of another lane reads.
import { shape, zoomOf } from "../../../figures/kit/core.js";

export function links(map, boxes, current) {
  const zoom = zoomOf(map), frame = map.getBoundingClientRect();
  const seen = (id) => map.querySelector(`[data-box="${id}"]`);
  const spot = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const y = (at) => (at - frame.top) / zoom + map.scrollTop;
    return { left: (left - frame.left) / zoom, right: (right - frame.left) / zoom, top: y(top), bottom: y(bottom) };
  };
  const paths = [];
  boxes.forEach(({ reads, depth }, id) => {
    const here = seen(id);
    // An open box shows its readers inside itself.
    if (!here || here.tagName !== "BUTTON") return;
    for (const [other] of reads) {
      const from = seen(other);
      if (!from) continue;
      const [a, b] = [spot(from), spot(here)];
      const [x0, y0, x1, y1] = [a.right, Math.min(a.bottom - 12, (a.top + a.bottom) / 2), b.left, (b.top + b.bottom) / 2];
      const bend = (x1 - x0) / 2;
      paths.push(shape("path", { class: id === current ? "on" : "", "data-depth": depth, d: `M${x0},${y0} C${x0 + bend},${y0} ${x1 - bend},${y1} ${x1 - 1},${y1} m-5,-4 l5,4 l-5,4` }));
    }
  });
  map.append(shape("svg", { class: "links", width: map.scrollWidth - 4, height: map.scrollHeight - 4, "aria-hidden": "true" }, paths));
}
