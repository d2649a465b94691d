// Back and Forward in the app. Streamlit follows them, but it writes a choice over the address before it. Here what a
// reader has chosen becomes a step of the browser's history. (The site does the same in web/page.js.)
import { presenting } from "./mode.js";

const sorted = (search) => String([...new URLSearchParams(search)].sort());

export function steps() {
  if (globalThis.glassbox) return;
  let chosen = false;
  // What a slider passes on its way is not a step.
  const choose = ({ isTrusted, target }) => (chosen = isTrusted && !target.closest?.(".stSlider"));
  for (const kind of ["click", "keydown"]) addEventListener(kind, choose, true);
  addEventListener("popstate", () => (chosen = false), true);
  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  history.pushState = (...step) => ((chosen = false), push(...step));
  history.replaceState = (state, title, url) => {
    const there = new URL(url ?? location.href, location.href);
    const isStep = chosen && !presenting() && sorted(there.search) !== sorted(location.search);
    if (isStep) chosen = false;
    (isStep ? push : replace)(state, title, there);
  };
}
