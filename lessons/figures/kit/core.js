// Shared by every figure: elements, numbers, colours, theme, the address.
// No text for readers is written here: all text comes in the figure's header.

const SVG = "http://www.w3.org/2000/svg";

// ---- elements: text only ever becomes a text node, so a typed "<b>" stays "<b>" ------------
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}
const VERBATIM = new Set(["bdi", "code", "kbd", "pre"]); // which no browser may translate
export const node = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), { translate: VERBATIM.has(tag) ? "no" : null, ...attributes }, children);
export const shape = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);
// Put these into an element, replacing its content.
export function put(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

// Present enlarges a whole page with one CSS zoom. The pointer's position, in an element's own pixels:
export const zoomOf = (element) => element.currentCSSZoom ?? 1;
export function spot({ clientX, clientY }, element) {
  const { left, top } = element.getBoundingClientRect();
  return [(clientX - left) / zoomOf(element), (clientY - top) / zoomOf(element)];
}

// "{row} attends to {column}" with {row: …}: fill the fields of the header's sentences.
export const say = (template, gaps) =>
  template.replace(/\{(\w+)\}/g, (gap, name) => (name in gaps ? String(gaps[name]) : gap));

// ---- numbers ------------------------------------------------------------------------------
// 10⁻⁷.
export const power = (n) => `10${String(n).replace(/[-−\d]/g, (sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻")}`;
const sign = (text) => (/^-0\.?0*$/.test(text) ? text.slice(1) : text.replaceAll("-", "−"));
export function number(value, digits = 4) {
  if (value === -Infinity) return "−∞";
  if (value === Infinity) return "∞";
  if (Number.isNaN(value)) return "NaN";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 0.5 * 10 ** -digits)) {
    const [mantissa, exponent] = value.toExponential(digits).split("e");
    return `${sign(mantissa)} · ${power(Number(exponent))}`;
  }
  return sign(value.toFixed(digits));
}
// Always the same number of decimals, so that a column of numbers is easy to compare.
export const fixed = (value, digits) =>
  Number.isFinite(value) ? sign(value.toFixed(digits)) : number(value);
export const percent = (share, digits = 1) => `${fixed(100 * share, digits)}%`;
// The number that fits in a cell: ".78" for a weight, "−3.4" for a score; `fewer` decimals in a small cell.
export function shortNumber(value, isWeight, fewer = 0) {
  if (!Number.isFinite(value)) return number(value);
  if (isWeight) return value.toFixed(fewer ? 1 : 2).replace(/^0(?=\.)/, "");
  if (fewer && Math.abs(value) < 1) return sign(value.toFixed(1)).replace("0.", "."); // "0" would be another number
  return sign(value.toFixed(Math.max(0, (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2) - fewer)));
}

// Bytes from Python (little-endian float32). Copied, because a view must start at a multiple of 4.
export const floatsOf = (bytes) => new Float32Array(Uint8Array.from(bytes).buffer);
export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
// One named array of the figure: at(i, j, …) counts as the tensor in Python does. If the header lists the numbers that
// `came`, the others are not there yet: reading one calls `missing`.
export function arraysOf(header, floats, missing) {
  const arrays = {}, there = missing && header.came && new Uint8Array(floats.length);
  if (there) for (const [start, count] of header.came) there.fill(1, start, start + count);
  const read = (n) => (!there || there[n] ? floats[n] : missing());
  for (const { name, shape: sizes, offset } of header.arrays) {
    const strides = sizes.map((_, axis) => sizes.slice(axis + 1).reduce((a, b) => a * b, 1));
    const at = (...index) => read(index.reduce((sum, i, axis) => sum + i * strides[axis], offset));
    arrays[name] = { sizes, at };
  }
  return arrays;
}

// ---- colours: the palette is the header's, so that paper and screen share it -----------------
const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const mix = (from, to, share) => from.map((value, i) => Math.round(value + (to[i] - value) * share));
export const sequential = (palette) => {
  const [empty, full, none] = [palette.empty, palette.weight_full, palette.hatch].map(channels);
  return (value) => (Number.isNaN(value) ? none : mix(empty, full, Math.min(1, Math.max(0, value)) ** 0.8));
};
export const diverging = (palette, positive, scale) => {
  const [empty, plus, minus, none] = [palette.empty, positive, palette.negative, palette.hatch].map(channels);
  const share = (value) => Math.min(1, Math.abs(value) / (scale || 1)) ** 0.8;
  return (value) => (Number.isNaN(value) ? none : mix(empty, value < 0 ? minus : plus, share(value)));
};
export const faded = (palette, colour, strength) =>
  strength < 1 ? mix(channels(palette.paper), colour, strength) : colour;
export const css = (colour) => `rgb(${colour.join(",")})`;
const luminance = ([r, g, b]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
// Dark letters on light cells, and light letters on dark cells: at least 4.5 : 1, as WCAG 2 computes contrast.
const linear = (channel) => (channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
const light = (colour) => luminance(colour.map((channel) => 255 * linear(channel))) + 0.05;
export function inkOn(colour) {
  if (1.05 / light(colour) >= 4.5) return "#ffffff";
  return light(colour) / light([27, 31, 39]) >= 4.5 ? "#1b1f27" : "#000000";
}

// ---- theme: Streamlit's variables, JupyterLab, VS Code, or the system; paper is always light ----
let printing = false;
export const isPrinting = () => printing;
export function isDark(element) {
  if (printing) return false;
  const streamlit = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  if (/^#[0-9a-f]{6}/i.test(streamlit)) return luminance(channels(streamlit)) < 0.5;
  if (streamlit.startsWith("rgb")) return luminance(streamlit.match(/[\d.]+/g).map(Number)) < 0.5;
  const { body } = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  if (body.className.includes("vscode")) return !body.classList.contains("vscode-light");
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
export function watchTheme(figure, changed) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  system.addEventListener("change", changed);
  // Drawings have colours of their own, so they are painted again for paper, in its width, and then for the screen.
  // What a page cannot paint again (Python's charts) is inverted by its style sheet.
  const { classList } = document.documentElement;
  const before = () => {
    if (!printing) classList.toggle("dark-on-screen", isDark(figure));
    classList.add("on-paper");
    printing = true;
    changed();
  };
  const after = () => {
    classList.remove("on-paper");
    printing = false;
    changed();
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}
export function dress(element, palette) {
  for (const [name, colour] of Object.entries(palette)) element.style.setProperty(`--${name}`, colour);
}

// ---- the address: "#key=a/b/c", one entry a figure, written without a trip to the server ------
// A hash without "=" is the id of a heading (web/headings.py).
const addressParts = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
// Streamlit drops the hash when it removes a default value from the address. A scene knows its own state
// (stage.js), and the browser knows the address with which it was opened, except of a page that the site wrote in
// place of another one (web/tab/turn.js).
const navigation = !globalThis.glassboxTurned && globalThis.performance?.getEntriesByType?.("navigation")[0];
const opened = new URL(navigation ? navigation.name : location.href, location.href);
const begun = new Map(opened.pathname === location.pathname ? new URLSearchParams(opened.hash.slice(1)) : []);
const scenePlace = (key) => globalThis.glassboxFigures?.stage?.places?.get(key);
const placeOf = (key) => addressParts().get(key) ?? scenePlace(key) ?? begun.get(key);
export const readAddress = (key) => placeOf(key)?.split("/") ?? null;
// Written after a pause: browsers slow down or refuse a hundred changes in a few seconds.
const waiting = new Map(); // key → [path of the page, place]
let writing = null;
export function writeAddress(key, parts) {
  begun.delete(key); // from now on the address has it
  waiting.set(key, [location.pathname, parts.join("/")]);
  clearTimeout(writing);
  writing = setTimeout(flushAddress, 150);
}
export function flushAddress() {
  const all = addressParts();
  for (const [key, [path, place]] of waiting) if (path === location.pathname) all.set(key, place);
  waiting.clear();
  const hash = `#${all}`.replaceAll("%2F", "/");
  if (hash.slice(1) !== location.hash.slice(1)) history.replaceState(history.state, "", hash);
}
export const forgetAddress = (key) => waiting.delete(key);
// asked() when the address changes under a page that stays; pending writes came before it.
export function watchAddress(key, asked) {
  const changed = () => (forgetAddress(key), asked());
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
// The element with the focus, in a shadow root too.
export function focused() {
  let held = document.activeElement;
  while (held.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
  return held;
}
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages served over plain http have no clipboard object: use the old method there.
    const held = focused();
    const area = node("textarea", { style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    held.focus({ preventScroll: true });
  }
}
