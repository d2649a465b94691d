// Shared by the figures of one page: which figure has the keys, and where a figure's panel can be.
export const shared = (globalThis.glassboxFigures ??= {
  figures: new Set(), active: null, listening: false, panels: new Map(), events: new EventTarget(),
});
export const panelHost = (key) => shared.panels.get(key) ?? null;
export function watchPanel(key, changed) {
  shared.events.addEventListener(key, changed);
  return () => shared.events.removeEventListener(key, changed);
}

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable=''], [contenteditable=true]";
const OWN_ARROWS = "[role=radio], [role=tab], [role=slider], [role=option], [role=menuitem], [role=combobox]";
const PRESSED = "button, summary, a, input, [role=radio], [role=button]"; // by Space or Enter
function onKey(event) {
  const figure = shared.active ?? (shared.figures.size === 1 ? [...shared.figures][0] : null);
  if (figure) offer(figure, event);
}
function offer(figure, event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const path = event.composedPath();
  const target = path[0] instanceof Element ? path[0] : document.body;
  if (target.closest(TYPING) || target.isContentEditable) return;
  const inside = path.includes(figure.root);
  if (!inside && target.closest(OWN_ARROWS)) return;
  if ([" ", "Enter"].includes(event.key) && (target.closest(PRESSED) || shared.active !== figure)) return;
  const isSeen = ({ top, bottom }) => bottom >= 0 && top <= innerHeight;
  const parts = [figure.root, figure.above()].filter(Boolean);
  if (!parts.some((part) => isSeen(part.getBoundingClientRect()))) return; // the keys belong to the page
  if (figure.press(event.key, event.shiftKey)) {
    event.preventDefault();
    event.stopPropagation();
  }
}
// The figure touched last gets the keys of the page. In a notebook, which has many keys of its own,
// a figure listens only to keys pressed inside it. `above()`: what belongs to it elsewhere on the page, or
// null. Returns a function that releases the keys.
export function takeKeys(figure) {
  const { root, onlyInside } = figure;
  const touch = () => (shared.active = figure);
  const pressed = (event) => offer(figure, event);
  const kinds = ["pointerenter", "pointerdown", "focusin"];
  for (const kind of kinds) root.addEventListener(kind, touch);
  if (onlyInside) root.addEventListener("keydown", pressed);
  else {
    if (!shared.listening) document.addEventListener("keydown", onKey);
    shared.listening = true;
    shared.figures.add(figure);
  }
  return () => {
    shared.figures.delete(figure);
    if (shared.active === figure) shared.active = null;
    for (const kind of kinds) root.removeEventListener(kind, touch);
    root.removeEventListener("keydown", pressed);
  };
}
