// A scene is one screen: what is shown is as large as the room behind the title allows.
import { setScale } from "./mode.js";

const LESSON = ".st-key-lesson";
const LEAST = 0.82; // of its size (18 px at 1920 × 1080): what still does not fit is scrolled to

// fitting(title) → fit(on): lays the title and the lesson out anew, and again whenever the lesson grows.
export function fitting(title) {
  const html = document.documentElement;
  let on = false, share = 1, watched = null, planned = 0;
  const grown = new ResizeObserver(() => on && plan());
  const plan = () => (planned ||= requestAnimationFrame(() => ((planned = 0), shrink())));

  function scale() {
    html.style.setProperty("--u", Math.min(innerWidth / 1024, innerHeight / 768).toFixed(3)); // of the title
    setScale(html, innerWidth, innerHeight, share);
    html.style.setProperty("--under-title", `${title.offsetHeight}px`);
  }
  function shrink() {
    const lesson = document.querySelector(LESSON);
    if (lesson && lesson !== watched) {
      grown.disconnect();
      grown.observe((watched = lesson));
    }
    scale();
    if (!lesson) return;
    const room = innerHeight - title.offsetHeight - 8, needs = lesson.getBoundingClientRect().height;
    if (needs <= room || share <= LEAST) return;
    share = Math.max(LEAST, share * Math.max(0.9, room / needs) - 0.005);
    scale();
  }
  return (shown) => {
    [on, share] = [shown, 1];
    shown ? plan() : grown.disconnect();
    if (!shown) watched = null;
  };
}
