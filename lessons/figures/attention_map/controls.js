// The two bars above the map: attention, layer, link, present; the steps and their player.
import { node, put } from "../kit/core.js";
import { choice, press } from "../kit/widgets.js";

// act: { show(change), stepBy(by), play(), buttons }. Returns refresh(state, layers, playing).
export function makeControls({ top, stepBar }, { words, maps, steps }, act) {
  const group = (name, label, ...children) =>
    node("div", { class: name, role: "group", "aria-label": label }, children);
  const chosen = choice(words.maps, maps.map(({ title }) => [title]), (map) => act.show({ map }));
  const stepButtons = steps.map(({ formula, title }, at) =>
    press([`${at + 1} · `, node("code", {}, formula), ` ${title}`], () => act.show({ step: at }), { class: "step" }));
  let layers = { root: node("span"), buttons: [] }; // the layers of the map
  function layersOf(count) {
    const numbers = Array.from({ length: count }, (_, at) => [String(at + 1)]);
    const made = choice(words.layer, numbers, (layer) => act.show({ layer }));
    made.root.prepend(node("span", { class: "name" }, words.layer));
    layers.root.replaceWith(made.root);
    return made;
  }
  const views = choice(words.view, [[words.matrix], [words.lines]], (view) => act.show({ view: view ? 0 : null }));
  put(top, chosen.root, layers.root, views.root, act.buttons);

  const back = press(words.back, () => act.stepBy(-1), { title: words.back_title });
  const forward = press(words.forward, () => act.stepBy(1), { title: words.forward_title });
  const play = press(words.play, () => act.play());
  put(stepBar, group("steps", words.steps, stepButtons), node("span", { class: "grow" }), group("player", words.player, back, forward, play));

  return function refresh({ map, layer, step, view }, count, playing) {
    if (layers.buttons.length !== count) layers = layersOf(count);
    chosen.set(map);
    layers.set(layer);
    views.set(view === null ? 0 : 1);
    views.root.style.display = steps[step].name === "weights" ? "" : "none";
    stepButtons.forEach((b, at) => b.setAttribute("aria-pressed", at === step));
    back.disabled = step === 0;
    forward.disabled = step === steps.length - 1;
    play.textContent = playing ? words.pause : words.play;
  };
}
