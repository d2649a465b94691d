// Decide when a scene has arrived: its title and its figure appear together, not before.
import { shared } from "./keys.js";

// Milliseconds between checks; checks without a change; most checks; checks of an idle Python that made another page
const ARRIVES = { look: 60, quiet: 8, most: 2000, lost: 60 };
const LATE = ".st-key-lesson :is([data-stale=true], [data-testid=stSkeleton])";
export const isRunning = () =>
  (document.querySelector("[data-testid=stApp]")?.dataset.testScriptState ?? "notRunning") !== "notRunning";

// Whether Python made this page for this address: the lesson, and the query after the "?". `made`: Python's report.
// The site has no report: its pages are built for their addresses.
function isMadeFor({ pathname, searchParams }, made) {
  if (!made?.asked || globalThis.glassbox) return true;
  const own = Object.entries(made.asked).sort(), wanted = [...searchParams].sort();
  return pathname.split("/").at(-1) === made.list && String(own) === String(wanted);
}
// Whether each figure that the address names is drawn, each panel beside it, and each chart.
function isDrawn(url) {
  const lesson = document.querySelector(".st-key-lesson"), figures = [...shared.figures];
  const keys = figures.map(({ key }) => key);
  const named = [...new URLSearchParams(url.hash.slice(1)).keys()].filter((key) => key !== "present");
  if (lesson?.querySelector("[class*=st-key-mistake-]")) return true; // a page that cannot be drawn shows why
  const isDrawnChart = (chart) => chart.querySelector(".main-svg");
  const panels = [...(lesson?.querySelectorAll(".st-key-aside [class*='-panel']") ?? [])]
    .flatMap(({ classList }) => [...classList]).map((name) => name.match(/^st-key-(.+)-panel$/)?.[1]).filter(Boolean);
  return lesson && named.every((key) => keys.includes(key)) && panels.every((key) => shared.panels.has(key))
    && !figures.some(({ late }) => late())
    && chartsOf(lesson).every(isDrawnChart);
}
const chartsOf = (lesson) => [...(lesson?.querySelectorAll(".stPlotlyChart") ?? [])];
// Its whole size and the axis labels: Plotly lays a chart out again some time after its room changes.
function laidOut() {
  const lesson = document.querySelector(".st-key-lesson"), aside = lesson?.querySelector(".st-key-aside");
  const { width, height } = lesson?.getBoundingClientRect() ?? {};
  const charts = chartsOf(lesson).map((chart) => [chart.offsetWidth, chart.offsetHeight, chart.textContent]);
  const figures = [...shared.figures].map(({ root }) => [root.offsetWidth, root.offsetHeight, root.textContent]);
  return [width, height, aside?.offsetWidth, aside?.offsetHeight, charts, figures].join();
}

// arrival(report, settled): report() → Python's report on the page, settled() → whether no fitting is pending.
// Returns until(url, { made, arrived, lost }) and until.stop(). made() is called when Python has made the page of this
// address, arrived() when the scene has not changed for some checks, and lost() when Streamlit has dropped the request.
export function arrival(report, settled) {
  let timer = null;
  const stop = () => (timer = clearTimeout(timer));
  return Object.assign(until, { stop });
  function until(url, { made, arrived, lost }) {
    let idle = 0, quiet = 0, looks = 0, layout = "", isNew = false, wasMade = false;
    stop();
    const later = () => (timer = setTimeout(framed, ARRIVES.look));
    // Layout runs in a frame; a hidden page gets none.
    const framed = () => {
      const waited = timer; // by the next frame, another scene may be awaited, or none
      document.hidden ? look() : requestAnimationFrame(() => waited === timer && look());
    };
    const look = () => {
      // One check later, the figures of the previous page are also gone. A made page stays made: the next run of
      // Python removes default values from the address.
      if (!wasMade && !isRunning() && (isNew || isMadeFor(url, report()))) {
        if (isNew) made();
        [isNew, wasMade] = [true, isNew];
      }
      idle = wasMade || isRunning() ? 0 : idle + 1;
      if (idle === ARRIVES.lost) lost();
      const here = !isRunning() && wasMade && isDrawn(url);
      const there = here && !document.querySelector(LATE) && settled();
      quiet = there && layout === (layout = laidOut()) ? quiet + 1 : 0;
      if (quiet < ARRIVES.quiet && ++looks < ARRIVES.most) return later();
      stop();
      arrived();
    };
    later();
  }
}
