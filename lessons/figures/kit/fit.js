// A scene is one screen: content is as large as the room between title and footer allows.
import { setScale } from "./mode.js";

const [LESSON, ASIDE] = [".st-key-lesson", ".st-key-aside"];
const LEAST = 0.65; // least size, as a fraction: the rest is reached by scrolling
// Letters for an audience are never smaller, in pixels of 1024 × 768 and of 1920 × 1080.
const [READ, READ_LARGE] = [16, 18];
// Fractions of the screen's height: a chart's first and last size, and what a figure gives up.
const [CHART, LOW, GIVES] = [0.6, 0.3, 0.35];
// If more than this is free, the content was larger while it loaded: fit it again, at most this often.
const [SPARE, ANEW] = [0.9, 3];
// Small content is enlarged, while it is as wide as this in its own pixels.
const [MOST, NARROW] = [1.25, 960];
const AIR = 20; // maximum pixels above and below a row of a table, if there is room

// fitting(title, footer, takes) → fit(on): lay the title and the lesson out again, and again whenever the lesson
// grows. First the figures lose the excess height, then the type. takes(pixels): the part of the
// screen's height not available to figures. fit.settled(): whether no layout is pending.
export function fitting(title, footer, takes) {
  const html = document.documentElement;
  let on = false, share = 1, given = 0, before = Infinity, anew = 0, grew = false, watched = null, planned = 0;
  let air = 0, needed = 0; // needed: before there was more space
  const grown = new ResizeObserver(() => on && plan());
  const plan = () => (planned ||= requestAnimationFrame(() => ((planned = 0), shrink())));
  // The largest enlargement; a column beside it takes what is left.
  const larger = () => {
    const wide = innerWidth / html.style.getPropertyValue("--scale");
    return document.querySelector(ASIDE)?.offsetWidth ? 1 : Math.min(MOST, wide / NARROW);
  };
  const outside = () => title.offsetHeight + footer.offsetHeight;

  function scale() {
    html.style.setProperty("--u", Math.min(innerWidth / 1024, innerHeight / 768).toFixed(3)); // of title and footer
    setScale(html, innerWidth, innerHeight, share);
    const read = Math.max(READ, READ_LARGE * Math.min(innerWidth / 1920, innerHeight / 1080));
    html.style.setProperty("--least", `${(read / html.style.getPropertyValue("--scale")).toFixed(2)}px`);
    html.style.setProperty("--air", `${air}px`);
    html.style.setProperty("--under-title", `${title.offsetHeight}px`);
    html.style.setProperty("--chart", `${Math.round(Math.max(LOW * innerHeight, CHART * innerHeight - given))}px`);
    takes(outside() + given);
  }
  function shrink() {
    const lesson = document.querySelector(LESSON);
    if (lesson && lesson !== watched) {
      grown.disconnect();
      grown.observe((watched = lesson));
    }
    scale();
    if (!lesson) return;
    const room = innerHeight - outside() - 1, needs = lesson.getBoundingClientRect().height, most = GIVES * innerHeight;
    if (needs <= room) {
      if (needs > SPARE * room) return;
      if ((given || share < 1) && anew-- > 0) return restart();
      if (given || share !== 1 || grew || larger() <= 1) return apart(needs);
      grew = true;
      share = Math.min(larger(), Math.sqrt(room / needs));
      return plan();
    }
    if (air > 0) [air, needed] = [air - 1, Infinity];
    else if (share > 1) share = Math.max(1, share - 0.04);
    else if (given < most && needs < before) {
      given = Math.min(most, given + needs - room + 1);
      before = needs;
    } else if (share > LEAST) {
      share = Math.max(LEAST, share * Math.max(0.9, room / needs) - 0.005);
      before = Infinity;
    } else return;
    scale();
    plan();
  }
  // If it cannot be enlarged, its rows get the remaining room.
  function apart(needs) {
    if (given || share < 1 || air >= AIR || needs <= needed) return;
    [air, needed] = [air + 1, needs];
    scale();
    plan();
  }
  function restart() {
    [share, given, before, grew, air, needed] = [1, 0, Infinity, false, 0, 0];
    plan();
  }
  fit.settled = () => !planned;
  return fit;
  function fit(shown) {
    [on, anew] = [shown, ANEW];
    shown ? restart() : grown.disconnect();
    if (shown) return;
    watched = null;
    ["--least", "--air"].forEach((name) => html.style.removeProperty(name));
  }
}
