// Shared by the figures of one page: which figure has the keys, and where a figure's panel can be.
export const shared = (globalThis.glassboxFigures ??= {
  figures: new Set(), active: null, listening: false, panels: new Map(), events: new EventTarget(),
});
export const panelHost = (key) => shared.panels.get(key) ?? null;
export function watchPanel(key, changed) {
  shared.events.addEventListener(key, changed);
  return () => shared.events.removeEventListener(key, changed);
}

// Shortcuts of one letter can be switched off, because speech input types letters. This browser remembers it.
const STORED = "glassbox-letters", { classList: settings } = document.documentElement;
export const lettersAct = () => !settings.contains("no-letters");
export function setLetters(act) {
  settings.toggle("no-letters", !act);
  try {
    localStorage.setItem(STORED, act ? "on" : "off");
  } catch {} // the setting lasts as long as the page
}
try {
  settings.toggle("no-letters", localStorage.getItem(STORED) === "off");
} catch {} // storage is switched off
export const isLetter = (key) => /^\S$/u.test(key);

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable=''], [contenteditable=true]";
const OWN_ARROWS = "[role=radio], [role=tab], [role=slider], [role=option], [role=menuitem], [role=combobox]";
// What Space or Enter presses.
const PRESSED = "button, summary, a, label, input, [role=button], [role=link], [role=switch], [role=checkbox], "
  + OWN_ARROWS;
function offer(figure, event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isLetter(event.key) && !lettersAct()) return;
  const path = event.composedPath();
  const target = path[0] instanceof Element ? path[0] : document.body;
  if (target.closest(TYPING) || target.isContentEditable) return;
  if (!path.includes(figure.root) && target.closest(OWN_ARROWS)) return;
  if ([" ", "Enter"].includes(event.key) && (target.closest(PRESSED) || shared.active !== figure)) return;
  const isSeen = ({ top, bottom }) => bottom >= 0 && top <= innerHeight;
  if (!figure.parts().some((part) => isSeen(part.getBoundingClientRect()))) return; // the keys belong to the page
  if (figure.press(event.key, event.shiftKey)) {
    event.preventDefault();
    event.stopPropagation();
  }
}
const holding = (path) => [...shared.figures].find((figure) => figure.parts().some((part) => path.includes(part)));
// A page scrolls with the arrow keys, so a figure gets only the keys that are pressed inside it. In Present, where
// nothing scrolls, the figure touched last gets the others too, or the only one.
function onKey(event) {
  const { figures, active } = shared, [first] = figures;
  const staged = first?.presenting() ? active ?? (figures.size === 1 ? first : null) : null;
  const figure = holding(event.composedPath()) ?? staged;
  if (figure) offer(figure, event);
}
// A click focuses the figure to which a drawing, a chart or a panel belongs; a chart alone would focus the page.
function onClick(event) {
  const path = event.composedPath(), figure = holding(path);
  const within = path.slice(0, path.findIndex((part) => figure?.parts().includes(part)));
  if (figure && !within.some(({ tabIndex }) => tabIndex >= 0)) figure.root.focus({ preventScroll: true });
}
// figure: { root, parts(): it and what belongs to it elsewhere on the page, press(key, shift), presenting() }.
// Returns a function that releases the keys.
export function takeKeys(figure) {
  const { root, onlyInside } = figure;
  const touch = () => (shared.active = figure);
  const pressed = (event) => offer(figure, event);
  const kinds = ["pointerenter", "pointerdown", "focusin"];
  for (const kind of kinds) root.addEventListener(kind, touch);
  if (onlyInside) root.addEventListener("keydown", pressed); // before the notebook, which has keys of its own
  else {
    if (!shared.listening) {
      document.addEventListener("keydown", onKey);
      document.addEventListener("click", onClick);
    }
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
