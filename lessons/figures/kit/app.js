// A drawing in the app. Streamlit calls `mount` again whenever data or theme change, and sometimes
// tells an older call that it has ended.
import { floatsOf, node } from "./core.js";

// draw(root, header, floats, options) → { update(header, floats or null, some options), destroy() }
export function mounting(draw) {
  const instances = new WeakMap(); // the figure of each element
  return function mount({ header, bytes, parentElement, setTriggerValue, ...given }) {
    const { key, answer, waits, yields, veil, goes, more } = given;
    const instance = instances.get(parentElement) ?? { runs: 0 };
    instance.ask = (cell) => setTriggerValue("recompute", cell);
    instance.choose = (value) => setTriggerValue("chosen", value); // a committed choice, for Python
    if (instance.figure) {
      const floats = header.id === instance.id ? null : floatsOf(bytes);
      instance.figure.update(header, floats, { answer, waits, veil, goes, more });
    } else {
      const place = node("div");
      parentElement.append(place);
      const ask = (cell) => instance.ask(cell);
      const choose = (value) => instance.choose(value); // a drawing can choose as soon as it is made
      const options = { key, home: "app", ask, choose, answer, waits, yields, veil, goes, more };
      instance.figure = draw(place, header, floatsOf(bytes), options);
      instance.place = place;
      instances.set(parentElement, instance);
    }
    instance.id = header.id;
    const run = ++instance.runs;
    return () => {
      if (instance.runs !== run) return; // a later call keeps drawing here
      instance.figure.destroy();
      instance.place.remove(); // Streamlit may reuse the same element
      instances.delete(parentElement);
    };
  };
}
