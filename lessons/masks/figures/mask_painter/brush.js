// Paint with a pointer, and draw the outline of a rule.
import { spot } from "../../../figures/kit/core.js";

// The first cell decides whether the brush allows or forbids; it paints until the pointer is released.
export function brushOn(body, cell, { inside, allowed, set, commit, begin, fixed }) {
  const cells = body.querySelector(".cells");
  let brush = null;
  const where = (event) => {
    const [x, y] = spot(event, cells);
    return [Math.floor(y / cell), Math.floor(x / cell)];
  };
  body.style.touchAction = fixed ? "" : "none";
  body.onpointerdown = (event) => {
    const at = where(event);
    if (event.button || !inside(at)) return;
    brush = !allowed(...at);
    body.setPointerCapture(event.pointerId);
    begin();
    set(...at, brush);
  };
  body.addEventListener("pointermove", (event) => {
    const at = where(event);
    if (brush !== null && inside(at) && allowed(...at) !== brush) set(...at, brush);
  });
  body.onpointerup = body.onpointercancel = () => {
    if (brush === null) return;
    brush = null;
    commit();
  };
}

// Return the border of all cells for which `on` is true, as a path.
export function outline([rows, columns], cell, on) {
  const inside = (i, j) => i >= 0 && j >= 0 && i < rows && j < columns && on(i, j);
  let path = "";
  for (let i = 0; i <= rows; i++)
    for (let j = 0; j <= columns; j++) {
      if (inside(i, j) !== inside(i - 1, j)) path += `M${j * cell} ${i * cell}h${cell}`;
      if (inside(i, j) !== inside(i, j - 1)) path += `M${j * cell} ${i * cell}v${cell}`;
    }
  return path;
}
