// The Adam lab: three views of optimisers at work. Steps, rates and rows are chosen here; every number
// was computed by Python.
import { arraysOf, node, say } from "../kit/core.js";
import { choice, clip, container, keysLine, press, rich } from "../kit/container.js";
import { decayChart, decayTable, weightCharts } from "./charts.js";
import { short, stepPanel } from "./numbers.js";
import { inside, swatch, valleyCharts, valleyMap } from "./valley.js";
import { ADAM_STYLE } from "./style.js";
import { mounting } from "../kit/app.js";

const ROWS = ["rate", "walker", "coordinate", "weight", "way", "size"];
const PACE = { valley: 130, weight: 220, decay: 60 }; // milliseconds a step

export function draw(root, header, floats, options = {}) {
  const state = { ...header.start };
  let arrays = arraysOf(header, floats), timer = null;
  const { words } = header;
  const self = container(root, options, { paint: () => paint(), press: (key, shift) => onKey(key, shift) });
  const counts = () => ({
    rate: header.valley.rates.length, walker: header.valley.walkers.length, coordinate: header.valley.coordinates.length,
    weight: header.weight.weights.length, way: header.decay.ways.length, size: header.decay.sizes.length,
  });
  const about = () => header[state.view];

  // ---- the numbers of the row that is followed ---------------------------------------------------
  const row = () => ({
    valley: [state.rate, state.walker, state.coordinate], weight: [state.weight], decay: [state.way, state.size],
  })[state.view];
  const at = (name, t = state.step) => arrays[`${state.view}.${name}`].at(...row(), t - 1);
  const value = (t) => arrays[`${state.view}.value`].at(...row(), t);
  const rate = (t = state.step) => ({
    valley: () => header.valley.rates[state.rate], weight: () => arrays["weight.rate"].at(t - 1), decay: () => header.decay.rate,
  })[state.view]();

  // ---- controls, made once -------------------------------------------------------------------------
  const views = choice(words.views, header.views.map(({ title }) => [title]), (k) => show({ view: header.views[k].name }));
  const slider = node("input", { type: "range", min: 1, step: 1, "aria-label": words.step });
  slider.oninput = () => show({ step: Number(slider.value) });
  const count = node("output", {});
  const rates = node("input", { type: "range", class: "rates", min: 0, max: header.valley.rates.length - 1, step: 1, "aria-label": words.rate });
  rates.oninput = () => show({ rate: Number(rates.value) });
  const rateText = node("output", { class: "short" });
  const rateDial = node("label", { class: "dial" }, words.rate, rates, rateText);
  const play = press(words.play, () => toggle());
  const walkers = choice(words.walkers, header.valley.walkers.map(({ title }) => [title]), (walker) => show({ walker }));
  walkers.buttons.forEach((b) => b.classList.add("walker"));
  const coordinates = choice(words.coordinates, header.valley.coordinates.map((name) => [name]), (coordinate) => show({ coordinate }));
  const weights = choice(words.weights, header.weight.weights.map(({ title }) => [title]), (weight) => show({ weight }));
  const rowBar = node("div", { class: "bar" });
  const card = node("div", { class: "card" });
  self.body.append(
    node("style", {}, ADAM_STYLE),
    node("div", { class: "bar" }, views.root, self.buttons(words)), rowBar,
    node("div", { class: "steps-bar" }, node("div", { class: "player" }, play), slider, count, rateDial),
    card);

  // ---- painting --------------------------------------------------------------------------------------
  function paint() {
    const { view, step } = state;
    const { steps } = about();
    views.set(header.views.findIndex(({ name }) => name === view));
    Object.assign(slider, { max: steps, value: step });
    count.textContent = `${words.step} ${say(words.of, { step, steps })}`;
    rates.value = state.rate;
    rateText.textContent = String(header.valley.rates[state.rate]);
    rateDial.style.display = view === "valley" ? "" : "none";
    play.textContent = timer === null ? words.play : words.pause;
    rowBar.style.display = view === "decay" ? "none" : "";
    rowBar.replaceChildren(...{ valley: [walkers.root, coordinates.root], weight: [weights.root], decay: [] }[view]);
    const wide = self.width() - 38;
    const two = wide >= 640;
    const width = two ? Math.floor((wide - 28) / 2) : wide;
    const { parts, note } = { valley, weight, decay }[view](width);
    const origin = options.home === "app" ? null : node("p", { class: "caption origin" }, words.origin);
    card.replaceChildren(...[
      node("div", { class: `halves${two ? "" : " one"}` }, parts), node("p", { class: "caption" }, rich(note)), keysLine(words), origin].filter(Boolean));
    self.panel(node("style", {}, ADAM_STYLE), panel()); // the panel may sit elsewhere on the page
    self.save([view, step, ...ROWS.map((name) => state[name])]);
  }
  function valley(width) {
    const { valley: of } = header;
    const place = (walker, axis, t) => arrays["valley.value"].at(state.rate, walker, axis, t);
    walkers.set(state.walker);
    walkers.buttons.forEach((b, k) => b.replaceChildren(swatch(self.palette[of.walkers[k].hue], of.walkers[k].dashed), of.walkers[k].title));
    coordinates.set(state.coordinate);
    const common = { words, about: of, step: state.step, followed: state.walker, palette: self.palette, width };
    const along = (name) => (t) => arrays[`valley.${name}`].at(state.rate, state.walker, state.coordinate, t - 1);
    const gone = of.walkers.filter((_, k) => of.ended[state.rate][k] >= 0).map(({ title }) => say(words.gone, { name: title }));
    const away = of.walkers.filter((_, k) => of.ended[state.rate][k] < 0 && !inside(place(k, 0, state.step), place(k, 1, state.step))).map(({ title }) => title);
    const [a, b] = of.factors;
    const [x, y] = of.lowest;
    const map = node("div", {}, node("p", { class: "label" }, rich(say(words.valley_title, { a, b, x, y }))),
      valleyMap({ ...common, value: place, radii: arrays["valley.radii"], follow: (walker) => show({ walker }) }),
      node("p", { class: `read${gone.length ? " bad" : " soft"}` }, gone.join(" "), away.length ? ` ${say(words.outside, { names: away.join(", ") })}` : ""));
    const charts = valleyCharts({
      ...common, heights: (walker, t) => arrays["valley.height"].at(state.rate, walker, t), direction: along("direction"), raw: along("uncorrected"),
      coordinate: of.coordinates[state.coordinate], pick: (step) => show({ step }),
    });
    return { parts: [map, charts], note: say(words.valley_note, { ...of, times: of.times }) };
  }
  function weight(width) {
    weights.set(state.weight);
    const clipped = `${Math.round(100 * arrays["weight.clipped"].at(state.step - 1))} %`;
    return {
      parts: weightCharts({ words, about: header.weight, at, value, rate, step: state.step, palette: self.palette, width, pick: (step) => show({ step }) }),
      note: say(words.weight_note, { ...header.weight, clipped }),
    };
  }
  function decay(width) {
    const of = header.decay;
    const common = { words, about: of, step: state.step, value: (way, size, t) => arrays["decay.value"].at(way, size, t) };
    return {
      parts: [
        decayChart({ ...common, palette: self.palette, width, pick: (step) => show({ step }) }),
        node("div", {}, decayTable({ ...common, way: state.way, size: state.size, pick: (way, size) => show({ way, size }) }),
          node("div", { class: "legend" }, of.ways.map(({ hue, title }) => [swatch(self.palette[hue]), title])))],
      note: say(words.decay_note, of),
    };
  }
  function panel() {
    const { view, step } = state;
    const of = about();
    const kind = { valley: () => of.walkers[state.walker].name, weight: () => "AdamW", decay: () => of.ways[state.way].name }[view]();
    const named = {
      valley: () => [of.walkers[state.walker].title, of.coordinates[state.coordinate]],
      weight: () => ["AdamW", of.weights[state.weight].title],
      decay: () => [of.ways[state.way].title, say(words.size, { size: of.sizes[state.size] })],
    }[view]();
    const slope = view === "valley"
      ? `${of.steep[state.coordinate]} · (${short(value(step - 1))} − ${of.lowest[state.coordinate]})` : null;
    return stepPanel({
      words, view, about: of, kind, slope, step, case_: row().join("/"), rate: rate(),
      source: view === "weight" ? words.gradient_given : words.gradient_swing,
      which: say(words.which, { name: named[0], what: named[1], step }),
      at: (name, back = 0) => at(name, step - back), value: (after) => value(step - 1 + after),
      share: (mean) => arrays[`${view}.shares`].at(mean, step - 1), ratio: arrays[`${view}.ratio`].at(step - 1),
    }, options);
  }

  // ---- state, keys, address ----------------------------------------------------------------------------
  function set(change) {
    Object.assign(state, change);
    state.step = 1 + clip(state.step - 1, about().steps);
    for (const [name, most] of Object.entries(counts())) state[name] = clip(state[name], most);
  }
  function show(change) {
    stop();
    set(change);
    paint();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  function toggle() {
    if (timer !== null) return stop(), paint();
    if (state.step >= about().steps) state.step = 1;
    timer = setInterval(() => {
      state.step++;
      if (state.step >= about().steps) stop();
      paint();
    }, PACE[state.view]);
    paint();
  }
  function onKey(key, shift) {
    const next = (name) => show({ [name]: (state[name] + 1) % counts()[name] });
    if (key === "ArrowLeft") show({ step: state.step - (shift ? 10 : 1) });
    else if (key === "ArrowRight") show({ step: state.step + (shift ? 10 : 1) });
    else if (key === " ") toggle();
    else if (key.toLowerCase() === "o") next({ valley: "walker", weight: "weight", decay: "way" }[state.view]);
    else if (key.toLowerCase() === "r" && state.view === "valley") next("rate");
    else if (key.toLowerCase() === "c" && state.view === "valley") next("coordinate");
    else if (key.toLowerCase() === "v") {
      const k = header.views.findIndex(({ name }) => name === state.view);
      show({ view: header.views[(k + 1) % header.views.length].name });
    } else return false;
    return true;
  }
  // From the address, which somebody may have mistyped.
  function restore([view, step, ...rows]) {
    if (!header.views.some(({ name }) => name === view)) return;
    set({ view, step, ...Object.fromEntries(ROWS.map((name, k) => [name, rows[k]])) });
  }
  function update(next, nextFloats, answer) {
    options.answer = answer;
    const moved = JSON.stringify(next.start) !== JSON.stringify(header.start);
    header = next;
    if (nextFloats) arrays = arraysOf(next, nextFloats);
    if (moved) set(next.start); // Python chose
    self.theme(header.palette);
    paint();
  }

  const address = self.address();
  if (address) restore(address);
  self.name(header.title);
  self.theme(header.palette);
  paint();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: () => (stop(), end()) };
}

const mount = mounting(draw);
export default mount;
