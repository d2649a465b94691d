// The charts of a figure, which Plotly draws: in the app Streamlit mounts them above the drawing, in a notebook and
// a file they are mounted here. A drawing hears what is clicked in them, and moves their cursor.
import { node } from "./core.js";
import { rich } from "./widgets.js";

const CHARTS_STYLE = `
.charts { display: grid; gap: 6px 28px; margin: 4px 0 10px; }
.charts.two { grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }
.charts figure { margin: 0; min-width: 0; } .charts p { font-size: 15px; line-height: 1.4; margin: 0 0 2px; }
`;

// ---- what a trace names, as kit/chart.py reads it ----------------------------------------------------
// at: of each choice its number from 0, null where nothing is chosen.
function numbers(arrays, ref, at) {
  const [, name, inside = ""] = ref.match(/^([^[\]]+)(?:\[(.*)\])?$/);
  const places = (inside.match(/(?:[^,[\]]|\[[^\]]*\])+/g) ?? []).map((part, axis) => {
    const one = part.trim(), upTo = (count) => Array.from({ length: count }, (_, k) => k);
    if (one.startsWith(":")) return upTo(one.length > 1 ? at[one.slice(1)] + 1 : arrays[name].sizes[axis]);
    return one.includes("[") ? numbers(arrays, one, at) : [at[one] ?? Number(one)];
  });
  return places.reduce((found, values) => found.flatMap((index) => values.map((value) => [...index, value])),
    [[]]).map((index) => arrays[name].at(...index));
}
function points(arrays, one, at) {
  const found = {};
  for (const name of ["x", "y", "z"].filter((axis) => one[axis])) {
    const ends = numbers(arrays, one[name], at), centre = one.spokes?.[name] && numbers(arrays, one.spokes[name],
      at)[0];
    found[name] = one.spokes ? ends.flatMap((end) => [centre, end, null]) : ends;
  }
  if (one.named) found.text = found.hovertext = (one.named in at ? [at[one.named]] : numbers(arrays, one.named,
    at)).map((row) => one.texts[row].replace(/[&<>$]/g, (sign) => `&#${sign.charCodeAt()};`));
  return found;
}

// options.charts, without Streamlit: { places: { "3d": [panel] }, titles, columns, config }; a panel is { data, layout,
// frames, chosen: [{ trace, said }] }, with "@ink@" for a colour of the palette, and `chosen` what is added where
// something is chosen. heard: { click(point), frame(name) }.
export function chartsOf(self, heard = {}) {
  const { charts, key } = self.options;
  const hooked = new WeakSet(), lines = new WeakMap();
  let at = null, place = null, now = null, mounted = "", watcher = null;
  const own = charts && node("div", { class: `charts${charts.columns > 1 ? " two" : ""}`, slot: "charts" },
    node("style", {}, CHARTS_STYLE));
  const boxes = (charts?.titles ?? []).map((title) => node("figure", {}, title ? node("p", {}, rich(title)) : null,
    node("div")));
  if (own) {
    own.append(...boxes);
    self.body.getRootNode().host.append(own);
    self.body.append(node("slot", { name: "charts" }));
  }
  const host = () => own ?? document.querySelector(`.st-key-${`${key}-charts`.replace(/[^\w-]/g, "-")}`);
  const graphs = () => [...(host()?.querySelectorAll(".js-plotly-plot") ?? [])].filter(({ on }) => on);

  // ---- a chart that has just come -----------------------------------------------------------------
  function hook() {
    graphs().forEach((graph, panel) => {
      if (hooked.has(graph._ev)) return; // its listeners, new ones of a chart that is drawn anew
      hooked.add(graph._ev);
      graph.on("plotly_click", ({ points }) => points[0] && heard.click?.(points[0], panel));
      graph.on("plotly_sliderchange", ({ step }) => heard.frame?.(step.args[0][0]));
      graph.on("plotly_animatingframe", ({ name }) => heard.frame?.(name));
      graph.on("plotly_relayout", () => heard.moved?.(graph.layout));
      const settled = () => requestAnimationFrame(() => (point(graph), declutter(graph))); // its margins are known
      graph.on("plotly_afterplot", settled);
      settled();
    });
  }
  // Of names that lie on each other the one that comes later in the chart is read: what is chosen comes last.
  function declutter(graph) {
    const taken = [];
    for (const text of [...graph.querySelectorAll(".textpoint text")].reverse()) {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const meets = taken.some((box) => left < box.right && box.left < right && top + 3 < box.bottom
        && box.top + 3 < bottom);
      Object.assign(text.style, { visibility: meets ? "hidden" : "", paintOrder: "stroke", stroke: self.palette.paper,
        strokeWidth: "3px" });
      if (!meets) taken.push({ left, right, top, bottom });
    }
  }
  // A line where a slider stands: it lies over the chart, so that it follows a hand at full speed.
  function point(graph) {
    const { xaxis } = graph._fullLayout ?? {}, area = graph.querySelector(".nsewdrag");
    if (at === null || !xaxis || !area) return;
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(area.getAttribute(name)));
    const line = lines.get(graph) ?? node("div", { class: "chart-cursor" });
    lines.set(graph, line);
    const x = xaxis.l2p(at);
    line.hidden = x < -1 || x > width + 1;
    Object.assign(line.style, {
      position: "absolute", pointerEvents: "none", width: "2px", marginLeft: "-1px", background: self.palette.ink,
      left: `${left + x}px`, top: `${top}px`, height: `${height}px`,
    });
    if (line.parentNode !== graph) graph.append(line);
  }

  // ---- mounted here ---------------------------------------------------------------------------------
  const moves = () => self.header.chart.moves;
  const placed = (start) => Object.fromEntries(moves().map(({ name, values }) => [name, start[name] === null ? null
    : values.indexOf(start[name])]));
  function mount() {
    if (!own) return hook();
    if (!globalThis.Plotly) return setTimeout(mount, 200); // a notebook may show the cell that holds it later
    if (mounted === (mounted = `${place} ${self.palette.paper}`)) return;
    const name = moves().filter((one) => self.header.chart.redraws.includes(one.name))
        .map((one) => now[one.name]).join("/");
    const dressed = JSON.stringify(charts.places[name]).replace(/"@(\w+)@"/g, (_,
      colour) => `"${self.palette[colour]}"`);
    JSON.parse(dressed).forEach(({ data, layout, frames, chosen }, k) => {
      const graph = boxes[k].lastChild, at = placed(now);
      const seen = data.map((one) => ({ ...one, visible: !one.meta?.lacks || at[one.meta.lacks] === null }));
      const added = chosen.filter(({ said }) => at[said.needs] !== null);
      const add = (there) => added.map(({ said }) => points(self.arrays, said, there));
      const film = moves().find((one) => one.name === self.header.chart.film);
      const traces = [...seen, ...add(at).map((more, n) => ({ ...added[n].trace, ...more }))];
      const moving = frames.map((frame, n) => ({ ...frame, traces: [...frame.traces, ...added.map((_,
        m) => seen.length + m)], data: [...frame.data, ...add({ ...at, [film.name]: n })] }));
      if (film) Object.assign(layout.sliders[0], { active: at[film.name] });
      // its listeners went with what was drawn
      Plotly.newPlot(graph, traces, layout, charts.config).then(() => Plotly.addFrames(graph, moving)).then(() => film
        && step(now[film.name])).then(() => (hooked.delete(graph._ev), hook()));
    });
  }
  const step = (name) => graphs().map((graph) => Plotly.animate(graph, [String(name)], { mode: "immediate",
    transition: { duration: 0 }, frame: { duration: 0, redraw: false } }));
  // start: the place as `at(…)` takes it. Where another choice changes a chart, it is drawn anew: in the app by Python.
  function goes(start) {
    const { redraws } = self.header.chart, before = place;
    const changing = (of) => JSON.stringify(moves().filter((one) => one.optional || redraws.includes(one.name)).map(({
      name }) => of[name]));
    [now, place] = [start, changing(start)];
    if (own) mount();
    else if (place !== (before ?? changing(self.header.start))) self.options.choose?.({ place: start });
  }
  if (!own) {
    watcher = new MutationObserver(hook);
    const watch = () => (host() ? (watcher.observe(host(), { childList: true, subtree: true }), hook())
      : setTimeout(watch, 100));
    watch();
  }
  return {
    // The film's own buttons: 0 plays, 1 pauses.
    press: (button) => host()?.querySelectorAll(".updatemenu-button")[button]?.dispatchEvent(new MouseEvent("click", {
      bubbles: true })),
    goes, end: () => watcher?.disconnect(),
    cursor: (x) => ((at = x), graphs().forEach(point)),
    // To a step of the film: in the app Python draws it.
    step: (start, name) => (own ? step(name) : self.options.choose?.({ place: start })),
  };
}
