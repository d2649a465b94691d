// The bar's own buttons: the link to this view, and Present, for this view or for a list of scenes.
import { node, put, say } from "./core.js";
import { lettersAct, setLetters, shared } from "./keys.js";
import { copyLink, press } from "./widgets.js";

const LOOK = `
:host { position: relative; display: block; font: 14px/1 var(--st-font, system-ui, sans-serif); }
.bar { display: flex; gap: 8px; align-items: center; white-space: nowrap; }
button, summary { font: inherit; height: 34px; box-sizing: border-box; padding: 0 13px; cursor: pointer;
  border-radius: 9px; display: flex; align-items: center; border: 1px solid transparent; background: none;
  color: var(--st-text-color, inherit); list-style: none; }
.bar > button { color: light-dark(#5d6779, #a3adbd); }
.present { display: flex; }
:is(.present > button, summary) { background: light-dark(#1b1f27, #e7eaf0); color: light-dark(#fff, #12151b); }
.present > button { border-radius: 9px 0 0 9px; font-weight: 600; }
summary { border-radius: 0 9px 9px 0; padding: 0 10px; margin-left: 1px; }
summary::after { content: "▾"; }
summary::-webkit-details-marker { display: none; }
:is(button, summary):focus-visible { outline: 2.5px solid var(--st-text-color, currentcolor); outline-offset: 2px; }
.menu { position: absolute; right: 0; top: 40px; z-index: 9; display: grid; min-width: 220px; padding: 6px;
  background: var(--st-background-color, Canvas); border: 1px solid var(--st-border-color, #e6e8ee);
  border-radius: 10px; box-shadow: 0 6px 24px rgb(0 0 0 / .12); }
.menu button { justify-content: start; }
.menu label { display: flex; gap: 8px; padding: 10px 13px; border-top: 1px solid var(--st-border-color, #e6e8ee); }
.menu button:hover { background: var(--st-secondary-background-color, #f7f8fb); }
`;

export function barButtons({ data: { words }, parentElement }) {
  const menu = node("div", { class: "menu" });
  const letters = node("input", { type: "checkbox", onchange: () => setLetters(letters.checked) });
  letters.checked = lettersAct();
  const fold = node("details", {}, node("summary", { "aria-label": words.lists }), menu);
  const chosen = (act) => () => ((fold.open = false), act(shared.stage));
  fold.ontoggle = () => {
    const lists = Object.entries(shared.stage?.lists ?? {}).filter(([, { scenes }]) => scenes.length);
    put(menu, press(words.view, chosen((stage) => stage.enter())), lists.map(([list, { title, scenes }]) =>
      press(say(words.offer, { title, count: scenes.length }), chosen((stage) => stage.enter(list, 0)))),
      node("label", { title: words.letters_title }, letters, words.letters));
  };
  const present = node("div", { class: "present" }, press(words.present, () => shared.stage?.enter()), fold);
  put(parentElement, node("style", {}, LOOK), node("div", { class: "bar" }, copyLink(words), present));
}
