// The sentences of all steps beside their figure, which stays visible: scrolling to a step shows its state.
import { node, put } from "./core.js";
import { presenting } from "./mode.js";
import { press } from "./widgets.js";

const BETWEEN = 28; // pixels: between sentences and picture

// `picture` moves beside its sentences in `host` if there are `least` pixels; `told` of them are for the sentences.
// tells() → { shown, steps: [{ title, said }], goTo(k) }: the current step, all steps, and how to go to one.
export function beside(host, picture, { told, least }, tells) {
  const column = node("ol", { class: "story" });
  let on = false, read = 0; // read: how many steps the page has scrolled past
  host.prepend(column);
  host.style.setProperty("--told", `${told}px`);

  // Whether this page, or a part of it that holds the column, is scrolled to its end: then all of it is read.
  function atEnd(part) {
    const { scrollHeight, scrollTop, clientHeight } = part;
    return part.contains(column.getRootNode().host) && scrollHeight - scrollTop - clientHeight < 2;
  }
  function scrolled({ target }) {
    if (!on || !column.isConnected) return;
    const top = (element) => element.getBoundingClientRect().top, { steps, shown, goTo } = tells();
    const share = (top(picture) - top(column)) / Math.max(1, column.offsetHeight - picture.offsetHeight);
    const far = atEnd(target.scrollingElement ?? target) ? steps.length : Math.floor(share * steps.length);
    const now = Math.max(0, Math.min(steps.length - 1, far)), before = read;
    read = now;
    // A step chosen by other means stays until the text has reached it.
    if (now !== before && Math.min(now, before) <= shown && shown <= Math.max(now, before)) goTo(now);
  }
  // Any part of the page can be the one that scrolls.
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });

  return {
    // Whether it is there, for a room of this width, and the width of the figure in pixels.
    place(room, there = true) {
      on = there && room >= least && !presenting();
      host.classList.toggle("tells-beside", on);
      return on ? room - told - BETWEEN : room;
    },
    paint() {
      if (!on) return put(column);
      const { steps, shown, goTo } = tells();
      put(column, steps.map(({ title, said }, k) => {
        const name = [node("span", {}, `${k + 1}`), title], lit = k === shown;
        const leads = press(name, () => goTo(k), { "aria-pressed": lit });
        return node("li", { class: lit ? "on" : null }, leads, node("p", {}, said));
      }));
    },
    end: () => document.removeEventListener("scroll", scrolled, { capture: true }),
  };
}

export const BESIDE_STYLE = `
.tells-beside { display: grid; grid-template-columns: var(--told) minmax(0, 1fr); gap: ${BETWEEN}px; }
.tells-beside > * { align-self: start; }
.tells-beside > .story + * { position: sticky; top: 60px; }
.story { list-style: none; margin: 0; padding: 0; } .story:empty { display: none; }
.story li { border-left: 3px solid var(--line); padding: 6px 0 26px 20px; color: var(--soft); }
.story li.on { border-color: var(--text); color: var(--text); }
.story p { font-size: 16px; line-height: 1.55; margin: 4px 0 0; } .lab .story li:not(.on) b { color: inherit; }
.gb.lab .story button { border: 0; background: none; padding: 0; font-size: 18px; font-weight: 700; color: inherit; }
.story button span { font-size: 13px; font-weight: 600; margin-right: 9px; }
`;
