// A drawing in the app. Streamlit calls `mount` again whenever data or theme change, and once in a
// while tells an older call that it has ended.
import { floatsOf, node } from "./core.js";

// draw(root, header, floats, options) → { update(header, floats or null, { answer, waits, veil }), destroy() }
export function mounting(draw) {
  const instances = new WeakMap(); // of each element: its figure
  return function mount({ header, bytes, key, answer, plays, waits, veil, parentElement, setTriggerValue }) {
    const instance = instances.get(parentElement) ?? { runs: 0 };
    instance.ask = (cell) => setTriggerValue("recompute", cell);
    instance.choose = (value) => setTriggerValue("chosen", value); // a committed choice, for Python
    if (instance.figure) {
      instance.figure.update(header, header.id === instance.id ? null : floatsOf(bytes), { answer, waits, veil });
    } else {
      const place = node("div");
      parentElement.append(place);
      const ask = (cell) => instance.ask(cell);
      const choose = (value) => instance.choose(value); // a drawing may choose as soon as it is made
      instance.figure = draw(place, header, floatsOf(bytes), { key, home: "app", ask, choose, answer, plays, waits, veil });
      instance.place = place;
      instances.set(parentElement, instance);
    }
    instance.id = header.id;
    const run = ++instance.runs;
    return () => {
      if (instance.runs !== run) return; // a later call goes on drawing here
      instance.figure.destroy();
      instance.place.remove(); // Streamlit may draw into the same element again
      instances.delete(parentElement);
    };
  };
}
