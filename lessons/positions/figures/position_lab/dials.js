// The three sliders of the lab, each with a box to type any number into.
import { node } from "../../../figures/kit/core.js";

const EXPONENT = 6; // the base slider runs from 1 to 10^6

// A typed number; anything else, or infinity, becomes NaN, because JSON has nothing better.
export const numeric = (text) => (text !== "" && Number.isFinite(Number(text)) ? Number(text) : NaN);

// change(setting) while dragging, commit() on release. Returns { root, set(setting, uses) }.
export function dials(words, limits, change, commit) {
  const parts = [];
  function dial(name, { to, toSlider, fromSlider, long }) {
    const slider = node("input", { type: "range", min: 0, max: to, step: long ? 0.01 : 1, "aria-label": words[name] });
    const box = node("input", { type: "number", class: long ? "long" : "", step: long ? "any" : 1, "aria-label": words[name] });
    slider.oninput = () => change({ [name]: fromSlider(Number(slider.value)) });
    slider.onchange = commit;
    box.oninput = () => change({ [name]: numeric(box.value) });
    box.onchange = commit;
    const root = node("label", { class: "dial" }, words[name], slider, box);
    parts.push({ name, slider, box, root, toSlider });
    return root;
  }
  const count = { toSlider: (value) => value, fromSlider: (value) => Math.max(1, value) };
  const root = node("span", { class: "dials inner" },
    dial("positions", { ...count, to: limits.positions }),
    dial("dimensions", { ...count, to: 128, fromSlider: (value) => Math.max(2, 2 * Math.round(value / 2)) }),
    dial("base", {
      to: EXPONENT, long: true,
      toSlider: (value) => Math.log10(value),
      fromSlider: (value) => Number((10 ** value).toPrecision(2)), // 1, 1.1, … 9.9, 10, 11, …
    }));
  function set(setting, uses) {
    for (const { name, slider, box, root: label, toSlider } of parts) {
      const value = setting[name];
      const used = uses[name] ?? true;
      slider.disabled = box.disabled = !used;
      label.style.opacity = used ? 1 : 0.4;
      const place = toSlider(value);
      if (Number.isFinite(place)) slider.value = place;
      // Do not change a number while it is typed: "1." must not become "1".
      if (box.getRootNode().activeElement !== box || Number(box.value) !== value) {
        if (!Number.isNaN(value)) box.value = String(value ?? "");
      }
    }
  }
  return { root, set };
}
