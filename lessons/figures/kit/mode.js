// Present, as a figure sees it: the whole page if it has a stage (stage.js), else only the figure in
// full screen. One zoom enlarges everything, so a drawing lays itself out as on any page.
import { shared } from "./keys.js";

// The smallest type, 12 px, becomes 22 px on 1920 × 1080 and 16 px on 1024 × 768, or a `share` of that.
export function setScale(element, width = innerWidth, height = innerHeight, share = 1) {
  const small = Math.min(4 / 3, width / 768, height / 576);
  const large = (11 / 6) * Math.min(width / 1920, height / 1080);
  element.style.setProperty("--scale", (Math.max(1, small, large) * share + 0.0005).toFixed(3));
}
const { classList: modes } = document.documentElement;
// The smallest letters, in a figure's own pixels: a reduced scene keeps them (fit.js); also in styles.
const least = () => parseFloat(document.documentElement.style.getPropertyValue("--least")) || 0;
export const smallest = () => Math.max(12, least());
const SIZE = /(font(?:-size)?: (?:\d00 )?)([\d.]+px)/g;
export const legible = (styles) => styles.replace(SIZE, "$1max($2, var(--least, 0px))");
export const presenting = () => modes.contains("present");
export const showsBelow = () => presenting() && modes.contains("below"); // also a scene below the figure
export const bare = () => presenting() && !modes.contains("controls"); // controls show only the current choice
export const isFull = (figure) => (shared.stage ? presenting() : figure.matches(":fullscreen"));
export const canPresent = () => Boolean(shared.stage) || document.fullscreenEnabled;
export function toggleFull(figure) {
  if (shared.stage) return shared.stage.toggle();
  if (isFull(figure)) return document.exitFullscreen();
  setScale(figure, screen.width, screen.height);
  figure.requestFullscreen();
}
// changed() whenever Present starts or ends.
export function watchMode(changed) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  document.addEventListener("fullscreenchange", changed);
  return () => (observer.disconnect(), document.removeEventListener("fullscreenchange", changed));
}
