// A drawing in the app. Streamlit calls `mount` again whenever data or theme change, and once in a
// while tells an older call that it has ended.
import { floatsOf, node } from "./core.js";

// draw(root, header, floats, options) → { update(header, floats or null, answer), destroy() }
export function mounting(draw) {
  const instances = new WeakMap(); // of each element: its figure
  return function mount({ header, bytes, key, answer, parentElement, setTriggerValue }) {
    let instance = instances.get(parentElement);
    if (instance) {
      instance.figure.update(header, header.id === instance.id ? null : floatsOf(bytes), answer);
    } else {
      const place = node("div");
      parentElement.append(place);
      instance = { runs: 0 };
      const ask = (cell) => instance.ask(cell);
      instance.figure = draw(place, header, floatsOf(bytes), { key, home: "app", ask, answer });
      instances.set(parentElement, instance);
    }
    instance.id = header.id;
    instance.ask = (cell) => setTriggerValue("recompute", cell);
    const run = ++instance.runs;
    return () => {
      if (instance.runs !== run) return; // a later call goes on drawing here
      instance.figure.destroy();
      instances.delete(parentElement);
    };
  };
}
