// The charts of a figure, which Plotly draws: in the app Streamlit mounts them above the drawing, in a notebook and
// a file they are mounted here, from options.charts: { places: { "2/0": [panel] }, redraws, config }. A panel is
// { title, data, layout, frames, chosen: [{ trace, said }] }; "@ink@" in it is a colour of the palette, and `chosen` is
// added if something is chosen.
import { node, zoomOf } from "./core.js";
import { picked } from "./choices.js";
import { shared } from "./keys.js";
import { smallest } from "./mode.js";
import { chartTables, withNumbers } from "./tables.js";
import { rich } from "./widgets.js";

const CHARTS_STYLE = `
.charts { display: grid; gap: 6px 28px; margin: 4px 0 10px; }
.charts.two { grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }
.charts figure { margin: 0; min-width: 0; } .charts figure > div { zoom: var(--unzoom); }
.charts p { font-size: 15px; line-height: 1.4; margin: 0 0 2px; }
`;
const AT_ONCE = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };

// ---- trace names, as kit/chart.py reads them; `at`: the number of the chosen value, null if none ----------------
function numbers(arrays, ref, at) {
  const [, name, inside = ""] = ref.match(/^([^[\]]+)(?:\[(.*)\])?$/);
  const upTo = (count) => Array.from({ length: count }, (_, k) => k);
  const axes = (inside.match(/(?:[^,[\]]|\[[^\]]*\])+/g) ?? []).map((part, axis) => {
    const one = part.trim();
    if (one.startsWith(":")) return upTo(one.length > 1 ? at[one.slice(1)] + 1 : arrays[name].sizes[axis]);
    return one.includes("[") ? numbers(arrays, one, at) : [at[one] ?? Number(one)];
  });
  const along = (found, values) => found.flatMap((index) => values.map((value) => [...index, value]));
  return axes.reduce(along, [[]]).map((index) => arrays[name].at(...index));
}
export function points(arrays, one, at) {
  const found = {};
  for (const name of ["x", "y", "z"].filter((axis) => one[axis])) {
    const ends = numbers(arrays, one[name], at);
    found[name] = one.spokes ? ends.flatMap((end) => [...numbers(arrays, one.spokes[name], at), end, null]) : ends;
  }
  const rows = one.named && (one.named in at ? [at[one.named]] : numbers(arrays, one.named, at));
  const text = (row) => one.texts[row].replace(/[&<>$]/g, (sign) => `&#${sign.charCodeAt()};`);
  if (rows) found.text = found.hovertext = rows.map(text);
  return found;
}

// Keep the charts at self.state; a click chooses.
export function chartsOf(self) {
  const { charts, key } = self.options, { film, picks, redraws, columns } = self.header.chart;
  const boxes = [], lines = new WeakMap(), veils = new WeakMap(); // the line in each chart, and its hatch
  const one = (name) => self.header.choices.find((choice) => choice.name === name);
  const own = charts && node("div", { class: `charts${columns > 1 ? " two" : ""}`, slot: "charts" });
  let laid = false, mounted = "", ended = false; // laid: with the steps of its recording
  // The figure, the state that Python knows, the step in the chart, and when it asks again.
  let of = null, told = null, shown = null, later = null;
  if (own) {
    self.body.getRootNode().host.append(own);
    self.above = own;
    self.body.append(node("slot", { name: "charts" }));
  }
  const host = () => own ?? document.querySelector(`.st-key-${`${key}-charts`.replace(/[^\w-]/g, "-")}`);
  const graphs = () => [...(host()?.querySelectorAll(".js-plotly-plot") ?? [])].filter(({ on }) => on);

  const panelOf = (graph) => picked(self.header.chart.panels, self.state)[graphs().indexOf(graph)];

  // ---- a new chart -----------------------------------------------------------------------------------
  const hears = {
    plotly_click: ({ points: [point] }) => pick(point),
    plotly_sliderchange: ({ step }) => reached(step.args[0][0]),
    plotly_animatingframe: ({ name }) => reached(name),
  };
  const isHeard = (graph) => graph._ev.listeners("plotly_click").includes(hears.plotly_click);
  function hook() { // a redrawn chart has lost its listeners
    for (const graph of graphs().filter((one) => !isHeard(one))) {
      for (const [event, act] of Object.entries(hears)) graph.on(event, act);
      // In the next frame its margins are known.
      const settled = () => requestAnimationFrame(() => (cursor(graph), veil(graph), declutter(graph)));
      graph.on("plotly_afterplot", settled);
      settled();
      graph.toggleAttribute("data-veiled", panelOf(graph)?.veiled !== undefined);
      withNumbers(graph, () => chartTables(graph, panelOf(graph)?.title));
    }
    self.showNumbers(self.header);
  }
  const unhook = (graph) => Object.entries(hears).forEach(([event, act]) => graph.removeListener(event, act));
  // In the app, Streamlit receives a click on a plane and tells Python; it receives none in space or in a recording.
  function pick({ customdata, x, z }) {
    const { values, optional } = one(picks) ?? {}, at = customdata ?? values?.indexOf(x) ?? -1;
    if (!(own || film || z !== undefined) || at < 0) return;
    self.goTo({ [picks]: optional && at === self.state[picks] ? null : at });
  }
  function reached(name) {
    shown = Number(name);
    if (shown !== self.state[film]) self.redraw({ [film]: shown });
  }
  // If names overlap, the one later in the chart is read: the chosen one is last.
  function declutter(graph) {
    const taken = [], look = { paintOrder: "stroke", stroke: self.palette.paper, strokeWidth: "3px" };
    for (const text of [...graph.querySelectorAll(".textpoint text")].reverse()) {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const meets = taken.some((box) => left < box.right && box.left < right && top + 3 < box.bottom
        && box.top + 3 < bottom);
      Object.assign(text.style, { ...look, visibility: meets ? "hidden" : "" });
      if (!meets) taken.push({ left, right, top, bottom });
    }
  }
  // The axes of a chart: left, top, width and height in pixels.
  function areaOf(graph) {
    const area = graph.querySelector(".nsewdrag");
    return area && ["x", "y", "width", "height"].map((name) => Number(area.getAttribute(name)));
  }
  // A line at the slider's value: it is above the chart, so that it follows a drag at full speed.
  function cursor(graph) {
    const { xaxis } = graph._fullLayout ?? {}, area = areaOf(graph), { values } = one(picks) ?? {};
    if (typeof values?.[0] !== "number" || !xaxis || !area) return;
    const [left, top, width, height] = area;
    const line = lines.get(graph) ?? node("div", { class: "chart-cursor" }), x = xaxis.d2p(values[self.state[picks]]);
    lines.set(graph, line);
    line.hidden = x < -1 || x > width + 1;
    Object.assign(line.style, {
      position: "absolute", pointerEvents: "none", width: "2px", marginLeft: "-1px", background: self.palette.ink,
      left: `${left + x}px`, top: `${top}px`, height: `${height}px`,
    });
    graph.style.position = "relative";
    if (line.parentNode !== graph) graph.append(line);
  }
  // In the app: a hatch over the answer to an open question, under the names. The page decides whether (ui.css).
  function veil(graph) {
    const { veiled } = panelOf(graph) ?? {};
    const area = areaOf(graph);
    if (own || veiled === undefined || !area) return;
    const hatch = veils.get(graph) ?? node("div", { class: "chart-veil" }), [left, top, width, height] = area;
    const from = Math.min(width, Math.max(0, graph._fullLayout.xaxis.d2p(veiled)) || 0); // a log scale has no 0
    const place = { left: left + from, top, width: width - from, height };
    for (const [side, pixels] of Object.entries(place)) hatch.style[side] = `${pixels}px`;
    veils.set(graph, hatch);
    graph.querySelector(".main-svg").after(hatch);
  }

  // ---- at another state ---------------------------------------------------------------------------
  function mount() {
    if (!globalThis.Plotly) return setTimeout(mount, 200); // a notebook can show the cell with the chart later
    const place = charts.redraws.map((name) => self.state[name]).join("/"), scale = zoomOf(self.body);
    const chosen = redraws.map((name) => self.state[name]);
    if (mounted === (mounted = [place, chosen, self.palette.paper, scale].join())) return;
    const ink = (_, colour) => `"${self.palette[colour]}"`;
    const larger = (value) => (Array.isArray(value) ? value.map(larger)
      : typeof value === "number" ? scale * value : value);
    const enlarged = (key, value) => (charts.pixels.includes(key) ? larger(value) : value); // as in kit/plotting.py
    const panels = JSON.parse(JSON.stringify(charts.places[place]).replace(/"@(\w+)@"/g, ink), enlarged);
    own.style.setProperty("--unzoom", 1 / scale);
    laid = false;
    while (boxes.length > panels.length) boxes.pop().remove();
    while (boxes.length < panels.length) boxes.push(own.appendChild(node("figure", {}, node("p"), node("div"))));
    panels.forEach((panel, k) => put(panel, boxes[k])); // after all are placed: a chart has the width of its place
  }
  function put({ title, data, layout, frames, chosen }, box) {
    const [head, graph] = box.children, { state } = self;
    head.hidden = !title;
    head.replaceChildren(...rich(title));
    graph.setAttribute("role", "figure"); // an image could have no buttons inside
    graph.setAttribute("aria-label", title.replaceAll("**", "") || self.header.title);
    const added = chosen.filter(({ said }) => state[said.needs] !== null);
    const add = (at) => added.map(({ said }) => points(self.arrays, said, at));
    const seen = data.map((one) => ({ ...one, visible: !one.meta?.lacks || state[one.meta.lacks] === null }));
    const more = add(state).map((where, n) => ({ ...added[n].trace, ...where }));
    const moving = frames.map((frame, n) => ({
      ...frame, traces: [...frame.traces, ...added.map((_, m) => seen.length + m)],
      data: [...frame.data, ...add({ ...state, [film]: n })],
    }));
    if (film) layout.sliders[0].active = state[film];
    Plotly.newPlot(graph, [...seen, ...more], layout, charts.config)
      .then(() => Plotly.addFrames(graph, moving)).then(() => (laid = true, shown = null, follow(), hook()));
  }
  // The recording of a chart mounted here moves to the chosen step.
  function follow() {
    if (!film || !laid || shown === self.state[film]) return;
    shown = self.state[film];
    const overtaken = () => {}; // by the next step
    graphs().forEach((graph) => Plotly.animate(graph, [String(shown)], AT_ONCE).catch(overtaken));
  }
  // In the app, Python redraws a chart if another choice or theme changes it, or if the chosen step is not the one
  // that it shows.
  function tell() {
    const { goes, choose } = self.options;
    const placed = (state, ...look) => JSON.stringify([...look, ...redraws.map((name) => state[name] ?? null)]);
    if (of !== goes.of) [of, shown, told] = [goes.of, goes.place[film], null];
    // Until the next scene is made, Python would redraw the page of the previous scene.
    if (shared.stage?.leaves) return (later ??= setTimeout(() => ((later = null), ended || tell()), 100));
    const scale = Math.ceil(20 * zoomOf(self.body) * (smallest() / 12) - 0.1) / 20; // no new chart for a thousandth
    const place = placed(self.state, self.palette.paper, scale);
    const drawn = placed(goes.place, goes.paper, goes.scale);
    if ((place !== drawn && place !== told) || shown !== self.state[film]) {
      choose({ place: self.state, scale });
      told = place;
    } else if (place === drawn) told = null;
    self.late = place !== drawn; // a scene waits for it (arriving.js)
    shown = self.state[film];
  }

  const watcher = new MutationObserver(hook);
  const touched = () => self.body.dispatchEvent(new Event("pointerdown", { bubbles: true })); // now it has the keys
  function watch() {
    if (!(self.above = host())) return ended || setTimeout(watch, 100);
    watcher.observe(self.above, { childList: true, subtree: true });
    self.above.addEventListener("pointerenter", touched);
    return hook();
  }
  if (own) own.append(node("style", {}, CHARTS_STYLE));
  else watch();
  return {
    // The recording's own buttons: 0 plays, 1 pauses.
    press: (button) => host()?.querySelectorAll(".updatemenu-button")[button]
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
    show: () => (own ? (mount(), follow()) : tell(), graphs().forEach(cursor)),
    end: () => (ended = true, watcher.disconnect(), graphs().forEach(unhook)),
  };
}
