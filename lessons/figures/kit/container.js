// What every figure has besides its drawing: theme, size, keys, address, a place for the panel with the
// arithmetic, full screen. A drawing fills it.
import {
  dress, flushAddress, forgetAddress, isDark, isPrinting, node, readAddress, watchTheme, writeAddress, zoomOf,
} from "./core.js";
import { markData } from "./data_words.js";
import { keepFocus } from "./focus.js";
import { lettersAct, panelHost, shared, takeKeys, watchPanel } from "./keys.js";
import { bare, canPresent, isFull, legible, presenting, showsBelow, toggleFull, watchMode } from "./mode.js";
import { STYLE } from "./style.js";
import { numbersFold } from "./tables.js";
import { LAB_STYLE } from "./lab_style.js";
import { copyLink, press } from "./widgets.js";

// looks: its style sheet, and whether it is one of the laboratory figures. act: { paint(), press(key, shift) →
// handled }. The drawing fills `body`; `paint` is called again after a change of size or theme.
export function container(root, options, { style = "", lab = true } = {}, act) {
  const body = node("div", { class: "left" });
  const inside = node("div", { class: "inside panels" });
  const right = node("div", { class: "right" }, inside);
  const live = node("div", { class: "unseen", "aria-live": "polite" });
  const name = lab ? "gb lab" : "gb";
  const dressing = () => node("style", {}, legible(STYLE + (lab ? LAB_STYLE : "") + style));
  const numbers = numbersFold(() => [body, right, away, self.above].filter(Boolean));
  const parts = [body, right, numbers.root, live];
  const figure = node("div", { class: name, lang: "en", tabindex: "0", role: "figure" }, parts);
  const away = node("div", { class: name, lang: "en", role: "group" }, node("div", { class: "panels" }));
  const data = markData(body, right, away);
  const hasAddress = options.home !== "notebook" && Boolean(options.key);
  let awayIn = null, named = () => {};
  const staged = () => {
    figure.classList.toggle("staged", presenting());
    figure.classList.toggle("bare", bare());
    figure.classList.toggle("no-letters", !lettersAct());
    figure.classList.toggle("shows-below", showsBelow());
    named();
  };
  root.replaceChildren(dressing(), figure);
  staged();

  const self = {
    body, right, palette: null, hasAddress, above: null, // its charts in the app (chart.js)
    isFull: () => isFull(figure),
    isBare: bare,
    width: () => body.clientWidth || 900, // 0 while the figure is in a hidden tab
    // Its height in the figure's own pixels; in Present without title and footer.
    screen: () => (innerHeight - (presenting() ? shared.stage?.taken ?? 0 : 0)) / zoomOf(figure),
    // act() can redraw the control that has the focus.
    keepFocus: (act) => keepFocus([figure, away], act),
    tell: (sentence) => (live.textContent = sentence),
    told: () => live.textContent,
    said: () => [body, right, away], // where the figure has sentences
    name: (title) => {
      if (figure.ariaLabel === title) return;
      for (const part of [figure, away]) part.setAttribute("aria-label", title);
      dispatchEvent(new Event("glassbox:named")); // observers of the page do not see into its shadow root
    },
    readData: data.read,
    showNumbers: numbers.refresh,
    save: (parts) => hasAddress && writeAddress(options.key, parts),
    address: () => (hasAddress ? readAddress(options.key) : null),
    // The source of the numbers, shown by a figure outside the app.
    origin: (...text) => (options.home === "app" ? "" : node("p", { class: "caption origin" }, text)),
    // The sections of the panel: beside the figure if the page has a place for them, else below it.
    panel(...sections) {
      const host = options.key ? panelHost(options.key) : null;
      if (host && host !== awayIn) host.replaceChildren(dressing(), away);
      awayIn = host;
      if (host) dress(away, self.palette);
      const outside = host !== null && !figure.matches(":fullscreen"); // then only the figure itself is visible
      host?.host?.toggleAttribute("data-empty", !sections.some(Boolean)); // empty: no column
      inside.replaceChildren();
      (outside ? away.firstChild : inside).replaceChildren(...sections.filter(Boolean));
    },
    // "Copy link" and "Present", at the right end of a bar; a page of the app has them in its own bar.
    buttons(words) {
      if (options.home === "app" && document.querySelector(".st-key-bar")) return [];
      const copy = copyLink(words, { class: "off-stage" });
      const present = press("", () => toggleFull(figure), { class: "primary off-stage" });
      named = () => (present.textContent = self.isFull() ? words.leave : words.present);
      named();
      return [node("span", { class: "grow" }), hasAddress ? copy : null, canPresent() ? present : null];
    },
    theme(colours) {
      const dark = isDark(figure);
      self.palette = colours[dark ? "dark" : "light"];
      dress(figure, self.palette);
      // A drawing that reads the colours of the page before paper has its style would read those of the screen.
      const { ink, paper } = self.palette;
      dress(figure, isPrinting() ? { text: ink, ground: paper } : { text: null, ground: null });
      figure.style.colorScheme = away.style.colorScheme = dark ? "dark" : "light";
    },
    // Called once, when the drawing is ready to paint.
    listen(themed) {
      // Its own height is ignored, because it changes with the content.
      const room = () =>
        [figure.clientWidth, self.screen(), self.isFull(), bare(), showsBelow(), lettersAct()].join();
      let had = room();
      const changed = () => had !== (had = room()) && (staged(), act.paint());
      const resized = new ResizeObserver(changed);
      resized.observe(figure);
      addEventListener("glassbox:room", changed);
      const undo = [
        watchTheme(figure, () => (themed(), act.paint())),
        watchMode(changed),
        () => removeEventListener("glassbox:room", changed),
        takeKeys({
          root: figure, key: options.key, late: () => self.late, press: act.press, presenting,
          parts: () => [figure, away, self.above].filter((part) => part?.isConnected),
          onlyInside: options.home === "notebook",
        }),
        options.key ? watchPanel(options.key, () => act.paint()) : () => {},
        () => resized.disconnect(),
        data.end,
        // Streamlit may remove a figure only to make it again; in Present, the address is already another scene's.
        () => (presenting() ? forgetAddress(options.key) : flushAddress()),
      ];
      return () => undo.forEach((end) => end());
    },
  };
  return self;
}
