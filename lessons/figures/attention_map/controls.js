// The two bars above the map: which attention, which layer, link, present; the steps and their player.
import { copyText, flushAddress, node, say } from "../kit/core.js";

const button = (label, onclick, attributes = {}) => node("button", { type: "button", onclick, ...attributes }, label);
const press = (buttons, chosen) => buttons.forEach((b, at) => b.setAttribute("aria-pressed", at === chosen));

function copyButton(words) {
  const copy = button(words.copy_link, async () => {
    flushAddress();
    await copyText(location.href);
    copy.textContent = words.copied;
    setTimeout(() => (copy.textContent = words.copy_link), 1600);
  });
  return copy;
}

// act: { show(change), step(by), play(), present() or null }. Returns refresh(state, layers, playing).
export function makeControls(top, stepBar, { words, maps, steps }, hasAddress, act) {
  const group = (name, label, ...children) =>
    node("div", { class: name, role: "group", "aria-label": label }, children);
  const mapButtons = maps.map((map, at) => button(map.title, () => act.show({ map: at })));
  const stepButtons = steps.map(({ formula, title }, at) =>
    button([`${at + 1} · `, node("code", {}, formula), ` ${title}`], () => act.show({ step: at }), { class: "step" }));
  const layers = group("segment", words.layer);
  let layerButtons = [];
  top.replaceChildren(
    group("segment", words.maps, mapButtons), layers, node("span", { class: "grow" }),
    ...(hasAddress ? [copyButton(words)] : []),
    ...(act.present ? [button(words.present, act.present, { class: "primary" })] : []));

  const back = button(words.back, () => act.step(-1), { title: words.back_title });
  const forward = button(words.forward, () => act.step(1), { title: words.forward_title });
  const play = button(words.play, () => act.play());
  stepBar.replaceChildren(
    group("steps", words.steps, stepButtons), node("span", { class: "grow" }),
    group("player", words.player, back, forward, play));

  return function refresh(state, count, playing) {
    if (layerButtons.length !== count) {
      layerButtons = Array.from({ length: count }, (_, at) => button(String(at + 1), () => act.show({ layer: at })));
      layers.replaceChildren(node("span", { class: "name" }, words.layer), ...layerButtons);
    }
    press(mapButtons, state.map);
    press(layerButtons, state.layer);
    press(stepButtons, state.step);
    back.disabled = state.step === 0;
    forward.disabled = state.step === steps.length - 1;
    play.textContent = playing ? words.pause : words.play;
  };
}

export function keysHint(host, words) {
  host.replaceChildren(...words.keys.map(([names, what]) =>
    node("span", {}, names.map((name) => [node("kbd", {}, name), " "]), what)));
}

// Who made the numbers, for a figure that stands alone.
export function origin(host, { words, run }) {
  host.textContent = say(words.origin, run);
}
