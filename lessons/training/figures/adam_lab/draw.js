// The Adam lab: three views of optimisers. Steps, rates and rows are chosen here; Python computed
// every number.
import { node, put, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { decayChart, decayTable, weightCharts } from "./charts.js";
import { short, stepPanel } from "./numbers.js";
import { inside, swatch, valleyCharts, valleyMap } from "./valley.js";
import { ADAM_STYLE } from "./style.js";

const PACE = { valley: 130, weight: 220, decay: 60 }; // milliseconds per step

export const draw = drawing((self) => {
  const { state } = self, { words } = self.header;
  const view = () => self.value("view"), step = () => state.step + 1; // counted from 1, as Python does
  const about = () => self.header[view()];
  const goToStep = (at) => self.goTo({ step: at - 1 });

  // ---- the numbers of the chosen row ---------------------------------------------------
  const row = () => ({
    valley: [state.rate, state.walker, state.coordinate], weight: [state.weight], decay: [state.way, state.size],
  })[view()];
  const at = (name, t = step()) => self.arrays[`${view()}.${name}`].at(...row(), t - 1);
  const value = (t) => self.arrays[`${view()}.value`].at(...row(), t);
  const rate = (t = step()) => ({
    valley: () => self.header.valley.rates[state.rate],
    weight: () => self.arrays["weight.rate"].at(t - 1),
    decay: () => self.header.decay.rate,
  })[view()]();

  // ---- controls, made once -------------------------------------------------------------------------
  const { valley: hills, weight: real } = self.header;
  const buttons = (title, labels, name) =>
    choice(title, labels.map((label) => [label]), (at) => self.goTo({ [name]: at }));
  const titles = (rows) => rows.map(({ title }) => title);
  const views = buttons(words.views, titles(self.header.views), "view");
  const slider = node("input", { type: "range", min: 1, step: 1, "aria-label": words.step });
  slider.oninput = () => goToStep(Number(slider.value));
  const count = node("output", {});
  const range = { type: "range", class: "rates", min: 0, max: hills.rates.length - 1, step: 1 };
  const rates = node("input", { ...range, "aria-label": words.rate });
  rates.oninput = () => self.goTo({ rate: Number(rates.value) });
  const rateText = node("output", { class: "short" });
  const rateDial = node("label", { class: "dial" }, words.rate, rates, rateText);
  const play = press(words.play, self.toggle);
  const walkers = buttons(words.walkers, titles(hills.walkers), "walker");
  walkers.buttons.forEach((b) => b.classList.add("walker"));
  const coordinates = buttons(words.coordinates, hills.coordinates, "coordinate");
  const weights = buttons(words.weights, titles(real.weights), "weight");
  const rowBar = node("div", { class: "bar" });
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, views.root, self.buttons(words)), rowBar,
    node("div", { class: "steps-bar" }, node("div", { class: "player" }, play), slider, count, rateDial),
    card);

  // ---- painting --------------------------------------------------------------------------------------
  function paint() {
    const { steps } = about();
    views.set(state.view);
    Object.assign(slider, { max: steps, value: step() });
    count.textContent = `${words.step} ${say(words.of, { step: step(), steps })}`;
    rates.value = state.rate;
    rateText.textContent = String(self.header.valley.rates[state.rate]);
    rateDial.style.display = view() === "valley" ? "" : "none";
    play.textContent = self.playing() ? words.pause : words.play;
    rowBar.style.display = view() === "decay" ? "none" : "";
    const rows = { valley: [walkers.root, coordinates.root], weight: [weights.root], decay: [] };
    rowBar.replaceChildren(...rows[view()]);
    const wide = self.width() - 38;
    // In Present, a scaled-down figure has more of its own pixels: a small screen keeps one column at every size.
    const two = wide >= 640 && !(self.isFull() && innerWidth <= 1180);
    const one = self.isFull() ? Math.min(wide, 1.15 * (self.screen() - 180)) : wide;
    const width = two ? Math.floor((wide - 28) / 2) : one;
    const { parts, note } = { valley, weight, decay }[view()](width);
    const seen = self.isFull() && !two ? [parts].flat().slice(0, 1) : parts; // Present: one column, one part
    put(card,
      node("div", { class: `halves${two ? "" : " one"}` }, seen), node("p", { class: "caption off-stage telling" }, rich(note)),
      keysLine(words), self.origin(words.origin));
    self.panel(panel());
  }
  function valley(width) {
    const { valley: of } = self.header;
    const place = (walker, axis, t) => self.arrays["valley.value"].at(state.rate, walker, axis, t);
    walkers.set(state.walker);
    const mark = ({ hue, dashed, title }) => [swatch(self.palette[hue], dashed), title];
    walkers.buttons.forEach((b, k) => b.replaceChildren(...mark(of.walkers[k])));
    coordinates.set(state.coordinate);
    const common = { words, about: of, step: step(), followed: state.walker, palette: self.palette, width };
    const along = (name) => (t) => self.arrays[`valley.${name}`].at(state.rate, state.walker, state.coordinate, t - 1);
    const ended = (k) => of.ended[state.rate][k] >= 0;
    const gone = of.walkers.filter((_, k) => ended(k)).map(({ title }) => say(words.gone, { name: title }));
    const seen = (k) => inside(place(k, 0, step()), place(k, 1, step()));
    const away = titles(of.walkers.filter((_, k) => !ended(k) && !seen(k)));
    const [a, b] = of.factors;
    const [x, y] = of.lowest;
    const radii = self.arrays["valley.radii"], follow = (walker) => self.goTo({ walker });
    const map = node("div", {},
      node("p", { class: "label" }, rich(say(words.valley_title, { a, b, x, y }))),
      valleyMap({ ...common, value: place, radii, follow }),
      node("p", { class: `read${gone.length ? " bad" : " soft"}` },
        gone.join(" "), away.length ? ` ${say(words.outside, { names: away.join(", ") })}` : ""));
    const charts = valleyCharts({
      ...common, heights: (walker, t) => self.arrays["valley.height"].at(state.rate, walker, t),
      direction: along("direction"), raw: along("uncorrected"),
      coordinate: of.coordinates[state.coordinate], pick: goToStep,
    });
    // When each walk arrives at this rate, and at which rates each walk arrives at all.
    const each = of.walkers.map(({ title: name }, k) => {
      const when = of.arrived[state.rate][k];
      return say(when < 0 ? words.arrived_never : words.arrived_at, { name, step: when, steps: of.steps });
    }).join(", ");
    const which = of.walkers.map(({ title: name }, k) =>
      say(words.arrives, { name, rates: of.rates.filter((_, r) => of.arrived[r][k] >= 0).join(", ") })).join("; ");
    const arrived = say(words.arrived, { rate: of.rates[state.rate], near: of.near, each });
    charts.append(node("p", { class: "read" }, rich(arrived)));
    return { parts: [map, charts], note: say(words.valley_note, { ...of, which }) };
  }
  function weight(width) {
    weights.set(state.weight);
    const clipped = `${Math.round(100 * self.arrays["weight.clipped"].at(state.step))}%`;
    const common = { words, about: self.header.weight, step: step(), palette: self.palette, width, pick: goToStep };
    return {
      parts: weightCharts({ ...common, at, value, rate }),
      note: say(words.weight_note, { ...self.header.weight, clipped }),
    };
  }
  function decay(width) {
    const { decay: of } = self.header, { way, size } = state;
    const walk = (way, size, t) => self.arrays["decay.value"].at(way, size, t);
    const common = { words, about: of, step: step(), value: walk };
    const pick = (way, size) => self.goTo({ way, size });
    const legend = of.ways.map(({ hue, title }) => [swatch(self.palette[hue]), title]);
    return {
      parts: [
        decayChart({ ...common, palette: self.palette, width, pick: goToStep }),
        node("div", {}, decayTable({ ...common, way, size, pick }), node("div", { class: "legend" }, legend))],
      note: say(words.decay_note, of),
    };
  }
  function panel() {
    const of = about(), now = step(), { walker, coordinate, way } = state;
    const [kind, name, what] = {
      valley: () => [of.walkers[walker].name, of.walkers[walker].title, of.coordinates[coordinate]],
      weight: () => ["AdamW", "AdamW", of.weights[state.weight].title],
      decay: () => [of.ways[way].name, of.ways[way].title, say(words.size, { size: of.sizes[state.size] })],
    }[view()]();
    const slope = view() === "valley"
      ? `${of.steep[coordinate]} · (${short(value(now - 1))} − ${of.lowest[coordinate]})` : null;
    return stepPanel({
      words, view: view(), about: of, kind, slope, step: now, case_: row().join("/"), rate: rate(),
      source: view() === "weight" ? words.gradient_given : words.gradient_swing,
      which: say(words.which, { name, what, step: now }),
      at: (name, back = 0) => at(name, now - back), value: (after) => value(now - 1 + after),
      share: (mean) => self.arrays[`${view()}.shares`].at(mean, now - 1),
      ratio: self.arrays[`${view()}.ratio`].at(now - 1),
    }, self.options);
  }

  return {
    paint,
    keys(shift) {
      const counted = (name) => self.header.choices.find((one) => one.name === name).labels;
      const next = (name) => () => self.goTo({ [name]: (state[name] + 1) % counted(name) });
      const by = (steps) => () => self.goTo({ step: state.step + steps });
      return {
        ...(shift && { ArrowLeft: by(-10), ArrowRight: by(10) }),
        " ": self.toggle, o: next({ valley: "walker", weight: "weight", decay: "way" }[view()]),
        ...(view() === "valley" && { r: next("rate"), c: next("coordinate") }),
      };
    },
    play: { pace: () => PACE[view()] },
  };
}, { style: ADAM_STYLE });
