// The sentences of all steps beside their picture, which stays in sight: who reads on to one sees its picture.
import { labelsOf } from "../kit/choices.js";
import { node, put } from "../kit/core.js";
import { presenting } from "../kit/mode.js";
import { press } from "../kit/widgets.js";
import { reading } from "./reading.js";

const [TOLD, BETWEEN, BOTH] = [400, 28, 1080]; // pixels: the sentences, what is between, and the least for both

// `picture` moves beside its sentences in `self.body`, where there is room for both.
export function story(self, picture) {
  const column = node("ol", { class: "story" });
  let panel = null, read = 0; // read: how many steps the page has scrolled past
  self.body.prepend(column);

  const choice = () => self.header.choices.find(({ name }) => name === panel.along);
  const steps = () => labelsOf(choice(), self.state).map((one, at) => ({ ...one, at })).filter(({ off }) => !off);
  const goTo = (at) => self.goTo({ [panel.along]: at });

  function scrolled() {
    if (!panel) return;
    const top = (element) => element.getBoundingClientRect().top, all = steps();
    const share = (top(picture) - top(column)) / Math.max(1, column.offsetHeight - picture.offsetHeight);
    const now = Math.min(all.length - 1, Math.floor(share * all.length));
    const before = read, shown = all.findIndex(({ at }) => at === self.state[panel.along]);
    read = now;
    // Who has gone to a step by other means stays there until the text has come to it.
    if (now !== before && Math.min(now, before) <= shown && shown <= Math.max(now, before)) goTo(all[now].at);
  }
  // Any part of the page may be what scrolls.
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });

  return {
    // Whether it is there, and how many pixels the picture has.
    place(panels, room) {
      const wide = room >= BOTH && !presenting();
      panel = (wide && panels.find(({ kind }) => kind === "story")) || null;
      self.body.classList.toggle("tells-beside", panel !== null);
      return panel ? room - TOLD - BETWEEN : room;
    },
    paint() {
      const chosen = panel && self.state[panel.along];
      put(column, panel ? steps().map(({ full, at }, k) => {
        const said = reading(self).elsewhere({ [panel.along]: at }).said(panel.text, panel.numbers);
        const title = press([node("span", {}, `${k + 1}`), full], () => goTo(at), { "aria-pressed": at === chosen });
        return node("li", { class: at === chosen ? "on" : null }, title, node("p", {}, said));
      }) : []);
    },
    end: () => document.removeEventListener("scroll", scrolled, { capture: true }),
  };
}

export const STORY_STYLE = `
.tells-beside { display: grid; grid-template-columns: ${TOLD}px minmax(0, 1fr); gap: ${BETWEEN}px; align-items: start; }
.tells-beside > .telling-beside { position: sticky; top: 60px; }
.story { list-style: none; margin: 0; padding: 0; } .story:empty { display: none; }
.story li { border-left: 3px solid var(--line); padding: 6px 0 26px 20px; color: var(--soft); }
.story li.on { border-color: var(--text); color: var(--text); }
.story p { font-size: 16px; line-height: 1.55; margin: 4px 0 0; } .lab .story li:not(.on) b { color: inherit; }
.gb.lab .story button { border: 0; background: none; padding: 0; font-size: 18px; font-weight: 700; color: inherit; }
.story button span { font-size: 13px; font-weight: 600; margin-right: 9px; }
`;
