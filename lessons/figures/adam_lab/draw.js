// The Adam lab: three views of optimisers at work. Steps, rates and rows are chosen here; every number
// was computed by Python.
import { node, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { decayChart, decayTable, weightCharts } from "./charts.js";
import { short, stepPanel } from "./numbers.js";
import { inside, swatch, valleyCharts, valleyMap } from "./valley.js";
import { ADAM_STYLE } from "./style.js";

const ROWS = ["rate", "walker", "coordinate", "weight", "way", "size"];
const PACE = { valley: 130, weight: 220, decay: 60 }; // milliseconds a step

export const draw = drawing((self) => {
  const state = { ...self.header.start };
  const { words } = self.header;
  const counts = () => ({
    rate: self.header.valley.rates.length, walker: self.header.valley.walkers.length, coordinate: self.header.valley.coordinates.length,
    weight: self.header.weight.weights.length, way: self.header.decay.ways.length, size: self.header.decay.sizes.length,
  });
  const about = () => self.header[state.view];

  // ---- the numbers of the row that is followed ---------------------------------------------------
  const row = () => ({
    valley: [state.rate, state.walker, state.coordinate], weight: [state.weight], decay: [state.way, state.size],
  })[state.view];
  const at = (name, t = state.step) => self.arrays[`${state.view}.${name}`].at(...row(), t - 1);
  const value = (t) => self.arrays[`${state.view}.value`].at(...row(), t);
  const rate = (t = state.step) => ({
    valley: () => self.header.valley.rates[state.rate], weight: () => self.arrays["weight.rate"].at(t - 1), decay: () => self.header.decay.rate,
  })[state.view]();

  // ---- controls, made once -------------------------------------------------------------------------
  const views = choice(words.views, self.header.views.map(({ title }) => [title]), (k) => self.goTo({ view: self.header.views[k].name }));
  const slider = node("input", { type: "range", min: 1, step: 1, "aria-label": words.step });
  slider.oninput = () => self.goTo({ step: Number(slider.value) });
  const count = node("output", {});
  const rates = node("input", { type: "range", class: "rates", min: 0, max: self.header.valley.rates.length - 1, step: 1, "aria-label": words.rate });
  rates.oninput = () => self.goTo({ rate: Number(rates.value) });
  const rateText = node("output", { class: "short" });
  const rateDial = node("label", { class: "dial" }, words.rate, rates, rateText);
  const play = press(words.play, self.toggle);
  const walkers = choice(words.walkers, self.header.valley.walkers.map(({ title }) => [title]), (walker) => self.goTo({ walker }));
  walkers.buttons.forEach((b) => b.classList.add("walker"));
  const coordinates = choice(words.coordinates, self.header.valley.coordinates.map((name) => [name]), (coordinate) => self.goTo({ coordinate }));
  const weights = choice(words.weights, self.header.weight.weights.map(({ title }) => [title]), (weight) => self.goTo({ weight }));
  const rowBar = node("div", { class: "bar" });
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, views.root, self.buttons(words)), rowBar,
    node("div", { class: "steps-bar" }, node("div", { class: "player" }, play), slider, count, rateDial),
    card);

  // ---- painting --------------------------------------------------------------------------------------
  function paint() {
    const { view, step } = state;
    const { steps } = about();
    views.set(self.header.views.findIndex(({ name }) => name === view));
    Object.assign(slider, { max: steps, value: step });
    count.textContent = `${words.step} ${say(words.of, { step, steps })}`;
    rates.value = state.rate;
    rateText.textContent = String(self.header.valley.rates[state.rate]);
    rateDial.style.display = view === "valley" ? "" : "none";
    play.textContent = self.playing() ? words.pause : words.play;
    rowBar.style.display = view === "decay" ? "none" : "";
    rowBar.replaceChildren(...{ valley: [walkers.root, coordinates.root], weight: [weights.root], decay: [] }[view]);
    const wide = self.width() - 38;
    const two = wide >= 640;
    const width = two ? Math.floor((wide - 28) / 2) : wide;
    const { parts, note } = { valley, weight, decay }[view](width);
    put(card, node("div", { class: `halves${two ? "" : " one"}` }, parts), node("p", { class: "caption" }, rich(note)), keysLine(words),
      self.origin(words.origin));
    self.panel(panel());
  }
  function valley(width) {
    const { valley: of } = self.header;
    const place = (walker, axis, t) => self.arrays["valley.value"].at(state.rate, walker, axis, t);
    walkers.set(state.walker);
    walkers.buttons.forEach((b, k) => b.replaceChildren(swatch(self.palette[of.walkers[k].hue], of.walkers[k].dashed), of.walkers[k].title));
    coordinates.set(state.coordinate);
    const common = { words, about: of, step: state.step, followed: state.walker, palette: self.palette, width };
    const along = (name) => (t) => self.arrays[`valley.${name}`].at(state.rate, state.walker, state.coordinate, t - 1);
    const gone = of.walkers.filter((_, k) => of.ended[state.rate][k] >= 0).map(({ title }) => say(words.gone, { name: title }));
    const away = of.walkers.filter((_, k) => of.ended[state.rate][k] < 0 && !inside(place(k, 0, state.step), place(k, 1, state.step))).map(({ title }) => title);
    const [a, b] = of.factors;
    const [x, y] = of.lowest;
    const map = node("div", {}, node("p", { class: "label" }, rich(say(words.valley_title, { a, b, x, y }))),
      valleyMap({ ...common, value: place, radii: self.arrays["valley.radii"], follow: (walker) => self.goTo({ walker }) }),
      node("p", { class: `read${gone.length ? " bad" : " soft"}` }, gone.join(" "), away.length ? ` ${say(words.outside, { names: away.join(", ") })}` : ""));
    const charts = valleyCharts({
      ...common, heights: (walker, t) => self.arrays["valley.height"].at(state.rate, walker, t), direction: along("direction"), raw: along("uncorrected"),
      coordinate: of.coordinates[state.coordinate], pick: (step) => self.goTo({ step }),
    });
    // When each walk has arrived, at this rate; and at which rates each arrives at all.
    const each = of.walkers.map(({ title: name }, k) => {
      const step = of.arrived[state.rate][k];
      return say(step < 0 ? words.arrived_never : words.arrived_at, { name, step, steps: of.steps });
    }).join(", ");
    const which = of.walkers.map(({ title: name }, k) =>
      say(words.arrives, { name, rates: of.rates.filter((_, r) => of.arrived[r][k] >= 0).join(", ") })).join("; ");
    charts.append(node("p", { class: "read" }, rich(say(words.arrived, { rate: of.rates[state.rate], near: of.near, each }))));
    return { parts: [map, charts], note: say(words.valley_note, { ...of, which }) };
  }
  function weight(width) {
    weights.set(state.weight);
    const clipped = `${Math.round(100 * self.arrays["weight.clipped"].at(state.step - 1))} %`;
    return {
      parts: weightCharts({ words, about: self.header.weight, at, value, rate, step: state.step, palette: self.palette, width, pick: (step) => self.goTo({ step }) }),
      note: say(words.weight_note, { ...self.header.weight, clipped }),
    };
  }
  function decay(width) {
    const of = self.header.decay;
    const common = { words, about: of, step: state.step, value: (way, size, t) => self.arrays["decay.value"].at(way, size, t) };
    return {
      parts: [
        decayChart({ ...common, palette: self.palette, width, pick: (step) => self.goTo({ step }) }),
        node("div", {}, decayTable({ ...common, way: state.way, size: state.size, pick: (way, size) => self.goTo({ way, size }) }),
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
      share: (mean) => self.arrays[`${view}.shares`].at(mean, step - 1), ratio: self.arrays[`${view}.ratio`].at(step - 1),
    }, self.options);
  }

  // ---- state, keys, address ----------------------------------------------------------------------------
  function nextView() {
    const k = self.header.views.findIndex(({ name }) => name === state.view);
    self.goTo({ view: self.header.views[(k + 1) % self.header.views.length].name });
  }
  function keys(shift) {
    const next = (name) => () => self.goTo({ [name]: (state[name] + 1) % counts()[name] });
    const by = shift ? 10 : 1;
    return {
      ArrowLeft: () => self.goTo({ step: state.step - by }), ArrowRight: () => self.goTo({ step: state.step + by }),
      " ": self.toggle, v: nextView, o: next({ valley: "walker", weight: "weight", decay: "way" }[state.view]),
      ...(state.view === "valley" && { r: next("rate"), c: next("coordinate") }),
    };
  }
  // From the address, which somebody may have mistyped.
  function restore([view, step, ...rows]) {
    if (!self.header.views.some(({ name }) => name === view)) return;
    Object.assign(state, { view, step, ...Object.fromEntries(ROWS.map((name, k) => [name, rows[k]])) });
  }
  function take(before) {
    const { start } = self.header;
    if (JSON.stringify(start) !== JSON.stringify(before.start)) Object.assign(state, start); // Python chose
  }
  return {
    state, paint, counts, keys, restore, take,
    settle: () => (state.step = 1 + clip(state.step - 1, about().steps)),
    address: () => [state.view, state.step, ...ROWS.map((name) => state[name])],
    play: { pace: () => PACE[state.view], ended: () => state.step >= about().steps, rewind: () => (state.step = 1), next: () => state.step++ },
  };
}, { style: ADAM_STYLE });
