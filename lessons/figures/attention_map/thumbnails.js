// Thumbnails of all heads.
import { node, say } from "../kit/core.js";
import { paintCanvas } from "../kit/matrix.js";

// One small map per head; a click enlarges it.
export function makeThumbnails(host, words, notes, pick) {
  host.classList.toggle("many", notes.length > 8);
  host.replaceChildren(...notes.map((note, head) =>
    node("button", { type: "button", class: "thumb", title: note, onclick: () => pick(head) },
      node("span", {}, node("b", {}, say(words.head, { number: head + 1 })), node("i", {}, note)),
      node("canvas", { "aria-hidden": "true" }))));
}
export function paintThumbnails(host, sheetOf, chosen, palette, stretched) {
  const size = host.children.length > 8 ? 46 : 74;
  [...host.children].forEach((button, head) => {
    const sheet = sheetOf(head);
    const [wide, high] = [size / sheet.columns, size / sheet.rows];
    const square = Math.min(wide, high);
    button.setAttribute("aria-pressed", head === chosen);
    paintCanvas(button.querySelector("canvas"), sheet, palette, stretched ? wide : square, stretched ? high : square);
  });
}
