// Byte-pair encoding, merge by merge. `draw` is the whole figure and knows of no home; `mount` puts it
// into the app. All that is counted comes from Python; here it is only looked up and drawn.
import {
  copyText, dress, flushAddress, forgetAddress, isDark, node, readAddress, say, watchTheme, writeAddress,
} from "../kit/core.js";
import { takeKeys } from "../kit/keys.js";
import { corpus, encoded, grouped, headline, lengths, pairTable, vocabulary } from "./panels.js";
import { pieces, telling } from "./pieces.js";
import { BPE_STYLE } from "./style.js";
import { STYLE } from "../kit/style.js";

const [SLOWEST, FASTEST, WHOLE] = [1200, 60, 40000]; // ms a merge when playing, ms for all of them

// options: { key, home: "app" | "page" | "notebook" }. Returns { update, destroy }.
export function draw(root, header, floats, options = {}) {
  const section = (name, ...children) => node("section", { class: name }, children);
  const bar = node("div", { class: "bar" });
  const said = node("div", { class: "headline", "aria-live": "polite" });
  const [words, tokens, pairs, one, length] = ["words", "tokens", "pairs", "one", "length"].map((name) => section(name));
  const grid = node("div", { class: "bpe" },
    node("div", { class: "left" }, words, tokens), pairs, node("div", { class: "halves" }, one, length));
  const foot = node("div", { class: "keys" });
  const origin = node("p", { class: "caption origin" });
  const figure = node("div", { class: "gb", tabindex: "-1", role: "group" }, bar, said, grid, foot, origin);
  const hasAddress = options.home !== "notebook" && Boolean(options.key);
  const state = { merge: 0, token: null, counted: true };
  let says, last, parts, look, controls, merged, palette, timer = null, waiting = null;
  root.replaceChildren(node("style", {}, STYLE + BPE_STYLE), figure);

  // ---- state: changed by buttons, keys, the slider, the curve; written to the address ---------------
  function paint() {
    const { merge } = state;
    // Sizes are read before anything changes: a layout in between would cost as much as all the rest.
    const wide = length.clientWidth || 460;
    const scrolled = words.querySelector(".corpus")?.scrollTop ?? 0;
    grid.classList.toggle("narrow", figure.clientWidth > 0 && figure.clientWidth < 760);
    const { slider, at, back, rewind, forward, play } = controls;
    slider.value = merge;
    slider.setAttribute("aria-valuetext", say(says.at.replaceAll("**", ""), { merge, last }));
    at.replaceChildren(...telling(says.at, { merge: grouped(merge), last: grouped(last) }));
    back.disabled = rewind.disabled = merge === 0;
    forward.disabled = merge === last;
    play.textContent = timer === null ? says.play : says.pause;
    const made = merge ? header.merges[merge - 1] : null; // what was merged last
    const coming = merge < last ? header.merges[merge] : null; // what is merged next
    const view = { header, state, step: header.steps[merge], last, made, coming, parts, look, wide, scrolled, show, soon, pick };
    headline(said, view);
    corpus(words, view);
    pairTable(pairs, view);
    vocabulary(tokens, view);
    encoded(one, view);
    merged = lengths(length, view);
    if (hasAddress) writeAddress(options.key, state.token === null ? [state.merge] : [state.merge, state.token]);
  }
  const pick = (token) => show({ token: state.token === token ? null : token });
  function show(change) {
    if ("merge" in change) {
      stop();
      state.counted = true;
    }
    Object.assign(state, change);
    paint();
  }
  // A dragged slider reports more often than the screen is drawn.
  function soon(change) {
    if (waiting === null) requestAnimationFrame(() => (show(waiting), (waiting = null)));
    waiting = change;
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  const move = (by) => show({ merge: Math.min(last, Math.max(0, state.merge + by)) });
  function play() {
    if (timer !== null) return stop(), paint();
    if (state.merge === last) state.merge = 0;
    state.counted = true;
    timer = setInterval(() => {
      state.merge = Math.min(last, state.merge + 1);
      if (state.merge === last) stop();
      paint();
    }, Math.max(FASTEST, Math.min(SLOWEST, WHOLE / last)));
    paint();
  }
  function press(key) {
    if (key === "ArrowLeft") move(-1);
    else if (key === "ArrowRight") move(1);
    else if (key === " ") play();
    else if (key === "Home") show({ merge: 0 });
    else if (key === "Escape" && state.token !== null && !document.fullscreenElement) pick(state.token);
    else return false;
    return true;
  }

  // ---- new data, new theme -----------------------------------------------------------------------
  function theme() {
    const dark = isDark(figure);
    palette = header.palette[dark ? "dark" : "light"];
    dress(figure, palette);
    header.tints[dark ? "dark" : "light"].forEach((tint, at) => figure.style.setProperty(`--tint-${at}`, tint));
    figure.style.colorScheme = dark ? "dark" : "light";
  }
  function take(next) {
    header = next;
    [says, last] = [header.says, header.steps.length - 1];
    parts = new Map();
    header.merges.forEach(({ pair, token }, at) => parts.has(token) || parts.set(token, { pair, merge: at + 1 }));
    look = pieces(header);
    figure.setAttribute("aria-label", header.title);
    const button = (label, onclick, title, name) => node("button", { type: "button", onclick, title, class: name }, label);
    controls = {
      rewind: button(says.rewind, () => show({ merge: 0 }), says.rewind_title),
      back: button(says.back, () => move(-1), says.back_title),
      forward: button(says.forward, () => move(1), says.forward_title),
      play: button(says.play, play),
      slider: node("input", { type: "range", class: "range", min: 0, max: last, value: 0, "aria-label": says.slider }),
      at: node("span", { class: "at" }),
    };
    controls.slider.oninput = () => soon({ merge: Number(controls.slider.value) });
    const link = button(says.copy_link, async () => {
      flushAddress();
      await copyText(location.href);
      link.textContent = says.copied;
      setTimeout(() => (link.textContent = says.copy_link), 1600);
    });
    const full = () => (document.fullscreenElement ? document.exitFullscreen() : figure.requestFullscreen());
    const { rewind, back, forward, play: go, slider, at } = controls;
    bar.replaceChildren(
      node("div", { class: "player", role: "group", "aria-label": says.player }, rewind, back, forward, go),
      slider, at, ...(hasAddress ? [link] : []),
      ...(document.fullscreenEnabled ? [button(says.present, full, null, "primary")] : []));
    foot.replaceChildren(...says.keys.map(([names, what]) =>
      node("span", {}, names.map((name) => [node("kbd", {}, name), " "]), what)));
    origin.textContent = options.home === "app" ? "" : say(says.origin, header.run);
  }
  function restore({ merge, token, counted }) {
    state.merge = Math.min(last, Math.max(0, Math.trunc(merge) || 0));
    state.token = Number.isInteger(token) && token >= 0 && token < header.labels.length ? token : null;
    state.counted = counted || state.merge > 0;
  }
  function update(next, nextFloats) {
    if (nextFloats) {
      const scene = JSON.stringify(header.start);
      stop();
      take(next);
      // An edit is looked at where one is; another scene opens at its own start.
      restore(JSON.stringify(next.start) === scene ? { ...state, token: null } : next.start);
    }
    theme();
    paint();
  }

  take(header);
  const address = hasAddress ? readAddress(options.key) : null;
  restore(address ? { ...header.start, merge: Number(address[0]), token: address[1] ? Number(address[1]) : null } : header.start);
  theme();
  paint();
  let dragging = false;
  length.onpointerdown = (event) => {
    if (!event.target.closest(".plot")) return;
    dragging = true;
    length.setPointerCapture(event.pointerId);
    merged(event);
  };
  length.onpointermove = (event) => dragging && merged(event);
  length.onpointerup = length.onpointercancel = () => (dragging = false);
  let width = figure.clientWidth;
  const resized = new ResizeObserver(() => {
    if (figure.clientWidth === width) return; // its height changes with every merge
    width = figure.clientWidth;
    paint();
  });
  resized.observe(figure);
  const undo = [
    watchTheme(() => (theme(), paint())),
    takeKeys({ root: figure, press, onlyInside: options.home === "notebook" }),
    () => resized.disconnect(),
    () => forgetAddress(options.key),
    stop,
  ];
  return { update, destroy: () => undo.forEach((end) => end()) };
}
