// What a screen reader says after a run of Python: what is new on the page. Figures tell their own steps (heard.js).
import { isRunning } from "./arriving.js";
import { node } from "./core.js";
import { shared } from "./keys.js";
import { presenting } from "./mode.js";

const BOXES = "[class*=st-key-note-], [class*=st-key-mistake-], [class*=st-key-passed-], [class*=st-key-failed-]";
const REST = 300; // milliseconds without a change
const boxes = () => new Map([...document.querySelectorAll(BOXES)].map(({ className, innerText }) =>
  [className.match(/st-key-\S+/)[0], innerText.trim()]));
const labels = () => new Map([...shared.figures].map(({ key, root }) => [key, root.ariaLabel]));
const changed = (now, before) => [...now].filter(([name, text]) => text && before.get(name) !== text);

// Streamlit opens a page in place of another one, and the link that had the focus is gone.
function focusTitle() {
  const title = document.querySelector(".stMain h1");
  if (!title || presenting() || document.activeElement !== document.body) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

export function tellNews() {
  const live = node("div", { class: "unseen page-aloud", role: "status" });
  document.body.append(live);
  const [loaded] = performance.getEntriesByType("navigation");
  let path = new URL(loaded?.name ?? location.href).pathname, known = null, waits = null;
  const look = () => {
    if (isRunning()) return;
    const now = { boxes: boxes(), labels: labels() };
    if (path !== location.pathname) focusTitle();
    else if (known) {
      const figures = changed(now.labels, known.labels).filter(([key]) => known.labels.has(key));
      const news = [...changed(now.boxes, known.boxes), ...figures].map(([, text]) => text);
      if (news.length) live.textContent = news.join(". ");
    }
    [known, path] = [now, location.pathname];
  };
  const later = () => {
    clearTimeout(waits);
    waits = setTimeout(look, REST);
  };
  const watch = new MutationObserver(later);
  const told = { childList: true, subtree: true, characterData: true, attributeFilter: ["data-test-script-state"] };
  watch.observe(document.querySelector("[data-testid=stApp]"), told);
  addEventListener("glassbox:named", later);
  // The same result is told again when the reader asks for it again.
  addEventListener("click", ({ target }) => {
    if (!target.closest?.("[class*=st-key-check-]")) return;
    live.textContent = "";
    known?.boxes.clear();
    later(); // a run that ends within one frame changes nothing on the page
  }, true);
}
